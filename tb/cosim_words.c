/* cosim_words.c - policy words to the dispatcher's indexes. The command line has checked the words and
 * suggested better ones; what is refused here is a combination. */
#include "cosim_internal.h"

#include <assert.h>
#include <string.h>

static const char *bare(const char *name) { return strchr(name, '_') + 1; } /* "place_rr" is rr */

/* The tables hold different types that all begin with the name; one look-up each, by stage. */
#define INDEX_OF(table, word) \
    do { \
        index = 0; \
        while (table[index] && strcmp(bare(table[index]->name), word) != 0) index++; \
        assert(table[index]); \
    } while (0)

static uint32_t gate_mask(const char *list)
{
    uint32_t mask = 0;
    for (uint32_t i = 0; gate_policies[i]; i++) {
        const char *word = bare(gate_policies[i]->name);
        const size_t len = strlen(word);
        for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',')
            if (strcspn(at, ",") == len && !strncmp(at, word, len)) mask |= 1u << i;
    }
    return mask;
}

bool cosim_words(run_t *r, err_t *err)
{
    const run_opts_t *o = r->opts;
    uint32_t index;
    r->place_word = o->place ? o->place : "rr";
    r->limit_word = o->limit ? o->limit : o->ctas ? "static" : "tmax";
    r->gate_word = o->gate ? o->gate : "none";
    const char *engine = o->engine ? o->engine : "rtl";
    const bool is_static = !strcmp(r->limit_word, "static");
    if (is_static && !o->ctas)
        return err_set(err, NULL, 0, "--limit static needs --ctas N, at least 1");
    if (!is_static && o->ctas)
        return err_set(err, NULL, 0, "--ctas is for --limit static, not '%s'", r->limit_word);
    INDEX_OF(place_policies, r->place_word);
    r->policy = index;
    INDEX_OF(limit_policies, r->limit_word);
    r->policy |= index << 8 | gate_mask(r->gate_word) << 16;
    r->monitors = limit_policies[index]->monitors || place_policies[r->policy & 0xff]->monitors;
    for (uint32_t left = r->policy >> 16; left; left &= left - 1)
        r->monitors |= gate_policies[__builtin_ctz(left)]->monitors;
    if (is_static) cosim_param(r, "static", "n", o->ctas);
    if (o->warp && !strcmp(o->warp, "sca") && strcmp(r->place_word, "bcs"))
        return err_set(err, NULL, 0,
                       "--warp sca alternates between the CTAs of a block, and --place %s makes no "
                       "blocks; use --place bcs, or --warp gto",
                       r->place_word);
    INDEX_OF(arb_policies, (o->warp ? o->warp : "gto"));
    r->warp = arb_policies[index];
    r->kind = !strcmp(engine, "c") ? ENGINE_C : !strcmp(engine, "rtl") ? ENGINE_RTL : ENGINE_LOCKSTEP;
    return true;
}
