/* limit_dyncta - every SM looks for its own number of running CTAs (001 §4.1, Algorithm 1): windows of
 * monitoring decide n, CTAs beyond n are paused, a paused one that is silent for long is let through.
 *
 * What happens when, at one clock edge: a CTA that left one edge ago drops out of the order of
 * arrival; if a decision is due, the next SM takes it and begins to count anew; the report is counted.
 * An SM decides once per window, SM 0 one edge after the report that ends the window, then the others
 * in turn. While they do, no window ends. */
#include "policy/policy.h"

#include <string.h>

enum {
    P_WINDOW = 3, P_IDLE, P_MEM_LOW, P_MEM_HIGH, P_RELEASE, /* parameter registers */
    TIME_MAX = 65535,    /* cycles of a window or watch */
    COUNT_STOPS = 2048,  /* a count that has come so far stands still */
    LEVEL_MAX = 4095     /* never reached */
};

typedef struct {
    uint8_t order[SCHED_SLOTS_MAX]; /* CTA slots, who came first first */
    uint32_t residents;             /* of order */
    uint32_t n;                     /* CTAs that may run */
    uint32_t idle_cycles, mem_cycles;
    uint16_t silent;                /* bit c: slot c has issued nothing since the watch began */
} sm_state_t;

typedef struct {
    sm_state_t sm[SCHED_SMS_MAX];
    uint32_t most;                  /* N: T_max of the kernel launched last */
    uint32_t window_cycles;         /* since the window began */
    uint32_t turn_cycles;           /* since the watch or the release began */
    bool releasing;
    bool deciding;
    uint32_t next;                  /* SM that decides */
    uint32_t left_sm, left_slot;    /* who left at the last edge; left_sm SCHED_NONE: nobody */
} state_t;

static uint32_t at_most(uint32_t value, uint32_t limit) { return value < limit ? value : limit; }

static void begin(state_t *st, uint32_t most, uint32_t n)
{
    for (uint32_t s = 0; s < SCHED_SMS_MAX; s++) {
        st->sm[s].n = n;
        st->sm[s].idle_cycles = st->sm[s].mem_cycles = 0;
        st->sm[s].silent = UINT16_MAX;
    }
    st->most = most;
    st->window_cycles = st->turn_cycles = 0;
    st->releasing = st->deciding = false;
}

static void init(void *state, const disp_view_t *v)
{
    (void)v;
    state_t *st = state;
    begin(st, 1, 1);
    st->left_sm = SCHED_NONE;
}

static void start(void *state, const disp_view_t *v, uint32_t kid)
{
    const uint32_t most = v->tmax[kid];
    begin(state, most, most < 2 ? 1 : most / 2);
}

static uint32_t resident(const disp_view_t *v, uint32_t sm)
{
    uint32_t all = 0;
    for (uint32_t k = 0; k < SCHED_KERNELS; k++) all += v->resident[sm][k];
    return all;
}

static bool ok(const void *state, const disp_view_t *v, uint32_t sm, uint32_t kid, uint32_t ahead)
{
    (void)kid;
    const state_t *st = state;
    const uint32_t all = resident(v, sm), n = st->sm[sm].n;
    return !all || (all < n && ahead < n);
}

static uint16_t paused(const void *state, const disp_view_t *v, uint32_t sm)
{
    const state_t *st = state;
    const sm_state_t *m = &st->sm[sm];
    uint16_t live = 0, beyond = 0;
    for (uint32_t k = 0; k < SCHED_KERNELS; k++) live |= v->slots[sm][k];
    for (uint32_t i = m->n; i < m->residents; i++) beyond |= (uint16_t)(1u << m->order[i]);
    return live & beyond & (st->releasing ? ~m->silent : UINT16_MAX);
}

static void drop(sm_state_t *m, uint32_t slot)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < m->residents; i++)
        if (m->order[i] != slot) m->order[n++] = m->order[i];
    m->residents = n;
}

/* One SM's decision, by Figure 6. */
static void decide(state_t *st, const disp_view_t *v)
{
    sm_state_t *m = &st->sm[st->next];
    if (m->idle_cycles >= at_most(v->param[P_IDLE], LEVEL_MAX) ||
        m->mem_cycles < at_most(v->param[P_MEM_LOW], LEVEL_MAX)) {
        if (m->n < st->most) m->n++;
    } else if (m->mem_cycles >= at_most(v->param[P_MEM_HIGH], LEVEL_MAX)) {
        if (m->n > 1) m->n--;
    }
    m->idle_cycles = m->mem_cycles = 0;
    st->deciding = ++st->next < v->sms;
}

static void count(sm_state_t *m, uint32_t idle, uint32_t mem, const uint8_t *inst)
{
    if (m->idle_cycles < COUNT_STOPS) m->idle_cycles += idle;
    if (m->mem_cycles < COUNT_STOPS) m->mem_cycles += mem;
    for (uint32_t c = 0; c < SCHED_SLOTS_MAX; c++)
        if (inst[c]) m->silent &= (uint16_t)~(1u << c);
}

/* A report; true: it ends a window. */
static bool report(state_t *st, const disp_view_t *v, const disp_mon_t *mon, bool was_deciding)
{
    for (uint32_t s = 0; s < v->sms; s++)
        count(&st->sm[s], mon->idle[s], mon->mem[s], mon->inst[s]);
    st->turn_cycles += mon->cycles;
    if (st->turn_cycles >= at_most(v->param[P_RELEASE], TIME_MAX)) {
        st->turn_cycles = 0;
        if (st->releasing) /* a watch begins: nobody has issued in it */
            for (uint32_t s = 0; s < v->sms; s++) st->sm[s].silent = UINT16_MAX;
        st->releasing = !st->releasing;
    }
    st->window_cycles = at_most(st->window_cycles + mon->cycles, TIME_MAX);
    if (was_deciding || st->window_cycles < at_most(v->param[P_WINDOW], TIME_MAX)) return false;
    st->window_cycles = 0;
    st->deciding = true;
    st->next = 0;
    return true;
}

static bool clock(void *state, const disp_view_t *v, const disp_edge_t *e)
{
    state_t *st = state;
    const bool was_deciding = st->deciding;
    bool moved = was_deciding || st->left_sm != SCHED_NONE;
    if (st->left_sm != SCHED_NONE) drop(&st->sm[st->left_sm], st->left_slot);
    st->left_sm = e->done_sm;
    st->left_slot = e->done_slot;
    if (e->pick_sm != SCHED_NONE) {
        sm_state_t *m = &st->sm[e->pick_sm];
        m->order[m->residents++] = (uint8_t)e->pick_slot;
    }
    if (was_deciding) decide(st, v);
    if (e->mon) moved |= report(st, v, e->mon, was_deciding);
    return moved;
}

const limit_policy_t policy_limit_dyncta = {
    .name = "limit_dyncta",
    .state_bytes = sizeof(state_t),
    .monitors = true,
    .init = init,
    .start = start,
    .ok = ok,
    .paused = paused,
    .clock = clock,
};
