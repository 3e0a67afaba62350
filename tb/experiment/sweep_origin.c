/* sweep_origin.c - what the runs behind a table or figure of an experiment are of: machine, sizes, version; and whether
 * their grids fill the machine. */
#include "experiment/sweep.h"

#include <stdlib.h>

static bool has_result(const sweep_job_t *j) { return j->job.state != POOL_ERROR && j->result.version[0]; }

/* Adds the runs of workload w, in all columns and with all gaps. */
static void add_workload(const sweep_experiment_t *e, const sweep_job_t *jobs, uint32_t w, ui_origin_t *o)
{
    for (uint32_t g = 0; g < e->gaps; g++)
        for (uint32_t c = 0; c < e->columns; c++) {
            const sweep_job_t *j = &jobs[g * sweep_cells(e) + w * e->columns + c];
            if (has_result(j)) ui_origin_add(o, j->result.machine, j->result.size, NULL, j->result.version);
        }
}

ui_origin_t sweep_origin(const sweep_experiment_t *e, const sweep_job_t *jobs)
{
    ui_origin_t o = {.machine = ""};
    for (uint32_t w = 0; w < e->workloads.count; w++) add_workload(e, jobs, w, &o);
    return o;
}

ui_origin_t sweep_origin_of(const sweep_experiment_t *e, const sweep_job_t *jobs, uint32_t w)
{
    ui_origin_t o = {.machine = ""};
    add_workload(e, jobs, w, &o);
    return o;
}

bool sweep_table_csv(const ui_table_t *t, const sweep_experiment_t *e, const sweep_job_t *jobs, const uint32_t *row,
                     uint32_t rows, const char *path, err_t *err)
{
    const uint32_t all = ui_table_rows(t);
    ui_origin_t *o = malloc(all * sizeof *o);
    if (!o) return err_set(err, NULL, 0, "out of memory");
    for (uint32_t i = 0; i < all; i++) {
        const bool of_workload = i > 0 && i <= rows;
        o[i] = of_workload ? sweep_origin_of(e, jobs, row ? row[i - 1] : i - 1) : sweep_origin(e, jobs);
    }
    const bool ok = ui_table_csv_rows(t, o, path, err);
    free(o);
    return ok;
}

bool sweep_few_waves(const sweep_experiment_t *e, const sweep_job_t *jobs, const uint32_t *row, uint32_t rows,
                     char text[WAVES_FEW_BYTES])
{
    waves_few_t few = {.count = 0};
    for (uint32_t i = 0; i < rows; i++) {
        const uint32_t w = row ? row[i] : i;
        const sweep_job_t *of = &jobs[w * e->columns];
        uint32_t c = 0;
        char stem[64];
        while (c + 1 < e->columns && !has_result(&of[c])) c++;
        sweep_stem(e->workloads.word[w], stem);
        if (has_result(&of[c])) waves_few_add(&few, stem, of[c].result.size, of[c].result.waves);
    }
    return waves_few_text(&few, text);
}
