/* fuzz.h - what the fuzz targets share. A target is one reader of files: it gets any bytes as the
 * file, and must answer with what it read or with one printable sentence that names the file. */
#ifndef CTADEL_TESTS_FUZZ_H
#define CTADEL_TESTS_FUZZ_H

#include "base/err.h"

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes); /* each target has its own */

enum { FUZZ_PATH_BYTES = 128 };

/* Path of `name` in a scratch folder of this process, which goes away at its end. */
void fuzz_path(const char *name, char path[FUZZ_PATH_BYTES]);
/* The same, and the file then holds these bytes. */
void fuzz_file(const char *name, const void *data, size_t bytes, char path[FUZZ_PATH_BYTES]);

/* Ends the process as a finding unless success comes without an error and failure with one printable
 * line. `file`: what the line must begin with; NULL: any. */
void fuzz_judge(bool ok, const err_t *err, const char *file);

#endif
