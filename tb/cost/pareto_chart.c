/* pareto_chart.c - shows speed-up against added area as a table, a CSV file and a chart. */
#include "cost/pareto.h"
#include "ui/gnuplot.h"

#include "base/outfile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double added(const pareto_t *p, uint32_t column) { return p->point[column].nand2 - p->point[0].nand2; }

static const char *stem(const char *workload, char text[64])
{
    sweep_stem(workload, text);
    return text;
}

static ui_table_t *make_table(const pareto_t *p)
{
    static const char *const heads[] = {"point", "speed-up",       "least",   "in",   "most",
                                        "in",    "added NAND2-eq", "added %", "front"};
    enum { COLUMNS = sizeof heads / sizeof heads[0] };
    ui_table_t *t = ui_table_create(1 + p->e->columns, COLUMNS);
    for (uint32_t c = 0; c < COLUMNS; c++) ui_table_set(t, 0, c, "%s", heads[c]);
    for (uint32_t i = 0; i < p->e->columns; i++) {
        const pareto_point_t *x = &p->point[i];
        char text[64];
        ui_table_set(t, 1 + i, 0, "%s", x->name);
        ui_table_set(t, 1 + i, 1, "%.3f", x->mean);
        ui_table_set(t, 1 + i, 2, "%.3f", x->min);
        ui_table_set(t, 1 + i, 3, "%s", i ? stem(x->slowest, text) : "-");
        ui_table_set(t, 1 + i, 4, "%.3f", x->max);
        ui_table_set(t, 1 + i, 5, "%s", i ? stem(x->fastest, text) : "-");
        ui_table_set(t, 1 + i, 6, i ? "%+.0f" : "%.0f", added(p, i));
        ui_table_set(t, 1 + i, 7, i ? "%+.1f" : "%.1f", 100.0 * added(p, i) / p->point[0].nand2);
        ui_table_set(t, 1 + i, 8, "%s", x->front ? "yes" : "-");
    }
    return t;
}

static bool write_csv(const pareto_t *p, const char *path, err_t *err)
{
    static const char *const heads[] = {"point",          "dispatcher", "arbiter",       "sms",      "slots",
                                        "warps",          "schedulers", "workloads",     "speed_up", "least",
                                        "least_workload", "most",       "most_workload", "nand2_eq", "added_nand2_eq",
                                        "added_percent",  "front"};
    enum { COLUMNS = sizeof heads / sizeof heads[0] };
    ui_table_t *t = ui_table_create(1 + p->e->columns, COLUMNS);
    for (uint32_t c = 0; c < COLUMNS; c++) ui_table_set(t, 0, c, "%s", heads[c]);
    for (uint32_t i = 0; i < p->e->columns; i++) {
        const pareto_point_t *x = &p->point[i];
        const char *const words[] = {x->name, x->dispatcher, x->arbiter};
        const uint32_t sizes[] = {p->sms, p->slots, p->warps * p->schedulers, p->schedulers, p->workloads};
        char text[64];
        uint32_t c = 0;
        for (uint32_t k = 0; k < 3; k++) ui_table_set(t, 1 + i, c++, "%s", words[k]);
        for (uint32_t k = 0; k < 5; k++) ui_table_set(t, 1 + i, c++, "%u", sizes[k]);
        ui_table_set(t, 1 + i, c++, "%.4f", x->mean);
        ui_table_set(t, 1 + i, c++, "%.4f", x->min);
        ui_table_set(t, 1 + i, c++, "%s", stem(x->slowest, text));
        ui_table_set(t, 1 + i, c++, "%.4f", x->max);
        ui_table_set(t, 1 + i, c++, "%s", stem(x->fastest, text));
        ui_table_set(t, 1 + i, c++, "%.1f", x->nand2);
        ui_table_set(t, 1 + i, c++, "%.1f", added(p, i));
        ui_table_set(t, 1 + i, c++, "%.2f", 100.0 * added(p, i) / p->point[0].nand2);
        ui_table_set(t, 1 + i, c, "%s", x->front ? "yes" : "no");
    }
    const bool ok = ui_table_csv(t, &p->origin, path, err);
    ui_table_destroy(t);
    return ok;
}

static int by_area(const void *a, const void *b)
{
    const pareto_point_t *const *x = a, *const *y = b;
    return ((*x)->nand2 > (*y)->nand2) - ((*x)->nand2 < (*y)->nand2);
}

static int by_mean(const void *a, const void *b)
{
    const pareto_point_t *const *x = a, *const *y = b;
    return ((*x)->mean < (*y)->mean) - ((*x)->mean > (*y)->mean);
}

static double thousands(const pareto_t *p, const pareto_point_t *x) { return 1e-3 * (x->nand2 - p->point[0].nand2); }

static int by_size(const void *a, const void *b)
{
    const double x = fabs(*(const double *)a), y = fabs(*(const double *)b);
    return (x > y) - (x < y);
}

/* Where a quarter of the points would lie within a fiftieth of the axis, the axis of the area is linear up to the
 * distance from 0 that a quarter has, and logarithmic beyond it. Returns that distance; 0: linear all along. */
static double linear_part(const pareto_t *p)
{
    enum { FAR = 50 };
    const uint32_t n = p->e->columns;
    double *size = malloc(n * sizeof *size), near = 0.0;
    if (!size) return 0.0;
    for (uint32_t i = 0; i < n; i++) size[i] = thousands(p, &p->point[i]);
    qsort(size, n, sizeof *size, by_size);
    if (fabs(size[n - 1]) > FAR * fabs(size[n / 4])) near = fabs(size[n / 4]);
    free(size);
    return near;
}

/* Place of a point on the axis. */
static double along(const pareto_t *p, const pareto_point_t *x, double linear)
{
    return linear > 0.0 ? asinh(thousands(p, x) / linear) : thousands(p, x);
}

/* Places the labels, from the fastest point to the slowest: each to the right of its point, or just far enough below
 * that it overlaps no label placed before. The chart is about LETTERS wide and LINES high. */
static void place_labels(const pareto_t *p, pareto_point_t *const *order, double linear, double *label)
{
    enum { LETTERS = 85, LINES = 22 };
    const uint32_t n = p->e->columns;
    double low = 0.0, high = 0.0;
    for (uint32_t i = 0; i < n; i++) {
        const double x = along(p, order[i], linear);
        if (x < low) low = x;
        if (x > high) high = x;
    }
    const double line = (order[0]->mean - order[n - 1]->mean) / LINES, letter = (high - low) / LETTERS;
    for (uint32_t i = 0; i < n; i++) {
        const double left = along(p, order[i], linear), right = left + letter * (double)(2 + strlen(order[i]->name));
        label[i] = order[i]->mean;
        for (uint32_t k = 0; k < i; k++) {
            const double from = along(p, order[k], linear), to = from + letter * (double)(2 + strlen(order[k]->name));
            if (left < to && from < right && label[i] > label[k] - line) label[i] = label[k] - line;
        }
    }
}

static void write_points(const pareto_t *p, pareto_point_t **order, double linear, double *label, FILE *g)
{
    const uint32_t n = p->e->columns;
    for (uint32_t i = 0; i < n; i++) order[i] = &p->point[i];
    qsort(order, n, sizeof *order, by_mean);
    place_labels(p, order, linear, label);
    fputs("# thousand NAND2-equivalents added, speed-up, name, height of the name\n$points << EOD\n", g);
    for (uint32_t i = 0; i < n; i++)
        fprintf(g, "%.4f %.4f \"%s\" %.4f\n", thousands(p, order[i]), order[i]->mean, order[i]->name, label[i]);
    fputs("EOD\n$front << EOD\n", g);
    qsort(order, n, sizeof *order, by_area);
    for (uint32_t i = 0; i < n; i++)
        if (order[i]->front) fprintf(g, "%.4f %.4f\n", thousands(p, order[i]), order[i]->mean);
    fputs("EOD\n", g);
}

static void write_area_axis(double linear, FILE *g)
{
    if (linear == 0.0) {
        fputs("set xlabel 'added area, thousand NAND2-equivalents'\n", g);
        return;
    }
    fprintf(g,
            "set nonlinear x via asinh(x/%.4g) inverse %.4g*sinh(x)\n"
            "set xtics (-1000, -300, -100, -30, -10, -3, 0, 3, 10, 30, 100, 300, 1000)\n"
            "set xlabel 'added area, thousand NAND2-equivalents (logarithmic beyond %.2g)'\n",
            linear, linear, linear);
}

/* The script draws the points with their names, and as steps the best speed-up for each area. */
static bool write_script(const pareto_t *p, const char *path, err_t *err)
{
    pareto_point_t **order = malloc(p->e->columns * sizeof *order);
    double *label = malloc(p->e->columns * sizeof *label);
    outfile_t *o = order && label ? outfile_open(path, err) : NULL;
    if (!order || !label) err_set(err, NULL, 0, "out of memory");
    if (o) {
        FILE *g = outfile_stream(o);
        const double linear = linear_part(p);
        write_points(p, order, linear, label, g);
        char title[80];
        snprintf(title, sizeof title, "%u SMs x %u slots, %u workloads", p->sms, p->slots, p->workloads);
        ui_gnuplot_svg(g, 760, 460);
        ui_gnuplot_title(g, title, &p->origin);
        write_area_axis(linear, g);
        fputs("set output 'pareto.svg'\n"
              "set ylabel 'speed-up, geometric mean'\n"
              "set grid x\nset key bottom right\nset autoscale noextend\nset offsets graph 0.05, graph 0.15, graph "
              "0.06, graph 0.06\n"
              "plot $front using 1:2 with steps lw 2 lc rgb '#999999' title 'front', \\\n"
              "  $points using 1:2:(0):($4-$2) with vectors nohead lc rgb '#999999' notitle, \\\n"
              "  $points using 1:2 with points pt 7 ps 0.6 lc 1 notitle, \\\n"
              "  $points using 1:4:3 with labels left offset 0.8,0.4 font ',11' notitle\n",
              g);
    }
    free(order);
    free(label);
    return o && outfile_commit(o, err);
}

/* Explains the numbers below the table. */
static void print_notes(const pareto_t *p, ui_page_t *page)
{
    static const char front[] = "front: no other point is at least as small and as fast, and better in one of the two";
    char mean[128], few[8 + WAVES_FEW_BYTES];
    const uint32_t all = p->e->workloads.count;
    int at = snprintf(mean, sizeof mean, "speed-up: geometric mean over %u workloads", p->workloads);
    if (p->workloads < all)
        snprintf(mean + at, sizeof mean - (size_t)at, ", without %u that some point has not run", all - p->workloads);
    printf("%s\n%s\n", mean, front);
    ui_page_text(page, mean);
    ui_page_text(page, front);
    if (!p->few[0]) return;
    snprintf(few, sizeof few, "note: %s", p->few);
    puts(few);
    ui_page_text(page, few);
}

bool pareto_report(const pareto_t *p, const char *dir, ui_page_t *page, err_t *err)
{
    char path[RUN_PATH_BYTES + 16], head[256], origin[UI_ORIGIN_TEXT_BYTES];
    ui_table_t *t = make_table(p);
    snprintf(head, sizeof head,
             "IPC over that of %s, and area of the dispatcher and of %u x %u arbiters (%u SMs x %u slots, %u warps)",
             p->point[0].name, p->sms, p->schedulers, p->sms, p->slots, p->warps * p->schedulers);
    ui_origin_text(&p->origin, origin);
    printf("%s\n%s\n\n", head, origin);
    ui_page_part(page, p->e->title ? p->e->title : p->e->name, &p->origin);
    ui_table_print(t, stdout, ui_colour(stdout));
    ui_page_heading(page, head);
    ui_page_table(page, t);
    ui_table_destroy(t);
    print_notes(p, page);
    snprintf(path, sizeof path, "%s/pareto.csv", dir);
    if (!write_csv(p, path, err)) return false;
    snprintf(path, sizeof path, "%s/pareto.gp", dir);
    if (!write_script(p, path, err)) return false;
    const int status = ui_gnuplot_run(dir, "pareto.gp");
    printf("\ntable: %s/pareto.csv\nchart: %s/pareto.%s\n", dir, dir, status == 0 ? "svg" : "gp");
    ui_gnuplot_advice(status);
    snprintf(path, sizeof path, "%s/pareto.svg", dir);
    return status != 0 || ui_page_svg(page, path, "speed-up against added area", err);
}
