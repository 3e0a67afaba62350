/* cosim_idle.c - which of the named policies changed nothing in a run, and how full its grids make the machine. */
#include "run/cosim_internal.h"

#include <stdio.h>
#include <string.h>

static void append(char *text, size_t bytes, const char *between, const char *stage, const char *word)
{
    const size_t used = strlen(text);
    snprintf(text + used, bytes - used, "%s--%s %s", used ? between : "", stage, word);
}

/* A place policy acts by blocks, by another order of CTAs, or by its choice among kernels. One that only picks the SM
 * cannot be told from the plain one by that. */
static bool place_idle(const run_t *r, const gpu_acted_t *a)
{
    const place_policy_t *p = place_policies[r->use.place];
    if (!p->block && !p->cta && !p->ask) return false;
    return !(p->block && a->blocks) && !(p->cta && a->reordered) &&
           !(p->ask && stats_value(r->stats, "gpu.kernels_max") > 1);
}

/* Limits and gates: only if none of them has held a CTA back, as nothing tells which of several did. */
static void hold_nothing(const run_t *r, const gpu_acted_t *a, char *text, size_t bytes)
{
    const char *limit = cosim_policy_words(r->opts, POLICY_LIMIT), *gate = cosim_policy_words(r->opts, POLICY_GATE);
    const bool pair = limit_policies[r->use.limit]->pair; /* the advice speaks of it */
    if (a->held_back || a->paused) return;
    if (strcmp(limit, policy_plain(POLICY_LIMIT)) != 0 && !pair) append(text, bytes, " and ", "limit", limit);
    if (strcmp(gate, policy_plain(POLICY_GATE)) != 0) append(text, bytes, " and ", "gate", gate);
}

void cosim_idle(const run_t *r, run_result_t *out)
{
    const gpu_acted_t *a = gpu_acted(r->gpu);
    const size_t bytes = sizeof out->idle;
    for (uint32_t w = 0; w < out->workloads; w++) out->waves += r->part[w].waves;
    out->idle[0] = '\0';
    hold_nothing(r, a, out->idle, bytes);
    size_t used = strlen(out->idle);
    if (used) snprintf(out->idle + used, bytes - used, " refused 0 times: no CTA waited while an SM had room");
    if (!place_idle(r, a)) return;
    used = strlen(out->idle);
    snprintf(out->idle + used, bytes - used, "%s--place %s dispatched as %s would", used ? "; " : "",
             cosim_policy_words(r->opts, POLICY_PLACE), policy_plain(POLICY_PLACE));
}
