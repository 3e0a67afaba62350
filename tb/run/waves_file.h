/* waves_file.h - the FST file of a run: a temporary until the run has ended, and then whole or not at all. */
#ifndef CTADEL_TB_RUN_WAVES_FILE_H
#define CTADEL_TB_RUN_WAVES_FILE_H

#include "base/err.h"

#include <stdint.h>

typedef struct {
    char temp[4096], hierarchy[4104]; /* "": no waves; the second is FST's own, beside the first while it writes */
} waves_file_t;

bool waves_file_open(waves_file_t *w, const char *path, err_t *err); /* `w` zero; false: err, no file is left */
/* After the last write. keep: it becomes `path`, or err says what is wrong with it; else it is removed. */
bool waves_file_close(const waves_file_t *w, const char *path, bool keep, err_t *err);
/* The last time of a file that is whole, in its own unit (the shims write ps); 0: it cannot be read. */
uint64_t waves_file_end(const char *path);

#endif
