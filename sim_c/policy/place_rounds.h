/* place_rounds.h - rounds: each SM serves its kernels in turn ([SMK §3.2], mCKE of [LCS §4.4]). A kernel that was
 * picked on an SM, or refused there by the stages, waits until every other awake kernel has been picked or refused
 * there too. The kernels are asked about in the order of place_turns.h. */
#ifndef CTADEL_POLICY_PLACE_ROUNDS_H
#define CTADEL_POLICY_PLACE_ROUNDS_H

#include "policy/place_turns.h"

typedef struct {
    place_turns_t turns;
    uint32_t had[SCHED_SMS_MAX]; /* by SM: bit k: entry k was picked or refused there in this round */
} place_rounds_t;

static inline uint32_t place_rounds_ask(const void *st) { return ((const place_rounds_t *)st)->turns.ask; }

static inline sm_mask_t place_rounds_sms(const void *state, const disp_view_t *v, uint32_t kid)
{
    const place_rounds_t *st = state;
    const uint32_t awake = place_awake(&st->turns.sleep, v);
    sm_mask_t may = mask_none();
    for (uint32_t s = 0; s < v->sms; s++)
        if (!(st->had[s] >> kid & 1) || !(awake & ~st->had[s])) mask_add(&may, s);
    return may;
}

static inline uint32_t place_rounds_pick(const void *st, const disp_view_t *v)
{
    (void)st;
    return place_next_sm(v, v->offers.pickable);
}

static inline bool place_rounds_clock(void *state, const disp_view_t *v, const disp_edge_t *e)
{
    place_rounds_t *st = state;
    const place_offers_t *o = &v->offers;
    const uint32_t awake = place_awake(&st->turns.sleep, v);
    for (uint32_t s = 0; s < v->sms; s++)
        if (e->pick_sm == s) {
            const uint32_t it = UINT32_C(1) << e->pick_kid;
            const bool ends_round = !(awake & ~st->had[s] & ~it);
            st->had[s] = it | (ends_round ? 0 : st->had[s]);
        } else if (o->asked != OFFER_NONE && !mask_has(o->agree, s)) {
            st->had[s] |= UINT32_C(1) << o->asked;
        }
    return place_turns_clock(&st->turns, v, e, mask_any(o->agree), false);
}

#endif
