/* place_backfill.c - kernels behind the first one pass it while no SM takes it. The SMs are asked about the first
 * kernel by rank of those that do not sleep (place_sleep.h), and serve it round robin from the one after the SM picked
 * last. A CTA of another kernel than the first of all counts; after backfill.pass of them only the first kernel is
 * asked about, until a CTA of it is picked or another kernel is the first. The order of kernels: [TX2]; the bound on
 * the wait: own. */
#include "policy/place_sleep.h"

typedef struct {
    place_sleep_t sleep;
    uint32_t ask;    /* entry that SMs are asked about */
    uint32_t head;   /* the first entry with CTAs left a clock ago; SCHED_NONE: none */
    uint32_t passed; /* CTAs of others picked since one of head's, or since it was the first */
} state_t;

static bool may_ask(const state_t *st, const disp_view_t *v, uint32_t kid)
{
    return kid == st->head || st->passed < v->param[PARAM_PLACE_BACKFILL_PASS];
}

/* The first entry by rank of a set that may be asked about; SCHED_NONE: none. */
static uint32_t first_of(const state_t *st, const disp_view_t *v, uint32_t set)
{
    for (uint32_t i = 0; i < v->launched; i++)
        if ((set >> v->order[i] & 1) && may_ask(st, v, v->order[i])) return v->order[i];
    return SCHED_NONE;
}

static void init(void *state, const disp_view_t *v)
{
    (void)v;
    *(state_t *)state = (state_t){.head = SCHED_NONE};
}

static uint32_t ask(const void *st) { return ((const state_t *)st)->ask; }

static sm_mask_t sms(const void *st, const disp_view_t *v, uint32_t kid)
{
    return may_ask(st, v, kid) ? mask_all() : mask_none();
}

/* Answers about a kernel are not used while one that ranks before it may be asked about. */
static uint32_t pick(const void *state, const disp_view_t *v)
{
    const state_t *st = state;
    const uint32_t about = v->offers.about, set = place_awake(&st->sleep, v) | UINT32_C(1) << about;
    return about == first_of(st, v, set) ? place_next_sm(v, v->offers.pickable) : SCHED_NONE;
}

static bool clock(void *state, const disp_view_t *v, const disp_edge_t *e)
{
    state_t *st = state;
    const uint32_t first = first_of(st, v, place_awake(&st->sleep, v)), head = v->launched ? v->order[0] : SCHED_NONE;
    const bool busy = first != SCHED_NONE || head != st->head, picked = e->pick_sm != SCHED_NONE;
    if (head != st->head || (picked && e->pick_kid == head)) st->passed = 0;
    else if (picked) st->passed++;
    place_sleep_clock(&st->sleep, v, st->ask, mask_any(v->offers.agree), false);
    st->head = head;
    if (first != SCHED_NONE) st->ask = first;
    return busy;
}

const place_policy_t policy_place_backfill = {.name = "place_backfill",
                                              .state_bytes = sizeof(state_t),
                                              .init = init,
                                              .ask = ask,
                                              .sms = sms,
                                              .pick = pick,
                                              .clock = clock};
