/* arb_tl - two levels: fetch groups of warps with consecutive numbers, eight of an SM, divided over its schedulers.
 *
 * One group is current. It gives way to the next one, in cyclic order, that has a warp which does not wait, when all
 * of its own wait: long, ended, or held back by a pause. A warp of the current group is chosen; while that has none
 * which competes, one of the next group that has, and the current one stays. Inside a group: round robin. */
#include "policy/policy.h"

enum { GROUP = 8 };

typedef struct {
    uint32_t current;
    uint8_t next[SCHED_WARPS_MAX]; /* of each group: the place in it where the next turn begins */
} tl_t;

/* The first group from `g` on, in cyclic order, with one of `warps`; there is one. */
static uint32_t group_with(uint64_t warps, uint32_t g, uint32_t size)
{
    const uint64_t all = (UINT64_C(1) << size) - 1;
    while (!(warps >> g * size & all)) g = (g + 1) % (SCHED_WARPS_MAX / size);
    return g;
}

static uint64_t narrow(void *state, const arb_ctx_t *ctx, const arb_in_t *in, uint64_t compete)
{
    tl_t *st = state;
    (void)ctx;
    const uint32_t size = in->scheds > 1 ? GROUP / in->scheds : GROUP;
    const uint64_t waits = in->longlat | ~in->valid | in->ready;
    st->current = group_with(compete | ~waits, st->current, size);
    const uint32_t g = group_with(compete, st->current, size);
    uint32_t place = st->next[g];
    while (!(compete >> (g * size + place) & 1)) place = (place + 1) % size;
    st->next[g] = (uint8_t)((place + 1) % size);
    return UINT64_C(1) << (g * size + place);
}

static uint32_t choose(void *st, const arb_ctx_t *ctx, uint64_t compete)
{
    (void)st, (void)ctx;
    return (uint32_t)__builtin_ctzll(compete); /* narrow has left one */
}

const arb_policy_t policy_arb_tl = {.name = "arb_tl", .state_bytes = sizeof(tl_t), .narrow = narrow, .choose = choose};
