/* arb_cggty.c - greedy then youngest (Huerta et al., MICRO 2025, section 5.1): the warp granted last while it is ready,
 * else the highest ready warp of the youngest CTA. The greedy warp is kept as arb_gto keeps it. */
#include "policy/arb_gto.h"

static void reset(void *st) { arb_gto_reset(st); }

static uint32_t youngest(const arb_ctx_t *ctx, uint64_t compete)
{
    for (uint32_t i = ctx->live; i--;) {
        const uint64_t mine = compete & ctx->warps[ctx->by_age[i]];
        if (mine) return 63 - (uint32_t)__builtin_clzll(mine);
    }
    return SCHED_NONE;
}

static uint32_t choose(void *st, const arb_ctx_t *ctx, uint64_t compete)
{
    arb_gto_t *g = st;
    if (g->greedy == SCHED_NONE || !(compete >> g->greedy & 1)) g->greedy = youngest(ctx, compete);
    return g->greedy;
}

static void cta_end(void *st, const arb_ctx_t *ctx, uint32_t slot) { arb_gto_cta_end(st, ctx, slot); }

const arb_policy_t policy_arb_cggty = {.name = "arb_cggty",
                                       .state_bytes = sizeof(arb_gto_t),
                                       .greedy = true,
                                       .reset = reset,
                                       .choose = choose,
                                       .cta_end = cta_end};
