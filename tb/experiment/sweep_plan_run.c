/* sweep_plan_run.c - runs the waiting jobs of a sweep. Apart from sweep_plan.c because it needs the Verilated models.
 */
#include "experiment/sweep_costs.h"
#include "experiment/sweep_plan.h"

/* Runs a job of the experiment and stores its row if it passes its checks: if not, the next sweep repeats it. */
static bool run_job(const void *experiment, void *job, err_t *err)
{
    const sweep_experiment_t *e = experiment;
    sweep_job_t *j = job;
    run_opts_t o;
    char head[RUN_HEAD_BYTES];
    if (!sweep_experiment_options(e, j, &o, head, err) || !cosim_run(&o, &j->result, err)) return false;
    if (j->result.failed[0]) return true;
    const sweep_about_t about = sweep_about(e, j);
    return sweep_row_save(j->row_path, &j->result, &about, err);
}

void sweep_plan_run(sweep_plan_t *plan, uint32_t parallel)
{
    const pool_t pool = {plan->e->name, sizeof *plan->job, run_job, plan->e, parallel, plan->order, POOL_RESUME};
    pool_run(&pool, plan->job, plan->count);
}
