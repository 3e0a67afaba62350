/* cosim_task.c - options of the task unit: --task, --sos, and the parameters sas.*. */
#include "run/cosim_task.h"
#include "run/options.h"

#include "base/suggest.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

static const char *const words[] = {[TASK_STILE] = "stile", [TASK_ITILE] = "itile", [TASK_ITILE_PART] = "itile-part"};
enum { WORDS = sizeof words / sizeof words[0] };

const char *cosim_task_word(uint32_t i) { return i < WORDS ? words[i] : NULL; }

typedef struct {
    const char *key;
    size_t at;
    uint32_t min, max;
    const char *what, *fallback;
} param_t;

static const param_t params[] = {
    {"sas.contexts", offsetof(task_cfg_t, contexts), 1, SAS_CONTEXTS_MAX, "contexts of each SM that take part",
     "all that the machine has"},
    {"sas.over", offsetof(task_cfg_t, over), 1, 1024, "tiles per SM; under itile, tiles per context", "1"},
    {"sas.edge0", offsetof(task_cfg_t, edge[0]), 1, LOOP_BOUND_MAX, "iterations of a tile on the outermost level",
     "tiles as square as possible"},
    {"sas.edge1", offsetof(task_cfg_t, edge[1]), 1, LOOP_BOUND_MAX, "iterations of a tile on the second level",
     "as edge0"},
    {"sas.edge2", offsetof(task_cfg_t, edge[2]), 1, LOOP_BOUND_MAX, "iterations of a tile on the third level",
     "as edge0"},
    {"sas.seed", offsetof(task_cfg_t, seed), 0, UINT32_MAX,
     "number of the tile that is handed out first, modulo the number of tiles", "0"},
    {"sas.trial", offsetof(task_cfg_t, trial), 1, 65535, "pieces of work in the trial of each width, under --sos",
     "a 64th of an SM's pieces, at least 2 per context; no trials if the loop is too short"},
};
enum { PARAMS = sizeof params / sizeof params[0] };

const char *cosim_task_key(uint32_t i) { return i < PARAMS ? params[i].key : NULL; }

bool cosim_is_task_set(const char *key_eq_value) { return !strncmp(key_eq_value, "sas.", 4); }

bool cosim_task_set(task_cfg_t *cfg, const char *key_eq_value, err_t *err)
{
    const size_t chars = strcspn(key_eq_value, "=");
    const char *list[PARAMS];
    for (uint32_t i = 0; i < PARAMS; i++) {
        const param_t *p = &params[i];
        uint64_t value;
        list[i] = p->key;
        if (strlen(p->key) != chars || strncmp(p->key, key_eq_value, chars) != 0) continue;
        if (!key_eq_value[chars] || !ui_number(key_eq_value + chars + 1, p->max, &value) || value < p->min)
            return err_set(err, NULL, 0, "--set: found '%s'; allowed: %s=N, N from %u to %u (%s)", key_eq_value, p->key,
                           p->min, p->max, p->what);
        *(uint32_t *)(void *)((char *)cfg + p->at) = (uint32_t)value;
        return true;
    }
    char key[64], names[320];
    snprintf(key, sizeof key, "%.*s", (int)chars, key_eq_value);
    return err_set(err, NULL, 0, "--set: unknown key '%s'; %s", key,
                   suggest_text(names, sizeof names, key, list, PARAMS));
}

bool cosim_task_given(const run_opts_t *o)
{
    bool given = o->task || o->sos;
    for (uint32_t i = 0; i < o->set_count; i++) given |= cosim_is_task_set(o->sets[i]);
    return given;
}

bool cosim_task_cfg(const run_opts_t *o, const machine_t *m, task_cfg_t *cfg, err_t *err)
{
    const char *word = o->task ? o->task : words[TASK_STILE];
    *cfg = (task_cfg_t){.over = 1};
    while (strcmp(words[cfg->policy], word) != 0) cfg->policy++;
    for (uint32_t i = 0; i < o->set_count; i++)
        if (cosim_is_task_set(o->sets[i]) && !cosim_task_set(cfg, o->sets[i], err)) return false;
    if (cosim_task_given(o) && !m->sm.task_queue)
        return err_set(err, o->machine_path, 0,
                       "--task, --sos and sas.* are for a machine with a task unit "
                       "(sm.task_queue), such as sas4; '%s' has none",
                       m->name);
    if (cfg->contexts > m->sm.threads)
        return err_set(err, o->machine_path, 0,
                       "--set sas.contexts=%u; an SM of '%s' has %u contexts: allowed: 1 to "
                       "%u",
                       cfg->contexts, m->name, m->sm.threads, m->sm.threads);
    if (!cfg->contexts) cfg->contexts = m->sm.threads;
    if (cfg->trial && !o->sos)
        return err_set(err, NULL, 0, "--set sas.trial needs --sos, which runs the trials of widths");
    cfg->sos = o->sos;
    return true;
}

void cosim_task_label(const run_opts_t *o, char *text, size_t bytes)
{
    snprintf(text, bytes, "%s%s", o->task ? o->task : words[TASK_STILE], o->sos ? "+sos" : "");
}

void cosim_describe_task(FILE *f)
{
    for (uint32_t i = 0; i < PARAMS; i++) {
        char range[32];
        snprintf(range, sizeof range, "%u..%u", params[i].min, params[i].max);
        fprintf(f, "  %-24s %-13s %s (default: %s)\n", params[i].key, range, params[i].what, params[i].fallback);
    }
}
