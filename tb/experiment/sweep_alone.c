/* sweep_alone.c - runs the workloads of an experiment's mixes alone; their results are stored as rows like all others.
 */
#include "experiment/sweep.h"

#include <stdlib.h>
#include <string.h>

static bool options(const sweep_experiment_t *e, const sweep_job_t *j, run_opts_t *o, err_t *err)
{
    run_opts_t point;
    char head[RUN_HEAD_BYTES];
    if (!sweep_experiment_options(e, j, &point, head, err)) return false;
    if (j->alone) cosim_alone(&point, j->alone - 1, o);
    else *o = point;
    return true;
}

bool sweep_run_job(const void *experiment, void *job, err_t *err)
{
    sweep_job_t *j = job;
    run_opts_t o;
    if (!options(experiment, j, &o, err) || !cosim_run(&o, &j->result, err)) return false;
    /* A failed run is not stored, so the next sweep repeats it. */
    return j->result.failed[0] || sweep_row_save(j->row_path, &j->result, err);
}

typedef struct {
    const sweep_experiment_t *e;
    const char *rows;
    sweep_job_t *job; /* runs alone, each with a different row */
    uint32_t count;
    uint32_t (*of)[COSIM_MIX]; /* [job of the experiment][workload]: index into `job` */
} alone_t;

static bool is_waiting_mix(const sweep_job_t *j) { return j->job.state == POOL_WAITING && j->workload.count > 1; }

/* *which: the job that runs workload w of mix j alone; appends one unless a job has the same row. */
static bool add(alone_t *a, const sweep_job_t *j, uint32_t w, uint32_t *which, err_t *err)
{
    sweep_job_t *fresh = &a->job[a->count];
    run_opts_t o;
    fresh->workload = j->workload;
    snprintf(fresh->job.name, sizeof fresh->job.name, "%.127s", j->workload.path[w]);
    fresh->column = j->column;
    fresh->gap = j->gap;
    fresh->alone = 1 + w;
    if (!options(a->e, fresh, &o, err) || !sweep_row_path(&o, a->e->program, a->rows, fresh->row_path, err))
        return false;
    *which = 0;
    while (strcmp(a->job[*which].row_path, fresh->row_path) != 0) ++*which;
    if (*which < a->count) return true;
    fresh->job.state = sweep_row_load(fresh->row_path, &fresh->result) ? POOL_KEPT : POOL_WAITING;
    a->count++;
    return true;
}

static bool collect(alone_t *a, const sweep_job_t *jobs, uint32_t count, err_t *err)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t w = 0; w < jobs[i].workload.count && is_waiting_mix(&jobs[i]); w++)
            if (!add(a, &jobs[i], w, &a->of[i][w], err)) return false;
    return true;
}

/* Takes over the cycles of workload w alone. If that run failed, the mix is not run and takes over its state. */
static void take(sweep_job_t *j, uint32_t w, const sweep_job_t *alone)
{
    const run_result_t *r = &alone->result;
    j->alone_cycles[w] = r->cycles;
    if (alone->job.state != POOL_ERROR && !r->failed[0]) return;
    j->job.state = alone->job.state;
    j->job.err = alone->job.err;
    j->result = *r;
    snprintf(j->result.failed, sizeof j->result.failed, "%s alone: %.400s", r->workload, r->failed);
}

static bool run(alone_t *a, uint32_t parallel, sweep_job_t *jobs, uint32_t count, err_t *err)
{
    char name[80];
    snprintf(name, sizeof name, "%s, alone", a->e->name);
    const pool_t pool = {name, sizeof(sweep_job_t), sweep_run_job, a->e, parallel, POOL_RESUME};
    if (!collect(a, jobs, count, err)) return false;
    pool_run(&pool, a->job, a->count);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t w = 0; w < jobs[i].workload.count && is_waiting_mix(&jobs[i]); w++)
            take(&jobs[i], w, &a->job[a->of[i][w]]);
    return true;
}

bool sweep_alone(const sweep_experiment_t *e, const char *rows, uint32_t parallel, sweep_job_t *jobs, uint32_t count,
                 err_t *err)
{
    uint32_t most = 1; /* one more, which `add` uses to compute a row's path */
    for (uint32_t i = 0; i < count; i++)
        if (is_waiting_mix(&jobs[i])) most += jobs[i].workload.count;
    if (most == 1) return true;
    alone_t a = {.e = e, .rows = rows, .job = sweep_jobs_create(most), .of = calloc(count, sizeof *a.of)};
    const bool ok = a.job && a.of ? run(&a, parallel, jobs, count, err) : err_set(err, NULL, 0, "out of memory");
    sweep_jobs_destroy(a.job, most);
    free(a.of);
    for (uint32_t i = 0; ok && i < count; i++) /* a run alone may also be a run of the experiment */
        if (jobs[i].job.state == POOL_WAITING && sweep_row_load(jobs[i].row_path, &jobs[i].result))
            jobs[i].job.state = POOL_KEPT;
    return ok;
}
