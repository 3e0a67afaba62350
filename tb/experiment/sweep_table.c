#include "experiment/sweep.h"

#include "stats/curve.h"

#include <math.h>

static double ratio(uint64_t part, uint64_t whole) { return whole ? (double)part / (double)whole : NAN; }

static uint64_t sm_cycles(const run_result_t *r) { return r->active + r->idle + r->mem_stall + r->core_stall; }

static double ipc(const run_result_t *r) { return ratio(r->thread_insts, r->cycles); }
static double warp_ipc(const run_result_t *r) { return ratio(r->warp_insts, r->cycles); }
static double cycles(const run_result_t *r) { return (double)r->cycles; }
static double speed(const run_result_t *r) { return ratio(1, r->cycles); }
static double l1_reuse(const run_result_t *r) { return ratio(r->l1_reuses, r->l1_blocks); }
static double l1_misses(const run_result_t *r) { return (double)r->l1_misses; }
static double l1_miss(const run_result_t *r) { return ratio(r->l1_misses, r->l1_accesses); }
static double l2_miss(const run_result_t *r) { return ratio(r->l2_misses, r->l2_accesses); }
static double dram_gbps(const run_result_t *r) { return r->dram_gbps; }
static double active(const run_result_t *r) { return ratio(r->active, sm_cycles(r)); }
static double idle(const run_result_t *r) { return ratio(r->idle, sm_cycles(r)); }
static double mem_stall(const run_result_t *r) { return ratio(r->mem_stall, sm_cycles(r)); }
static double core_stall(const run_result_t *r) { return ratio(r->core_stall, sm_cycles(r)); }
static double empty(const run_result_t *r) { return (double)r->empty_sm_cycles; }
static double unfed(const run_result_t *r) { return (double)(r->idle + r->mem_stall) - (double)r->empty_sm_cycles; }
static double util(const run_result_t *r) { return 1.0 - ratio(r->empty_sm_cycles, sm_cycles(r)); }
static double read_latency(const run_result_t *r) { return ratio(r->mem_read_latency_cycles, r->mem_reads); }
static double off(const run_result_t *r) { return ratio(r->off_sm_cycles, sm_cycles(r)); }
static double energy(const run_result_t *r)
{
    const uint64_t pj = run_energy_pj(r);
    return pj ? 1e-12 * (double)pj : NAN; /* J */
}
static double chip_energy(const run_result_t *r) { return energy(r) - 1e-12 * (double)r->dram_pj; }
static double seconds(const run_result_t *r) { return (double)r->cycles / (1e9 * r->core_ghz); }
static double power(const run_result_t *r) { return energy(r) / seconds(r); }
static double edp(const run_result_t *r) { return energy(r) * seconds(r); }
static double insts_per_joule(const run_result_t *r) { return (double)r->thread_insts / energy(r); }
static double core_power(const run_result_t *r)
{
    return 1e-12 * (double)(r->core_dynamic_pj + r->core_static_pj) / seconds(r);
}
static double insts_per_core_joule(const run_result_t *r)
{
    return ratio(r->thread_insts, r->core_dynamic_pj + r->core_static_pj) * 1e12;
}
static double sp_util(const run_result_t *r) { return ratio(r->sp_busy, r->sp_unit_cycles); }
static double sfu_util(const run_result_t *r) { return ratio(r->sfu_busy, r->sfu_unit_cycles); }
static double ldst_util(const run_result_t *r) { return ratio(r->ldst_busy, r->ldst_unit_cycles); }
/* Figures of a mix: a workload by itself has none. */
static double of_mix(const run_result_t *r, double value) { return r->workloads > 1 && value > 0.0 ? value : NAN; }
static double stp(const run_result_t *r) { return of_mix(r, r->throughput); }
static double antt(const run_result_t *r) { return of_mix(r, r->turnaround); }
static double fairness(const run_result_t *r) { return of_mix(r, r->fairness); }
static double concurrency(const run_result_t *r) { return of_mix(r, (double)r->concurrency_cycles); }
static double concurrency_share(const run_result_t *r) { return of_mix(r, ratio(r->concurrency_cycles, r->cycles)); }
static double ctas(const run_result_t *r) { return ratio(r->cta_sm_cycles, sm_cycles(r)); }

const sweep_metric_t sweep_metrics[] = {
    {"ipc", ipc},
    {"warp_ipc", warp_ipc},
    {"cycles", cycles},
    {"speed", speed},
    {"l1_miss", l1_miss},
    {"l1_misses", l1_misses},
    {"l1_reuse", l1_reuse},
    {"l2_miss", l2_miss},
    {"dram_gbps", dram_gbps},
    {"active", active},
    {"idle", idle},
    {"mem_stall", mem_stall},
    {"core_stall", core_stall},
    {"off", off},
    {"ctas_per_sm", ctas},
    {"empty", empty},
    {"unfed", unfed},
    {"util", util},
    {"read_latency", read_latency},
    {"sp_util", sp_util},
    {"sfu_util", sfu_util},
    {"ldst_util", ldst_util},
    {"stp", stp},
    {"antt", antt},
    {"fairness", fairness},
    {"concurrency", concurrency},
    {"concurrency_share", concurrency_share},
    {"energy", energy},
    {"chip_energy", chip_energy},
    {"power", power},
    {"core_power", core_power},
    {"edp", edp},
    {"insts_per_joule", insts_per_joule},
    {"insts_per_core_joule", insts_per_core_joule},
};
const uint32_t sweep_metric_count = sizeof sweep_metrics / sizeof sweep_metrics[0];

/* The column's value as the table shows it; NaN: none. */
static double shown(const sweep_experiment_t *e, const sweep_job_t *row, uint32_t c)
{
    if (row[c].state == SWEEP_ERROR) return NAN;
    double value = e->metric->of(&row[c].result);
    if (e->normalise == SWEEP_RAW) return value;
    const sweep_job_t *base = &row[e->normalise == SWEEP_LAST ? e->columns - 1 : 0];
    double one = base->state == SWEEP_ERROR ? NAN : e->metric->of(&base->result);
    return one > 0.0 ? value / one : NAN;
}

/* Columns of a ctas axis up to the most CTAs that the SM (or the grid) allowed: a higher limit
 * repeats the same run, which would look like saturation. */
static uint32_t distinct_columns(const sweep_experiment_t *e, const sweep_job_t *row)
{
    if (!e->types) return e->columns;
    uint32_t c = 1;
    while (c < e->columns && row[c].state != SWEEP_ERROR && row[c - 1].state != SWEEP_ERROR &&
           row[c].result.ctas_per_sm_max > row[c - 1].result.ctas_per_sm_max)
        c++;
    return c;
}

static const char *type_of(const sweep_experiment_t *e, const sweep_job_t *row, uint32_t distinct)
{
    double value[RUN_COLUMNS_MAX];
    for (uint32_t c = 0; c < e->columns; c++)
        if (row[c].state == SWEEP_ERROR) return "?";
    for (uint32_t c = 0; c < distinct; c++) value[c] = ipc(&row[c].result);
    return curve_name(curve_type(value, distinct, 0.01 * (double)e->tolerance_percent));
}

static void fill_row(const sweep_experiment_t *e, const sweep_job_t *row, ui_table_t *t, uint32_t at)
{
    uint32_t distinct = distinct_columns(e, row);
    for (uint32_t c = 0; c < e->columns; c++) {
        double value = shown(e, row, c);
        if (row[c].state == SWEEP_ERROR) ui_table_set(t, at, 1 + c, "error");
        else if (row[c].result.failed[0]) ui_table_set(t, at, 1 + c, "FAIL");
        else if (c >= distinct || isnan(value)) ui_table_set(t, at, 1 + c, "-");
        else ui_table_set(t, at, 1 + c, value >= 1000.0 ? "%.0f" : "%.3f", value);
    }
    if (e->types) ui_table_set(t, at, 1 + e->columns, "%s", type_of(e, row, distinct));
}

/* Repeated columns count with the value they repeat, so that each mean is over all workloads. */
static void fill_mean(const sweep_experiment_t *e, const sweep_job_t *jobs, ui_table_t *t, uint32_t at)
{
    ui_table_set(t, at, 0, "geo-mean");
    for (uint32_t c = 0; c < e->columns; c++) {
        double sum = 0.0;
        for (uint32_t w = 0; w < e->workloads.count; w++) sum += log(shown(e, &jobs[w * e->columns], c));
        if (isfinite(sum)) ui_table_set(t, at, 1 + c, "%.3f", exp(sum / e->workloads.count));
        else ui_table_set(t, at, 1 + c, "-");
    }
}

ui_table_t *sweep_table(const sweep_experiment_t *e, const sweep_job_t *jobs)
{
    bool mean = e->normalise != SWEEP_RAW && e->workloads.count > 1;
    ui_table_t *t = ui_table_create(1 + e->workloads.count + mean, 1 + e->columns + e->types);
    ui_table_set(t, 0, 0, "workload");
    for (uint32_t c = 0; c < e->columns; c++) {
        run_opts_t o;
        char head[RUN_HEAD_BYTES];
        err_t none = {{0}};
        sweep_experiment_options(e, &jobs[c], &o, head, &none);
        ui_table_set(t, 0, 1 + c, "%s", head[0] ? head : e->metric->name);
    }
    if (e->types) ui_table_set(t, 0, 1 + e->columns, "type");
    for (uint32_t w = 0; w < e->workloads.count; w++) {
        char stem[64];
        sweep_stem(e->workloads.word[w], stem);
        ui_table_set(t, 1 + w, 0, "%s", stem);
        fill_row(e, &jobs[w * e->columns], t, 1 + w);
    }
    if (mean) fill_mean(e, jobs, t, 1 + e->workloads.count);
    return t;
}
