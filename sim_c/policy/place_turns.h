/* place_turns.h - turns of kernels that share the SMs ([SMK §3.2]). In each clock the SMs are asked about one kernel,
 * and about the next, by table entry, in the clock after; while some kernel has blocks of several CTAs ([LCS §4.2]),
 * two clocks after. Answers that meet an open block are lost, so while a block is open the SMs are asked about the
 * kernel after its own. Kernels that sleep (place_sleep.h) have no turns. */
#ifndef CTADEL_POLICY_PLACE_TURNS_H
#define CTADEL_POLICY_PLACE_TURNS_H

#include "policy/place_blocks.h"
#include "policy/place_sleep.h"

typedef struct {
    uint32_t ask; /* entry that SMs are asked about */
    bool twice;   /* ask was the same in the last clock */
    place_sleep_t sleep;
    place_open_t open;
} place_turns_t;

/* Next entry of a set after kid, in cyclic order, kid itself last; SCHED_NONE: the set is empty. */
static inline uint32_t place_next_kernel(uint32_t set, uint32_t kid)
{
    for (uint32_t n = 1; n <= SCHED_KERNELS_MAX; n++)
        if (set >> ((kid + n) % SCHED_KERNELS_MAX) & 1) return (kid + n) % SCHED_KERNELS_MAX;
    return SCHED_NONE;
}

static inline bool place_has_blocks(const disp_view_t *v)
{
    for (uint32_t i = 0; i < v->launched; i++)
        if (v->block[v->order[i]] > 1) return true;
    return false;
}

/* Selects the entry to ask about next. A block that is partially picked after this edge belongs to offers.about. */
static inline void place_turns_pass(place_turns_t *t, const disp_view_t *v, uint32_t awake)
{
    const bool goes_on = t->open.left, stays = place_has_blocks(v) && !t->twice && (awake >> t->ask & 1);
    const uint32_t was = t->ask;
    if (awake && (goes_on || !stays)) t->ask = place_next_kernel(awake, goes_on ? v->offers.about : t->ask);
    t->twice = goes_on ? t->ask == was : stays;
}

/* One clock. agree: an SM agreed on offers.asked. moves: the policy's sets of SMs change at this edge. True: busy.
 */
static inline bool place_turns_clock(place_turns_t *t, const disp_view_t *v, const disp_edge_t *e, bool agree,
                                     bool moves)
{
    const uint32_t awake = place_awake(&t->sleep, v);
    place_sleep_clock(&t->sleep, v, t->ask, agree, moves);
    place_open_clock(&t->open, v, e);
    place_turns_pass(t, v, awake);
    return awake;
}

#endif
