/* pool.h - runs jobs, several at a time, each in a process of its own. A job is any struct that begins with a
 * pool_job_t; jobs stand in memory shared with the processes, so what a process writes into its job arrives. */
#ifndef CTADEL_TB_RUN_POOL_H
#define CTADEL_TB_RUN_POOL_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { POOL_WAITING, POOL_KEPT, POOL_DONE, POOL_ERROR } pool_state_t;

typedef struct {
    pool_state_t state; /* WAITING: to be run; KEPT: need not be run, its result is there */
    err_t err;          /* ERROR */
    char name[128];     /* in the message about a process that died */
} pool_job_t;

typedef struct {
    const char *name; /* before the progress bar */
    size_t job_bytes;
    bool (*run)(const void *self, void *job, err_t *err); /* in the process; false: err */
    const void *self;
    uint32_t parallel;
    const char *resume; /* said when a signal ends the program: how what is finished is used; NULL: it is lost */
} pool_t;

enum { POOL_PARALLEL_MAX = 256 };
#define POOL_RESUME "the same command goes on from there"

void *pool_jobs_create(uint32_t count, size_t job_bytes); /* all WAITING and zero; NULL: out of memory */
void pool_jobs_destroy(void *jobs, uint32_t count, size_t job_bytes);
/* Runs the waiting jobs; afterwards each is DONE or ERROR. Ends the program when out of memory, and by a signal,
 * which ends its processes. */
void pool_run(const pool_t *p, void *jobs, uint32_t count);
/* The number of --jobs, that of the processors if value is NULL. False: err. */
bool pool_parallel(const char *value, uint32_t *parallel, err_t *err);

#endif
