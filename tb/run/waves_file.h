/* waves_file.h - the FST file of a run. It is written under a temporary name and renamed at the end, so that a file of
 * the final name is always complete. */
#ifndef CTADEL_TB_RUN_WAVES_FILE_H
#define CTADEL_TB_RUN_WAVES_FILE_H

#include "base/err.h"

#include <stdint.h>

typedef struct {
    char temp[4096], hierarchy[4104]; /* temporary file, "": no waves; a second one that the FST writer creates */
} waves_file_t;

bool waves_file_open(waves_file_t *w, const char *path, err_t *err); /* *w zeroed. False: err, no file is left */
/* Call it after the last write. keep: checks the file and renames it to `path`; otherwise removes it. False: err. */
bool waves_file_close(const waves_file_t *w, const char *path, bool keep, err_t *err);
/* End time of a complete file, in the unit of the file (the shims write ps). 0: it cannot be read. */
uint64_t waves_file_end(const char *path);

#endif
