/* gate_claso.c - CLASO [CLASO §3.1]: every SM has local credits, and all share a few global ones. A dispatched block
 * costs a local credit, and a global one too towards the end of the SM's share. A block that cannot pay is refused and
 * costs nothing.
 *
 * The credits of a kernel are computed after its launch, one kernel at a time; until then it gets no CTA. An SM's share
 * of more than MOST blocks does not fit a register: the excess is allowed first, without credits. */
#include "policy/policy.h"

#include <string.h>

enum { LEVELS_MAX = 7 };
enum { CREDIT_BITS = 7, MOST = (1 << CREDIT_BITS) - 1 - LEVELS_MAX };
enum { /* cycles of the sequential arithmetic, one per bit: of z, of x, of a quotient, of a count of SMs */
       Z_BITS = 16,
       X_BITS = 24,
       QUOTIENT_BITS = 32
};
#define ENDLESS UINT64_MAX

typedef struct {
    uint64_t free; /* blocks allowed before credits are used */
    uint32_t local[SCHED_SMS_MAX], global;
} credits_t;

typedef struct {
    credits_t kernel[SCHED_KERNELS_MAX];
    uint32_t pending; /* bit k: launched, its credits are not computed yet */
    uint32_t open;    /* bit k: the gate stays open: its SMs were dealt again since, or a limit confines it to some */
    uint32_t working; /* entry whose credits are being computed */
    uint32_t left;    /* cycles left for that; 0: none in progress */
    credits_t result; /* of that computation */
} claso_t;

static uint32_t level(uint32_t value, uint32_t least)
{
    return value < least ? least : value > LEVELS_MAX ? LEVELS_MAX : value;
}

static uint32_t p_a(const disp_view_t *v) { return level(v->param[PARAM_GATE_CLASO_P_A], 1); }
static uint32_t p_l(const disp_view_t *v) { return level(v->param[PARAM_GATE_CLASO_P_L], 0); }

/* Computes the credits of a kernel; returns the cycles that the hardware takes. */
static uint32_t allocate(const disp_view_t *v, uint32_t kid, credits_t *c)
{
    const sm_mask_t enabled = mask_and(v->sm_enable, v->serves[kid]);
    const uint32_t cores = mask_count(enabled);
    const uint32_t block = v->block[kid];
    const uint32_t cycles = 2 + Z_BITS + X_BITS + (block > 1 ? QUOTIENT_BITS + 1 : 0) + QUOTIENT_BITS + 2 + p_a(v) + 2;
    memset(c, 0, sizeof *c);
    if (!cores || v->ctas[kid] > UINT32_MAX) {
        c->free = ENDLESS;
        for (uint32_t s = 0; s < v->sms; s++) c->local[s] = MOST + p_l(v);
        return cycles;
    }
    const uint64_t blocks = (v->ctas[kid] + block - 1) / block;
    uint64_t share = (blocks + cores - 1) / cores;
    const bool fits = share < MOST;
    if (!fits) {
        c->free = (share - MOST) * cores;
        share = MOST;
    }
    for (uint32_t s = 0; s < v->sms; s++)
        if (mask_has(enabled, s)) c->local[s] = (uint32_t)share + p_l(v);
    c->global = (uint32_t)((blocks - 1) % cores) + 1 + (p_a(v) - 1) * cores;
    return cycles + (fits ? 0 : SCHED_BITS(v->sms + 1));
}

static void start(void *st, const disp_view_t *v, uint32_t kid)
{
    (void)v;
    claso_t *c = st;
    c->pending |= UINT32_C(1) << kid;
    c->open &= ~(UINT32_C(1) << kid);
}

/* Drops the computation for an aborted kernel. */
static void stop(void *st, const disp_view_t *v, uint32_t kid)
{
    (void)v;
    claso_t *c = st;
    if ((c->pending >> kid & 1) && c->left && c->working == kid) c->left = 0;
    c->pending &= ~(UINT32_C(1) << kid);
}

/* The SM's local credits suffice; no global credit is needed. */
static bool local_only(const claso_t *c, const disp_view_t *v, uint32_t sm, uint32_t kid)
{
    return c->kernel[kid].local[sm] > p_a(v) + p_l(v);
}

/* ok is low for a kernel without credits, and for all kernels two cycles before credits are written: a pick one cycle
 * later is charged in the next, still before the write. */
static bool closed(const claso_t *c, uint32_t kid) { return c->left == 3 || (c->pending >> kid & 1); }

static bool ok(const void *st, const disp_view_t *v, uint32_t sm, uint32_t kid)
{
    const claso_t *c = st;
    const credits_t *k = &c->kernel[kid];
    if (closed(c, kid)) return false;
    if (c->open >> kid & 1) return true;
    if (!k->local[sm]) return false;
    return k->free || local_only(c, v, sm, kid) || k->global;
}

/* SM sm needs one of the last two global credits, and other SMs may too, while up to two picks have not been charged
 * yet. */
static bool alone(const void *st, const disp_view_t *v, uint32_t sm, uint32_t kid)
{
    const claso_t *c = st;
    const credits_t *k = &c->kernel[kid];
    return !closed(c, kid) && !(c->open >> kid & 1) && !k->free && !local_only(c, v, sm, kid) && k->local[sm] &&
           (k->global == 1 || k->global == 2);
}

static void pay(claso_t *c, const disp_view_t *v, uint32_t sm, uint32_t kid)
{
    credits_t *k = &c->kernel[kid];
    if (c->open >> kid & 1) return;
    if (k->free) {
        if (k->free != ENDLESS) k->free--;
        return;
    }
    if (!local_only(c, v, sm, kid)) k->global--;
    k->local[sm]--;
}

static bool clock(void *st, const disp_view_t *v, const disp_edge_t *e)
{
    claso_t *c = st;
    if (e->pick_sm != SCHED_NONE && e->pick_head) pay(c, v, e->pick_sm, e->pick_kid);
    c->open |= v->part; /* a kernel confined to some SMs could not spend the credits of the others */
    if (v->deals) {     /* pending credits are computed for the new set of SMs */
        c->open |= ~c->pending;
        c->left = 0;
        return c->pending != 0;
    }
    if (!c->pending) return false;
    if (!c->left) {
        c->working = (uint32_t)__builtin_ctz(c->pending);
        c->left = allocate(v, c->working, &c->result);
    }
    if (--c->left == 0) {
        c->kernel[c->working] = c->result;
        c->pending &= ~(UINT32_C(1) << c->working);
    }
    return true;
}

static void watch(const void *st, policy_regs_t *regs)
{
    const claso_t *c = st;
    watch_claso_t *w = &regs->claso;
    w->pending = (uint16_t)c->pending;
    w->open = (uint16_t)c->open;
    w->some = 0;
    for (uint32_t k = 0; k < SCHED_KERNELS_MAX; k++) {
        w->some |= (uint16_t)((c->kernel[k].free != 0) << k);
        w->global[k] = c->kernel[k].global;
        for (uint32_t s = 0; s < SCHED_SMS_MAX; s++) w->local[s][k] = c->kernel[k].local[s];
    }
}

const gate_policy_t policy_gate_claso = {.name = "gate_claso",
                                         .all_sms = true,
                                         .state_bytes = sizeof(claso_t),
                                         .start = start,
                                         .stop = stop,
                                         .ok = ok,
                                         .alone = alone,
                                         .clock = clock,
                                         .watch = watch};
