/* cosim_idle.c - which of the named policies changed nothing in a run, and how full its grids make the machine. */
#include "run/cosim_internal.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    char *text;
    size_t bytes;
} idle_t;

static void append(idle_t *to, const char *between, const char *stage, const char *word)
{
    const size_t used = strlen(to->text);
    snprintf(to->text + used, to->bytes - used, "%s--%s %s", used ? between : "", stage, word);
}

static void append_end(idle_t *to, const char *what)
{
    const size_t used = strlen(to->text);
    snprintf(to->text + used, to->bytes - used, " %s", what);
}

/* A place policy acts by blocks, by another order of CTAs, or by its choice among kernels. One that only picks the SM
 * cannot be told from the plain one by that; lockstep compares its picks. */
static bool place_idle(const run_t *r, const gpu_acted_t *a)
{
    const tally_t *t = cosim_tally(r);
    const place_policy_t *p = place_policies[r->use.place];
    if (t) return strcmp(p->name, "place_rr") != 0 && !tally_acted(&t->place);
    if (!p->block && !p->cta && !p->ask) return false;
    return !(p->block && a->blocks) && !(p->cta && a->reordered) &&
           !(p->ask && stats_value(r->stats, "gpu.kernels_max") > 1);
}

/* Without lockstep: only if none of the limits and gates has held a CTA back, as nothing tells which of several did. */
static void hold_nothing(const run_t *r, const gpu_acted_t *a, idle_t *to)
{
    const tally_t *t = cosim_tally(r);
    const char *limit = cosim_policy_words(r->opts, POLICY_LIMIT), *gate = cosim_policy_words(r->opts, POLICY_GATE);
    const bool pair = limit_policies[r->use.limit]->pair; /* the advice speaks of it */
    const bool limits = strcmp(limit, policy_plain(POLICY_LIMIT)) != 0 && !pair;
    const bool acted = a->held_back || a->paused;
    if (limits && !(t ? tally_acted(&t->limit) : acted)) append(to, " and ", "limit", limit);
    if (!t && !acted && r->use.gates) append(to, " and ", "gate", gate);
    uint32_t i = 0;
    for (uint32_t left = t ? r->use.gates : 0; left; left &= left - 1)
        if (!tally_acted(&t->gate[i++]))
            append(to, " and ", "gate", policy_word(POLICY_GATE, 1 + (uint32_t)__builtin_ctz(left)));
    if (to->text[0]) append_end(to, "refused 0 times: no CTA waited while an SM had room");
}

/* Only lockstep tells; not of a policy that deals warps to schedulers, before any grant. */
static bool warp_idle(const run_t *r)
{
    const tally_t *t = cosim_tally(r);
    return t && strcmp(r->warp->name, "arb_gto") != 0 && !r->warp->halves && !tally_acted(&t->arb);
}

void cosim_idle(const run_t *r, run_result_t *out)
{
    const gpu_acted_t *a = gpu_acted(r->gpu);
    idle_t to = {out->idle, sizeof out->idle};
    for (uint32_t w = 0; w < out->workloads; w++) out->waves += r->part[w].waves;
    out->idle[0] = '\0';
    hold_nothing(r, a, &to);
    if (place_idle(r, a)) {
        append(&to, "; ", "place", cosim_policy_words(r->opts, POLICY_PLACE));
        append_end(&to, "dispatched as rr would");
    }
    if (warp_idle(r)) {
        append(&to, "; ", "warp", cosim_policy_words(r->opts, POLICY_WARP));
        append_end(&to, "granted as gto would");
    }
}
