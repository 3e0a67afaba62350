/* place_spatial.c - disjoint sets of SMs (CKE of [LCS §4.4], Smart-Even of [SMK §2.3]): at a launch the enabled SMs are
 * dealt to the kernels with CTAs left, one SM each in turn, by rank; a word of SMs (words.h) per clock. When a kernel
 * has no CTAs left, its SMs are dealt to the others. Dealing waits at a word that has an SM on which a block of CTAs
 * [LCS §4.2] is open. */
#include "policy/place_turns.h"

#include "base/min.h"
#include "policy/words.h"

typedef struct {
    place_turns_t turns;
    sm_mask_t own[SCHED_KERNELS_MAX]; /* by entry: its SMs */
    uint32_t live;                    /* bit k: entry k had CTAs left in the last clock */
    bool deals, all;                  /* SMs are being dealt; all of them, else only those without an owner */
    uint32_t sm;                      /* first SM of the word to deal next */
    uint32_t order[SCHED_KERNELS_MAX], many, next; /* entries with CTAs left, by rank; the one that gets the next SM */
} state_t;

static uint32_t block(const disp_view_t *v, uint32_t kid)
{
    return place_block_size(v, kid, v->param[PARAM_PLACE_SPATIAL_BLOCK]);
}

static sm_mask_t keep(const void *st, const disp_view_t *v)
{
    (void)v;
    return place_open_sm(&((const state_t *)st)->turns.open);
}

/* SMs of the word to deal next. */
static sm_mask_t word(const state_t *st, const disp_view_t *v)
{
    const uint32_t to = min_u32(st->sm + word_sms(v->sms), v->sms);
    return st->deals ? mask_without(mask_below(to), mask_below(st->sm)) : mask_none();
}

static bool waits(const state_t *st, const disp_view_t *v)
{
    return mask_any(mask_and(word(st, v), place_open_sm(&st->turns.open)));
}

static uint32_t ask(const void *st) { return ((const state_t *)st)->turns.ask; }

static sm_mask_t serves(const void *st, uint32_t kid) { return ((const state_t *)st)->own[kid]; }

static sm_mask_t sms(const void *st, const disp_view_t *v, uint32_t kid)
{
    (void)v;
    return serves(st, kid);
}

/* An SM of the kernel, except those that are being dealt, unless its block is open. */
static uint32_t pick(const void *state, const disp_view_t *v)
{
    const state_t *st = state;
    const sm_mask_t deals = mask_without(word(st, v), place_open_sm(&st->turns.open));
    const sm_mask_t may = mask_without(mask_and(v->offers.pickable, serves(st, v->offers.about)), deals);
    return mask_any(may) ? place_next_sm(v, may) : SCHED_NONE;
}

static void deal(state_t *st, const disp_view_t *v)
{
    sm_mask_t owned = mask_none();
    for (uint32_t k = 0; k < v->kernels; k++) owned = mask_or(owned, st->own[k]);
    sm_mask_t free = mask_and(word(st, v), v->sm_enable);
    if (!st->all) free = mask_without(free, owned);
    for (mask_walk_t walk = mask_walk(free); mask_next(&walk);) {
        for (uint32_t k = 0; k < v->kernels; k++) mask_drop(&st->own[k], walk.at);
        mask_add(&st->own[st->order[st->next]], walk.at);
        st->next = (st->next + 1) % st->many;
    }
}

static void deal_clock(state_t *st, const disp_view_t *v)
{
    const uint32_t live = place_live(v);
    const bool changes = live != st->live, launch = (live & ~st->live) != 0;
    for (uint32_t k = 0; k < v->kernels; k++) /* a kernel without CTAs left gives up its SMs */
        if (!(live >> k & 1)) st->own[k] = mask_none();
    const bool dealt = st->deals, stands = waits(st, v);
    if (dealt && !stands) deal(st, v);
    if (!stands) st->sm += word_sms(v->sms);
    st->all = launch || (st->all && dealt);
    st->deals = live && (changes || stands || (dealt && st->sm < v->sms));
    st->live = live;
    if (!changes) return;
    st->sm = st->next = 0;
    st->many = v->launched;
    for (uint32_t i = 0; i < st->many; i++) st->order[i] = v->order[i];
}

static bool clock(void *state, const disp_view_t *v, const disp_edge_t *e)
{
    state_t *st = state;
    const place_offers_t *o = &v->offers;
    const bool agree = o->asked != OFFER_NONE && mask_any(mask_and(o->agree, serves(st, o->asked)));
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
