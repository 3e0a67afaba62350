/* place_sleep.h - kernels that may find an SM, and those that sleep: no SM agreed on them. A kernel sleeps until an
 * event, or until a CTA of it is booked: the last CTA of a grid may go by itself. */
#ifndef CTADEL_POLICY_PLACE_SLEEP_H
#define CTADEL_POLICY_PLACE_SLEEP_H

#include "policy/policy.h"

typedef struct {
    uint32_t idle; /* bit k: no SM agreed on entry k: it sleeps */
    bool stale; /* a CTA of offers.asked was in the booking register when it was asked about: the answer may be outdated
                 */
    bool moved; /* the policy's sets of SMs changed at the last edge */
} place_sleep_t;

/* Entries with CTAs left that do not sleep. */
static inline uint32_t place_awake(const place_sleep_t *t, const disp_view_t *v)
{
    return place_live(v) & (v->offers.changed || t->moved ? UINT32_MAX : ~t->idle);
}

/* One clock. ask: entry that SMs are asked about in it. agree: an SM agreed on offers.asked. moves: the policy's sets
 * of SMs change at this edge. */
static inline void place_sleep_clock(place_sleep_t *t, const disp_view_t *v, uint32_t ask, bool agree, bool moves)
{
    const place_offers_t *o = &v->offers;
    const uint32_t stands = o->standing == SCHED_NONE ? 0 : UINT32_C(1) << o->standing_kid;
    if (o->asked != OFFER_NONE && !agree && !t->stale) t->idle |= UINT32_C(1) << o->asked;
    t->idle &= o->changed || t->moved ? 0 : ~stands;
    t->stale = stands >> ask & 1;
    t->moved = moves;
}

#endif
