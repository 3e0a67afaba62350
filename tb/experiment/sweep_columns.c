/* sweep_columns.c - a column of an experiment: its options, and its name; what a workload is called. */
#include "experiment/sweep.h"

#include <string.h>

void sweep_stem(const char *word, char stem[64])
{
    size_t used = 0;
    for (const char *at = word; used < 64;) {
        const size_t chars = strcspn(at, "+");
        const char *name = memrchr(at, '/', chars);
        name = name ? name + 1 : at;
        const int left = (int)(at + chars - name), dot = (int)strcspn(name, ".");
        used +=
            (size_t)snprintf(stem + used, 64 - used, "%s%.*s", at == word ? "" : "+", dot < left ? dot : left, name);
        at += chars;
        if (!*at++) return;
    }
}

bool sweep_experiment_options(const sweep_experiment_t *e, const sweep_job_t *j, run_opts_t *o,
                              char head[RUN_HEAD_BYTES], err_t *err)
{
    *o = e->base;
    run_mix_options(&j->workload, o);
    memcpy(o->alone_cycles, j->alone_cycles, sizeof o->alone_cycles);
    if (e->point_count) {
        snprintf(head, RUN_HEAD_BYTES, "%s", e->points[j->column].name);
        return sweep_points_apply(e, j->column, o, err);
    }
    return run_axes_apply(e->axes, e->axis_count, j->column, o, head, err);
}

uint32_t sweep_column(const sweep_experiment_t *e, const char *name)
{
    for (uint32_t c = 0; c < e->columns; c++) {
        const sweep_job_t j = {.column = c};
        run_opts_t o;
        char head[RUN_HEAD_BYTES];
        err_t none = {{0}};
        if (sweep_experiment_options(e, &j, &o, head, &none) && strcmp(head, name) == 0) return c;
    }
    return e->columns;
}
