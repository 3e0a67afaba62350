/* limit_lcs.c - lazy CTA scheduling [LCS §4.1]: when the first CTA of a kernel completes on an SM, the instructions
 * issued so far by the resident CTAs give the number of CTAs that keep the SM busy: T_new = sum / max, rounded to whole
 * blocks of CTAs (§4.3), from one block to T_max. T_new holds until the kernel ends.
 *
 * T_new is valid a fixed number of cycles after the completion, however many SMs decide at once; until then the SM gets
 * no CTA of that kernel. */
#include "policy/policy.h"

#include <string.h>

enum { ROUND_DOWN, ROUND_UP, ROUND_NEAREST, ROUND_NEAREST_TOO };
enum { INST_FULL = (1 << 16) - (1 << 7) }; /* a 16-bit count that one more report could overflow */
/* A cycle each: read, the levels of an adder tree over the slots, the bits of a quotient up to their number, round to
 * blocks, cap. Up to 16 slots a decision takes as long as for 16. */
#define DECISION_CYCLES(slots) (1 + SCHED_BITS(slots) + SCHED_BITS((slots) + 1) + 1 + 1)
enum { FEW_SLOTS = 16, DECISION_MAX = DECISION_CYCLES(SCHED_SLOTS_MAX) };
_Static_assert(SCHED_SLOTS_MAX >= FEW_SLOTS, "due[] holds the decisions of any built size");

typedef struct {  /* a decision in progress; at most one begins per cycle */
    uint32_t kid; /* SCHED_NONE: none */
    uint32_t sm, sum, max;
} decision_t;

typedef struct {
    uint32_t inst[SCHED_SMS_MAX][SCHED_SLOTS_MAX];  /* by CTA slot: warp instructions issued */
    uint8_t tnew[SCHED_SMS_MAX][SCHED_KERNELS_MAX]; /* CTAs; LCS_OPEN, LCS_WAITS */
    decision_t due[DECISION_MAX];                   /* ring of due_cycles: due[turn] began so long ago */
    uint32_t due_cycles, turn, under_way;
    uint32_t saturated; /* bit k: a count of kernel k has saturated since its launch */
} lcs_t;

static void init(void *st, const disp_view_t *v)
{
    lcs_t *l = st;
    l->due_cycles = v->sm_slots > FEW_SLOTS ? DECISION_CYCLES(v->sm_slots) : DECISION_CYCLES(FEW_SLOTS);
    for (uint32_t i = 0; i < l->due_cycles; i++) l->due[i].kid = SCHED_NONE;
}

static void start(void *st, const disp_view_t *v, uint32_t kid)
{
    lcs_t *l = st;
    for (uint32_t s = 0; s < v->sms; s++) l->tnew[s][kid] = LCS_OPEN;
    l->saturated &= ~(UINT32_C(1) << kid);
    for (uint32_t i = 0; i < l->due_cycles; i++) /* decisions of an earlier launch in this entry */
        if (l->due[i].kid == kid) {
            l->due[i].kid = SCHED_NONE;
            l->under_way--;
        }
}

static bool ok(const void *st, const disp_view_t *v, uint32_t sm, uint32_t kid, uint32_t ahead)
{
    (void)v;
    const uint32_t tnew = ((const lcs_t *)st)->tnew[sm][kid];
    return tnew == LCS_OPEN || (tnew != LCS_WAITS && ahead < tnew);
}

static uint32_t saturated(const void *st) { return ((const lcs_t *)st)->saturated; }

/* Adds one report for the CTAs of a kernel on an SM. A counter about to overflow freezes all of them, which preserves
 * their ratios. False: they are frozen. */
static bool count(uint32_t held[SCHED_SLOTS_MAX], slot_mask_t slots, const uint8_t inst[SCHED_SLOTS_MAX])
{
    for (uint32_t c = 0; c < SCHED_SLOTS_MAX; c++)
        if ((slots >> c & 1) && held[c] >= INST_FULL) return false;
    for (uint32_t c = 0; c < SCHED_SLOTS_MAX; c++)
        if (slots >> c & 1) held[c] += inst[c];
    return true;
}

static void report(lcs_t *l, const disp_view_t *v, const disp_mon_t *mon)
{
    for (uint32_t s = 0; s < v->sms; s++)
        for (uint32_t k = 0; k < v->kernels; k++)
            if (v->slots[s][k] && l->tnew[s][k] == LCS_OPEN && !count(l->inst[s], v->slots[s][k], mon->inst[s]))
                l->saturated |= UINT32_C(1) << k;
}

static bool all_decide(const disp_view_t *v) { return !(v->param[PARAM_LIMIT_LCS_SCOPE] & 1); }

static bool decides(const disp_view_t *v, uint32_t sm)
{
    return all_decide(v) || (mask_any(v->sm_enable) && sm == mask_lowest(v->sm_enable));
}

static decision_t begin(const lcs_t *l, const disp_view_t *v, uint32_t sm, uint32_t kid)
{
    decision_t d = {.kid = kid, .sm = sm};
    for (uint32_t c = 0; c < SCHED_SLOTS_MAX; c++)
        if (v->slots[sm][kid] >> c & 1) {
            d.sum += l->inst[sm][c];
            if (l->inst[sm][c] > d.max) d.max = l->inst[sm][c];
        }
    return d;
}

/* T_new: sum / max in blocks, rounded once, at most T_max. The host's T_max may exceed the CTA slots, which bound it.
 */
static uint32_t decided(const decision_t *d, const disp_view_t *v)
{
    const uint32_t tmax = v->tmax[d->kid] < v->sm_slots ? v->tmax[d->kid] : v->sm_slots;
    const uint32_t block = v->block[d->kid], most = tmax < block ? 1 : tmax / block;
    const uint32_t of_block = d->max * block; /* instructions of a block whose CTAs are all as fast as the fastest */
    if (!of_block) return most * block;       /* no instruction was issued: no information */
    uint32_t blocks = d->sum / of_block;
    const uint32_t rest = d->sum % of_block;
    switch (v->param[PARAM_LIMIT_LCS_ROUNDING] & 3) {
    case ROUND_DOWN: break;
    case ROUND_UP: blocks += rest > 0; break;
    case ROUND_NEAREST:
    case ROUND_NEAREST_TOO: blocks += 2 * rest >= of_block; break;
    }
    if (blocks > most) blocks = most;
    return (blocks ? blocks : 1) * block;
}

static void end(lcs_t *l, const disp_view_t *v, const decision_t *d)
{
    const uint8_t tnew = (uint8_t)decided(d, v);
    for (uint32_t s = 0; s < v->sms; s++) {
        uint8_t *held = &l->tnew[s][d->kid];
        if ((s == d->sm || !all_decide(v)) && (*held == LCS_OPEN || *held == LCS_WAITS)) *held = tnew;
    }
}

static bool clock(void *st, const disp_view_t *v, const disp_edge_t *e)
{
    lcs_t *l = st;
    const bool moved = l->under_way != 0;
    if (e->mon) report(l, v, e->mon);
    decision_t first = {.kid = SCHED_NONE};
    if (e->done_sm != SCHED_NONE && decides(v, e->done_sm) && l->tnew[e->done_sm][e->done_kid] == LCS_OPEN)
        first = begin(l, v, e->done_sm, e->done_kid);
    if (e->book_sm != SCHED_NONE) l->inst[e->book_sm][e->book_slot] = 0;

    decision_t *due = &l->due[l->turn];
    if (due->kid != SCHED_NONE) {
        end(l, v, due);
        l->under_way--;
    }
    if (first.kid != SCHED_NONE) {
        l->under_way++;
        if (l->tnew[first.sm][first.kid] == LCS_OPEN) l->tnew[first.sm][first.kid] = LCS_WAITS;
    }
    *due = first;
    l->turn = (l->turn + 1) % l->due_cycles;
    return moved;
}

static void watch(const void *st, policy_regs_t *regs)
{
    const lcs_t *l = st;
    memcpy(regs->lcs.tnew, l->tnew, sizeof l->tnew);
    memcpy(regs->lcs.inst, l->inst, sizeof l->inst);
}

const limit_policy_t policy_limit_lcs = {.name = "limit_lcs",
                                         .state_bytes = sizeof(lcs_t),
                                         .monitors = true,
                                         .wants_greedy = true,
                                         .init = init,
                                         .start = start,
                                         .ok = ok,
                                         .saturated = saturated,
                                         .clock = clock,
                                         .watch = watch};
