/* outputs.h - checks the names of a run's output files before anything is written. */
#ifndef CTADEL_TB_RUN_OUTPUTS_H
#define CTADEL_TB_RUN_OUTPUTS_H

#include "run/cosim.h"

/* False: err, two options name the same file (also by different paths), or --waves names no regular file. */
bool outputs_check(const run_opts_t *o, err_t *err);

#endif
