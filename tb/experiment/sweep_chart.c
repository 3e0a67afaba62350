/* sweep_chart.c - writes figures as tables and charts: a row per workload, a column per series, the means at the end.
 */
#include "experiment/sweep_chart.h"
#include "ui/gnuplot.h"

#include <math.h>
#include <string.h>

static void set_number(ui_table_t *t, uint32_t row, uint32_t column, double v)
{
    if (!isfinite(v)) ui_table_set(t, row, column, "-");
    else ui_table_set(t, row, column, fabs(v) >= 1000.0 || (v != 0.0 && fabs(v) < 0.01) ? "%.3g" : "%.3f", v);
}

/* Fills the rows of the means. Returns the number of missing values. */
static uint32_t fill_means(const sweep_chart_t *c, ui_table_t *t, uint32_t at)
{
    uint32_t missing = 0;
    ui_table_set(t, at, 0, "geo-mean");
    ui_table_set(t, at + 1, 0, "mean");
    for (uint32_t s = 0; s < c->f->series.count; s++) {
        double geo, mean;
        missing += c->rows - sweep_chart_means(c, s, &geo, &mean);
        set_number(t, at, 1 + s, geo);
        set_number(t, at + 1, 1 + s, mean);
    }
    return missing;
}

/* Fills the rows of the least and the greatest mean over the gaps. */
static void fill_spread(const sweep_chart_t *c, ui_table_t *t, uint32_t at)
{
    ui_table_set(t, at, 0, "least of %u gaps", c->e->gaps);
    ui_table_set(t, at + 1, 0, "most");
    for (uint32_t s = 0; s < c->f->series.count; s++) {
        const sweep_spread_t v = sweep_chart_spread(c, s);
        set_number(t, at, 1 + s, v.least);
        set_number(t, at + 1, 1 + s, v.most);
    }
}

static ui_table_t *make_table(const sweep_chart_t *c, uint32_t *missing)
{
    const sweep_figure_t *f = c->f;
    const bool paper = sweep_chart_has_paper(c);
    const uint32_t spread = c->e->gaps > 1 ? 2 : 0; /* rows */
    ui_table_t *t = ui_table_create(1 + c->rows + 2 + spread + paper, 1 + f->series.count);
    ui_table_set(t, 0, 0, "workload");
    for (uint32_t s = 0; s < f->series.count; s++) ui_table_set(t, 0, 1 + s, "%s", f->series.word[s]);
    for (uint32_t i = 0; i < c->rows; i++) {
        char stem[64];
        sweep_stem(c->e->workloads.word[c->row[i]], stem);
        ui_table_set(t, 1 + i, 0, "%s", stem);
        for (uint32_t s = 0; s < f->series.count; s++) set_number(t, 1 + i, 1 + s, sweep_chart_value(c, c->row[i], s));
    }
    *missing = fill_means(c, t, 1 + c->rows);
    if (spread) fill_spread(c, t, 3 + c->rows);
    if (!paper) return t;
    ui_table_set(t, 3 + spread + c->rows, 0, "paper%s%s", f->paper_mean ? ", " : "",
                 f->paper_mean ? f->paper_mean : "");
    for (uint32_t s = 0; s < f->series.count; s++)
        ui_table_set(t, 3 + spread + c->rows, 1 + s, "%s", f->paper[s] ? f->paper[s] : "-");
    return t;
}

/* Prints the heading of a figure and the line below it, to the terminal and to the page. */
static void print_head(const sweep_figure_t *f, ui_page_t *page)
{
    char head[256], axis[160], unit[480];
    snprintf(head, sizeof head, "%s%s%s", f->name, f->title ? ": " : "", f->title ? f->title : "");
    sweep_chart_axis(f, axis, sizeof axis);
    snprintf(unit, sizeof unit, "%s (%s)", axis, f->metric->text);
    printf("%s\n%s\n\n", head, unit);
    ui_page_heading(page, head);
    ui_page_text(page, unit);
}

static void print_missing(uint32_t missing, ui_page_t *page)
{
    char text[64];
    if (!missing) return;
    snprintf(text, sizeof text, "means without %u missing values", missing);
    puts(text);
    ui_page_text(page, text);
}

static void print_few(const sweep_chart_t *c, ui_page_t *page)
{
    char text[8 + WAVES_FEW_BYTES], few[WAVES_FEW_BYTES];
    if (!sweep_few_waves(c->e, c->jobs, c->row, c->rows, few)) return;
    snprintf(text, sizeof text, "note: %s", few);
    puts(text);
    ui_page_text(page, text);
}

static bool chart(const sweep_chart_t *c, const char *dir, ui_page_t *page, int *gnuplot, err_t *err)
{
    char path[RUN_PATH_BYTES + 136];
    uint32_t missing;
    if (!sweep_chart_any(c)) {
        printf("%s: no run of this figure has a result\n\n", c->f->name);
        return true;
    }
    ui_table_t *t = make_table(c, &missing);
    print_head(c->f, page);
    ui_table_print(t, stdout, ui_colour(stdout));
    snprintf(path, sizeof path, "%s.gp", c->file);
    bool ok = sweep_chart_script(c, path, err);
    if (ok && *gnuplot == 0) *gnuplot = ui_gnuplot_run(dir, strrchr(path, '/') + 1);
    snprintf(path, sizeof path, "%s.svg", c->file);
    ok = ok && (*gnuplot != 0 || ui_page_svg(page, path, c->f->name, err));
    ui_page_table(page, t);
    print_missing(missing, page);
    print_few(c, page);
    putchar('\n');
    snprintf(path, sizeof path, "%s.csv", c->file);
    ok = ok && sweep_table_csv(t, c->e, c->jobs, c->row, c->rows, path, err);
    ui_table_destroy(t);
    return ok;
}

/* Fills a row per series of the figure that has a value. Returns the next row. */
static uint32_t fill_summary(const sweep_chart_t *c, ui_table_t *t, uint32_t at, bool paper)
{
    uint32_t count;
    for (uint32_t s = 0; s < c->f->series.count; s++) {
        const double ours = sweep_chart_mean(c, s, &count);
        if (!count) continue;
        ui_table_set(t, at, 0, "%s", c->f->name);
        ui_table_set(t, at, 1, "%s", c->f->series.word[s]);
        ui_table_set(t, at, 2, "%s", sweep_chart_mean_name(c));
        set_number(t, at, 3, ours);
        if (paper) ui_table_set(t, at, 4, "%s", c->f->paper[s] ? c->f->paper[s] : "-");
        ui_table_set(t, at++, 4 + paper, "%u of %u", count, c->rows);
    }
    return at;
}

static uint32_t rows_with_runs(const sweep_chart_t *c)
{
    uint32_t rows = 0, count;
    for (uint32_t s = 0; s < c->f->series.count; s++) {
        sweep_chart_mean(c, s, &count);
        rows += count > 0;
    }
    return rows;
}

/* True if a figure of the experiment has a mean of a paper. */
static bool any_paper(const sweep_experiment_t *e, const sweep_job_t *jobs, const char *dir)
{
    for (uint32_t i = 0; i < e->figure_count; i++) {
        const sweep_chart_t c = sweep_chart_of(e, i, jobs, dir);
        if (sweep_chart_has_paper(&c)) return true;
    }
    return false;
}

/* Table of our means, and of the papers' if there are any, with the number of workloads in ours. */
static ui_table_t *make_summary(const sweep_experiment_t *e, const sweep_job_t *jobs, const char *dir, bool paper)
{
    static const char *const with[] = {"figure", "point", "mean", "ours", "paper", "workloads"};
    static const char *const without[] = {"figure", "point", "mean", "ours", "workloads"};
    const char *const *heads = paper ? with : without;
    const uint32_t columns = paper ? sizeof with / sizeof with[0] : sizeof without / sizeof without[0];
    uint32_t rows = 1, at = 1;
    for (uint32_t i = 0; i < e->figure_count; i++) {
        const sweep_chart_t c = sweep_chart_of(e, i, jobs, dir);
        rows += rows_with_runs(&c);
    }
    ui_table_t *t = ui_table_create(rows, columns);
    for (uint32_t k = 0; k < columns; k++) ui_table_set(t, 0, k, "%s", heads[k]);
    for (uint32_t i = 0; i < e->figure_count; i++) {
        const sweep_chart_t c = sweep_chart_of(e, i, jobs, dir);
        at = fill_summary(&c, t, at, paper);
    }
    return t;
}

/* The summary comes first on a page and last on a terminal, where the reader sees it. */
bool sweep_charts(const sweep_experiment_t *e, const sweep_job_t *jobs, const char *dir, ui_page_t *page, err_t *err)
{
    const bool paper = any_paper(e, jobs, dir);
    const char *const head = paper ? "Our means beside the paper's" : "Our means";
    int gnuplot = 0;
    bool ok = true;
    ui_table_t *summary = make_summary(e, jobs, dir, paper);
    ui_page_heading(page, head);
    ui_page_table(page, summary);
    for (uint32_t i = 0; ok && i < e->figure_count; i++) {
        const sweep_chart_t c = sweep_chart_of(e, i, jobs, dir);
        ok = chart(&c, dir, page, &gnuplot, err);
    }
    if (ok) {
        printf("%s\n\n", head);
        ui_table_print(summary, stdout, ui_colour(stdout));
        printf("\ntables: %s/*.csv\ncharts: %s/*.%s\n", dir, dir, gnuplot == 0 ? "svg" : "gp");
        ui_gnuplot_advice(gnuplot);
    }
    ui_table_destroy(summary);
    return ok;
}
