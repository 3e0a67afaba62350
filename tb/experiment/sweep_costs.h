/* sweep_costs.h - what a run took on its host, kept in its row: which run to start first, and how much time and memory
 * a batch job asks for. No result depends on it. */
#ifndef CTADEL_TB_EXPERIMENT_SWEEP_COSTS_H
#define CTADEL_TB_EXPERIMENT_SWEEP_COSTS_H

#include "experiment/sweep_plan.h"

/* `what` of the options' run: workloads with sizes, and the machine, as in "mmul@tiny on lcs28". */
void sweep_what(const run_opts_t *o, char what[SWEEP_WHAT_BYTES]);
/* What the process that has just run the job tells of it. */
sweep_about_t sweep_about(const sweep_experiment_t *e, const sweep_job_t *j);

/* Sets plan->order, and each job's cost from the rows of the folder, of any program: the longest run of the same
 * workload, size and machine; 0 where there is none. False: err. */
bool sweep_costs_order(sweep_plan_t *plan, const char *rows, err_t *err);

/* Time of all waiting runs together; 0: not known of one of them. */
double sweep_costs_total(const sweep_plan_t *plan);
/* Assigns the waiting runs to tasks, numbered from 1: the longest first, each to the task with the least work. task[i]:
 * that of job i; 0: it does not wait. False: err. */
bool sweep_costs_assign(const sweep_plan_t *plan, uint32_t tasks, uint32_t *task, err_t *err);

typedef struct {
    double seconds; /* longest sum of a task; 0: not known of a run in it */
    double mbytes;  /* largest run; 0: not known of a run */
} sweep_need_t;
/* Of the runs so assigned. */
sweep_need_t sweep_costs_need(const sweep_plan_t *plan, const uint32_t *task, uint32_t tasks);

/* sweep_assign.c: a file in `folder` with the task of each run. Writes it. False: err. */
bool sweep_assign_write(const sweep_plan_t *plan, const uint32_t *task, const char *folder, err_t *err);
/* Leaves to other tasks all waiting runs but those of `task`. False: err, the file cannot be read, or names a run of
 * the task that this host does not compute. */
bool sweep_assign_take(sweep_plan_t *plan, const char *folder, uint32_t task, err_t *err);
/* unfinished[t]: task t, from 1 to `tasks`, has a run without a result. Returns the number of such tasks. */
uint32_t sweep_assign_unfinished(const sweep_plan_t *plan, const char *folder, bool *unfinished, uint32_t tasks);

#endif
