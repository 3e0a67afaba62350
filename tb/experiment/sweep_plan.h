/* sweep_plan.h - all runs that a sweep needs: one per cell of its table, and of each mix its workloads alone. Each run
 * is a row, a file in a folder that several processes and hosts may share: a run whose row exists is not repeated.
 */
#ifndef CTADEL_TB_EXPERIMENT_SWEEP_PLAN_H
#define CTADEL_TB_EXPERIMENT_SWEEP_PLAN_H

#include "experiment/sweep.h"

typedef struct {
    const sweep_experiment_t *e;
    sweep_job_t *job;             /* those of the table, as sweep_table wants them; then the workloads alone */
    uint32_t count, cells, room;  /* of all jobs; of those of the table; of jobs that have a place */
    uint32_t *first;              /* [job]: index of the first job with the same row, mostly its own */
    uint32_t (*alone)[COSIM_MIX]; /* [job of the table][workload]: index of its run alone; of mixes only */
    uint32_t *order;              /* all indices, in the order in which the jobs start: the longest first */
} sweep_plan_t;

/* Lists the runs and loads those whose rows are in the folder `rows`. e->program is set. False: err; sweep_plan_free is
 * due in any case. */
bool sweep_plan_create(const sweep_experiment_t *e, const char *rows, sweep_plan_t *plan, err_t *err);
void sweep_plan_free(sweep_plan_t *plan);

/* Leaves the runs of other shards to other processes. A run belongs to the shard given by the hash in its row's name,
 * so that every host computes the same shards. shard: 1 to shards. */
void sweep_plan_shard(sweep_plan_t *plan, uint32_t shard, uint32_t shards);

typedef struct {
    uint32_t runs, there, failed, left; /* different rows; there: with a result; left: neither there nor failed */
} sweep_count_t;
sweep_count_t sweep_plan_count(const sweep_plan_t *plan);

/* sweep_plan_run.c: runs the waiting jobs. */
void sweep_plan_run(sweep_plan_t *plan, uint32_t parallel);

/* sweep_failure.c: a file in `folder` of a run that failed on another host. cause: the error that stopped it; NULL: its
 * checks failed, as its result says. False: err. */
bool sweep_failure_save(const sweep_job_t *j, const char *folder, const sweep_about_t *about, const err_t *cause,
                        err_t *err);
bool sweep_failure_there(const sweep_job_t *j, const char *folder);
/* State and result of all runs without a result that have such a file. */
void sweep_failure_load(sweep_plan_t *plan, const char *folder);

/* Loads the rows that others have written since. */
void sweep_plan_load(sweep_plan_t *plan);
/* Once no run is left: hands the results of equal rows to all their jobs, and the cycles of workloads alone to their
 * mixes. A mix with a workload that failed alone takes over its state. */
void sweep_plan_gather(sweep_plan_t *plan);

#endif
