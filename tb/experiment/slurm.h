/* slurm.h - runs a sweep as a job array of Slurm. The nodes share the sweep's folders with this host, and run the same
 * program. */
#ifndef CTADEL_TB_EXPERIMENT_SLURM_H
#define CTADEL_TB_EXPERIMENT_SLURM_H

#include "experiment/sweep_plan.h"

typedef struct {
    const char *out, *rows;       /* folders of the sweep and of its rows, seen by all nodes under the same paths */
    const char *const *arguments; /* those of `ctadel sweep`, which each task repeats; NULL after the last */
    const char *const *options;   /* further ones of sbatch; NULL after the last */
    const char *time, *partition; /* of sbatch; NULL: from earlier rows, and Slurm's default */
    uint32_t tasks;               /* of the array, at most; 0: see SLURM_TASKS */
    bool detach;                  /* returns after the submission */
} slurm_t;
/* By itself: at most SLURM_TASKS, of TASK_SECONDS or more according to earlier rows, else of TASK_RUNS runs. */
enum { SLURM_TASKS = 256, SLURM_TASK_SECONDS = 10, SLURM_TASK_RUNS = 4, SLURM_TASKS_MAX = 4096 };

typedef enum { SLURM_ENDED, SLURM_DETACHED, SLURM_ERROR } slurm_end_t;
/* Submits the waiting runs, or finds an earlier submission, and waits until all rows are there or no task is left. What
 * an earlier submission left undone is not submitted again before slurm_logs has reported why. SIGINT: asks, on a
 * terminal, whether to cancel the job, and ends the program. ERROR: err. */
slurm_end_t slurm_sweep(const slurm_t *s, const sweep_plan_t *plan, err_t *err);

/* slurm_logs.c: takes over how runs of the last job failed, and prints why its tasks left runs without a result: log,
 * node and the line that says so. The next slurm_sweep submits these runs again. */
void slurm_logs(const slurm_t *s, sweep_plan_t *plan, FILE *f);

/* slurm_words.c. False: err, a word after -- that is not for users, or a character of the folder that Slurm replaces in
 * the names of logs. */
bool slurm_check(const char *out, const char *const *options, err_t *err);

#endif
