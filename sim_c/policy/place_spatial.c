/* place_spatial.c - disjoint sets of SMs (CKE of [LCS §4.4], Smart-Even of [SMK §2.3]): at a launch the enabled SMs
 * are dealt to the kernels with CTAs left, the longest-launched first, one SM per clock; the SMs of a kernel
 * without CTAs left are dealt to the others. Dealing waits at an SM on which a block of CTAs [LCS §4.2] is open. */
#include "policy/place_turns.h"

typedef struct {
    place_turns_t turns;
    uint32_t live;    /* bit k: entry k had CTAs left a clock ago */
    bool deals, all;  /* SMs are being dealt; all of them, or those without an owner */
    uint32_t sm, kid; /* this one is next, to this entry */
} state_t;

static uint32_t block(const disp_view_t *v, uint32_t kid)
{
    return place_block_size(v, kid, v->param[PARAM_PLACE_SPATIAL_BLOCK]);
}

static uint32_t keep(const void *st, const disp_view_t *v)
{
    (void)v;
    return place_open_sm(&((const state_t *)st)->turns.open);
}

static bool waits(const state_t *st) { return st->deals && place_open_sm(&st->turns.open) == st->sm; }

/* An SM is not picked while it is dealt. */
static uint32_t pickable(const state_t *st, const disp_view_t *v)
{
    return v->offers.pickable & ~(st->deals && !waits(st) ? UINT32_C(1) << st->sm : 0);
}

static uint32_t pick(const void *state, const disp_view_t *v)
{
    const state_t *st = state;
    return place_pick_turn(&st->turns, v, pickable(st, v));
}

/* The kernel launched after this one, the first one after the last. */
static uint32_t launched_after(const disp_view_t *v, uint32_t kid)
{
    for (uint32_t i = 0; i + 1 < v->launched; i++)
        if (v->order[i] == kid) return v->order[i + 1];
    return v->order[0];
}

static void deal(state_t *st, const disp_view_t *v, uint8_t own[SCHED_SMS_MAX])
{
    const uint32_t s = st->sm;
    if ((v->sm_enable >> s & 1) && (st->all || own[s] == OFFER_NONE)) {
        own[s] = (uint8_t)st->kid;
        if (v->launched) st->kid = launched_after(v, st->kid);
    }
}

static bool offer(void *state, const disp_view_t *v, uint8_t next[SCHED_SMS_MAX])
{
    state_t *st = state;
    const uint32_t live = place_live(v);
    const bool changes = live != st->live, launch = (live & ~st->live) != 0;
    const bool busy = place_pass_turn(&st->turns, v, pickable(st, v)) || v->deals;
    for (uint32_t s = 0; s < SCHED_SMS_MAX; s++) /* an SM whose kernel has no CTA left is no kernel's */
        next[s] = v->offers.kid[s] != OFFER_NONE && (live >> v->offers.kid[s] & 1) ? v->offers.kid[s] : OFFER_NONE;
    const bool dealt = st->deals, stands = waits(st);
    if (dealt && !stands) deal(st, v, next);
    st->all = launch || (st->all && dealt);
    st->deals = live && (changes || stands || (dealt && st->sm + 1 < v->sms));
    st->sm = changes ? 0 : st->sm + !stands;
    if (changes && live) st->kid = v->order[0];
    st->live = live;
    return busy;
}

static bool clock(void *state, const disp_view_t *v, const disp_edge_t *e)
{
    return place_turns_clock(&((state_t *)state)->turns, v, e);
}

static bool deals(const void *state, const disp_view_t *v)
{
    const state_t *st = state;
    return st->deals || place_live(v) != st->live;
}

const place_policy_t policy_place_spatial = {.name = "place_spatial",
                                             .state_bytes = sizeof(state_t),
                                             .block = block,
                                             .offer = offer,
                                             .keep = keep,
                                             .apart = true,
                                             .deals = deals,
                                             .pick = pick,
                                             .clock = clock};
