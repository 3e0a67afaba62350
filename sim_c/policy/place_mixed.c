/* place_mixed.c - CTAs of all kernels on every SM ([SMK §3.2], mCKE of [LCS §4.4]): kernels take turns, and so they do
 * on each SM. There a kernel that has been picked, or refused by the stages, is passed over as long as another one
 * that may find an SM has had neither. */
#include "policy/place_turns.h"

typedef struct {
    place_turns_t turns;
    uint32_t had[SCHED_SMS_MAX]; /* bit k: entry k has had its turn on that SM */
} state_t;

static uint32_t block(const disp_view_t *v, uint32_t kid)
{
    return place_block_size(v, kid, v->param[PARAM_PLACE_MIXED_BLOCK]);
}

static uint32_t keep(const void *st, const disp_view_t *v)
{
    (void)v;
    return place_open_sm(&((const state_t *)st)->turns.open);
}

static uint32_t ask(const void *st) { return ((const state_t *)st)->turns.ask; }

static uint32_t sms(const void *state, const disp_view_t *v, uint32_t kid)
{
    const state_t *st = state;
    const uint32_t awake = place_awake(&st->turns, v);
    uint32_t may = 0;
    for (uint32_t s = 0; s < v->sms; s++)
        if (!(st->had[s] >> kid & 1) || !(awake & ~st->had[s])) may |= UINT32_C(1) << s;
    return may;
}

static uint32_t pick(const void *st, const disp_view_t *v)
{
    (void)st;
    return place_next_sm(v, v->offers.pickable);
}

static bool clock(void *state, const disp_view_t *v, const disp_edge_t *e)
{
    state_t *st = state;
    const place_offers_t *o = &v->offers;
    const uint32_t awake = place_awake(&st->turns, v);
    for (uint32_t s = 0; s < v->sms; s++)
        if (e->pick_sm == s) {
            const uint32_t it = UINT32_C(1) << e->pick_kid;
            const bool ends_round = !(awake & ~st->had[s] & ~it);
            st->had[s] = it | (ends_round ? 0 : st->had[s]);
        } else if (o->asked != OFFER_NONE && !(o->agree >> s & 1)) {
            st->had[s] |= UINT32_C(1) << o->asked;
        }
    return place_turns_clock(&st->turns, v, e, o->agree, false);
}

const place_policy_t policy_place_mixed = {.name = "place_mixed",
                                           .state_bytes = sizeof(state_t),
                                           .block = block,
                                           .ask = ask,
                                           .sms = sms,
                                           .keep = keep,
                                           .pick = pick,
                                           .clock = clock};
