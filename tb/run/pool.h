/* pool.h - runs jobs in parallel, each in a process of its own. A job is any struct that begins with a pool_job_t. Jobs
 * lie in memory shared with the processes, so the parent sees what a process writes into its job. */
#ifndef CTADEL_TB_RUN_POOL_H
#define CTADEL_TB_RUN_POOL_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { POOL_WAITING, POOL_KEPT, POOL_DONE, POOL_ERROR, POOL_LEFT } pool_state_t;

typedef struct {
    pool_state_t state; /* WAITING: to run; KEPT: has a result already, not run; DONE, ERROR: has run; LEFT:
                           another process runs it, or another job has the same result */
    err_t err;          /* with ERROR */
    char name[128];     /* names the job if its process dies */
} pool_job_t;

typedef struct {
    const char *name; /* text before the progress bar */
    size_t job_bytes;
    bool (*run)(const void *self, void *job, err_t *err); /* called in the process; false: err */
    const void *self;
    uint32_t parallel;     /* processes at a time */
    const uint32_t *order; /* indices of the jobs in the order of their start; NULL: as they lie */
    const char *resume;    /* printed when a signal ends the program: how to use finished jobs; NULL: they are lost */
} pool_t;

enum { POOL_PARALLEL_MAX = 256 };
#define POOL_RESUME "the same command continues from there"

void *pool_jobs_create(uint32_t count, size_t job_bytes); /* zeroed, all WAITING; NULL: out of memory */
void pool_jobs_destroy(void *jobs, uint32_t count, size_t job_bytes);
/* Runs the WAITING jobs; each is DONE or ERROR afterwards. Exits the program if out of memory, or after a signal,
 * having ended the processes. */
void pool_run(const pool_t *p, void *jobs, uint32_t count);
/* *parallel: the number in `value`, the argument of --jobs; NULL: the number of processors. False: err. */
bool pool_parallel(const char *value, uint32_t *parallel, err_t *err);

#endif
