#include "cli.h"

#include "base/suggest.h"
#include "policy/policy.h"

#include <inttypes.h>
#include <string.h>

static const char *const engines[] = {"rtl", "c", "lockstep", NULL};

/* Name i of a stage without its folder's prefix; NULL behind the last. */
static const char *stage_name(const char *stage, uint32_t i)
{
    const char *name;
    if (strcmp(stage, "engine") == 0) return engines[i];
    if (strcmp(stage, "place") == 0)
        name = place_policies[i] ? place_policies[i]->name : NULL;
    else if (strcmp(stage, "limit") == 0)
        name = limit_policies[i] ? limit_policies[i]->name : NULL;
    else if (strcmp(stage, "warp") == 0)
        name = arb_policies[i] ? arb_policies[i]->name : NULL;
    else if (i == 0) /* the table of gates leaves out the one that does nothing */
        return "none";
    else
        name = gate_policies[i - 1] ? gate_policies[i - 1]->name : NULL;
    const char *prefix_end = name ? strchr(name, '_') : NULL;
    return prefix_end ? prefix_end + 1 : name;
}

void cli_policy_names(const char *stage, cli_words_t *names)
{
    const char *name;
    for (uint32_t i = 0; (name = stage_name(stage, i)) != NULL; i++)
        cli_words_add(names, name, strlen(name));
}

/* The stage's own spelling of a word of `chars` characters, which outlives the caller's; NULL: err.
 */
static const char *find_policy(const char *stage, const char *word, size_t chars, const char *where,
                               err_t *err)
{
    const char *name;
    for (uint32_t i = 0; (name = stage_name(stage, i)) != NULL; i++)
        if (strlen(name) == chars && strncmp(name, word, chars) == 0) return name;
    cli_words_t names = {0};
    char list[320], shown[64];
    cli_policy_names(stage, &names);
    snprintf(shown, sizeof shown, "%.*s", (int)chars, word);
    err_set(err, NULL, 0, "%s: unknown word '%s'; %s", where, shown,
            suggest_text(list, sizeof list, shown, (const char *const *)names.word, names.count));
    cli_words_free(&names);
    return NULL;
}

static bool set_ctas(run_opts_t *o, const char *text, const char *where, err_t *err)
{
    uint64_t n;
    if (!cli_number(text, SCHED_SLOTS_MAX, &n) || n == 0)
        return err_set(err, NULL, 0, "%s: found '%s'; allowed: 1 to %d CTAs per SM", where, text,
                       SCHED_SLOTS_MAX);
    o->ctas = (uint32_t)n;
    o->limit = "static";
    return true;
}

/* "lcs", or "static 4": the second word is the number of CTAs. */
static bool set_limit(run_opts_t *o, const char *value, const char *where, err_t *err)
{
    size_t chars = strcspn(value, " ");
    o->limit = find_policy("limit", value, chars, where, err);
    if (!o->limit) return false;
    if (value[chars]) return set_ctas(o, value + chars + 1, where, err);
    if (strcmp(o->limit, "static") != 0) o->ctas = 0;
    return true;
}

/* Gates are stacked: "claso,dyncore" is one value. */
static bool set_gate(run_opts_t *o, const char *value, const char *where, err_t *err)
{
    for (const char *at = value;; at++) {
        size_t chars = strcspn(at, ",");
        if (!find_policy("gate", at, chars, where, err)) return false;
        at += chars;
        if (!*at) break;
    }
    o->gate = value;
    return true;
}

static bool unknown_key(const char *key, const char *where, err_t *err)
{
    static const char *const keys[] = {"place",  "limit", "gate", "warp",
                                       "engine", "size",  "seed", "ctas"};
    char list[160];
    return err_set(err, NULL, 0, "%s: unknown key '%s'; %s", where, key,
                   suggest_text(list, sizeof list, key, keys, sizeof keys / sizeof keys[0]));
}

bool cli_option_set(run_opts_t *o, const char *key, const char *value, const char *where,
                    err_t *err)
{
    if (strcmp(key, "ctas") == 0) return set_ctas(o, value, where, err);
    if (strcmp(key, "limit") == 0) return set_limit(o, value, where, err);
    if (strcmp(key, "gate") == 0) return set_gate(o, value, where, err);
    if (strcmp(key, "size") == 0) {
        o->size = value; /* the workload knows its sizes */
        return true;
    }
    if (strcmp(key, "seed") == 0)
        return cli_number(value, UINT64_MAX, &o->seed) ||
               err_set(err, NULL, 0, "%s: found '%s'; allowed: a whole number from 0 to %" PRIu64,
                       where, value, UINT64_MAX);
    const char **slot = strcmp(key, "place") == 0    ? &o->place
                        : strcmp(key, "warp") == 0   ? &o->warp
                        : strcmp(key, "engine") == 0 ? &o->engine
                                                     : NULL;
    if (!slot) return unknown_key(key, where, err);
    *slot = find_policy(key, value, strlen(value), where, err);
    return *slot != NULL;
}
