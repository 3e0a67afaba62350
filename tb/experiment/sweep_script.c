/* sweep_script.c - writes a figure as a gnuplot script: clustered bars, with our means and the paper's at the end. */
#include "experiment/sweep_chart.h"
#include "ui/gnuplot.h"

#include "base/outfile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void write_number(FILE *g, double v) { fprintf(g, isfinite(v) ? " %.6g" : " NaN", v); }

/* Writes a row of values per workload, an empty row, our means, and the paper's means if it states any. */
static void write_data(const sweep_chart_t *c, FILE *g)
{
    const sweep_figure_t *f = c->f;
    uint32_t count;
    fputs("$data << EOD\n", g);
    for (uint32_t i = 0; i < c->rows; i++) {
        char stem[64];
        sweep_stem(c->e->workloads.word[c->row[i]], stem);
        fprintf(g, "\"%s\"", stem);
        for (uint32_t s = 0; s < f->series.count; s++) write_number(g, sweep_chart_value(c, c->row[i], s));
        fputc('\n', g);
    }
    fputs("\"\"", g);
    for (uint32_t s = 0; s < f->series.count; s++) write_number(g, NAN);
    fprintf(g, "\n\"%s\"", sweep_chart_mean_name(c));
    for (uint32_t s = 0; s < f->series.count; s++) write_number(g, sweep_chart_mean(c, s, &count));
    if (sweep_chart_has_paper(c)) fputs("\n\"paper\"", g);
    for (uint32_t s = 0; sweep_chart_has_paper(c) && s < f->series.count; s++)
        write_number(g, f->paper[s] ? strtod(f->paper[s], NULL) : NAN);
    fputs("\nEOD\n", g);
}

/* Width of the chart: wide enough for the workload's name below each group of bars. */
static uint32_t chart_width(const sweep_chart_t *c)
{
    enum { MARGIN = 120, BAR = 9, GROUP = 32, LEAST = 480 };
    const sweep_figure_t *f = c->f;
    const uint32_t group = BAR * (1 + f->series.count);
    const uint32_t width = MARGIN + (c->rows + 3) * (group < GROUP ? GROUP : group);
    return width < LEAST ? LEAST : width;
}

/* Series stand below the groups' names, about three in a line. */
static uint32_t chart_height(const sweep_chart_t *c)
{
    enum { BARS = 380, LINE = 18, IN_LINE = 3 };
    return BARS + c->f->series.count / IN_LINE * LINE;
}

static void write_labels(const sweep_chart_t *c, FILE *g)
{
    const sweep_figure_t *f = c->f;
    enum { AXIS_LETTERS = 42 };
    char axis[320];
    const ui_origin_t origin = sweep_origin(c->e, c->jobs);
    fputc('\n', g);
    ui_gnuplot_title(g, NULL, &origin); /* the caption has name and title */
    fputs("set style data histogram\nset style histogram clustered gap 1\nset style fill solid 0.8\n"
          "set xtics rotate by -45 scale 0\nset yrange [0:*]\nset offsets 0, 0, graph 0.04, 0\n"
          "set key below left Left reverse width 1\nset ylabel ",
          g);
    sweep_chart_words(f, axis, sizeof axis);
    ui_gnuplot_lines(g, axis, AXIS_LETTERS);
    if (f->normalise) fputs("\nset arrow from graph 0, first 1 to graph 1, first 1 nohead lc rgb '#7f7f7f' front", g);
}

/* Leaves out a series without any value, for which gnuplot would draw nothing at all. */
static void write_series(const sweep_chart_t *c, FILE *g)
{
    const char *before = "\nplot ";
    uint32_t count;
    for (uint32_t s = 0; s < c->f->series.count; s++) {
        if (!isfinite(sweep_chart_mean(c, s, &count))) continue;
        fprintf(g, "%s$data using %u:xtic(1) lt %u title ", before, 2 + s, 1 + s);
        ui_gnuplot_text(g, c->f->series.word[s]);
        before = ", ";
    }
    fputc('\n', g);
}

bool sweep_chart_script(const sweep_chart_t *c, const char *path, err_t *err)
{
    outfile_t *o = outfile_open(path, err);
    if (!o) return false;
    FILE *g = outfile_stream(o);
    write_data(c, g);
    ui_gnuplot_svg(g, chart_width(c), chart_height(c));
    fputs("set output ", g);
    const char *slash = strrchr(c->file, '/');
    char svg[RUN_PATH_BYTES + 136];
    snprintf(svg, sizeof svg, "%s.svg", slash ? slash + 1 : c->file);
    ui_gnuplot_text(g, svg);
    write_labels(c, g);
    write_series(c, g);
    return outfile_commit(o, err);
}
