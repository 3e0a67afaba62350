/* slurm.h - runs the shards of a sweep as a job array of Slurm. The nodes share the sweep's folder with this host, and
 * run the same program. */
#ifndef CTADEL_TB_EXPERIMENT_SLURM_H
#define CTADEL_TB_EXPERIMENT_SLURM_H

#include "experiment/sweep_plan.h"

typedef struct {
    const char *out;              /* folder of the sweep, seen by all nodes under the same path */
    const char *const *arguments; /* those of `ctadel sweep`, which each task repeats; NULL after the last */
    const char *const *options;   /* further ones of sbatch; NULL after the last */
    const char *time, *partition; /* of sbatch; NULL: from earlier rows, and Slurm's default */
    uint32_t tasks;               /* of the array; 0: as many as there are waiting runs, up to SLURM_TASKS */
    bool detach;                  /* returns after the submission */
} slurm_t;
enum { SLURM_TASKS = 256, SLURM_TASKS_MAX = 4096 };

typedef enum { SLURM_ENDED, SLURM_DETACHED, SLURM_ERROR } slurm_end_t;
/* Submits the waiting runs, or finds that an earlier submission is still in the queue, and waits until all rows are
 * there or no task is left. SIGINT: asks, on a terminal, whether to cancel the jobs, and ends the program. ERROR: err.
 */
slurm_end_t slurm_sweep(const slurm_t *s, sweep_plan_t *plan, err_t *err);

/* Prints, for each task of the last job in folder `out` that did not reach its end, log, node and last line. */
void slurm_logs(const char *out, FILE *f);

#endif
