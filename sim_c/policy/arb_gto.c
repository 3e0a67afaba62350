/* arb_gto.c - greedy then oldest: the warp granted last while it is ready, else the lowest ready warp of the oldest
 * CTA. A warp stops being the greedy one when another is granted or its CTA ends. */
#include "policy/arb_gto.h"

void arb_gto_reset(arb_gto_t *g) { g->greedy = SCHED_NONE; }

static uint32_t oldest(const arb_ctx_t *ctx, uint64_t compete)
{
    for (uint32_t i = 0; i < ctx->live; i++) {
        const uint64_t mine = compete & ctx->warps[ctx->by_age[i]];
        if (mine) return (uint32_t)__builtin_ctzll(mine);
    }
    return SCHED_NONE;
}

uint32_t arb_gto_choose(arb_gto_t *g, const arb_ctx_t *ctx, uint64_t compete)
{
    if (g->greedy == SCHED_NONE || !(compete >> g->greedy & 1)) g->greedy = oldest(ctx, compete);
    return g->greedy;
}

void arb_gto_cta_end(arb_gto_t *g, const arb_ctx_t *ctx, uint32_t slot)
{
    if (g->greedy != SCHED_NONE && (ctx->warps[slot] >> g->greedy & 1)) g->greedy = SCHED_NONE;
}

static void reset(void *st) { arb_gto_reset(st); }

static uint32_t choose(void *st, const arb_ctx_t *ctx, uint64_t compete) { return arb_gto_choose(st, ctx, compete); }

static void cta_end(void *st, const arb_ctx_t *ctx, uint32_t slot) { arb_gto_cta_end(st, ctx, slot); }

const arb_policy_t policy_arb_gto = {.name = "arb_gto",
                                     .state_bytes = sizeof(arb_gto_t),
                                     .greedy = true,
                                     .reset = reset,
                                     .choose = choose,
                                     .cta_end = cta_end};
