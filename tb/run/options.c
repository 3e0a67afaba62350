/* options.c - sets run options by key and value, for the command line and for experiment files. */
#include "run/options.h"
#include "run/cosim_task.h"
#include "run/partition.h"

#include "base/suggest.h"
#include "workload/workload.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const engines[] = {"rtl", "c", "lockstep", NULL};

static bool find_stage(const char *option, policy_stage_t *stage)
{
    for (*stage = 0; *stage < POLICY_STAGES; ++*stage)
        if (strcmp(policy_option(*stage), option) == 0) return true;
    return false;
}

/* Word i of option place, limit, gate, warp or engine; NULL after the last. */
static const char *option_word(const char *option, uint32_t i)
{
    policy_stage_t stage;
    return find_stage(option, &stage) ? policy_word(stage, i) : engines[i];
}

void run_policy_names(const char *option, ui_words_t *names)
{
    const char *name;
    for (uint32_t i = 0; (name = option_word(option, i)) != NULL; i++) ui_words_add(names, name, strlen(name));
}

/* The table's constant string for a word of `chars` characters. NULL: err. */
static const char *known_word(const char *option, const char *word, size_t chars, const char *where, err_t *err)
{
    const char *name;
    for (uint32_t i = 0; (name = option_word(option, i)) != NULL; i++)
        if (strlen(name) == chars && strncmp(name, word, chars) == 0) return name;
    ui_words_t names = {0};
    char list[320], shown[64];
    run_policy_names(option, &names);
    snprintf(shown, sizeof shown, "%.*s", (int)chars, word);
    err_set(err, NULL, 0, "%s: unknown word '%s'; %s", where, shown,
            suggest_text(list, sizeof list, shown, (const char *const *)names.word, names.count));
    ui_words_free(&names);
    return NULL;
}

static bool set_task(run_opts_t *o, const char *word, const char *where, err_t *err)
{
    const char *names[8], *name;
    char list[96];
    uint32_t n = 0;
    for (; (name = cosim_task_word(n)) != NULL; n++) {
        if (!strcmp(name, word)) {
            o->task = name;
            return true;
        }
        names[n] = name;
    }
    return err_set(err, NULL, 0, "%s: unknown word '%s'; %s", where, word,
                   suggest_text(list, sizeof list, word, names, n));
}

static bool set_flag(bool *flag, const char *word, const char *where, err_t *err)
{
    *flag = !strcmp(word, "true");
    return *flag || !strcmp(word, "false") ||
           err_set(err, NULL, 0, "%s: found '%s'; allowed: true, false", where, word);
}

static bool set_sos(run_opts_t *o, const char *word, const char *where, err_t *err)
{
    return set_flag(&o->sos, word, where, err);
}

static bool set_lend(run_opts_t *o, const char *word, const char *where, err_t *err)
{
    return set_flag(&o->lend, word, where, err);
}

static bool set_ctas(run_opts_t *o, const char *text, const char *where, err_t *err)
{
    uint64_t n;
    if (!ui_number(text, SCHED_SLOTS_MAX, &n) || n == 0)
        return err_set(err, NULL, 0, "%s: found '%s'; allowed: 1 to %d CTAs per SM%s", where, text, SCHED_SLOTS_MAX,
                       strstr(text, "..") ? ", and ranges upwards, as 1..4" : "");
    cosim_set_ctas(o, (uint32_t)n);
    return true;
}

/* "lcs", or "static 4": the second word is the number of CTAs. */
static bool set_limit(run_opts_t *o, const char *value, const char *where, err_t *err)
{
    const size_t chars = strcspn(value, " ");
    const char *number = value + chars;
    const char *word = policy_find(POLICY_LIMIT, value, chars);
    const bool takes = word && cosim_takes_ctas(word);
    o->limit = known_word("limit", value, takes ? chars : strlen(value), where, err);
    if (!o->limit) return false;
    if (takes && *number) return set_ctas(o, number + 1, where, err);
    if (!takes) o->ctas = 0;
    return true;
}

/* Several gates are one value: "claso,dyncore". */
static bool set_gate(run_opts_t *o, const char *value, const char *where, err_t *err)
{
    for (const char *at = value;; at++) {
        size_t chars = strcspn(at, ",");
        if (!known_word("gate", at, chars, where, err)) return false;
        at += chars;
        if (!*at) break;
    }
    o->gate = value;
    return true;
}

static bool set_gap(run_opts_t *o, const char *value, const char *where, err_t *err)
{
    uint64_t bytes;
    if (!ui_number(value, WORKLOAD_GAP_MAX_BYTES, &bytes) || bytes % WORKLOAD_GAP_UNIT_BYTES != 0)
        return err_set(err, NULL, 0, "%s: found '%s'; allowed: a multiple of %d from 0 to %d bytes", where, value,
                       WORKLOAD_GAP_UNIT_BYTES, WORKLOAD_GAP_MAX_BYTES);
    o->gap_bytes = (uint32_t)bytes;
    return true;
}

static bool set_place(run_opts_t *o, const char *value, const char *where, err_t *err)
{
    return (o->place = known_word("place", value, strlen(value), where, err)) != NULL;
}

static bool set_warp(run_opts_t *o, const char *value, const char *where, err_t *err)
{
    return (o->warp = known_word("warp", value, strlen(value), where, err)) != NULL;
}

static bool set_engine(run_opts_t *o, const char *value, const char *where, err_t *err)
{
    return (o->engine = known_word("engine", value, strlen(value), where, err)) != NULL;
}

/* The word is checked when the workload is read. */
static bool set_size(run_opts_t *o, const char *value, const char *where, err_t *err)
{
    (void)where, (void)err;
    o->size = value;
    return true;
}

static bool set_seed(run_opts_t *o, const char *value, const char *where, err_t *err)
{
    return ui_number(value, UINT64_MAX, &o->seed) ||
           err_set(err, NULL, 0, "%s: found '%s'; allowed: a whole number from 0 to %" PRIu64, where, value,
                   UINT64_MAX);
}

/* "0+7": a number for each workload of a mix. */
static bool set_priority(run_opts_t *o, const char *value, const char *where, err_t *err)
{
    const char *at = value;
    o->priorities = 0;
    for (char *end;; at = end + 1) {
        const unsigned long level = strtoul(at, &end, 10);
        if (end == at || *at < '0' || *at > '9' || level > LAUNCH_PRIORITY_MAX || o->priorities == COSIM_MIX) break;
        o->priority[o->priorities++] = (uint8_t)level;
        if (!*end) return true;
        if (*end != '+') break;
    }
    return err_set(err, NULL, 0,
                   "%s: found '%s'; allowed: a number from 0 to %d for each workload of a mix, as in 0+%d", where,
                   value, LAUNCH_PRIORITY_MAX, LAUNCH_PRIORITY_MAX);
}

static const struct {
    const char *key;
    bool (*set)(run_opts_t *o, const char *value, const char *where, err_t *err);
} options[] = {{"place", set_place},
               {"limit", set_limit},
               {"gate", set_gate},
               {"warp", set_warp},
               {"engine", set_engine},
               {"size", set_size},
               {"seed", set_seed},
               {"gap", set_gap},
               {"ctas", set_ctas},
               {"task", set_task},
               {"sos", set_sos},
               {"priority", set_priority},
               {"partition", partition_parse},
               {"lend", set_lend}};
enum { OPTIONS = sizeof options / sizeof options[0] };

const char *run_option_key(uint32_t i) { return i < OPTIONS ? options[i].key : NULL; }

bool run_option_set(run_opts_t *o, const char *key, const char *value, const char *where, err_t *err)
{
    const char *keys[OPTIONS];
    char list[160];
    for (uint32_t i = 0; i < OPTIONS; i++) {
        if (strcmp(key, options[i].key) == 0) return options[i].set(o, value, where, err);
        keys[i] = options[i].key;
    }
    return err_set(err, NULL, 0, "%s: unknown key '%s'; %s", where, key,
                   suggest_text(list, sizeof list, key, keys, OPTIONS));
}
