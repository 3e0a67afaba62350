/* arb_tl_active.c - two-level with an active set: the warps form a list, and its first six are active.
 *
 * Before a choice every active warp that waits (long latency, ended, or held back by a pause) moves to the end of the
 * list. Others move up, whether they wait or not; those that wait leave again before the next choice. The arbiter
 * grants the first active warp that competes, and rotates the active warps until it is the last of them. Numbers that
 * the machine has no warp for stay at the end of the list. */
#include "policy/arb_tl_active.h"

#include <string.h>

enum { ACTIVE = 6 };

void arb_tl_reset(void *state)
{
    arb_tl_t *st = state;
    for (uint32_t w = 0; w < SCHED_WARPS_MAX; w++) st->list[w] = (uint8_t)w;
}

static void sort_out(arb_tl_t *st, uint32_t active, uint32_t count, uint64_t waits)
{
    uint8_t out[ACTIVE];
    uint32_t stay = 0, leave = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t w = st->list[i];
        if (i < active && waits >> w & 1) out[leave++] = w;
        else st->list[stay++] = w;
    }
    memcpy(&st->list[stay], out, leave);
}

static void turn(arb_tl_t *st, uint32_t active, uint32_t chosen)
{
    uint8_t turned[ACTIVE];
    for (uint32_t i = 0; i < active; i++) turned[i] = st->list[(chosen + 1 + i) % active];
    memcpy(st->list, turned, active);
}

uint64_t arb_tl_narrow(void *state, const arb_ctx_t *ctx, const arb_in_t *in, uint64_t compete)
{
    arb_tl_t *st = state;
    (void)ctx;
    const uint64_t absent = in->longlat & ~in->valid;
    const uint64_t waits = in->longlat | ~in->valid | (in->ready & ~compete);
    const uint32_t count = absent ? (uint32_t)__builtin_ctzll(absent) : SCHED_WARPS_MAX;
    const uint32_t active = count < ACTIVE ? count : ACTIVE;
    sort_out(st, active, count, waits);
    for (uint32_t i = 0; i < active; i++) {
        const uint64_t bit = UINT64_C(1) << st->list[i];
        if (!(compete & bit)) continue;
        turn(st, active, i);
        return bit;
    }
    return 0;
}

uint32_t arb_tl_choose(void *st, const arb_ctx_t *ctx, uint64_t compete)
{
    (void)st, (void)ctx;
    return (uint32_t)__builtin_ctzll(compete); /* narrow leaves one warp */
}

const arb_policy_t policy_arb_tl_active = {.name = "arb_tl_active",
                                           .state_bytes = sizeof(arb_tl_t),
                                           .reset = arb_tl_reset,
                                           .narrow = arb_tl_narrow,
                                           .choose = arb_tl_choose};
