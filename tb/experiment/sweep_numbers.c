/* sweep_numbers.c - values of a figure for each workload and series, and their means. */
#include "experiment/sweep_chart.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

static double ipc(const sweep_job_t *j) { return metric_of("ipc", &j->result); }

static const sweep_job_t *job_of(const sweep_chart_t *c, uint32_t workload, uint32_t gap, const char *name)
{
    const sweep_job_t *row = &c->jobs[gap * sweep_cells(c->e) + workload * c->e->columns], *best = NULL;
    for (uint32_t i = 0; i < c->e->best_count; i++) {
        const sweep_best_t *b = &c->e->best[i];
        if (strcmp(b->name, name) != 0) continue;
        for (uint32_t k = 0; k < b->of.count; k++) {
            const sweep_job_t *j = &row[sweep_column(c->e, b->of.word[k])];
            if (j->job.state == POOL_ERROR) return j; /* unknown: the missing run might be the best */
            if (!best || ipc(j) > ipc(best)) best = j;
        }
        return best;
    }
    return &row[sweep_column(c->e, name)];
}

static double value(const sweep_chart_t *c, uint32_t workload, uint32_t gap, const char *name)
{
    const sweep_job_t *j = job_of(c, workload, gap, name);
    return j->job.state == POOL_ERROR ? NAN : c->f->metric->of(&j->result);
}

static double under_gap(const sweep_chart_t *c, uint32_t workload, uint32_t gap, uint32_t series)
{
    const double v = value(c, workload, gap, c->f->series.word[series]);
    if (!c->f->normalise) return v;
    const double one = value(c, workload, gap, c->f->normalise);
    return one > 0.0 ? v / one : NAN;
}

double sweep_chart_value(const sweep_chart_t *c, uint32_t workload, uint32_t series)
{
    double v[SWEEP_GAPS_MAX];
    for (uint32_t g = 0; g < c->e->gaps; g++) v[g] = under_gap(c, workload, g, series);
    return sweep_spread(v, c->e->gaps).median;
}

bool sweep_chart_has_paper(const sweep_chart_t *c)
{
    for (uint32_t s = 0; s < c->f->series.count; s++)
        if (c->f->paper[s]) return true;
    return false;
}

typedef struct {
    double sum, logs;
    uint32_t count;
} means_t;

static void add(means_t *m, double v)
{
    if (!isfinite(v)) return;
    m->sum += v;
    m->logs += log(v);
    m->count++;
}

static double geo_of(const means_t *m) { return m->count ? exp(m->logs / m->count) : NAN; }
static double mean_of(const means_t *m) { return m->count ? m->sum / m->count : NAN; }

uint32_t sweep_chart_means(const sweep_chart_t *c, uint32_t series, double *geo, double *mean)
{
    means_t m = {0};
    for (uint32_t i = 0; i < c->rows; i++) add(&m, sweep_chart_value(c, c->row[i], series));
    *geo = geo_of(&m);
    *mean = mean_of(&m);
    return m.count;
}

sweep_spread_t sweep_chart_spread(const sweep_chart_t *c, uint32_t series)
{
    const bool arithmetic = strcmp(sweep_chart_mean_name(c), "mean") == 0;
    double v[SWEEP_GAPS_MAX];
    for (uint32_t g = 0; g < c->e->gaps; g++) {
        means_t m = {0};
        for (uint32_t i = 0; i < c->rows; i++) add(&m, under_gap(c, c->row[i], g, series));
        v[g] = arithmetic ? mean_of(&m) : geo_of(&m);
    }
    return sweep_spread(v, c->e->gaps);
}

const char *sweep_chart_mean_name(const sweep_chart_t *c)
{
    return c->f->paper_mean && strcmp(c->f->paper_mean, "mean") == 0 ? "mean" : "geo-mean";
}

double sweep_chart_mean(const sweep_chart_t *c, uint32_t series, uint32_t *count)
{
    double geo, mean;
    *count = sweep_chart_means(c, series, &geo, &mean);
    return strcmp(sweep_chart_mean_name(c), "mean") == 0 ? mean : geo;
}

bool sweep_chart_any(const sweep_chart_t *c)
{
    for (uint32_t i = 0; i < c->rows; i++)
        for (uint32_t s = 0; s < c->f->series.count; s++)
            if (isfinite(sweep_chart_value(c, c->row[i], s))) return true;
    return false;
}

static void choose_rows(sweep_chart_t *c)
{
    const ui_words_t *all = &c->e->workloads, *some = &c->f->workloads;
    for (uint32_t w = 0; w < all->count && c->rows < sizeof c->row / sizeof c->row[0]; w++) {
        bool wanted = !some->count;
        char stem[64];
        sweep_stem(all->word[w], stem);
        for (uint32_t i = 0; i < some->count; i++) wanted |= !strcmp(some->word[i], stem);
        if (wanted) c->row[c->rows++] = w;
    }
}

/* "HPCA 2014, Figure 12" becomes hpca-2014-figure-12. */
static void name_file(sweep_chart_t *c, const char *dir)
{
    size_t at = (size_t)snprintf(c->file, sizeof c->file, "%s/", dir);
    for (const char *t = c->f->name; *t && at + 1 < sizeof c->file; t++) {
        if (isalnum((unsigned char)*t)) c->file[at++] = (char)tolower((unsigned char)*t);
        else if (c->file[at - 1] != '-' && c->file[at - 1] != '/') c->file[at++] = '-';
    }
    c->file[at] = '\0';
}

sweep_chart_t sweep_chart_of(const sweep_experiment_t *e, uint32_t figure, const sweep_job_t *jobs, const char *dir)
{
    sweep_chart_t c = {.e = e, .f = &e->figures[figure], .jobs = jobs};
    choose_rows(&c);
    name_file(&c, dir);
    return c;
}

static void axis_of(const sweep_figure_t *f, const char *what, bool unit, char *text, size_t bytes)
{
    if (f->normalise) snprintf(text, bytes, "%s, relative to %s", what, f->normalise);
    else if (unit && *f->metric->unit) snprintf(text, bytes, "%s, %s", what, f->metric->unit);
    else snprintf(text, bytes, "%s", what);
}

void sweep_chart_axis(const sweep_figure_t *f, char *text, size_t bytes)
{
    axis_of(f, f->metric->name, true, text, bytes);
}

/* "thread instructions per core cycle" and "core cycles of the run" say their units. */
void sweep_chart_words(const sweep_figure_t *f, char *text, size_t bytes)
{
    char stem[64];
    snprintf(stem, sizeof stem, "%.*s", (int)strcspn(f->metric->unit, "/"), f->metric->unit);
    axis_of(f, f->metric->text, !strstr(f->metric->text, stem), text, bytes);
}
