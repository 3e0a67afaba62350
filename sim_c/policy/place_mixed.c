/* place_mixed - CTAs of all kernels on every SM ([SMK §3.2], mCKE of [LCS §4.4]): an SM is offered to its
 * kernels in turn. The next one's turn comes when a CTA was booked there, when the stages have refused the offer,
 * and when the kernel has no CTA left.
 *
 * After a change every offer is tried again; when a round of refusals has gone by without one, offers stand still. */
#include "policy/place_turns.h"

/* A refusal takes three clocks; and those in which the change itself gets through. */
enum { ROUND_CLOCKS = 3 * SCHED_KERNELS + 4 };

typedef struct {
    uint32_t turn; /* entry that is picked for */
} state_t;

static uint32_t pick(const void *st, const disp_view_t *v)
{
    return place_pick_turn(v, v->offers.pickable, ((const state_t *)st)->turn);
}

static bool offer(void *st, const disp_view_t *v, uint8_t next[SCHED_SMS_MAX])
{
    state_t *state = st;
    const place_offers_t *o = &v->offers;
    const uint32_t turn = place_pass_turn(v, o->pickable, state->turn), live = place_live(v);
    const bool awake = o->calm_clocks < ROUND_CLOCKS, passes = turn != state->turn;
    const uint32_t refused = awake ? o->settled & ~o->candidates & ~o->standing : 0;
    state->turn = turn;
    for (uint32_t s = 0; s < v->sms; s++) {
        const bool stays = o->kid[s] != OFFER_NONE && (live >> o->kid[s] & 1) &&
                           !((refused | o->booked) >> s & 1);
        const uint32_t from = o->kid[s] == OFFER_NONE ? SCHED_KERNELS - 1 : o->kid[s];
        next[s] = stays ? o->kid[s] : live ? (uint8_t)place_next_kernel(live, from) : OFFER_NONE;
    }
    return passes || (awake && v->launched > 1);
}

const place_policy_t policy_place_mixed = {
    .name = "place_mixed", .state_bytes = sizeof(state_t), .offer = offer, .pick = pick};
