/* outputs.h - the output files of a run, before anything is written. */
#ifndef CTADEL_TB_RUN_OUTPUTS_H
#define CTADEL_TB_RUN_OUTPUTS_H

#include "run/cosim.h"

/* False: two options name the same file, by whatever path, or waves are to go where no file can be: err says which. */
bool outputs_check(const run_opts_t *o, err_t *err);

#endif
