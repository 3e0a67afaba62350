/* sweep_costs.c - time and memory of earlier runs. */
#include "experiment/sweep_costs.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

void sweep_what(const run_opts_t *o, char what[SWEEP_WHAT_BYTES])
{
    size_t used = 0;
    char stem[64];
    for (uint32_t w = 0; w < cosim_workloads(o) && used < SWEEP_WHAT_BYTES; w++) {
        const char *size = cosim_size(o, w);
        sweep_stem(o->workload_path[w], stem);
        used += (size_t)snprintf(what + used, SWEEP_WHAT_BYTES - used, "%s%s%s%s", w ? "+" : "", stem, size ? "@" : "",
                                 size ? size : "");
    }
    sweep_stem(o->machine_path, stem);
    if (used < SWEEP_WHAT_BYTES) snprintf(what + used, SWEEP_WHAT_BYTES - used, " on %s", stem);
}

sweep_about_t sweep_about(const sweep_experiment_t *e, const sweep_job_t *j)
{
    sweep_about_t a = {.program = e->program,
                       .inputs = j->key.inputs,
                       .seconds = j->result.host_seconds,
                       .finished = (uint64_t)time(NULL)};
    struct rusage used;
    snprintf(a.what, sizeof a.what, "%s", j->what);
    gethostname(a.host, sizeof a.host - 1);
    if (getrusage(RUSAGE_SELF, &used) == 0) a.mbytes = (double)used.ru_maxrss / 1024;
    return a;
}

static int by_cost(const void *a, const void *b, void *jobs)
{
    const sweep_job_t *x = (sweep_job_t *)jobs + *(const uint32_t *)a, *y = (sweep_job_t *)jobs + *(const uint32_t *)b;
    if (x->seconds != y->seconds) return x->seconds < y->seconds ? 1 : -1;
    return *(const uint32_t *)a < *(const uint32_t *)b ? -1 : 1;
}

bool sweep_costs_order(sweep_plan_t *plan, const char *rows, err_t *err)
{
    sweep_rows_t list = {0};
    if (!sweep_rows_read(rows, &list, err)) {
        sweep_rows_free(&list);
        return false;
    }
    for (uint32_t i = 0; i < plan->count; i++) {
        sweep_job_t *j = &plan->job[i];
        plan->order[i] = i;
        for (uint32_t r = 0; r < list.count; r++) {
            const sweep_about_t *a = &list.row[r].about;
            if (strcmp(a->what, j->what) != 0) continue;
            if (a->seconds > j->seconds) j->seconds = a->seconds;
            if (a->mbytes > j->mbytes) j->mbytes = a->mbytes;
        }
    }
    sweep_rows_free(&list);
    qsort_r(plan->order, plan->count, sizeof *plan->order, by_cost, plan->job);
    return true;
}

double sweep_costs_total(const sweep_plan_t *plan)
{
    double sum = 0;
    for (uint32_t i = 0; i < plan->count; i++) {
        if (plan->job[i].job.state != POOL_WAITING) continue;
        if (plan->job[i].seconds <= 0) return 0;
        sum += plan->job[i].seconds;
    }
    return sum;
}

bool sweep_costs_assign(const sweep_plan_t *plan, uint32_t tasks, uint32_t *task, err_t *err)
{
    const double unknown = 1e-3; /* runs of unknown length go to all tasks in turn */
    double *sum = calloc(tasks, sizeof *sum);
    if (!sum) return err_set(err, NULL, 0, "out of memory");
    memset(task, 0, plan->count * sizeof *task);
    for (uint32_t i = 0; i < plan->count; i++) {
        const sweep_job_t *j = &plan->job[plan->order[i]];
        uint32_t least = 0;
        if (j->job.state != POOL_WAITING) continue;
        for (uint32_t t = 1; t < tasks; t++)
            if (sum[t] < sum[least]) least = t;
        sum[least] += j->seconds > 0 ? j->seconds : unknown;
        task[plan->order[i]] = 1 + least;
    }
    free(sum);
    return true;
}

sweep_need_t sweep_costs_need(const sweep_plan_t *plan, const uint32_t *task, uint32_t tasks)
{
    sweep_need_t need = {0};
    bool times = true, sizes = true;
    double *sum = calloc(tasks, sizeof *sum);
    for (uint32_t i = 0; sum && i < plan->count; i++) {
        const sweep_job_t *j = &plan->job[i];
        if (!task[i]) continue;
        times = times && j->seconds > 0;
        sizes = sizes && j->mbytes > 0;
        sum[task[i] - 1] += j->seconds;
        if (j->mbytes > need.mbytes) need.mbytes = j->mbytes;
    }
    for (uint32_t t = 0; sum && t < tasks; t++)
        if (sum[t] > need.seconds) need.seconds = sum[t];
    if (!times || !sum) need.seconds = 0;
    if (!sizes) need.mbytes = 0;
    free(sum);
    return need;
}
