/* sweep_table.c - makes the table of a sweep: a row per workload, a column per combination of options. */
#include "experiment/sweep.h"

#include "stats/curve.h"

#include <math.h>

/* Value of a column under one gap; NaN: none. */
static double under_gap(const sweep_experiment_t *e, const sweep_job_t *row, uint32_t c)
{
    if (row[c].job.state == POOL_ERROR) return NAN;
    double value = e->metric->of(&row[c].result);
    if (e->normalise == SWEEP_RAW) return value;
    const sweep_job_t *base = &row[e->normalise == SWEEP_LAST ? e->columns - 1 : 0];
    double one = base->job.state == POOL_ERROR ? NAN : e->metric->of(&base->result);
    return one > 0.0 ? value / one : NAN;
}

/* Value that the table shows: the median over the gaps. */
static double shown(const sweep_experiment_t *e, const sweep_job_t *row, uint32_t c)
{
    double value[SWEEP_GAPS_MAX];
    for (uint32_t g = 0; g < e->gaps; g++) value[g] = under_gap(e, row + g * sweep_cells(e), c);
    return sweep_spread(value, e->gaps).median;
}

/* Text that replaces the value if some run has failed; "": none has. */
static const char *mishap(const sweep_experiment_t *e, const sweep_job_t *job)
{
    const char *text = "";
    for (uint32_t g = 0; g < e->gaps; g++) {
        const sweep_job_t *j = job + g * sweep_cells(e);
        if (j->job.state == POOL_ERROR) return "error";
        if (j->result.failed[0]) text = "FAIL";
    }
    return text;
}

/* Number of columns of a ctas axis up to the largest limit that SM or grid can reach. A higher limit repeats the same
 * run, which would look like saturation. */
static uint32_t distinct_columns(const sweep_experiment_t *e, const sweep_job_t *row)
{
    if (!e->types) return e->columns;
    uint32_t c = 1;
    while (c < e->columns && row[c].job.state != POOL_ERROR && row[c - 1].job.state != POOL_ERROR &&
           row[c].result.ctas_per_sm_max > row[c - 1].result.ctas_per_sm_max)
        c++;
    return c;
}

static double ipc(const sweep_experiment_t *e, const sweep_job_t *job)
{
    double value[SWEEP_GAPS_MAX];
    for (uint32_t g = 0; g < e->gaps; g++) value[g] = metric_of("ipc", &job[g * sweep_cells(e)].result);
    return sweep_spread(value, e->gaps).median;
}

static const char *type_of(const sweep_experiment_t *e, const sweep_job_t *row, uint32_t distinct)
{
    double value[RUN_COLUMNS_MAX];
    for (uint32_t c = 0; c < e->columns; c++)
        if (mishap(e, &row[c])[0]) return "?";
    for (uint32_t c = 0; c < distinct; c++) value[c] = ipc(e, &row[c]);
    return curve_name(curve_type(value, distinct, 0.01 * (double)e->tolerance_percent));
}

static void fill_row(const sweep_experiment_t *e, const sweep_job_t *row, ui_table_t *t, uint32_t at)
{
    uint32_t distinct = distinct_columns(e, row);
    for (uint32_t c = 0; c < e->columns; c++) {
        double value = shown(e, row, c);
        const char *text = mishap(e, &row[c]);
        if (text[0]) ui_table_set(t, at, 1 + c, "%s", text);
        else if (c >= distinct || isnan(value)) ui_table_set(t, at, 1 + c, "-");
        else ui_table_set(t, at, 1 + c, value >= 1000.0 ? "%.0f" : "%.3f", value);
    }
    if (e->types) ui_table_set(t, at, 1 + e->columns, "%s", type_of(e, row, distinct));
}

/* Fills the means. A repeated column counts with the value that it repeats, so each mean is over all workloads. */
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
