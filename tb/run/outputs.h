/* outputs.h - checks a run's output files before the first cycle; makes folders for results. */
#ifndef CTADEL_TB_RUN_OUTPUTS_H
#define CTADEL_TB_RUN_OUTPUTS_H

#include "run/cosim.h"

/* False: err, two options name the same file (also by different paths), a file cannot be written, or --waves names no
 * regular file, or a .vcd. No file is made or changed. */
bool outputs_check(const run_opts_t *o, err_t *err);
/* False: err, the file cannot be written. A device or pipe is not opened: its reader would see an end. */
bool outputs_writable(const char *path, err_t *err);
/* Makes the folder unless it exists. *made: it is new (made may be NULL). False: err, with `option` ("--out") as the
 * remedy. */
bool outputs_folder(const char *path, const char *option, bool *made, err_t *err);

#endif
