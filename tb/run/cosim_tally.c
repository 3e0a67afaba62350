/* cosim_tally.c - what a lockstep run compared: cycles, and the answers of each stage's policy. */
#include "run/cosim_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const tally_t *cosim_tally(const run_t *r) { return r->kind == ENGINE_LOCKSTEP ? engine_both_tally(r->engine) : NULL; }

static void append(run_result_t *out, const char *stage, const char *word, const stage_tally_t *t)
{
    const size_t used = strlen(out->compared);
    snprintf(out->compared + used, sizeof out->compared - used,
             "; %s %s: %" PRIu64 " decided, %" PRIu64 " refused, %" PRIu64 " changed", stage, word, t->decided,
             t->refused, t->changed);
}

void cosim_tally_result(const run_t *r, run_result_t *out)
{
    const tally_t *t = cosim_tally(r);
    out->compared[0] = '\0';
    if (!t) return;
    snprintf(out->compared, sizeof out->compared, "%" PRIu64 " cycles compared", engine_lockstep_compared(r->engine));
    append(out, "place", policy_word(POLICY_PLACE, r->use.place), &t->place);
    append(out, "limit", policy_word(POLICY_LIMIT, r->use.limit), &t->limit);
    uint32_t i = 0;
    for (uint32_t left = r->use.gates; left; left &= left - 1)
        append(out, "gate", policy_word(POLICY_GATE, 1 + (uint32_t)__builtin_ctz(left)), &t->gate[i++]);
    append(out, "arb", r->warp->name + strlen("arb_"), &t->arb);
}
