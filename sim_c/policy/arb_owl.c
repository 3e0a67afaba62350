/* arb_owl.c - groups of two CTAs in the order of their start [OWL]: the first group with a competing warp; inside it
 * round robin by warp number. */
#include "policy/policy.h"

enum { GROUP = 2 };

typedef struct {
    uint64_t group[SCHED_SLOTS_MAX]; /* by slot of a live CTA: group number; the lowest ranks first */
    uint64_t youngest;               /* number of the youngest group */
} owl_t;

static void cta_start(void *state, const arb_ctx_t *ctx, uint32_t slot)
{
    owl_t *st = state;
    uint32_t members = 0;
    for (uint32_t i = 0; i < ctx->live; i++) members += st->group[ctx->by_age[i]] == st->youngest;
    if (members >= GROUP) st->youngest++;
    st->group[slot] = st->youngest;
}

static uint32_t choose(void *state, const arb_ctx_t *ctx, uint64_t compete)
{
    const owl_t *st = state;
    uint64_t best = UINT64_MAX, group = 0;
    for (uint32_t i = 0; i < ctx->live; i++) {
        const uint32_t slot = ctx->by_age[i];
        const uint64_t mine = ctx->warps[slot] & compete;
        if (!mine || st->group[slot] > best) continue;
        if (st->group[slot] < best) group = 0;
        best = st->group[slot];
        group |= mine;
    }
    const uint64_t after = group & arb_after_last(ctx);
    return (uint32_t)__builtin_ctzll(after ? after : group);
}

const arb_policy_t policy_arb_owl = {
    .name = "arb_owl", .state_bytes = sizeof(owl_t), .choose = choose, .cta_start = cta_start};
