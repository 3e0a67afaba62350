/* sweep_columns.c - columns of an experiment (options, names), names of workloads, gaps and the spread over them. */
#include "experiment/sweep.h"

#include <math.h>
#include <stdlib.h>
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

/* Removes the sizes: "bp@smk+hot@paper" becomes "bp+hot". */
static void drop_sizes(char stem[64])
{
    char *to = stem;
    bool size = false;
    for (const char *at = stem; *at; at++) {
        size = *at == '@' || (size && *at != '+');
        if (!size) *to++ = *at;
    }
    *to = '\0';
}

bool sweep_same_workload(const sweep_experiment_t *e, uint32_t w, bool sizes)
{
    char own[64], other[64];
    sweep_stem(e->workloads.word[w], own);
    if (!sizes) drop_sizes(own);
    for (uint32_t i = 0; i < e->workloads.count; i++) {
        sweep_stem(e->workloads.word[i], other);
        if (!sizes) drop_sizes(other);
        if (i != w && strcmp(own, other) == 0) return true;
    }
    return false;
}

bool sweep_folder(const char *out, const char *name, char folder[SWEEP_FOLDER_BYTES], err_t *err)
{
    if (out && !*out) return err_set(err, NULL, 0, "--out: found ''; allowed: a folder");
    if (snprintf(folder, SWEEP_FOLDER_BYTES, "%s%s", out ? "" : "sweep-", out ? out : name) < SWEEP_FOLDER_BYTES)
        return true;
    return err_set(err, NULL, 0, "--out: found a path of %zu characters; allowed: up to %d", strlen(out ? out : name),
                   SWEEP_FOLDER_BYTES - 1);
}

bool sweep_experiment_options(const sweep_experiment_t *e, const sweep_job_t *j, run_opts_t *o,
                              char head[RUN_HEAD_BYTES], err_t *err)
{
    run_opts_t all = e->base;
    run_mix_options(&j->workload, &all);
    all.gap_bytes = e->gap_bytes[j->gap];
    bool ok;
    if (e->point_count) {
        snprintf(head, RUN_HEAD_BYTES, "%s", e->points[j->column].name);
        ok = sweep_points_apply(e, j->column, &all, err);
    } else {
        ok = run_axes_apply(e->axes, e->axis_count, j->column, &all, head, err);
    }
    if (j->alone) cosim_alone(&all, j->alone - 1, o);
    else *o = all;
    return ok;
}

bool sweep_gaps(sweep_experiment_t *e, const ui_words_t *words, const char *where, err_t *err)
{
    if (words->count > SWEEP_GAPS_MAX)
        return err_set(err, NULL, 0, "%s: found %u gaps; allowed: at most %d", where, words->count, SWEEP_GAPS_MAX);
    for (e->gaps = 0; e->gaps < words->count; e->gaps++) {
        run_opts_t o = {0};
        if (!run_option_set(&o, "gap", words->word[e->gaps], where, err)) return false;
        for (uint32_t g = 0; g < e->gaps; g++)
            if (e->gap_bytes[g] == o.gap_bytes)
                return err_set(err, NULL, 0, "%s: found %u twice; allowed: gaps that differ", where, o.gap_bytes);
        e->gap_bytes[e->gaps] = o.gap_bytes;
    }
    return true;
}

uint32_t sweep_cells(const sweep_experiment_t *e) { return e->workloads.count * e->columns; }

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

sweep_spread_t sweep_spread(double value[SWEEP_GAPS_MAX], uint32_t gaps)
{
    for (uint32_t g = 0; g < gaps; g++)
        if (isnan(value[g])) return (sweep_spread_t){NAN, NAN, NAN};
    qsort(value, gaps, sizeof *value, by_value);
    return (sweep_spread_t){0.5 * (value[(gaps - 1) / 2] + value[gaps / 2]), value[0], value[gaps - 1]};
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
