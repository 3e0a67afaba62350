/* sweep_figures.c - reads the keys `best` and `figures` of an experiment. */
#include "base/suggest.h"
#include "experiment/sweep_yaml.h"

#include <stdlib.h>
#include <string.h>

bool sweep_best_read(sweep_experiment_t *e, int node, const char *where, err_t *err)
{
    if (!sweep_is_map(e->doc, node, "names to lists of columns", where, err)) return false;
    if (yamldoc_size(e->doc, node) > SWEEP_BEST_MAX)
        return err_set(err, NULL, 0, "%s: found %u names; allowed: up to %d", where, yamldoc_size(e->doc, node),
                       SWEEP_BEST_MAX);
    for (uint32_t i = 0; i < yamldoc_size(e->doc, node); i++) {
        sweep_best_t *b = &e->best[e->best_count++];
        b->name = yamldoc_text(e->doc, yamldoc_key(e->doc, node, i));
        if (!sweep_words(e->doc, yamldoc_item(e->doc, node, i), true, &b->of, where, err)) return false;
    }
    return true;
}

/* paper: the mean that the paper states for each series. */
static bool read_paper(const sweep_experiment_t *e, sweep_figure_t *f, int node, const char *where, err_t *err)
{
    if (!sweep_is_map(e->doc, node, "series to the paper's means", where, err)) return false;
    for (uint32_t i = 0; i < yamldoc_size(e->doc, node); i++) {
        const char *name = yamldoc_text(e->doc, yamldoc_key(e->doc, node, i));
        const char *text = sweep_scalar(e->doc, yamldoc_item(e->doc, node, i), where, err);
        uint32_t s = 0;
        char *end;
        if (!text) return false;
        while (s < f->series.count && strcmp(f->series.word[s], name) != 0) s++;
        if (s == f->series.count)
            return err_set(err, NULL, 0, "%s: '%s' is no series; allowed: the words of `series`", where, name);
        if (strtod(text, &end) < 0.0 || end == text || *end)
            return err_set(err, NULL, 0, "%s: found '%s'; allowed: a number, 0 or more", where, text);
        f->paper[s] = text;
    }
    return true;
}

static bool read_figure_key(sweep_experiment_t *e, sweep_figure_t *f, const char *key, int value, const char *where,
                            err_t *err)
{
    static const char *const keys[] = {"title", "metric", "normalise", "series", "workloads", "paper", "paper_mean"};
    char list[160];
    if (!strcmp(key, "title")) return (f->title = sweep_scalar(e->doc, value, where, err)) != NULL;
    if (!strcmp(key, "metric")) return (f->metric = sweep_metric(e->doc, value, where, err)) != NULL;
    if (!strcmp(key, "normalise")) return (f->normalise = sweep_scalar(e->doc, value, where, err)) != NULL;
    if (!strcmp(key, "series"))
        return sweep_words(e->doc, value, true, &f->series, where, err) &&
               (f->series.count <= SWEEP_SERIES_MAX || err_set(err, NULL, 0, "%s: found %u series; allowed: up to %d",
                                                               where, f->series.count, SWEEP_SERIES_MAX));
    if (!strcmp(key, "workloads")) return sweep_words(e->doc, value, true, &f->workloads, where, err);
    if (!strcmp(key, "paper")) return true; /* read last, because it needs the series */
    if (!strcmp(key, "paper_mean")) return (f->paper_mean = sweep_scalar(e->doc, value, where, err)) != NULL;
    return err_set(err, NULL, 0, "%s: unknown key; %s", where,
                   suggest_text(list, sizeof list, key, keys, sizeof keys / sizeof keys[0]));
}

static bool read_figure(sweep_experiment_t *e, sweep_figure_t *f, int node, const char *where, err_t *err)
{
    if (!sweep_is_map(e->doc, node, "a figure's keys", where, err)) return false;
    f->metric = metric_find("ipc");
    for (uint32_t i = 0; i < yamldoc_size(e->doc, node); i++) {
        const int key = yamldoc_key(e->doc, node, i);
        char at[RUN_WHERE_BYTES];
        snprintf(at, sizeof at, "%s:%u: %s", yamldoc_path(e->doc), yamldoc_line(e->doc, key),
                 yamldoc_text(e->doc, key));
        if (!read_figure_key(e, f, yamldoc_text(e->doc, key), yamldoc_item(e->doc, node, i), at, err)) return false;
    }
    if (!f->series.count) return err_set(err, NULL, 0, "%s: series is missing", where);
    const int paper = yamldoc_find(e->doc, node, "paper");
    return !paper || read_paper(e, f, paper, where, err);
}

bool sweep_figures_read(sweep_experiment_t *e, int node, const char *where, err_t *err)
{
    if (!sweep_is_map(e->doc, node, "names to figures", where, err)) return false;
    if (yamldoc_size(e->doc, node) > SWEEP_FIGURES_MAX)
        return err_set(err, NULL, 0, "%s: found %u figures; allowed: up to %d", where, yamldoc_size(e->doc, node),
                       SWEEP_FIGURES_MAX);
    for (uint32_t i = 0; i < yamldoc_size(e->doc, node); i++) {
        sweep_figure_t *f = &e->figures[e->figure_count++];
        const int key = yamldoc_key(e->doc, node, i);
        char at[RUN_WHERE_BYTES];
        f->name = yamldoc_text(e->doc, key);
        snprintf(at, sizeof at, "%s:%u: %s", yamldoc_path(e->doc), yamldoc_line(e->doc, key), f->name);
        if (!read_figure(e, f, yamldoc_item(e->doc, node, i), at, err)) return false;
    }
    return true;
}

static bool known(const sweep_experiment_t *e, const char *name, bool best)
{
    for (uint32_t i = 0; best && i < e->best_count; i++)
        if (!strcmp(e->best[i].name, name)) return true;
    return sweep_column(e, name) < e->columns;
}

/* err: the names that are allowed. Always false. */
static bool no_column(const sweep_experiment_t *e, const char *what, const char *name, bool best, err_t *err)
{
    ui_words_t all = {0};
    char list[300];
    for (uint32_t c = 0; c < e->columns; c++) {
        const sweep_job_t j = {.column = c};
        run_opts_t o;
        char head[RUN_HEAD_BYTES];
        err_t none = {{0}};
        if (sweep_experiment_options(e, &j, &o, head, &none)) ui_words_add(&all, head, strlen(head));
    }
    for (uint32_t i = 0; best && i < e->best_count; i++) ui_words_add(&all, e->best[i].name, strlen(e->best[i].name));
    err_set(err, yamldoc_path(e->doc), 0, "%s: '%s' is no column of this experiment; %s", what, name,
            suggest_text(list, sizeof list, name, (const char *const *)all.word, all.count));
    ui_words_free(&all);
    return false;
}

static bool check_names(const sweep_experiment_t *e, const ui_words_t *w, const char *what, bool best, err_t *err)
{
    for (uint32_t i = 0; i < w->count; i++)
        if (!known(e, w->word[i], best)) return no_column(e, what, w->word[i], best, err);
    return true;
}

bool sweep_figures_check(const sweep_experiment_t *e, err_t *err)
{
    for (uint32_t i = 0; i < e->best_count; i++)
        if (!check_names(e, &e->best[i].of, e->best[i].name, false, err)) return false;
    for (uint32_t i = 0; i < e->figure_count; i++) {
        const sweep_figure_t *f = &e->figures[i];
        if (!check_names(e, &f->series, f->name, true, err)) return false;
        if (f->normalise && !known(e, f->normalise, true)) return no_column(e, f->name, f->normalise, true, err);
    }
    return true;
}

void sweep_figures_free(sweep_experiment_t *e)
{
    for (uint32_t i = 0; i < e->best_count; i++) ui_words_free(&e->best[i].of);
    for (uint32_t i = 0; i < e->figure_count; i++) {
        ui_words_free(&e->figures[i].series);
        ui_words_free(&e->figures[i].workloads);
    }
}
