/* synth_designs.c - turns the words of the command line into designs. A word is a built-in policy, a feature of the
 * dispatcher, an issue logic (synth_arbs.c) or a module of rtl/; of these, this file lists only the features. */
#include "cost/synth.h"

#include "base/folder.h"
#include "base/suggest.h"
#include "policy/policy.h"

#include <stdlib.h>
#include <string.h>

enum { WORD_BYTES = 96, POINTS_MAX = 1024 };

const char *const synth_feature_word[SYNTH_FEATURES] = {"priority", "partition"};
const char *const synth_feature_parameter[SYNTH_FEATURES] = {"PRIORITIES", "PARTITIONS"};

typedef struct {
    ui_words_t modules; /* all of rtl/ */
    const synth_request_t *q;
} rtl_t;

typedef struct {
    synth_point_t *points;
    uint32_t count, from; /* from: the first of the present size */
} list_t;

static void rtl_read(rtl_t *rtl, const synth_request_t *q)
{
    glob_t found;
    rtl->q = q;
    folder_list(q->root, "rtl/*/*.v", &found);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *name = strrchr(found.gl_pathv[i], '/') + 1;
        ui_words_add(&rtl->modules, name, strlen(name) - 2);
    }
    globfree(&found);
}

/* Finds the stage of a policy word. Returns the policy's own copy of the word; NULL: no policy has it. */
static const char *policy_of_any_stage(const char *word, policy_stage_t *stage)
{
    const char *own = NULL;
    for (*stage = 0; *stage < POLICY_STAGES; ++*stage)
        if ((own = policy_find(*stage, word, strlen(word)))) break;
    return own;
}

static bool is_feature(const char *word, synth_feature_t *f)
{
    for (*f = 0; *f < SYNTH_FEATURES; ++*f)
        if (!strcmp(word, synth_feature_word[*f])) return true;
    return false;
}

static bool gangs(const char *word)
{
    uint32_t i = 0;
    while (strcmp(policy_word(POLICY_PLACE, i), word)) i++;
    return place_policies[i]->gangs;
}

/* Makes a dispatcher of the chosen policies. A stage without a choice gets its plain policy. */
static bool disp_point(const rtl_t *rtl, synth_point_t *p, ui_words_t chosen[POLICY_STAGES], err_t *err)
{
    p->kind = SYNTH_DISP;
    snprintf(p->top, sizeof p->top, "disp_top");
    for (policy_stage_t s = 0; s < POLICY_WARP; s++) {
        char option[WORD_BYTES] = "", module[POLICY_MODULE_BYTES];
        if (!chosen[s].count) ui_words_add(&chosen[s], policy_plain(s), strlen(policy_plain(s)));
        for (uint32_t i = 0; i < chosen[s].count; i++) {
            policy_module(s, chosen[s].word[i], module);
            p->clusters |= s == POLICY_PLACE && gangs(chosen[s].word[i]);
            synth_append(p->banks, sizeof p->banks, " ", module);
            synth_append(option, sizeof option, ",", chosen[s].word[i]);
            if (!synth_options(p, rtl->q->root, module, err)) return false;
        }
        char pair[2 * WORD_BYTES];
        snprintf(pair, sizeof pair, "%s=%s", policy_option(s), option);
        synth_append(p->options, sizeof p->options, " ", pair);
    }
    return true;
}

static void everything(synth_point_t *p)
{
    const char *word;
    char module[POLICY_MODULE_BYTES];
    p->kind = SYNTH_DISP;
    p->everything = true;
    snprintf(p->top, sizeof p->top, "disp_top");
    for (policy_stage_t s = 0; s < POLICY_WARP; s++)
        for (uint32_t i = 0; (word = policy_word(s, i)); i++) {
            policy_module(s, word, module);
            synth_append(p->banks, sizeof p->banks, " ", module);
        }
}

static bool has_word(const ui_words_t *words, const char *word)
{
    for (uint32_t i = 0; i < words->count; i++)
        if (!strcmp(words->word[i], word)) return true;
    return false;
}

static bool is_module(const rtl_t *rtl, const char *word) { return has_word(&rtl->modules, word); }

static bool unknown(const rtl_t *rtl, const char *word, err_t *err)
{
    ui_words_t all = {0};
    char list[320];
    const char *own;
    ui_words_add(&all, "all", 3);
    ui_words_add(&all, "everything", 10);
    for (synth_feature_t f = 0; f < SYNTH_FEATURES; f++)
        ui_words_add(&all, synth_feature_word[f], strlen(synth_feature_word[f]));
    for (policy_stage_t s = 0; s < POLICY_STAGES; s++)
        for (uint32_t i = 0; (own = policy_word(s, i)); i++) ui_words_add(&all, own, strlen(own));
    for (uint32_t i = 0; i < rtl->modules.count; i++)
        ui_words_add(&all, rtl->modules.word[i], strlen(rtl->modules.word[i]));
    err_set(err, NULL, 0, "unknown policy or module '%.60s'; %s", word,
            suggest_text(list, sizeof list, word, (const char *const *)all.word, all.count));
    ui_words_free(&all);
    return false;
}

/* Makes a design of a word like "priority+bcs": features and policies, one per stage, but several gates. */
static bool policies_point(const rtl_t *rtl, synth_point_t *p, const char *word, err_t *err)
{
    ui_words_t chosen[POLICY_STAGES] = {{0}};
    char text[WORD_BYTES];
    bool ok = true;
    snprintf(text, sizeof text, "%s", word);
    for (char *rest = text, *part; ok && (part = strsep(&rest, "+"));) {
        policy_stage_t s;
        synth_feature_t f;
        const char *own = policy_of_any_stage(part, &s);
        if (is_feature(part, &f)) {
            ok = (!p->with[f] || err_set(err, NULL, 0, "%s: found %s twice; allowed: once", word, part)) &&
                 synth_options(p, rtl->q->root, part, err);
            p->with[f] = true;
        } else if (!own && is_module(rtl, part))
            ok = err_set(err, NULL, 0, "%s: %s is a module; '+' joins policies of the dispatcher", word, part);
        else if (!own && (!strcmp(part, "all") || !strcmp(part, "everything")))
            ok = err_set(err, NULL, 0, "%s: %s stands alone; '+' joins policies of the dispatcher", word, part);
        else if (!own) ok = unknown(rtl, part, err);
        else if (s == POLICY_WARP)
            ok = strchr(word, '+') ? err_set(err, NULL, 0,
                                             "%s: %s is a warp arbiter; '+' joins "
                                             "policies of the dispatcher",
                                             word, part)
                                   : synth_arb(p, rtl->q->root, own, err);
        else if (chosen[s].count && s != POLICY_GATE)
            ok = err_set(err, NULL, 0, "%s: found two policies of stage %s; allowed: one per stage, several gates",
                         word, policy_option(s));
        else if (has_word(&chosen[s], own)) ok = err_set(err, NULL, 0, "%s: found %s twice; allowed: once", word, own);
        else ui_words_add(&chosen[s], own, strlen(own));
    }
    if (ok && p->kind != SYNTH_ARB) ok = disp_point(rtl, p, chosen, err);
    for (uint32_t s = 0; s < POLICY_STAGES; s++) ui_words_free(&chosen[s]);
    return ok;
}

/* A design named twice, as lcs in `all lcs`, is made once: both would use the same folder. */
static bool is_there(const list_t *l, const char *word)
{
    for (uint32_t i = l->from; i < l->count; i++)
        if (!strcmp(l->points[i].name, word)) return true;
    return false;
}

static bool add_word(const rtl_t *rtl, list_t *l, const char *word, err_t *err)
{
    if (is_there(l, word)) return true;
    if (l->count == POINTS_MAX)
        return err_set(err, NULL, 0, "more than %d designs; name fewer policies or sizes", POINTS_MAX);
    synth_point_t *p = &l->points[l->count++];
    *p = (synth_point_t){.kind = SYNTH_DISP};
    snprintf(p->name, sizeof p->name, "%s", word);
    if (!word[0] || strlen(word) >= WORD_BYTES) return unknown(rtl, word, err);
    if (!strcmp(word, "everything")) return everything(p), true;
    if (!strcmp(word, "arb_top"))
        return err_set(err, NULL, 0, "arb_top is built around an arbiter: name that, such as gto");
    if (synth_is_issue(word)) return synth_issue(p, rtl->q->root, word, err);
    if (!is_module(rtl, word)) return policies_point(rtl, p, word, err);
    everything(p); /* disp_top needs the banks of all policies */
    p->kind = strcmp(word, "disp_top") ? SYNTH_MODULE : SYNTH_DISP;
    snprintf(p->top, sizeof p->top, "%s", word);
    return true;
}

/* Adds the combinations that synth/claims.txt names, if all their policies are built in. */
static bool add_claimed(const rtl_t *rtl, list_t *l, err_t *err)
{
    char path[SYNTH_PATH_BYTES], line[512];
    bool ok = true;
    FILE *f = synth_open(rtl->q->root, "claims.txt", path, err);
    if (!f) return false;
    while (ok && fgets(line, sizeof line, f)) {
        const char *word = strtok(line, " \t\n");
        if (!word || word[0] == '#' || !strchr(word, '+')) continue;
        char parts[WORD_BYTES], *rest;
        bool there = true;
        policy_stage_t s;
        snprintf(parts, sizeof parts, "%s", word);
        for (char *part = strtok_r(parts, "+", &rest); part; part = strtok_r(NULL, "+", &rest))
            there = there && policy_of_any_stage(part, &s);
        if (there) ok = add_word(rtl, l, word, err);
    }
    fclose(f);
    return ok;
}

static bool add_features(const rtl_t *rtl, list_t *l, err_t *err)
{
    bool ok = true;
    for (synth_feature_t f = 0; ok && f < SYNTH_FEATURES; f++) ok = add_word(rtl, l, synth_feature_word[f], err);
    return ok;
}

static bool add_all(const rtl_t *rtl, list_t *l, err_t *err)
{
    const char *own;
    bool ok = add_word(rtl, l, "none", err);
    for (policy_stage_t s = 0; s < POLICY_STAGES; s++) {
        for (uint32_t i = 0; ok && (own = policy_word(s, i)); i++)
            if (s == POLICY_WARP || strcmp(own, policy_plain(s)) != 0) ok = add_word(rtl, l, own, err);
        if (s + 1 == POLICY_WARP)
            ok = ok && add_features(rtl, l, err) && add_claimed(rtl, l, err) && add_word(rtl, l, "everything", err);
    }
    return ok;
}

static bool words_points(const rtl_t *rtl, list_t *l, err_t *err)
{
    bool ok = true;
    for (uint32_t i = 0; ok && i < rtl->q->words.count; i++)
        ok = strcmp(rtl->q->words.word[i], "all") ? add_word(rtl, l, rtl->q->words.word[i], err) : add_all(rtl, l, err);
    return ok;
}

static bool check_blocks(const rtl_t *rtl, err_t *err)
{
    char list[320];
    for (uint32_t i = 0; i < rtl->q->blocks.count; i++) {
        const char *word = rtl->q->blocks.word[i];
        if (is_module(rtl, word)) continue;
        return err_set(
            err, NULL, 0, "--blocks: unknown module '%.60s'; %s", word,
            suggest_text(list, sizeof list, word, (const char *const *)rtl->modules.word, rtl->modules.count));
    }
    return true;
}

synth_point_t *synth_points(const synth_request_t *q, uint32_t *count, err_t *err)
{
    rtl_t rtl = {.q = q};
    list_t l = {.points = calloc(POINTS_MAX, sizeof *l.points)};
    bool ok = l.points || err_set(err, NULL, 0, "out of memory");
    rtl_read(&rtl, q);
    ok = ok && check_blocks(&rtl, err);
    for (uint32_t i = 0; ok && i < q->sms.count; i++)
        for (uint32_t k = 0; ok && k < q->slots.count; k++) {
            l.from = l.count;
            ok = words_points(&rtl, &l, err);
            uint32_t kept = l.from;
            for (uint32_t p = l.from; p < l.count; p++) {
                if (i > 0 && synth_of_scheduler(&l.points[p])) continue; /* its size does not depend on the SMs */
                /* The command has checked both ranges. */
                l.points[p].sms = (uint32_t)strtoul(q->sms.word[i], NULL, 10);
                l.points[p].slots = (uint32_t)strtoul(q->slots.word[k], NULL, 10);
                l.points[kept++] = l.points[p];
            }
            l.count = kept;
        }
    ui_words_free(&rtl.modules);
    if (!ok) {
        free(l.points);
        return NULL;
    }
    *count = l.count;
    return l.points;
}
