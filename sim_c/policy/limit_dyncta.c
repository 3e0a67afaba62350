/* limit_dyncta.c - each SM searches for its own number n of running CTAs [DYNCTA §4.1, Algorithm 1]: windows of
 * monitoring decide n; CTAs beyond n are paused. Every release_cycles all paused CTAs may issue for RELEASE_CYCLES.
 *
 * At one clock edge, in this order: a CTA that ended one edge ago leaves the order of arrival; a launch one edge ago
 * restarts everything, else, if decisions are due, the n of a word of SMs (words.h) take the verdicts of the last edge
 * and the counts of the next word are read and cleared; the report is counted. The first word's counts are read one
 * edge after the report that ends the window, then those of the others in turn. Meanwhile no window ends. */
#include "policy/policy.h"

#include "base/min.h"
#include "policy/words.h"

#include <string.h>

enum {
    WINDOW_MAX = 65535,   /* cycles at which the window counter saturates */
    RELEASE_CYCLES = 256, /* cycles for which paused CTAs may issue */
    IDLE_STOPS = 32,      /* cycles at which C_idle, */
    MEM_STOPS = 1024      /* and C_mem stop counting: no threshold is larger */
};

typedef struct {
    uint8_t order[SCHED_SLOTS_MAX];   /* CTA slots, oldest first */
    uint32_t residents;               /* length of order */
    uint32_t n;                       /* CTAs that may run */
    uint32_t idle_cycles, mem_cycles; /* C_idle, C_mem of this window */
    int verdict;                      /* change of n at the next edge: +1, -1 or 0 */
} sm_state_t;

typedef struct {
    sm_state_t sm[SCHED_SMS_MAX];
    uint32_t most;               /* upper bound of n: T_max of the kernel launched last */
    bool launched;               /* a launch at the last edge */
    uint32_t window_cycles;      /* since the window began */
    uint32_t turn_cycles;        /* since `releasing` changed */
    bool releasing;              /* paused CTAs may issue */
    bool deciding;               /* the SMs decide, a word per clock */
    uint32_t next;               /* first SM of the word whose counts are read next */
    uint32_t left_sm, left_slot; /* CTA released at the last edge; left_sm SCHED_NONE: none */
} state_t;

static void init(void *state, const disp_view_t *v)
{
    state_t *st = state;
    st->most = 1;
    st->launched = true;
    st->deciding = st->releasing = false;
    st->turn_cycles = 0;
    st->left_sm = SCHED_NONE;
    for (uint32_t s = 0; s < v->sms; s++) st->sm[s].n = 1;
}

static void start(void *state, const disp_view_t *v, uint32_t kid)
{
    state_t *st = state;
    st->most = min_u32(v->tmax[kid], v->sm_slots);
    st->launched = true;
}

static void begin(state_t *st, const disp_view_t *v)
{
    for (uint32_t s = 0; s < v->sms; s++) {
        st->sm[s].n = st->most < 2 ? 1 : st->most / 2;
        st->sm[s].idle_cycles = st->sm[s].mem_cycles = 0;
    }
    st->window_cycles = 0;
    st->deciding = false;
}

static uint32_t resident(const disp_view_t *v, uint32_t sm)
{
    uint32_t all = 0;
    for (uint32_t k = 0; k < v->kernels; k++) all += v->resident[sm][k];
    return all;
}

static bool ok(const void *state, const disp_view_t *v, uint32_t sm, uint32_t kid, uint32_t ahead)
{
    (void)ahead; /* counts CTAs of this kernel only */
    const state_t *st = state;
    const uint32_t all = resident(v, sm), n = st->sm[sm].n;
    /* In the clock in which a released CTA leaves the order, only an empty SM takes a CTA. */
    return !all || (all + v->block[kid] <= n && st->left_sm != sm);
}

static slot_mask_t paused(const void *state, const disp_view_t *v, uint32_t sm)
{
    const state_t *st = state;
    const sm_state_t *m = &st->sm[sm];
    slot_mask_t live = 0, beyond = 0;
    for (uint32_t k = 0; k < v->kernels; k++) live |= v->slots[sm][k];
    for (uint32_t i = m->n; i < m->residents; i++) beyond |= SLOT_BIT(m->order[i]);
    return st->releasing ? 0 : live & beyond;
}

static void drop(sm_state_t *m, uint32_t slot)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < m->residents; i++)
        if (m->order[i] != slot) m->order[n++] = m->order[i];
    m->residents = n;
}

/* Change of n for an SM's counts, as in [DYNCTA Figure 6]. */
static int judge(const sm_state_t *m, const disp_view_t *v)
{
    if (m->idle_cycles >= v->param[PARAM_LIMIT_DYNCTA_T_IDLE_CYCLES] ||
        m->mem_cycles < v->param[PARAM_LIMIT_DYNCTA_T_MEM_L_CYCLES])
        return 1;
    return m->mem_cycles >= v->param[PARAM_LIMIT_DYNCTA_T_MEM_H_CYCLES] ? -1 : 0;
}

static void decide(state_t *st, const disp_view_t *v)
{
    const uint32_t word = word_sms(v->sms), before = st->next - min_u32(word, st->next);
    for (uint32_t s = before; s < min_u32(st->next, v->sms); s++) {
        sm_state_t *m = &st->sm[s];
        if (m->verdict > 0 && m->n < st->most) m->n++;
        if (m->verdict < 0 && m->n > 1) m->n--;
    }
    for (uint32_t s = st->next; s < min_u32(st->next + word, v->sms); s++) {
        sm_state_t *m = &st->sm[s];
        m->verdict = judge(m, v);
        m->idle_cycles = m->mem_cycles = 0;
    }
    st->deciding = st->next < v->sms;
    st->next += word;
}

static void count(state_t *st, const disp_view_t *v, const disp_mon_t *mon)
{
    for (uint32_t s = 0; s < v->sms; s++) {
        sm_state_t *m = &st->sm[s];
        if (m->idle_cycles < IDLE_STOPS) m->idle_cycles += mon->idle[s];
        if (m->mem_cycles < MEM_STOPS) m->mem_cycles += mon->mem[s];
    }
}

/* True: this report ends a window. */
static bool ends(state_t *st, const disp_view_t *v, const disp_mon_t *mon, bool was_deciding)
{
    st->window_cycles = min_u32(st->window_cycles + mon->cycles, WINDOW_MAX);
    if (was_deciding || st->window_cycles < v->param[PARAM_LIMIT_DYNCTA_WINDOW_CYCLES]) return false;
    st->window_cycles = 0;
    st->deciding = true;
    st->next = 0;
    return true;
}

static void turn(state_t *st, const disp_view_t *v, uint32_t cycles)
{
    st->turn_cycles += cycles;
    if (st->turn_cycles < (st->releasing ? RELEASE_CYCLES : v->param[PARAM_LIMIT_DYNCTA_RELEASE_CYCLES])) return;
    st->turn_cycles = 0;
    st->releasing = !st->releasing;
}

static bool clock(void *state, const disp_view_t *v, const disp_edge_t *e)
{
    state_t *st = state;
    const bool was_deciding = st->deciding, anew = st->launched;
    bool moved = was_deciding || anew || st->left_sm != SCHED_NONE;
    if (st->left_sm != SCHED_NONE) drop(&st->sm[st->left_sm], st->left_slot);
    st->left_sm = e->done_sm;
    st->left_slot = e->done_slot;
    if (e->book_sm != SCHED_NONE) {
        sm_state_t *m = &st->sm[e->book_sm];
        m->order[m->residents++] = (uint8_t)e->book_slot;
    }
    if (anew) begin(st, v);
    else if (was_deciding) decide(st, v);
    if (e->mon) {
        turn(st, v, e->mon->cycles);
        if (!anew) {
            count(st, v, e->mon);
            moved |= ends(st, v, e->mon, was_deciding);
        }
    }
    st->launched = false;
    return moved;
}

static void watch(const void *state, policy_regs_t *regs)
{
    const state_t *st = state;
    for (uint32_t s = 0; s < SCHED_SMS_MAX; s++) regs->dyncta.n[s] = (uint8_t)st->sm[s].n;
    regs->dyncta.walks = st->deciding;
    regs->dyncta.anew = st->launched;
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
    .watch = watch,
};
