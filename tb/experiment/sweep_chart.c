/* sweep_chart.c - a figure's numbers: a row per workload, a column per series, the means below. */
#include "experiment/sweep.h"

#include "base/outfile.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
    const sweep_experiment_t *e;
    const sweep_figure_t *f;
    const sweep_job_t *jobs;
    uint32_t row[256], rows;         /* workloads of the figure */
    char file[RUN_PATH_BYTES + 128]; /* without suffix */
} chart_t;

static double ipc(const sweep_job_t *j) { return metric_of("ipc", &j->result); }

static const sweep_job_t *job_of(const chart_t *c, uint32_t workload, const char *name)
{
    const sweep_job_t *row = &c->jobs[workload * c->e->columns], *best = NULL;
    for (uint32_t i = 0; i < c->e->best_count; i++) {
        const sweep_best_t *b = &c->e->best[i];
        if (strcmp(b->name, name) != 0) continue;
        for (uint32_t k = 0; k < b->of.count; k++) {
            const sweep_job_t *j = &row[sweep_column(c->e, b->of.word[k])];
            if (j->job.state == POOL_ERROR) return j; /* the best might have been this one */
            if (!best || ipc(j) > ipc(best)) best = j;
        }
        return best;
    }
    return &row[sweep_column(c->e, name)];
}

static double value(const chart_t *c, uint32_t workload, const char *name)
{
    const sweep_job_t *j = job_of(c, workload, name);
    return j->job.state == POOL_ERROR ? NAN : c->f->metric->of(&j->result);
}

/* NaN: a run is not there, or nothing to divide by. */
static double shown(const chart_t *c, uint32_t workload, uint32_t series)
{
    const double v = value(c, workload, c->f->series.word[series]);
    if (!c->f->normalise) return v;
    const double one = value(c, workload, c->f->normalise);
    return one > 0.0 ? v / one : NAN;
}

static void set_number(ui_table_t *t, uint32_t row, uint32_t column, double v)
{
    if (!isfinite(v)) ui_table_set(t, row, column, "-");
    else ui_table_set(t, row, column, fabs(v) >= 1000.0 || (v != 0.0 && fabs(v) < 0.01) ? "%.3g" : "%.3f", v);
}

/* Means over the workloads that have a number; how many did not is a row of its own, if any. */
static uint32_t fill_means(const chart_t *c, ui_table_t *t, uint32_t at)
{
    uint32_t missing = 0;
    ui_table_set(t, at, 0, "geo-mean");
    ui_table_set(t, at + 1, 0, "mean");
    for (uint32_t s = 0; s < c->f->series.count; s++) {
        double sum = 0.0, logs = 0.0;
        uint32_t count = 0;
        for (uint32_t i = 0; i < c->rows; i++) {
            const double v = shown(c, c->row[i], s);
            if (!isfinite(v)) continue;
            sum += v;
            logs += log(v);
            count++;
        }
        missing += c->rows - count;
        set_number(t, at, 1 + s, count ? exp(logs / count) : NAN);
        set_number(t, at + 1, 1 + s, count ? sum / count : NAN);
    }
    return missing;
}

static bool has_paper(const sweep_figure_t *f)
{
    for (uint32_t s = 0; s < f->series.count; s++)
        if (f->paper[s]) return true;
    return false;
}

static ui_table_t *make_table(const chart_t *c, uint32_t *missing)
{
    const sweep_figure_t *f = c->f;
    const bool paper = has_paper(f);
    ui_table_t *t = ui_table_create(1 + c->rows + 2 + paper, 1 + f->series.count);
    ui_table_set(t, 0, 0, "workload");
    for (uint32_t s = 0; s < f->series.count; s++) ui_table_set(t, 0, 1 + s, "%s", f->series.word[s]);
    for (uint32_t i = 0; i < c->rows; i++) {
        char stem[64];
        sweep_stem(c->e->workloads.word[c->row[i]], stem);
        ui_table_set(t, 1 + i, 0, "%s", stem);
        for (uint32_t s = 0; s < f->series.count; s++) set_number(t, 1 + i, 1 + s, shown(c, c->row[i], s));
    }
    *missing = fill_means(c, t, 1 + c->rows);
    if (!paper) return t;
    ui_table_set(t, 3 + c->rows, 0, "paper%s%s", f->paper_mean ? ", " : "", f->paper_mean ? f->paper_mean : "");
    for (uint32_t s = 0; s < f->series.count; s++)
        ui_table_set(t, 3 + c->rows, 1 + s, "%s", f->paper[s] ? f->paper[s] : "-");
    return t;
}

static bool any_number(const chart_t *c)
{
    for (uint32_t i = 0; i < c->rows; i++)
        for (uint32_t s = 0; s < c->f->series.count; s++)
            if (isfinite(shown(c, c->row[i], s))) return true;
    return false;
}

void sweep_gnuplot_svg(FILE *g, uint32_t width, uint32_t height)
{
    static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                          "#56b4e9", "#a06a00", "#000000", "#7f7f7f"};
    fprintf(g, "set terminal svg size %u,%u noenhanced background rgb 'white'\n", width, height);
    for (uint32_t i = 0; i < sizeof colours / sizeof colours[0]; i++)
        fprintf(g, "set linetype %u lc rgb '%s'\n", i + 1, colours[i]);
}

uint32_t sweep_gnuplot_width(uint32_t width, size_t title_letters)
{
    enum { LETTER = 7, MARGIN = 40 };
    const uint32_t title = (uint32_t)title_letters * LETTER + MARGIN;
    return width < title ? title : width;
}

void sweep_gnuplot_text(FILE *g, const char *text)
{
    fputc('\'', g);
    for (; *text; text++) fputs(*text == '\'' ? "''" : (char[]){*text, '\0'}, g);
    fputc('\'', g);
}

static bool write_script(const chart_t *c, const char *path, err_t *err)
{
    const sweep_figure_t *f = c->f;
    outfile_t *o = outfile_open(path, err);
    if (!o) return false;
    FILE *g = outfile_stream(o);
    fputs("$data << EOD\n", g);
    for (uint32_t i = 0; i < c->rows; i++) {
        char stem[64];
        sweep_stem(c->e->workloads.word[c->row[i]], stem);
        fprintf(g, "\"%s\"", stem);
        for (uint32_t s = 0; s < f->series.count; s++) {
            const double v = shown(c, c->row[i], s);
            fprintf(g, isfinite(v) ? " %.6g" : " NaN", v);
        }
        fputc('\n', g);
    }
    fputs("EOD\n", g);
    const size_t letters = strlen(f->name) + (f->title ? 2 + strlen(f->title) : 0);
    sweep_gnuplot_svg(g, sweep_gnuplot_width(300 + 24 * c->rows * (1 + f->series.count), letters), 400);
    fputs("set output ", g);
    const char *slash = strrchr(c->file, '/');
    char svg[RUN_PATH_BYTES + 136];
    snprintf(svg, sizeof svg, "%s.svg", slash ? slash + 1 : c->file);
    sweep_gnuplot_text(g, svg);
    fputs("\nset title ", g);
    sweep_gnuplot_text(g, f->name);
    if (f->title) {
        fputs(".': '.", g);
        sweep_gnuplot_text(g, f->title);
    }
    fputs("\nset style data histogram\nset style histogram clustered gap 1\nset style fill solid 0.8\n"
          "set xtics rotate by -45\nset yrange [0:*]\nset key outside right\nset grid y\nset ylabel ",
          g);
    sweep_gnuplot_text(g, f->metric->name);
    if (f->normalise) {
        fputs(".', relative to '.", g);
        sweep_gnuplot_text(g, f->normalise);
    }
    fputs("\nplot ", g);
    for (uint32_t s = 0; s < f->series.count; s++) {
        fprintf(g, "%s$data using %u:xtic(1) title ", s ? ", " : "", 2 + s);
        sweep_gnuplot_text(g, f->series.word[s]);
    }
    fputc('\n', g);
    return outfile_commit(o, err);
}

int sweep_gnuplot(const char *dir, const char *script)
{
    int status = 0;
    fflush(NULL);
    const pid_t pid = fork();
    if (pid == 0) {
        if (chdir(dir) == 0) execlp("gnuplot", "gnuplot", script, (char *)NULL);
        _exit(127);
    }
    if (pid < 0 || waitpid(pid, &status, 0) < 0 || !WIFEXITED(status)) return -1;
    return WEXITSTATUS(status);
}

void sweep_gnuplot_advice(int status)
{
    if (status == 127)
        puts("gnuplot is not there, which would draw it as .svg: make charts, or apt-get install gnuplot-nox");
    else if (status) puts("gnuplot could not draw it");
}

static void choose_rows(chart_t *c)
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

/* "HPCA 2014, Figure 12" is hpca-2014-figure-12. */
static void name_file(chart_t *c, const char *dir)
{
    size_t at = (size_t)snprintf(c->file, sizeof c->file, "%s/", dir);
    for (const char *t = c->f->name; *t && at + 1 < sizeof c->file; t++) {
        if (isalnum((unsigned char)*t)) c->file[at++] = (char)tolower((unsigned char)*t);
        else if (c->file[at - 1] != '-' && c->file[at - 1] != '/') c->file[at++] = '-';
    }
    c->file[at] = '\0';
}

static bool chart(chart_t *c, const char *dir, int *gnuplot, err_t *err)
{
    char path[RUN_PATH_BYTES + 136];
    uint32_t missing;
    const sweep_figure_t *f = c->f;
    choose_rows(c);
    name_file(c, dir);
    if (!any_number(c)) { /* nothing to draw either */
        printf("%s: none of its runs is there\n\n", f->name);
        return true;
    }
    ui_table_t *t = make_table(c, &missing);
    printf("%s%s%s\n%s%s%s\n\n", f->name, f->title ? ": " : "", f->title ? f->title : "", f->metric->name,
           f->normalise ? ", relative to " : "", f->normalise ? f->normalise : "");
    ui_table_print(t, stdout, ui_colour(stdout));
    if (missing) printf("means without the %u that are missing\n", missing);
    putchar('\n');
    snprintf(path, sizeof path, "%s.csv", c->file);
    bool ok = ui_table_csv(t, path, err);
    ui_table_destroy(t);
    snprintf(path, sizeof path, "%s.gp", c->file);
    ok = ok && write_script(c, path, err);
    if (ok && *gnuplot == 0) *gnuplot = sweep_gnuplot(dir, strrchr(path, '/') + 1);
    return ok;
}

bool sweep_charts(const sweep_experiment_t *e, const sweep_job_t *jobs, const char *dir, err_t *err)
{
    int gnuplot = 0;
    for (uint32_t i = 0; i < e->figure_count; i++) {
        chart_t c = {.e = e, .f = &e->figures[i], .jobs = jobs};
        if (!chart(&c, dir, &gnuplot, err)) return false;
    }
    printf("tables: %s/*.csv\ncharts: %s/*.%s\n", dir, dir, gnuplot == 0 ? "svg" : "gp");
    sweep_gnuplot_advice(gnuplot);
    return true;
}
