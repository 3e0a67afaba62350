/* place_turns.h - kernels that share the SMs take turns ([SMK §3.2]): SMs are asked about one kernel in a clock and
 * about the next, by table entry, in the clock after; while some kernel has blocks of several CTAs ([LCS §4.2]), in the
 * one after that. The answers that meet an open block are lost: so as long as it is open the kernel after its own is
 * asked about. A kernel that no SM agreed on sleeps until something changes, or a CTA of it is booked: the last CTA of
 * a grid may go by itself. */
#ifndef CTADEL_POLICY_PLACE_TURNS_H
#define CTADEL_POLICY_PLACE_TURNS_H

#include "policy/place_blocks.h"

typedef struct {
    uint32_t ask;  /* entry that SMs are asked about */
    bool twice;    /* so it was in the clock before */
    bool stale;    /* when `offers.asked` was asked about, a CTA of it stood to be booked: what goes next may differ */
    bool moved;    /* the policy's own sets of SMs changed at the last edge */
    uint32_t idle; /* bit k: no SM agreed on entry k */
    place_open_t open;
} place_turns_t;

/* The next entry of a set after kid, in cyclic order; kid itself comes last. SCHED_NONE: the set is empty. */
static inline uint32_t place_next_kernel(uint32_t set, uint32_t kid)
{
    for (uint32_t n = 1; n <= SCHED_KERNELS; n++)
        if (set >> ((kid + n) % SCHED_KERNELS) & 1) return (kid + n) % SCHED_KERNELS;
    return SCHED_NONE;
}

/* Entries with CTAs left that may find an SM. */
static inline uint32_t place_awake(const place_turns_t *t, const disp_view_t *v)
{
    return place_live(v) & (v->offers.stirred || t->moved ? UINT32_MAX : ~t->idle);
}

static inline bool place_has_blocks(const disp_view_t *v)
{
    for (uint32_t i = 0; i < v->launched; i++)
        if (v->block[v->order[i]] > 1) return true;
    return false;
}

/* Which entry is next. The block that is open behind this edge is one of offers.about. */
static inline void place_turns_pass(place_turns_t *t, const disp_view_t *v, uint32_t awake)
{
    const bool goes_on = t->open.left, stays = place_has_blocks(v) && !t->twice && (awake >> t->ask & 1);
    const uint32_t was = t->ask;
    if (awake && (goes_on || !stays)) t->ask = place_next_kernel(awake, goes_on ? v->offers.about : t->ask);
    t->twice = goes_on ? t->ask == was : stays;
}

/* One clock. agree: SMs that agreed on offers.asked; moves: the policy's sets of SMs change. True: busy. */
static inline bool place_turns_clock(place_turns_t *t, const disp_view_t *v, const disp_edge_t *e, uint32_t agree,
                                     bool moves)
{
    const place_offers_t *o = &v->offers;
    const uint32_t awake = place_awake(t, v), stands = o->standing ? UINT32_C(1) << o->standing_kid : 0;
    if (o->asked != OFFER_NONE && !agree && !t->stale) t->idle |= UINT32_C(1) << o->asked;
    t->idle &= o->stirred || t->moved ? 0 : ~stands;
    t->stale = stands >> t->ask & 1;
    t->moved = moves;
    place_open_clock(&t->open, v, e);
    place_turns_pass(t, v, awake);
    return awake;
}

#endif
