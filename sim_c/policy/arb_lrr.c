/* arb_lrr.c - loose round robin: the first competing warp after the one granted last. */
#include "policy/policy.h"

static uint32_t choose(void *st, const arb_ctx_t *ctx, uint64_t compete)
{
    (void)st;
    uint32_t w = ctx->last == SCHED_NONE ? SCHED_WARPS_MAX - 1 : ctx->last;
    do w = (w + 1) % SCHED_WARPS_MAX;
    while (!(compete >> w & 1));
    return w;
}

const arb_policy_t policy_arb_lrr = {.name = "arb_lrr", .choose = choose};
