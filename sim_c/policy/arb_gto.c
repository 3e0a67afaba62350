/* arb_gto - greedy then oldest: the warp granted last while it is ready, else the oldest CTA's
 * lowest ready warp. A warp stops being the greedy one when another is granted or its CTA ends. */
#include "policy/policy.h"

#include <stddef.h>

static uint32_t choose(const arb_state_t *st, const arb_ctx_t *ctx, uint64_t compete)
{
    if (st->last != SCHED_NONE && (compete >> st->last & 1)) return st->last;
    for (uint32_t i = 0; i < ctx->live; i++) {
        const uint64_t mine = compete & ctx->warps[ctx->by_age[i]];
        if (mine) return (uint32_t)__builtin_ctzll(mine);
    }
    return SCHED_NONE;
}

static void cta_end(arb_state_t *st, const arb_ctx_t *ctx, uint32_t slot)
{
    if (st->last != SCHED_NONE && (ctx->warps[slot] >> st->last & 1)) st->last = SCHED_NONE;
}

const arb_policy_t policy_arb_gto = {.name = "arb_gto", .greedy = true, .choose = choose,
                                     .cta_end = cta_end};
