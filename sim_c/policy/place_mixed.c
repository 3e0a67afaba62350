/* place_mixed.c - CTAs of all kernels on every SM ([SMK §3.2], mCKE of [LCS §4.4]): an SM is offered to its kernels in
 * turn. The next one's turn comes when a CTA was booked there, when the stages have refused the offer, and when the
 * kernel has no CTA left. With blocks of CTAs [LCS §4.2] it is the last CTA of one that is to be booked, and while a
 * block is open no other SM gets an offer, so none refuses one.
 *
 * After a change every offer is tried again; when a round of refusals has gone by without one, offers no longer
 * change. */
#include "policy/place_turns.h"

/* A refusal takes three clocks; and those in which the change itself gets through. */
enum { ROUND_CLOCKS = 3 * SCHED_KERNELS + 4 };

static uint32_t block(const disp_view_t *v, uint32_t kid)
{
    return place_block_size(v, kid, v->param[PARAM_PLACE_MIXED_BLOCK]);
}

static uint32_t keep(const void *st, const disp_view_t *v)
{
    (void)v;
    return place_open_sm(&((const place_turns_t *)st)->open);
}

static uint32_t pick(const void *st, const disp_view_t *v) { return place_pick_turn(st, v, v->offers.pickable); }

static bool offer(void *st, const disp_view_t *v, uint8_t next[SCHED_SMS_MAX])
{
    place_turns_t *t = st;
    const place_offers_t *o = &v->offers;
    const uint32_t live = place_live(v), open = place_open_mask(&t->open);
    const bool passes = place_pass_turn(t, v, o->pickable), awake = o->calm_clocks < ROUND_CLOCKS;
    const uint32_t refused = awake && !open ? o->settled & ~o->candidates & ~o->standing : 0;
    const uint32_t leaves = refused | (o->booked & ~open);
    for (uint32_t s = 0; s < v->sms; s++) {
        const bool stays = o->kid[s] != OFFER_NONE && (live >> o->kid[s] & 1) && !(leaves >> s & 1);
        const uint32_t from = o->kid[s] == OFFER_NONE ? SCHED_KERNELS - 1 : o->kid[s];
        next[s] = stays ? o->kid[s] : live ? (uint8_t)place_next_kernel(live, from) : OFFER_NONE;
    }
    return passes || (awake && v->launched > 1);
}

static bool clock(void *st, const disp_view_t *v, const disp_edge_t *e) { return place_turns_clock(st, v, e); }

const place_policy_t policy_place_mixed = {.name = "place_mixed",
                                           .state_bytes = sizeof(place_turns_t),
                                           .block = block,
                                           .offer = offer,
                                           .keep = keep,
                                           .pick = pick,
                                           .clock = clock};
