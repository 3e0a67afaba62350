/* cosim_task.h - options of the task unit: how it distributes a parallel loop, and its parameters sas.*. */
#ifndef CTADEL_TB_RUN_COSIM_TASK_H
#define CTADEL_TB_RUN_COSIM_TASK_H

#include "run/cosim.h"
#include "policy/sas_loop.h"

const char *cosim_task_word(uint32_t i);                                    /* word i of --task; NULL after the last */
const char *cosim_task_key(uint32_t i);                                     /* parameter i, as sas.over; the same */
bool cosim_is_task_set(const char *key_eq_value);                           /* a set of sas.* */
bool cosim_task_set(task_cfg_t *cfg, const char *key_eq_value, err_t *err); /* false: err */
bool cosim_task_given(const run_opts_t *o);                                 /* some option is for the task unit */
/* *cfg: options and defaults. False: err, an invalid combination. */
bool cosim_task_cfg(const run_opts_t *o, const machine_t *m, task_cfg_t *cfg, err_t *err);
void cosim_task_label(const run_opts_t *o, char *text, size_t bytes); /* for a column heading */
void cosim_describe_task(FILE *f);                                    /* writes a line per parameter */

#endif
