/* place_spatial.c - disjoint sets of SMs (CKE of [LCS §4.4], Smart-Even of [SMK §2.3]): at a launch the enabled SMs are
 * dealt to the kernels with CTAs left, by rank, one SM per clock. When a kernel has no CTAs left,
 * its SMs are dealt to the others. Dealing waits at an SM on which a block of CTAs [LCS §4.2] is open. */
#include "policy/place_turns.h"

typedef struct {
    place_turns_t turns;
    sm_mask_t own[SCHED_KERNELS_MAX]; /* by entry: its SMs */
    uint32_t live;                    /* bit k: entry k had CTAs left in the last clock */
    bool deals, all;                  /* SMs are being dealt; all of them, else only those without an owner */
    uint32_t sm, kid;                 /* SM to deal next; entry that gets it */
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

static uint32_t ask(const void *st) { return ((const state_t *)st)->turns.ask; }

static sm_mask_t serves(const void *st, uint32_t kid) { return ((const state_t *)st)->own[kid]; }

static sm_mask_t sms(const void *st, const disp_view_t *v, uint32_t kid)
{
    (void)v;
    return serves(st, kid);
}

/* An SM of the kernel, except the one that is being dealt. */
static uint32_t pick(const void *state, const disp_view_t *v)
{
    const state_t *st = state;
    sm_mask_t may = sms_and(v->offers.pickable, serves(st, v->offers.about));
    if (st->deals && !waits(st)) sms_drop(&may, st->sm);
    return sms_any(may) ? place_next_sm(v, may) : SCHED_NONE;
}

/* The kernel launched after kid; after the last, the first. */
static uint32_t launched_after(const disp_view_t *v, uint32_t kid)
{
    for (uint32_t i = 0; i + 1 < v->launched; i++)
        if (v->order[i] == kid) return v->order[i + 1];
    return v->order[0];
}

static void deal(state_t *st, const disp_view_t *v)
{
    bool owned = false;
    for (uint32_t k = 0; k < v->kernels; k++) owned |= sms_has(st->own[k], st->sm);
    if (!sms_has(v->sm_enable, st->sm) || (!st->all && owned)) return;
    for (uint32_t k = 0; k < v->kernels; k++) sms_drop(&st->own[k], st->sm);
    sms_add(&st->own[st->kid], st->sm);
    if (v->launched) st->kid = launched_after(v, st->kid);
}

static void deal_clock(state_t *st, const disp_view_t *v)
{
    const uint32_t live = place_live(v);
    const bool changes = live != st->live, launch = (live & ~st->live) != 0;
    for (uint32_t k = 0; k < v->kernels; k++) /* a kernel without CTAs left gives up its SMs */
        if (!(live >> k & 1)) st->own[k] = sms_none();
    const bool dealt = st->deals, stands = waits(st);
    if (dealt && !stands) deal(st, v);
    st->all = launch || (st->all && dealt);
    st->deals = live && (changes || stands || (dealt && st->sm + 1 < v->sms));
    st->sm = changes ? 0 : st->sm + !stands;
    if (changes && live) st->kid = v->order[0];
    st->live = live;
}

static bool clock(void *state, const disp_view_t *v, const disp_edge_t *e)
{
    state_t *st = state;
    const place_offers_t *o = &v->offers;
    const bool agree = o->asked != OFFER_NONE && sms_any(sms_and(o->agree, serves(st, o->asked)));
    deal_clock(st, v);
    return place_turns_clock(&st->turns, v, e, agree, v->deals) || v->deals;
}

static bool deals(const void *state, const disp_view_t *v)
{
    const state_t *st = state;
    return st->deals || place_live(v) != st->live;
}

const place_policy_t policy_place_spatial = {.name = "place_spatial",
                                             .all_sms = true,
                                             .in_turn = true,
                                             .state_bytes = sizeof(state_t),
                                             .block = block,
                                             .ask = ask,
                                             .sms = sms,
                                             .keep = keep,
                                             .serves = serves,
                                             .deals = deals,
                                             .pick = pick,
                                             .clock = clock};
