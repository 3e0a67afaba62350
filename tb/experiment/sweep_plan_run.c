/* sweep_plan_run.c - runs the waiting jobs of a sweep. Apart from sweep_plan.c because it needs the Verilated models.
 */
#include "experiment/sweep_costs.h"
#include "experiment/sweep_plan.h"

#include <errno.h>
#include <string.h>
#include <sys/statvfs.h>

/* A run whose row has no room is not worth its time. */
static bool has_room(const sweep_job_t *j, err_t *err)
{
    char folder[sizeof j->row_path];
    struct statvfs disk;
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(j->row_path, '/') - j->row_path), j->row_path);
    return statvfs(folder, &disk) != 0 || disk.f_bavail > 0 ||
           err_set(err, j->row_path, 0, "cannot be written: %s", strerror(ENOSPC));
}

static bool run(const sweep_experiment_t *e, sweep_job_t *j, err_t *err)
{
    run_opts_t o;
    char head[RUN_HEAD_BYTES];
    if (!sweep_experiment_options(e, j, &o, head, err) || !has_room(j, err) || !cosim_run(&o, &j->result, err))
        return false;
    const sweep_about_t about = sweep_about(e, j);
    if (!j->result.failed[0]) return sweep_row_save(j->row_path, &j->result, &about, err);
    return !e->failures || sweep_failure_save(j, e->failures, &about, NULL, err);
}

/* Runs a job of the experiment and stores its row if it passes its checks: if not, the next sweep repeats it. */
static bool run_job(const void *experiment, void *job, err_t *err)
{
    const sweep_experiment_t *e = experiment;
    err_t none = {{0}};
    if (run(e, job, err)) return true;
    if (e->failures) sweep_failure_save(job, e->failures, NULL, err, &none);
    return false;
}

void sweep_plan_run(sweep_plan_t *plan, uint32_t parallel)
{
    const pool_t pool = {plan->e->name, sizeof *plan->job, run_job, plan->e, parallel, plan->order, POOL_RESUME};
    pool_run(&pool, plan->job, plan->count);
}
