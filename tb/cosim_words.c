/* cosim_words.c - the words of the command line that choose policies and the engine. */
#include "cosim_internal.h"

#include "base/suggest.h"

#include <string.h>

enum { WORDS_MAX = 64, WORD_BYTES = 64 };

typedef struct {
    const char *word[WORDS_MAX];
    uint32_t count;
} words_t;

/* "place_rr" is called rr on the command line. */
static void add(words_t *w, const char *name)
{
    const char *bare = strchr(name, '_');
    if (w->count < WORDS_MAX) w->word[w->count++] = bare ? bare + 1 : name;
}

static bool find(const words_t *w, const char *option, const char *word, uint32_t *index, err_t *err)
{
    for (*index = 0; *index < w->count; ++*index)
        if (!strcmp(w->word[*index], word)) return true;
    char text[256];
    return err_set(err, NULL, 0, "--%s: unknown word '%s'; %s", option, word,
                   suggest_text(text, sizeof text, word, w->word, w->count));
}

static bool gates(const char *list, uint32_t *mask, err_t *err)
{
    words_t w = {0};
    for (uint32_t i = 0; gate_policies[i]; i++) add(&w, gate_policies[i]->name);
    add(&w, "gate_none"); /* last: the bits before it are the mask */
    *mask = 0;
    for (const char *at = list; *at;) {
        const size_t len = strcspn(at, ",");
        char word[WORD_BYTES];
        uint32_t i;
        if (len >= sizeof word) return err_set(err, NULL, 0, "--gate: word of %zu letters", len);
        memcpy(word, at, len);
        word[len] = 0;
        if (!find(&w, "gate", word, &i, err)) return false;
        if (i + 1 < w.count) *mask |= 1u << i;
        at += len + (at[len] == ',');
    }
    return true;
}

static const char *or_default(const char *word, const char *otherwise) { return word ? word : otherwise; }

bool cosim_words(run_t *r, err_t *err)
{
    const run_opts_t *o = r->opts;
    words_t place = {0}, limit = {0}, warp = {0};
    const words_t engine = {{"rtl", "c", "lockstep"}, 3};
    uint32_t p, l, g, w, e;
    for (uint32_t i = 0; place_policies[i]; i++) add(&place, place_policies[i]->name);
    for (uint32_t i = 0; limit_policies[i]; i++) add(&limit, limit_policies[i]->name);
    for (uint32_t i = 0; arb_policies[i]; i++) add(&warp, arb_policies[i]->name);
    r->place_word = or_default(o->place, "rr");
    r->limit_word = or_default(o->limit, o->ctas ? "static" : "tmax");
    r->gate_word = or_default(o->gate, "none");
    if (!find(&place, "place", r->place_word, &p, err) ||
        !find(&limit, "limit", r->limit_word, &l, err) || !gates(r->gate_word, &g, err) ||
        !find(&warp, "warp", or_default(o->warp, "gto"), &w, err) ||
        !find(&engine, "engine", or_default(o->engine, "rtl"), &e, err))
        return false;
    const bool is_static = !strcmp(r->limit_word, "static");
    if (is_static && !o->ctas)
        return err_set(err, NULL, 0, "--limit static needs --ctas N, at least 1");
    if (!is_static && o->ctas)
        return err_set(err, NULL, 0, "--ctas is for --limit static, not '%s'", r->limit_word);
    r->policy = p | l << 8 | g << 16;
    r->warp = arb_policies[w];
    r->kind = (engine_kind_t)e;
    return true;
}
