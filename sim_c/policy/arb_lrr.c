/* arb_lrr - loose round robin: the first ready warp after the last one granted. */
#include "policy/policy.h"

static uint32_t choose(const arb_state_t *st, const arb_ctx_t *ctx, uint64_t compete)
{
    (void)ctx;
    uint32_t w = st->last == SCHED_NONE ? SCHED_WARPS_MAX - 1 : st->last;
    do w = (w + 1) % SCHED_WARPS_MAX;
    while (!(compete >> w & 1));
    return w;
}

const arb_policy_t policy_arb_lrr = {.name = "arb_lrr", .choose = choose};
