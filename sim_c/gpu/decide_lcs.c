/* decide_lcs.c - LCS: by kernel and SM, the instructions of the resident CTAs when the first of them finishes, and
 * T_new before and after rounding [LCS §4.1]. The counters are read in the clock in which the policy starts to compute
 * T_new. */
#include "gpu/gpu_decide.h"

#include <math.h>
#include <stdio.h>

static const char POLICY[] = "limit_lcs";

#define LCS_ROWS(X, of)                                                                                                \
    X(of, insts, "instructions",                                                                                       \
      "warp instructions of the kernel's CTAs that were resident on the SM when the first of them finished")           \
    X(of, insts_max, "instructions", "warp instructions of the CTA that issued most of these")                         \
    X(of, tnew, "CTAs", "T_new after rounding; 0: not decided")                                                        \
    X(of, cycle, "cycle", "cycle in which insts were read, after the first of these CTAs finished")

typedef struct {
    LCS_ROWS(STATS_FIELD, _)
} lcs_sm_t;

typedef struct {
    lcs_sm_t sm[SCHED_SMS_MAX];
    uint64_t decided, measured, tnew; /* SMs with a T_new; SMs with counts; sum of T_new */
    double ratios, ratio_mean;
} lcs_kernel_t;

enum { NONE, ARMED, WAITING };
enum { ARMED_CLOCKS = 3 }; /* a completion starts a decision within so many clocks, or not at all */

typedef struct {
    uint32_t state, kid, clocks;
    slot_mask_t slots; /* resident when the first CTA finished */
} lcs_look_t;

typedef struct {
    lcs_kernel_t *of[SCHED_KERNELS_MAX];
    slot_mask_t slots[SCHED_SMS_MAX][SCHED_KERNELS_MAX]; /* by SM and table entry: slots that hold its CTAs */
    lcs_look_t look[SCHED_SMS_MAX];
    sm_mask_t looks; /* SMs whose look[s] is not NONE */
} lcs_t;

static void *create(gpu_t *g) { return gpu_decide_own(g, sizeof(lcs_t)); }

static bool launch(gpu_t *g, void *st, const kernel_t *k)
{
    lcs_t *l = st;
    stats_t *s = g->env.stats;
    lcs_kernel_t *x = gpu_decide_own(g, sizeof *x);
    char path[40];
    if (!x) return false;
    l->of[k->sm.kid] = x;
    x->ratio_mean = NAN;
    for (uint32_t i = 0; i < g->m.sms; i++) {
        const lcs_sm_t *of = &x->sm[i];
        snprintf(path, sizeof path, "kernel%llu.lcs_%u", (unsigned long long)k->pub.id, i);
        LCS_ROWS(STATS_ADD, of)
        stats_add_ratio(s, path, "ratio", "CTAs", "T_new before rounding: insts / insts_max", &of->insts,
                        &of->insts_max);
    }
    snprintf(path, sizeof path, "kernel%llu.lcs", (unsigned long long)k->pub.id);
    stats_add_u64(s, path, "decided", "SMs", "SMs that have a T_new", &x->decided);
    stats_add_real(s, path, "ratio_mean", "CTAs", "T_new before rounding, mean over the SMs that measured",
                   &x->ratio_mean);
    stats_add_ratio(s, path, "tnew_mean", "CTAs", "T_new, mean over the SMs that have one", &x->tnew, &x->decided);
    return true;
}

static void cta(gpu_t *g, void *st, const decide_cta_t *c)
{
    lcs_t *l = st;
    slot_mask_t *slots = &l->slots[c->sm][c->kid];
    const slot_mask_t bit = SLOT_BIT(c->slot);
    (void)g;
    if (c->begins) {
        *slots |= bit;
        return;
    }
    if (l->look[c->sm].state == NONE && !l->of[c->kid]->sm[c->sm].tnew) {
        l->look[c->sm] = (lcs_look_t){ARMED, c->kid, 0, *slots};
        mask_add(&l->looks, c->sm);
    }
    *slots &= ~bit;
}

static void measure(gpu_t *g, lcs_kernel_t *k, uint32_t sm, slot_mask_t slots, const watch_lcs_t *w)
{
    lcs_sm_t *of = &k->sm[sm];
    for (uint32_t c = 0; c < SCHED_SLOTS_MAX; c++)
        if (slots >> c & 1) {
            of->insts += w->inst[sm][c];
            if (w->inst[sm][c] > of->insts_max) of->insts_max = w->inst[sm][c];
        }
    of->cycle = g->now;
    if (!of->insts_max) return;
    k->measured++;
    k->ratios += (double)of->insts / (double)of->insts_max;
    k->ratio_mean = k->ratios / (double)k->measured;
}

/* Follows a decision by one clock; true: it has ended, or there was none. */
static bool look(gpu_t *g, lcs_t *l, uint32_t sm, const watch_lcs_t *w)
{
    lcs_look_t *a = &l->look[sm];
    lcs_kernel_t *k = l->of[a->kid];
    const uint8_t tnew = w->tnew[sm][a->kid];
    if (tnew == LCS_WAITS) {
        if (a->state == ARMED) measure(g, k, sm, a->slots, w);
        a->state = WAITING;
        return false;
    }
    if (tnew == LCS_OPEN) return ++a->clocks > ARMED_CLOCKS;
    k->sm[sm].tnew = tnew;
    k->tnew += tnew;
    k->decided++;
    return true;
}

static void step(gpu_t *g, void *st, bool report)
{
    lcs_t *l = st;
    policy_regs_t regs;
    (void)report;
    if (!mask_any(l->looks)) return;
    decide_look(g, POLICY, &regs);
    for (mask_walk_t walk = mask_walk(l->looks); mask_next(&walk);) {
        const uint32_t s = walk.at;
        if (!look(g, l, s, &regs.lcs)) continue;
        l->look[s].state = NONE;
        mask_drop(&l->looks, s);
    }
}

const decide_ops_t decide_lcs = {.policy = POLICY, .create = create, .launch = launch, .step = step, .cta = cta};
