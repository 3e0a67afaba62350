/* arb_tl - two levels: round robin inside an active set of six warps; the others stand in a queue.
 * Before a choice the lowest active warp that waits (long, ended, or held back by a pause) goes to
 * the queue's tail and the first in the queue that does not wait takes its place. */
#include "policy/policy.h"

#include <string.h>

enum { ACTIVE = 6 };

static void reset(arb_state_t *st)
{
    st->active = (UINT64_C(1) << ACTIVE) - 1;
    st->pending = 0;
    for (uint32_t w = ACTIVE; w < SCHED_WARPS_MAX; w++) st->queue[st->pending++] = (uint8_t)w;
}

static uint64_t narrow(arb_state_t *st, const arb_ctx_t *ctx, const arb_in_t *in, uint64_t compete)
{
    (void)ctx;
    const uint64_t waits = in->longlat | ~in->valid | (in->ready & ~compete);
    const uint64_t stuck = st->active & waits;
    uint32_t i = 0;
    while (i < st->pending && (waits >> st->queue[i] & 1)) i++;
    if (stuck && i < st->pending) {
        const uint8_t enters = st->queue[i], leaves = (uint8_t)__builtin_ctzll(stuck);
        memmove(&st->queue[i], &st->queue[i + 1], st->pending - i - 1);
        st->queue[st->pending - 1] = leaves;
        st->active ^= UINT64_C(1) << leaves | UINT64_C(1) << enters;
    }
    return compete & st->active;
}

static uint32_t choose(const arb_state_t *st, const arb_ctx_t *ctx, uint64_t compete)
{
    (void)ctx;
    const uint64_t after = compete & arb_after_last(st);
    return (uint32_t)__builtin_ctzll(after ? after : compete);
}

const arb_policy_t policy_arb_tl = {
    .name = "arb_tl", .reset = reset, .narrow = narrow, .choose = choose};
