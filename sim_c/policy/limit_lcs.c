/* limit_lcs - lazy CTA scheduling (000 §4.1): when the first CTA of a kernel completes on an SM, the
 * instructions issued so far by the CTAs there say how many of them it takes to keep the SM busy:
 * T_new = round(sum / max), from 1 to T_max, in whole blocks (§4.3). It holds to the kernel's end.
 *
 * One decision is made at a time, that of the lowest SM first; the CTAs it is about are read one per
 * cycle, the quotient is found one unit per cycle. An SM that waits for its decision gets no CTA. */
#include "policy/policy.h"

enum { ROUND_DOWN, ROUND_UP, ROUND_NEAREST, ROUND_NEAREST_TOO };
enum { INST_FULL = (1 << 16) - (1 << 7) }; /* a count of 16 bits that one more report might pass */

typedef struct {
    uint32_t inst[SCHED_SLOTS_MAX]; /* issued by the CTA in each slot */
    uint16_t asked;                 /* slots of the decision this SM waits for, not read yet */
    uint8_t kid;                    /* whose decision it is */
    uint8_t tnew[SCHED_KERNELS];    /* 0: not decided */
} lcs_sm_t;

typedef struct {
    lcs_sm_t sm[SCHED_SMS_MAX];
    uint32_t work;                  /* SM whose decision is made; SCHED_NONE: nobody's */
    uint32_t read, sum, max;        /* the count read last, the others' sum and maximum */
    uint32_t tnew, wait_cycles;     /* the decision, and when it is due; 0: not all is read */
} lcs_t;

static bool all_decide(const disp_view_t *v) { return !(v->param[PARAM_LIMIT_LCS_SCOPE] & 1); }

static bool waits(const lcs_t *l, uint32_t sm) { return l->work == sm || l->sm[sm].asked; }

static void init(void *st, const disp_view_t *v)
{
    (void)v;
    ((lcs_t *)st)->work = SCHED_NONE;
}

static void start(void *st, const disp_view_t *v, uint32_t kid)
{
    lcs_t *l = st;
    for (uint32_t s = 0; s < v->sms; s++) {
        l->sm[s].tnew[kid] = 0;
        if (l->sm[s].kid != kid) continue;
        /* the launch before this one had not been decided yet */
        for (uint32_t c = 0; c < SCHED_SLOTS_MAX; c++)
            if (l->sm[s].asked >> c & 1) l->sm[s].inst[c] = 0;
        l->sm[s].asked = 0;
        if (l->work == s) l->work = SCHED_NONE;
    }
}

static bool ok(const void *st, const disp_view_t *v, uint32_t sm, uint32_t kid, uint32_t ahead)
{
    (void)v;
    const lcs_t *l = st;
    const uint32_t tnew = l->sm[sm].tnew[kid];
    return !waits(l, sm) && (!tnew || ahead < tnew);
}

static uint16_t watched(const lcs_sm_t *sm, const uint16_t slots[SCHED_KERNELS])
{
    uint16_t w = 0;
    for (uint32_t k = 0; k < SCHED_KERNELS; k++)
        if (!sm->tnew[k]) w |= slots[k];
    return w & (uint16_t)~sm->asked;
}

/* A full count ends all counting on the SM: later counts would only come nearer to it. */
static void count(lcs_sm_t *sm, uint16_t slots, const uint8_t inst[SCHED_SLOTS_MAX])
{
    for (uint32_t c = 0; c < SCHED_SLOTS_MAX; c++)
        if ((slots >> c & 1) && sm->inst[c] >= INST_FULL) return;
    for (uint32_t c = 0; c < SCHED_SLOTS_MAX; c++)
        if (slots >> c & 1) sm->inst[c] += inst[c];
}

static uint32_t quotient(const lcs_t *l, const disp_view_t *v, uint32_t kid)
{
    if (!l->max) return v->tmax[kid]; /* nothing was issued, nothing is known */
    uint32_t t = l->sum / l->max;
    const uint32_t rest = l->sum % l->max;
    switch (v->param[PARAM_LIMIT_LCS_ROUNDING] & 3) {
    case ROUND_DOWN: break;
    case ROUND_UP: t += rest > 0; break;
    case ROUND_NEAREST:
    case ROUND_NEAREST_TOO: t += 2 * rest >= l->max; break;
    }
    return t < v->tmax[kid] ? t : v->tmax[kid];
}

static void decide(lcs_t *l, const disp_view_t *v)
{
    const uint32_t kid = l->sm[l->work].kid;
    for (uint32_t s = 0; s < v->sms; s++) {
        const bool heard = s == l->work || (!all_decide(v) && l->work == 0);
        if (heard && !l->sm[s].tnew[kid]) l->sm[s].tnew[kid] = (uint8_t)l->tnew;
    }
    l->work = SCHED_NONE;
}

/* One cycle of the decision in work. */
static void advance(lcs_t *l, const disp_view_t *v)
{
    lcs_sm_t *sm = &l->sm[l->work];
    if (l->wait_cycles) {
        if (!--l->wait_cycles) decide(l, v);
        return;
    }
    l->sum += l->read;
    if (l->read > l->max) l->max = l->read;
    if (sm->asked) {
        const uint32_t c = (uint32_t)__builtin_ctz(sm->asked);
        l->read = sm->inst[c];
        sm->inst[c] = 0;
        sm->asked &= (uint16_t)(sm->asked - 1);
        return;
    }
    const uint32_t t = quotient(l, v, sm->kid), block = v->block[sm->kid];
    l->tnew = t < block ? block : t - t % block;
    l->wait_cycles = t + 1;
}

static void take_up(lcs_t *l, const disp_view_t *v)
{
    l->read = l->sum = l->max = l->wait_cycles = 0;
    for (uint32_t s = 0; s < v->sms && l->work == SCHED_NONE; s++)
        if (l->sm[s].asked) l->work = s;
}

static bool clock(void *st, const disp_view_t *v, const disp_edge_t *e)
{
    lcs_t *l = st;
    bool moved = l->work != SCHED_NONE;
    if (e->mon)
        for (uint32_t s = 0; s < v->sms; s++)
            count(&l->sm[s], watched(&l->sm[s], v->slots[s]), e->mon->inst[s]);
    if (e->pick_sm != SCHED_NONE && !(l->sm[e->pick_sm].asked >> e->pick_slot & 1))
        l->sm[e->pick_sm].inst[e->pick_slot] = 0;

    lcs_sm_t *first = NULL; /* where the first CTA of its kernel has completed */
    if (e->done_sm != SCHED_NONE && (all_decide(v) || e->done_sm == 0) && !waits(l, e->done_sm) &&
        !l->sm[e->done_sm].tnew[e->done_kid])
        first = &l->sm[e->done_sm];
    for (uint32_t s = 0; s < v->sms; s++) moved |= l->sm[s].asked != 0;
    if (l->work == SCHED_NONE) take_up(l, v);
    else advance(l, v);
    if (first) {
        first->asked = v->slots[e->done_sm][e->done_kid];
        first->kid = (uint8_t)e->done_kid;
    }
    return moved;
}

const limit_policy_t policy_limit_lcs = {.name = "limit_lcs", .state_bytes = sizeof(lcs_t),
                                         .monitors = true, .wants_greedy = true, .init = init,
                                         .start = start, .ok = ok, .clock = clock};
