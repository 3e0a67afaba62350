/* sweep_experiment.c - reads an experiment's file: a reader per key, and checks over several keys. */
#include "experiment/sweep.h"
#include "experiment/sweep_yaml.h"

#include "base/suggest.h"
#include "config/config.h"

#include <stdlib.h>
#include <string.h>

typedef bool read_fn(sweep_experiment_t *e, int node, const char *where, err_t *err);

static bool read_title(sweep_experiment_t *e, int node, const char *where, err_t *err)
{
    return (e->title = sweep_scalar(e->doc, node, where, err)) != NULL;
}

static bool read_machine(sweep_experiment_t *e, int node, const char *where, err_t *err)
{
    const char *word = sweep_scalar(e->doc, node, where, err);
    err_t cause = {{0}};
    if (!word) return false;
    return run_machine_path(word, e->machine, &cause) || err_set(err, NULL, 0, "%s: %s", where, cause.text);
}

static bool read_workloads(sweep_experiment_t *e, int node, const char *where, err_t *err)
{
    if (!sweep_words(e->doc, node, false, &e->workloads, where, err)) return false;
    if (e->workloads.count != 1 || strcmp(e->workloads.word[0], "all") != 0) return true;
    ui_words_free(&e->workloads);
    run_data_names(RUN_WORKLOAD, &e->workloads);
    return e->workloads.count ||
           err_set(err, NULL, 0, "%s: the data folder has no workloads; set CTADEL_DATA or name some", where);
}

static bool read_size(sweep_experiment_t *e, int node, const char *where, err_t *err)
{
    return (e->base.size = sweep_scalar(e->doc, node, where, err)) != NULL;
}

static bool read_gaps(sweep_experiment_t *e, int node, const char *where, err_t *err)
{
    ui_words_t words = {0};
    const bool ok = sweep_words(e->doc, node, true, &words, where, err) && sweep_gaps(e, &words, where, err);
    ui_words_free(&words);
    return ok;
}

static bool read_base(sweep_experiment_t *e, int node, const char *where, err_t *err)
{
    if (!sweep_is_map(e->doc, node, "run options", where, err)) return false;
    for (uint32_t i = 0; i < yamldoc_size(e->doc, node); i++) {
        const char *key = yamldoc_text(e->doc, yamldoc_key(e->doc, node, i));
        int value = yamldoc_item(e->doc, node, i);
        if (strcmp(key, "set") == 0) {
            if (!sweep_words(e->doc, value, false, &e->sets, where, err)) return false;
            continue;
        }
        const char *text = sweep_scalar(e->doc, value, where, err);
        if (!text || !run_option_set(&e->base, key, text, where, err)) return false;
    }
    return true;
}

static bool read_axes(sweep_experiment_t *e, int node, const char *where, err_t *err)
{
    if (yamldoc_kind(e->doc, node) != YAMLDOC_MAP || yamldoc_size(e->doc, node) > RUN_AXES_MAX)
        return err_set(err, NULL, 0, "%s: allowed: a map of up to %d run options to lists of values", where,
                       RUN_AXES_MAX);
    for (uint32_t i = 0; i < yamldoc_size(e->doc, node); i++) {
        run_axis_t *axis = &e->axes[e->axis_count++];
        int key = yamldoc_key(e->doc, node, i);
        axis->key = yamldoc_text(e->doc, key);
        snprintf(axis->where, sizeof axis->where, "%s:%u: %s", yamldoc_path(e->doc), yamldoc_line(e->doc, key),
                 axis->key);
        bool split = strcmp(axis->key, "ctas") == 0;
        if (!sweep_words(e->doc, yamldoc_item(e->doc, node, i), split, &axis->values, axis->where, err)) return false;
    }
    return true;
}

static bool read_metric(sweep_experiment_t *e, int node, const char *where, err_t *err)
{
    return (e->metric = sweep_metric(e->doc, node, where, err)) != NULL;
}

static bool read_normalise(sweep_experiment_t *e, int node, const char *where, err_t *err)
{
    static const char *const allowed[] = {"none", "first", "last"}; /* in the order of sweep_normalise_t */
    int i = sweep_choice(e->doc, node, allowed, 3, where, err);
    if (i >= 0) e->normalise = (sweep_normalise_t)i;
    return i >= 0;
}

static bool read_types(sweep_experiment_t *e, int node, const char *where, err_t *err)
{
    static const char *const allowed[] = {"false", "true"};
    int i = sweep_choice(e->doc, node, allowed, 2, where, err);
    e->types = i == 1;
    return i >= 0;
}

static bool read_tolerance(sweep_experiment_t *e, int node, const char *where, err_t *err)
{
    const char *text = sweep_scalar(e->doc, node, where, err);
    return text && (ui_number(text, 50, &e->tolerance_percent) ||
                    err_set(err, NULL, 0, "%s is '%s'; allowed: a whole number from 0 to 50", where, text));
}

static const struct {
    const char *word;
    read_fn *read;
} keys[] = {
    {"title", read_title},
    {"machine", read_machine},
    {"size", read_size},
    {"workloads", read_workloads},
    {"gaps", read_gaps},
    {"base", read_base},
    {"axes", read_axes},
    {"metric", read_metric},
    {"normalise", read_normalise},
    {"types", read_types},
    {"tolerance_percent", read_tolerance},
    {"points", sweep_points_read},
    {"best", sweep_best_read},
    {"figures", sweep_figures_read},
};
enum { KEYS = sizeof keys / sizeof keys[0] };

static bool read_key(sweep_experiment_t *e, int key, int value, err_t *err)
{
    const char *word = yamldoc_text(e->doc, key), *allowed[KEYS];
    char where[RUN_WHERE_BYTES], list[300];
    snprintf(where, sizeof where, "%s:%u: %s", yamldoc_path(e->doc), yamldoc_line(e->doc, key), word);
    for (int i = 0; i < KEYS; i++) {
        if (strcmp(keys[i].word, word) == 0) return keys[i].read(e, value, where, err);
        allowed[i] = keys[i].word;
    }
    return err_set(err, yamldoc_path(e->doc), yamldoc_line(e->doc, key), "unknown key %s; %s", word,
                   suggest_text(list, sizeof list, word, allowed, KEYS));
}

/* Checks the machine with its sets, because a mistake there would end every run. */
static bool check_machine(const sweep_experiment_t *e, const run_opts_t *o, const char *where, err_t *err)
{
    machine_t m;
    err_t cause = {{0}};
    bool ok = machine_load(e->machine, &m, &cause);
    for (uint32_t i = 0; ok && i < o->set_count; i++) ok = cosim_set_check(&m, o->sets[i], &cause);
    ok = ok && machine_check(&m, e->machine, &cause);
    return ok || err_set(err, where, 0, "%s", cause.text);
}

/* So that no typing mistake stops the sweep after hours. `where`: beginning of messages about the machine. */
static bool check_columns(const sweep_experiment_t *e, const char *where, err_t *err)
{
    for (uint32_t c = 0; c < e->columns; c++) {
        const sweep_job_t j = {.column = c};
        run_opts_t o;
        char head[RUN_HEAD_BYTES];
        if (!sweep_experiment_options(e, &j, &o, head, err)) return false;
        if ((c == 0 || e->point_count) && !check_machine(e, &o, where, err)) return false;
    }
    return true;
}

bool sweep_experiment_machine(sweep_experiment_t *e, const char *word, err_t *err)
{
    return run_machine_path(word, e->machine, err) && check_columns(e, "--machine", err);
}

static bool check(sweep_experiment_t *e, err_t *err)
{
    const char *path = yamldoc_path(e->doc);
    if (!e->machine[0] || !e->workloads.count || (!e->axis_count && !e->point_count))
        return err_set(err, path, 0, "machine, workloads, and axes or points are needed; missing: %s",
                       !e->machine[0]        ? "machine"
                       : !e->workloads.count ? "workloads"
                                             : "axes or points");
    if (e->axis_count && e->point_count) return err_set(err, path, 0, "found axes and points; allowed: one of them");
    if (e->types && (e->axis_count != 1 || strcmp(e->axes[0].key, "ctas") != 0))
        return err_set(err, path, 0, "types: true needs ctas as the only axis; remove types or the other axes");
    e->columns = e->point_count ? e->point_count : run_axes_columns(e->axes, e->axis_count);
    if (e->columns > RUN_COLUMNS_MAX)
        return err_set(err, path, 0, "axes: more than the %d combinations allowed", RUN_COLUMNS_MAX);
    e->base.machine_path = e->machine;
    e->base.sets = (const char *const *)e->sets.word;
    e->base.set_count = e->sets.count;
    return sweep_points_check(e, err) && check_columns(e, path, err) && sweep_figures_check(e, err);
}

bool sweep_experiment_read(sweep_experiment_t *e, const char *path, err_t *err)
{
    char shipped[RUN_PATH_BYTES];
    *e = (sweep_experiment_t){.gaps = 1, .base = {.seed = 1}, .metric = metric_find("ipc"), .tolerance_percent = 2};
    sweep_stem(path, e->name);
    e->doc = yamldoc_open(path, err);
    if (!e->doc) return false;
    run_data_file(RUN_EXPERIMENT, e->name, shipped);
    e->word = strcmp(path, shipped) == 0 ? e->name : yamldoc_path(e->doc);
    int root = yamldoc_root(e->doc);
    if (yamldoc_kind(e->doc, root) != YAMLDOC_MAP)
        return err_set(err, path, yamldoc_line(e->doc, root), "found %s; allowed: a map",
                       yamldoc_kind_name(e->doc, root));
    for (uint32_t i = 0; i < yamldoc_size(e->doc, root); i++)
        if (!read_key(e, yamldoc_key(e->doc, root, i), yamldoc_item(e->doc, root, i), err)) return false;
    return check(e, err);
}

void sweep_experiment_free(sweep_experiment_t *e)
{
    ui_words_free(&e->workloads);
    ui_words_free(&e->sets);
    for (uint32_t i = 0; i < e->axis_count; i++) ui_words_free(&e->axes[i].values);
    sweep_points_free(e);
    sweep_figures_free(e);
    yamldoc_close(e->doc);
}
