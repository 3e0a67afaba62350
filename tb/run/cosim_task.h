/* cosim_task.h - the options of the task unit: which way a parallel loop is handed out, and its parameters. */
#ifndef CTADEL_TB_RUN_COSIM_TASK_H
#define CTADEL_TB_RUN_COSIM_TASK_H

#include "run/cosim.h"
#include "policy/sas_loop.h"

const char *cosim_task_word(uint32_t i); /* of --task; NULL behind the last */
bool cosim_is_task_set(const char *key_eq_value);
bool cosim_task_set(task_cfg_t *cfg, const char *key_eq_value, err_t *err);
bool cosim_task_given(const run_opts_t *o); /* some option is of the task unit */
/* What the options say, with the defaults. False: err, a combination that makes no sense. */
bool cosim_task_cfg(const run_opts_t *o, const machine_t *m, task_cfg_t *cfg, err_t *err);
void cosim_task_label(const run_opts_t *o, char *text, size_t bytes);
void cosim_describe_task(FILE *f); /* a line for each parameter */

#endif
