#include "sweep.h"

#include "base/suggest.h"
#include "config/config.h"

#include <stdlib.h>
#include <string.h>

typedef bool read_fn(sweep_experiment_t *e, int node, const char *where, err_t *err);

/* The scalar's text; NULL: err. */
static const char *scalar(const sweep_experiment_t *e, int node, const char *where, err_t *err)
{
    if (yamldoc_kind(e->doc, node) == YAMLDOC_SCALAR) return yamldoc_text(e->doc, node);
    err_set(err, NULL, 0, "%s is %s; allowed: a word or number", where,
            yamldoc_kind_name(e->doc, node));
    return NULL;
}

/* A list of words, or one word; `split` also takes "1..8" and "a,b". */
static bool words(const sweep_experiment_t *e, int node, bool split, cli_words_t *out,
                  const char *where, err_t *err)
{
    bool list = yamldoc_kind(e->doc, node) == YAMLDOC_LIST;
    uint32_t count = list ? yamldoc_size(e->doc, node) : 1;
    if (count == 0) return err_set(err, NULL, 0, "%s is empty; allowed: at least one", where);
    for (uint32_t i = 0; i < count; i++) {
        const char *text = scalar(e, list ? yamldoc_item(e->doc, node, i) : node, where, err);
        if (!text) return false;
        if (split)
            cli_words_split(out, text);
        else
            cli_words_add(out, text, strlen(text));
    }
    return true;
}

static bool read_title(sweep_experiment_t *e, int node, const char *where, err_t *err)
{
    return (e->title = scalar(e, node, where, err)) != NULL;
}

static bool read_machine(sweep_experiment_t *e, int node, const char *where, err_t *err)
{
    const char *word = scalar(e, node, where, err);
    err_t cause = {{0}};
    if (!word) return false;
    return cli_data_path(CLI_MACHINE, word, e->machine, &cause) ||
           err_set(err, NULL, 0, "%s: %s", where, cause.text);
}

static bool read_workloads(sweep_experiment_t *e, int node, const char *where, err_t *err)
{
    if (!words(e, node, false, &e->workloads, where, err)) return false;
    if (e->workloads.count != 1 || strcmp(e->workloads.word[0], "all") != 0) return true;
    cli_words_free(&e->workloads);
    cli_data_names(CLI_WORKLOAD, &e->workloads);
    return e->workloads.count || err_set(err, NULL, 0, "%s: there is no workload", where);
}

static bool read_size(sweep_experiment_t *e, int node, const char *where, err_t *err)
{
    return (e->base.size = scalar(e, node, where, err)) != NULL;
}

static bool read_base(sweep_experiment_t *e, int node, const char *where, err_t *err)
{
    if (yamldoc_kind(e->doc, node) != YAMLDOC_MAP)
        return err_set(err, NULL, 0, "%s is %s; allowed: a map of run options", where,
                       yamldoc_kind_name(e->doc, node));
    for (uint32_t i = 0; i < yamldoc_size(e->doc, node); i++) {
        const char *key = yamldoc_text(e->doc, yamldoc_key(e->doc, node, i));
        int value = yamldoc_item(e->doc, node, i);
        if (strcmp(key, "set") == 0) {
            if (!words(e, value, false, &e->sets, where, err)) return false;
            continue;
        }
        const char *text = scalar(e, value, where, err);
        if (!text || !cli_option_set(&e->base, key, text, where, err)) return false;
    }
    return true;
}

static bool read_axes(sweep_experiment_t *e, int node, const char *where, err_t *err)
{
    if (yamldoc_kind(e->doc, node) != YAMLDOC_MAP || yamldoc_size(e->doc, node) > CLI_AXES_MAX)
        return err_set(err, NULL, 0,
                       "%s: allowed: a map of up to %d run options to lists of values", where,
                       CLI_AXES_MAX);
    for (uint32_t i = 0; i < yamldoc_size(e->doc, node); i++) {
        cli_axis_t *axis = &e->axes[e->axis_count++];
        int key = yamldoc_key(e->doc, node, i);
        axis->key = yamldoc_text(e->doc, key);
        snprintf(axis->where, sizeof axis->where, "%s:%u: %s", yamldoc_path(e->doc),
                 yamldoc_line(e->doc, key), axis->key);
        bool split = strcmp(axis->key, "ctas") == 0;
        if (!words(e, yamldoc_item(e->doc, node, i), split, &axis->values, axis->where, err))
            return false;
    }
    return true;
}

static bool read_metric(sweep_experiment_t *e, int node, const char *where, err_t *err)
{
    const char *word = scalar(e, node, where, err), *names[32];
    char list[300];
    if (!word) return false;
    for (uint32_t i = 0; i < sweep_metric_count; i++) {
        names[i] = sweep_metrics[i].name;
        if (strcmp(word, names[i]) != 0) continue;
        e->metric = &sweep_metrics[i];
        return true;
    }
    return err_set(err, NULL, 0, "%s: unknown word '%s'; %s", where, word,
                   suggest_text(list, sizeof list, word, names, sweep_metric_count));
}

/* Index of the scalar among the words, or -1 and err. */
static int choice(const sweep_experiment_t *e, int node, const char *const *allowed, uint32_t count,
                  const char *where, err_t *err)
{
    const char *word = scalar(e, node, where, err);
    char list[120];
    if (!word) return -1;
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(word, allowed[i]) == 0) return (int)i;
    err_set(err, NULL, 0, "%s: unknown word '%s'; %s", where, word,
            suggest_text(list, sizeof list, word, allowed, count));
    return -1;
}

static bool read_normalise(sweep_experiment_t *e, int node, const char *where, err_t *err)
{
    static const char *const allowed[] = {"none", "first", "last"}; /* as sweep_normalise_t */
    int i = choice(e, node, allowed, 3, where, err);
    if (i >= 0) e->normalise = (sweep_normalise_t)i;
    return i >= 0;
}

static bool read_types(sweep_experiment_t *e, int node, const char *where, err_t *err)
{
    static const char *const allowed[] = {"false", "true"};
    int i = choice(e, node, allowed, 2, where, err);
    e->types = i == 1;
    return i >= 0;
}

static bool read_tolerance(sweep_experiment_t *e, int node, const char *where, err_t *err)
{
    const char *text = scalar(e, node, where, err);
    return text && (cli_number(text, 50, &e->tolerance_percent) ||
                    err_set(err, NULL, 0, "%s is '%s'; allowed: a whole number from 0 to 50",
                            where, text));
}

static const struct {
    const char *word;
    read_fn *read;
} keys[] = {
    {"title", read_title},   {"machine", read_machine},
    {"size", read_size},     {"workloads", read_workloads},
    {"base", read_base},     {"axes", read_axes},
    {"metric", read_metric}, {"normalise", read_normalise},
    {"types", read_types},   {"tolerance_percent", read_tolerance},
};
enum { KEYS = sizeof keys / sizeof keys[0] };

static bool read_key(sweep_experiment_t *e, int key, int value, err_t *err)
{
    const char *word = yamldoc_text(e->doc, key), *allowed[KEYS];
    char where[CLI_WHERE_BYTES], list[300];
    snprintf(where, sizeof where, "%s:%u: %s", yamldoc_path(e->doc), yamldoc_line(e->doc, key),
             word);
    for (int i = 0; i < KEYS; i++) {
        if (strcmp(keys[i].word, word) == 0) return keys[i].read(e, value, where, err);
        allowed[i] = keys[i].word;
    }
    return err_set(err, yamldoc_path(e->doc), yamldoc_line(e->doc, key), "unknown key %s; %s", word,
                   suggest_text(list, sizeof list, word, allowed, KEYS));
}

/* The machine with its overrides: a mistake there would end every run. */
static bool check_machine(const sweep_experiment_t *e, err_t *err)
{
    machine_t m;
    err_t cause = {{0}};
    bool ok = machine_load(e->machine, &m, &cause);
    for (uint32_t i = 0; ok && i < e->sets.count; i++)
        ok = machine_set(&m, e->sets.word[i], &cause);
    ok = ok && machine_check(&m, e->machine, &cause);
    return ok || err_set(err, yamldoc_path(e->doc), 0, "%s", cause.text);
}

static bool check(sweep_experiment_t *e, err_t *err)
{
    const char *path = yamldoc_path(e->doc);
    if (!e->machine[0] || !e->workloads.count || !e->axis_count)
        return err_set(err, path, 0, "machine, workloads and axes are needed; %s is missing",
                       !e->machine[0]        ? "machine"
                       : !e->workloads.count ? "workloads"
                                             : "axes");
    if (e->types && (e->axis_count != 1 || strcmp(e->axes[0].key, "ctas") != 0))
        return err_set(err, path, 0, "types: true needs ctas as the only axis");
    e->columns = cli_axes_columns(e->axes, e->axis_count);
    if (e->columns > CLI_COLUMNS_MAX)
        return err_set(err, path, 0, "more than %d combinations in axes", CLI_COLUMNS_MAX);
    e->base.machine_path = e->machine;
    e->base.sets = (const char *const *)e->sets.word;
    e->base.set_count = e->sets.count;
    for (uint32_t c = 0; c < e->columns; c++) { /* no typo may show only after hours */
        run_opts_t o = e->base;
        char head[CLI_HEAD_BYTES];
        if (!cli_axes_apply(e->axes, e->axis_count, c, &o, head, err)) return false;
    }
    return check_machine(e, err);
}

void sweep_stem(const char *word, char stem[64])
{
    const char *slash = strrchr(word, '/');
    if (slash) word = slash + 1;
    snprintf(stem, 64, "%.*s", (int)strcspn(word, "."), word);
}

bool sweep_experiment_read(sweep_experiment_t *e, const char *path, err_t *err)
{
    *e = (sweep_experiment_t){
        .base = {.seed = 1}, .metric = &sweep_metrics[0], .tolerance_percent = 2};
    sweep_stem(path, e->name);
    e->doc = yamldoc_open(path, err);
    if (!e->doc) return false;
    int root = yamldoc_root(e->doc);
    if (yamldoc_kind(e->doc, root) != YAMLDOC_MAP)
        return err_set(err, path, yamldoc_line(e->doc, root), "found %s; allowed: a map",
                       yamldoc_kind_name(e->doc, root));
    for (uint32_t i = 0; i < yamldoc_size(e->doc, root); i++)
        if (!read_key(e, yamldoc_key(e->doc, root, i), yamldoc_item(e->doc, root, i), err))
            return false;
    return check(e, err);
}

void sweep_experiment_free(sweep_experiment_t *e)
{
    cli_words_free(&e->workloads);
    cli_words_free(&e->sets);
    for (uint32_t i = 0; i < e->axis_count; i++) cli_words_free(&e->axes[i].values);
    yamldoc_close(e->doc);
}

bool sweep_experiment_options(const sweep_experiment_t *e, const sweep_job_t *j, run_opts_t *o,
                              char head[CLI_HEAD_BYTES], err_t *err)
{
    *o = e->base;
    o->workload_path = j->workload;
    return cli_axes_apply(e->axes, e->axis_count, j->column, o, head, err);
}
