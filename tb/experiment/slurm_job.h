/* slurm_job.h - a job array of Slurm, as the programs sbatch, squeue, scancel and scontrol know it, and the note on it
 * in the sweep's folder. */
#ifndef CTADEL_TB_EXPERIMENT_SLURM_JOB_H
#define CTADEL_TB_EXPERIMENT_SLURM_JOB_H

#include "experiment/slurm.h"

#include <limits.h>

enum { SLURM_SAID_BYTES = 4096, SLURM_MARK_BYTES = 40, SLURM_NUMBER_BYTES = 32 };

typedef struct {
    const slurm_t *s;
    const sweep_plan_t *plan;
    char out[PATH_MAX], rows[PATH_MAX]; /* absolute */
    char note[PATH_MAX + 16];           /* out/slurm/job: mark, number and tasks of the submission, and its sweep */
    char folder[PATH_MAX + 64];         /* of the job, in rows: which task runs what, and how runs failed */
    char mark[SLURM_MARK_BYTES];        /* in the note and in the job's script: both see the same folder */
    char number[SLURM_NUMBER_BYTES];    /* of the job */
    uint64_t sweep;                     /* hash of all runs of the sweep */
    uint32_t tasks;
} slurm_job_t;

/* Folders and hash of the sweep. False: err. */
bool slurm_job_open(slurm_job_t *j, const slurm_t *s, const sweep_plan_t *plan, err_t *err);

/* Writes the note; number "-": Slurm has not taken the job yet. False: err. */
bool slurm_job_note(slurm_job_t *j, const char *number, err_t *err);
/* Reads it. False: there is none of a job that Slurm took. *same: it is of this sweep. */
bool slurm_job_read(slurm_job_t *j, bool *same);
void slurm_job_forget(const slurm_job_t *j); /* removes the note and the job's folder */

/* slurm_words.c: what `sbatch` is called with. argv ends in NULL and points into *w. */
enum { SLURM_ARGS_MAX = 64 };
typedef struct {
    const char *argv[SLURM_ARGS_MAX];
    uint32_t count;
    char text[8][PATH_MAX + 64];
    uint32_t texts;
} slurm_words_t;
void slurm_words(const slurm_job_t *j, const uint32_t *task, slurm_words_t *w);

/* Submits the waiting runs. False: err. */
bool slurm_job_submit(slurm_job_t *j, err_t *err);

typedef enum { SLURM_GONE, SLURM_THERE, SLURM_SILENT } slurm_queue_t;
/* Does Slurm still have a task of the job? SILENT: no answer, as while the controller restarts. said: a line for each
 * task, its state and why it waits. */
slurm_queue_t slurm_job_queue(const slurm_job_t *j, char said[SLURM_SAID_BYTES]);
/* Cancels all tasks, or those that have not started. False; said: the reason. */
bool slurm_job_cancel(const slurm_job_t *j, bool started, char said[SLURM_SAID_BYTES]);
/* Slurm knows that the job was cancelled. */
bool slurm_job_cancelled(const slurm_job_t *j);

#endif
