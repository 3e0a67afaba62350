/* arb_tl.c - two-level: fetch groups of warps with consecutive numbers, eight warps of an SM, divided over its
 * schedulers.
 *
 * One group is current. When all its warps wait (long latency, ended, or held back by a pause), the next group, in
 * cyclic order, with a warp that does not wait becomes current. The arbiter grants a competing warp of the current
 * group; while it has none, one of the next group that has, and the current group stays. Round robin inside a group. */
#include "policy/policy.h"

enum { GROUP = 8 };

typedef struct {
    uint32_t current;
    uint8_t next[SCHED_WARPS_MAX]; /* by group: position where the next turn begins */
} tl_t;

/* First group from g on, in cyclic order, with a warp of `warps` (not 0). */
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
    return (uint32_t)__builtin_ctzll(compete); /* narrow leaves one warp */
}

const arb_policy_t policy_arb_tl = {.name = "arb_tl", .state_bytes = sizeof(tl_t), .narrow = narrow, .choose = choose};
