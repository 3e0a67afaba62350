/* timeline_chart.c - chart of a timeline: a line per counter, CTAs on the left axis, per cent of cycles on the right.
 */
#include "experiment/timeline_chart.h"
#include "experiment/sweep.h"
#include "ui/gnuplot.h"

#include "base/infile.h"
#include "base/outfile.h"

#include <errno.h>
#include <jansson.h>
#include <string.h>

/* Name and value of a counter event. NULL: not an event that the chart shows. Counters of single SMs are not shown. */
static const json_t *value_of(const json_t *event, const char **name)
{
    const char *phase = json_string_value(json_object_get(event, "ph"));
    const json_t *args = json_object_get(event, "args");
    *name = json_string_value(json_object_get(event, "name"));
    if (!phase || strcmp(phase, "C") != 0 || !*name) return NULL;
    if (strncmp(*name, "Tb ", 3) == 0) return json_object_get(args, "CTAs");
    return strcmp(*name, "SP") == 0 || strcmp(*name, "LD/ST") == 0 ? json_object_get(args, "percent") : NULL;
}

static bool is_percent(const char *name) { return strncmp(name, "Tb ", 3) != 0; }

static void add_point(json_t *series, const char *name, double us, double value)
{
    if (!json_object_get(series, name)) json_object_set_new(series, name, json_array());
    json_array_append_new(json_object_get(series, name), json_pack("[ff]", us, value));
}

/* The points [us, value] of each counter. The last value extends to the end of the timeline. */
static json_t *series_of(const json_t *events)
{
    json_t *series = json_object(), *event, *points;
    const char *name;
    size_t i;
    double end_us = 0.0;
    json_array_foreach(events, i, event)
    {
        const json_t *value = value_of(event, &name);
        const double us = json_number_value(json_object_get(event, "ts"));
        const double last_us = us + json_number_value(json_object_get(event, "dur"));
        if (value) add_point(series, name, us, json_number_value(value));
        if (last_us > end_us) end_us = last_us;
    }
    json_object_foreach(series, name, points)
    {
        const json_t *last = json_array_get(points, json_array_size(points) - 1);
        json_array_append_new(points, json_pack("[ff]", end_us, json_number_value(json_array_get(last, 1))));
    }
    return series;
}

static bool any_quota(json_t *series)
{
    const char *name;
    json_t *points;
    json_object_foreach(series, name, points) if (!is_percent(name)) return true;
    return false;
}

/* What the timeline says of its run; of an older file only the name of the file. */
typedef struct {
    char workload[96];
    ui_origin_t origin;
} about_t;

static about_t about_of(const json_t *root, const char *stem)
{
    const json_t *words = json_object_get(root, "otherData");
    const char *workload = json_string_value(json_object_get(words, "workload"));
    about_t a = {.origin = {.machine = ""}};
    snprintf(a.workload, sizeof a.workload, "%.95s", workload ? workload : stem);
    ui_origin_add(&a.origin, json_string_value(json_object_get(words, "machine")),
                  json_string_value(json_object_get(words, "size")), NULL,
                  json_string_value(json_object_get(words, "version")));
    return a;
}

static bool write_csv(json_t *series, const about_t *about, const char *path, err_t *err)
{
    const char *name;
    json_t *points, *point;
    size_t i;
    uint32_t rows = 1, row = 0;
    json_object_foreach(series, name, points) rows += (uint32_t)json_array_size(points);
    ui_table_t *t = ui_table_create(rows, 3);
    ui_table_set(t, row, 0, "counter");
    ui_table_set(t, row, 1, "us");
    ui_table_set(t, row, 2, "value");
    json_object_foreach(series, name, points) json_array_foreach(points, i, point)
    {
        ui_table_set(t, ++row, 0, "%s", name);
        ui_table_set(t, row, 1, "%.6f", json_number_value(json_array_get(point, 0)));
        ui_table_set(t, row, 2, "%g", json_number_value(json_array_get(point, 1)));
    }
    const bool ok = ui_table_csv(t, &about->origin, path, err);
    ui_table_destroy(t);
    return ok;
}

/* What a line shows: "Tb bp:adjust 0" is the limit of launch 0, a kernel bp:adjust. */
static void legend(const char *name, char text[160])
{
    const char *number = strrchr(name, ' ');
    if (is_percent(name)) snprintf(text, 160, "%.80s units busy", name);
    else
        snprintf(text, 160, "Tb of %.*s, launch %.20s", number > name + 3 ? (int)(number - name - 3) : 0, name + 3,
                 number + 1);
}

/* A block of data for each line: $data0, $data1 ... */
static void write_data(json_t *series, FILE *g)
{
    const char *name;
    json_t *points, *point;
    size_t i;
    unsigned block = 0;
    json_object_foreach(series, name, points)
    {
        fprintf(g, "$data%u << EOD\n", block++);
        double last = 1.0;
        json_array_foreach(points, i, point)
        {
            const double value = json_number_value(json_array_get(point, 1));
            if (value == 0.0 && last == 0.0 && !is_percent(name)) continue;
            /* A line ends with its kernel, at 0: an empty line begins a new one. */
            fprintf(g, "%.6f %g\n%s", json_number_value(json_array_get(point, 0)), value,
                    value == 0.0 && !is_percent(name) ? "\n" : "");
            last = value;
        }
        fputs("EOD\n", g);
    }
}

static bool write_script(json_t *series, const about_t *about, const char *stem, const char *path, err_t *err)
{
    const char *name, *before = "plot ";
    json_t *points;
    unsigned block = 0;
    char text[160];
    outfile_t *o = outfile_open(path, err);
    if (!o) return false;
    FILE *g = outfile_stream(o);
    write_data(series, g);
    ui_gnuplot_svg(g, 1000, 420);
    fputs("set output ", g);
    ui_gnuplot_text(g, stem);
    fputs(".'.svg'\n", g);
    snprintf(text, sizeof text, "%s: CTAs that a kernel may have on an SM, and busy units", about->workload);
    ui_gnuplot_title(g, text, &about->origin);
    fputs("set xlabel 'time, us'\nset autoscale xfix\nset ylabel 'Tb: limit of CTAs per SM'\nset yrange [0:*]\n"
          "set border 11\nset offsets 0, 0, graph 0.05, 0\n"
          "set y2label 'units busy, per cent of cycles'\nset y2range [0:100]\nset y2tics\n"
          "set key below left Left reverse\n",
          g);
    json_object_foreach(series, name, points)
    {
        /* Kernels of the same Tb at once lie on each other: every other line is wide. */
        const uint32_t width = is_percent(name) ? 1 : block % 2 ? 2 : 6;
        fprintf(g, "%s$data%u using 1:2 axes x1y%d with steps lw %u title ", before, block++, 1 + is_percent(name),
                width);
        legend(name, text);
        ui_gnuplot_text(g, text);
        before = ", ";
    }
    fputc('\n', g);
    return outfile_commit(o, err);
}

/* Splits "runs/walk.json" into folder "runs" and stem "walk". */
static bool split_path(const char *timeline, char dir[RUN_PATH_BYTES], char stem[64], err_t *err)
{
    const char *slash = strrchr(timeline, '/'), *file = slash ? slash + 1 : timeline;
    const size_t bytes = slash ? (size_t)(slash - timeline) + (slash == timeline) : 1;
    if (bytes >= RUN_PATH_BYTES)
        return err_set(err, NULL, 0, "--timeline: path of %zu bytes; allowed: up to %d", bytes, RUN_PATH_BYTES - 1);
    memcpy(dir, slash ? timeline : ".", bytes);
    dir[bytes] = '\0';
    sweep_stem(file, stem);
    return true;
}

/* NULL: err. */
static json_t *load(const char *path, err_t *err)
{
    json_error_t at;
    FILE *f = infile_open(path);
    if (!f) {
        err_set(err, path, 0, "cannot be read: %s; allowed: a file that ctadel run --timeline wrote", strerror(errno));
        return NULL;
    }
    json_t *root = json_loadf(f, 0, &at);
    if (!root)
        err_set(err, path, at.line > 0 ? (uint32_t)at.line : 0,
                "found no JSON (%s); allowed: a file that ctadel run --timeline wrote", at.text);
    fclose(f);
    return root;
}

bool timeline_chart(const char *timeline, const char *dir, ui_page_t *page, err_t *err)
{
    char own[RUN_PATH_BYTES], stem[64], path[RUN_PATH_BYTES + 80];
    if (!split_path(timeline, own, stem, err)) return false;
    if (!dir) dir = own;
    json_t *root = load(timeline, err);
    if (!root) return false;
    json_t *series = series_of(json_object_get(root, "traceEvents"));
    const about_t about = about_of(root, stem);
    json_decref(root);
    ui_page_part(page, about.workload, &about.origin);
    bool ok = any_quota(series) ||
              err_set(err, timeline, 0, "no kernel has a CTA limit (Tb); write the timeline of a mix with --limit smk");
    snprintf(path, sizeof path, "%s/%s.csv", dir, stem);
    ok = ok && write_csv(series, &about, path, err);
    if (ok) printf("table: %s\n", path);
    snprintf(path, sizeof path, "%s/%s.gp", dir, stem);
    ok = ok && write_script(series, &about, stem, path, err);
    json_decref(series);
    if (!ok) return false;
    const int gnuplot = ui_gnuplot_run(dir, strrchr(path, '/') + 1);
    printf("chart: %s/%s.%s\n", dir, stem, gnuplot == 0 ? "svg" : "gp");
    ui_gnuplot_advice(gnuplot);
    snprintf(path, sizeof path, "%s/%s.svg", dir, stem);
    return gnuplot != 0 || ui_page_svg(page, path, stem, err);
}
