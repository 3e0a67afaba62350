/* pool.c - the parent starts a process per job, collects them and shows the progress. */
#include "run/pool.h"

#include "base/interrupt.h"
#include "ui/exit.h"
#include "ui/progress.h"
#include "ui/words.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct {
    pid_t pid; /* 0: free */
    pool_job_t *job;
} worker_t;

void *pool_jobs_create(uint32_t count, size_t job_bytes)
{
    void *jobs = mmap(NULL, count * job_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return jobs == MAP_FAILED ? NULL : jobs;
}

void pool_jobs_destroy(void *jobs, uint32_t count, size_t job_bytes)
{
    if (jobs) munmap(jobs, count * job_bytes);
}

static pool_job_t *job_at(const pool_t *p, void *jobs, uint32_t i)
{
    return (pool_job_t *)(void *)((char *)jobs + (size_t)i * p->job_bytes);
}

/* The i-th job to start. */
static pool_job_t *job_of(const pool_t *p, void *jobs, uint32_t i)
{
    return job_at(p, jobs, p->order ? p->order[i] : i);
}

bool pool_parallel(const char *value, uint32_t *parallel, err_t *err)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t n = processors > 0 ? (uint64_t)processors : 1;
    if (value && (!ui_number(value, POOL_PARALLEL_MAX, &n) || n == 0))
        return err_set(err, NULL, 0, "--jobs: found '%s'; allowed: 1 to %d", value, POOL_PARALLEL_MAX);
    *parallel = (uint32_t)n;
    return true;
}

/* Runs in the child: all results go through the shared job. */
static void run_job(const pool_t *p, pool_job_t *j)
{
    err_t err = {{0}};
    const bool ok = p->run(p->self, j, &err);
    j->err = err;
    j->state = ok ? POOL_DONE : POOL_ERROR;
}

/* A worker and its own children form a process group, which is ended as a whole. */
static void start(const pool_t *p, worker_t *w, pool_job_t *j)
{
    w->pid = fork();
    w->job = j;
    if (w->pid == 0) {
        setpgid(0, 0);
        prctl(PR_SET_PDEATHSIG, SIGTERM); /* in case the parent dies without its handler, as by SIGQUIT */
        interrupt_child();
        run_job(p, j);
        _exit(0);
    }
    if (w->pid > 0) {
        setpgid(w->pid, w->pid);
        return;
    }
    w->pid = 0;
    j->state = POOL_ERROR;
    err_set(&j->err, NULL, 0, "no process could be started for %s; try fewer --jobs", j->name);
}

static void reap(worker_t *w, int status)
{
    w->pid = 0;
    if (w->job->state != POOL_WAITING) return;
    w->job->state = POOL_ERROR; /* it ended before it wrote a result */
    if (WIFSIGNALED(status))
        err_set(&w->job->err, NULL, 0, "a run of %s was ended by signal %d; this is a bug", w->job->name,
                WTERMSIG(status));
    else
        err_set(&w->job->err, NULL, 0, "a run of %s ended with exit code %d and no result; its message is above",
                w->job->name, WEXITSTATUS(status));
}

/* Collects finished workers. True: some worker still runs. */
static bool collect(worker_t *workers, uint32_t parallel, uint32_t *done)
{
    bool busy = false;
    for (uint32_t i = 0; i < parallel; i++) {
        int status = 0;
        if (!workers[i].pid) continue;
        if (waitpid(workers[i].pid, &status, WNOHANG) == 0) {
            busy = true;
            continue;
        }
        reap(&workers[i], status);
        ++*done;
    }
    return busy;
}

/* Ends the workers, prints how many jobs are finished, and ends the program by the signal. */
static _Noreturn void interrupted(const pool_t *p, worker_t *workers, void *jobs, uint32_t count)
{
    uint32_t finished = 0;
    for (uint32_t i = 0; i < p->parallel; i++)
        if (workers[i].pid) kill(-workers[i].pid, SIGTERM);
    for (uint32_t i = 0; i < p->parallel; i++)
        if (workers[i].pid) waitpid(workers[i].pid, NULL, 0);
    for (uint32_t i = 0; i < count; i++) finished += job_at(p, jobs, i)->state != POOL_WAITING;
    fprintf(stderr, "ctadel: %s: interrupted after %u of %u runs%s%s\n", p->name, finished, count,
            p->resume ? "; " : "", p->resume ? p->resume : "");
    interrupt_end(interrupt_pending());
}

void pool_run(const pool_t *p, void *jobs, uint32_t count)
{
    const uint32_t parallel = p->parallel;
    worker_t *workers = calloc(parallel, sizeof *workers);
    uint32_t waiting = 0, next = 0, done = 0;
    if (!workers) {
        fputs("out of memory\n", stderr);
        exit(UI_FAILED);
    }
    for (uint32_t i = 0; i < count; i++) waiting += job_at(p, jobs, i)->state == POOL_WAITING;
    ui_progress_t *bar = ui_progress_create_logged(p->name);
    const struct timespec nap = {.tv_nsec = 5 * 1000 * 1000};
    fflush(NULL); /* so that a child does not write the parent's buffers again */
    interrupt_hold();
    for (bool busy = true; busy || next < count;) {
        if (interrupt_pending()) {
            ui_progress_destroy(bar);
            interrupted(p, workers, jobs, count);
        }
        for (uint32_t i = 0; i < parallel && next < count; i++) {
            while (next < count && job_of(p, jobs, next)->state != POOL_WAITING) next++;
            if (!workers[i].pid && next < count) start(p, &workers[i], job_of(p, jobs, next++));
        }
        busy = collect(workers, parallel, &done);
        ui_progress_set(bar, done, waiting);
        if (busy) nanosleep(&nap, NULL);
    }
    interrupt_release();
    ui_progress_destroy(bar);
    free(workers);
}
