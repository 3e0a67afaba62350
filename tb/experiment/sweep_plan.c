/* sweep_plan.c - lists the runs of a sweep, divides them into shards, and gathers their results. */
#include "experiment/sweep_plan.h"

#include "experiment/sweep_costs.h"

#include <stdlib.h>
#include <string.h>

/* Fills in a job's row and size, and loads the row if it is there. */
static bool add(sweep_plan_t *p, uint32_t i, const char *rows, err_t *err)
{
    sweep_job_t *j = &p->job[i];
    run_opts_t o;
    char head[RUN_HEAD_BYTES];
    if (!sweep_experiment_options(p->e, j, &o, head, err) ||
        !sweep_row_path(&o, p->e->program, rows, j->row_path, &j->key, err))
        return false;
    sweep_what(&o, j->what);
    p->first[i] = 0;
    while (p->job[p->first[i]].key.row != j->key.row) p->first[i]++;
    if (p->first[i] < i) j->job.state = POOL_LEFT;
    else j->job.state = sweep_row_load(j->row_path, &j->result) ? POOL_KEPT : POOL_WAITING;
    return true;
}

static bool add_cells(sweep_plan_t *p, const char *rows, err_t *err)
{
    const sweep_experiment_t *e = p->e;
    for (uint32_t i = 0; i < p->cells; i++) {
        sweep_job_t *j = &p->job[i];
        const uint32_t cell = i % sweep_cells(e);
        const char *word = e->workloads.word[cell / e->columns];
        j->gap = i / sweep_cells(e);
        j->column = cell % e->columns;
        snprintf(j->job.name, sizeof j->job.name, "%.127s", word);
        if (!run_mix(word, &j->workload, err) || !add(p, i, rows, err)) return false;
    }
    return true;
}

/* A workload alone runs under the baseline: mixes under all policies have the same row, of which one stays. */
static bool add_alone(sweep_plan_t *p, const char *rows, err_t *err)
{
    p->count = p->cells;
    for (uint32_t i = 0; i < p->cells; i++)
        for (uint32_t w = 0; w < p->job[i].workload.count && p->job[i].workload.count > 1; w++) {
            sweep_job_t *j = &p->job[p->count];
            j->workload = p->job[i].workload;
            snprintf(j->job.name, sizeof j->job.name, "%.127s", j->workload.path[w]);
            j->column = p->job[i].column;
            j->gap = p->job[i].gap;
            j->alone = 1 + w;
            if (!add(p, p->count, rows, err)) return false;
            p->alone[i][w] = p->first[p->count];
            if (p->first[p->count] == p->count) p->count++;
        }
    return true;
}

bool sweep_plan_create(const sweep_experiment_t *e, const char *rows, sweep_plan_t *plan, err_t *err)
{
    const uint32_t cells = sweep_cells(e) * e->gaps, room = cells * (1 + COSIM_MIX) + 1;
    *plan = (sweep_plan_t){.e = e, .cells = cells, .room = room, .job = sweep_jobs_create(room)};
    plan->first = calloc(room, sizeof *plan->first);
    plan->order = calloc(room, sizeof *plan->order);
    plan->alone = calloc(cells, sizeof *plan->alone);
    if (!plan->job || !plan->first || !plan->order || !plan->alone) return err_set(err, NULL, 0, "out of memory");
    if (!add_cells(plan, rows, err) || !add_alone(plan, rows, err)) return false;
    return sweep_costs_order(plan, rows, err);
}

void sweep_plan_free(sweep_plan_t *plan)
{
    sweep_jobs_destroy(plan->job, plan->room);
    free(plan->first);
    free(plan->order);
    free(plan->alone);
}

void sweep_plan_shard(sweep_plan_t *plan, uint32_t shard, uint32_t shards)
{
    for (uint32_t i = 0; i < plan->count; i++)
        if (plan->job[i].job.state == POOL_WAITING && plan->job[i].key.row % shards != shard - 1)
            plan->job[i].job.state = POOL_LEFT;
}

sweep_count_t sweep_plan_count(const sweep_plan_t *plan)
{
    sweep_count_t n = {0};
    for (uint32_t i = 0; i < plan->count; i++) {
        const sweep_job_t *j = &plan->job[i];
        if (plan->first[i] < i) continue;
        n.runs++;
        n.failed += j->job.state == POOL_ERROR || (j->job.state == POOL_DONE && j->result.failed[0]);
        n.there += j->job.state == POOL_KEPT || (j->job.state == POOL_DONE && !j->result.failed[0]);
    }
    n.left = n.runs - n.there - n.failed;
    return n;
}

void sweep_plan_load(sweep_plan_t *plan)
{
    for (uint32_t i = 0; i < plan->count; i++) {
        sweep_job_t *j = &plan->job[i];
        const bool waits = j->job.state == POOL_LEFT || j->job.state == POOL_WAITING;
        if (plan->first[i] == i && waits && sweep_row_load(j->row_path, &j->result)) j->job.state = POOL_KEPT;
    }
}

/* Takes over the cycles of workload w alone. If that run failed, the mix takes over its state. */
static void take(sweep_job_t *j, uint32_t w, const sweep_job_t *alone)
{
    const run_result_t *r = &alone->result;
    j->result.part[w].alone_cycles = r->cycles;
    if (alone->job.state != POOL_ERROR && !r->failed[0]) return;
    j->job.state = alone->job.state;
    j->job.err = alone->job.err;
    snprintf(j->result.failed, sizeof j->result.failed, "%s alone: %.400s", r->workload, r->failed);
}

void sweep_plan_gather(sweep_plan_t *plan)
{
    for (uint32_t i = 0; i < plan->count; i++) {
        sweep_job_t *j = &plan->job[i];
        const sweep_job_t *first = &plan->job[plan->first[i]];
        if (first == j) continue;
        j->result = first->result;
        j->job.state = first->job.state;
        j->job.err = first->job.err;
    }
    for (uint32_t i = 0; i < plan->cells; i++) {
        sweep_job_t *j = &plan->job[i];
        if (j->workload.count < 2 || j->job.state == POOL_ERROR) continue;
        for (uint32_t w = 0; w < j->workload.count; w++) take(j, w, &plan->job[plan->alone[i][w]]);
        if (j->job.state != POOL_ERROR && !j->result.failed[0]) cosim_mix_figures(&j->result);
    }
}
