/* decide_dyncta.c - DYNCTA: the cycles that each SM spent at each n, and the windows that raised or lowered n [DYNCTA
 * §4.1]. n is read at every report, and in each clock in which SMs decide. */
#include "gpu/gpu_decide.h"

#include <stdio.h>

static const char POLICY[] = "limit_dyncta";

typedef struct {
    uint64_t from;                             /* cycle up to which the sums are settled */
    uint64_t cycles_at[SCHED_SLOTS_MAX + 1];   /* by n */
    uint64_t cycles, n_cycles, raises, lowers; /* n_cycles: n summed over cycles */
    uint32_t n_now;
} dyncta_sm_t;

typedef struct {
    dyncta_sm_t sm[SCHED_SMS_MAX];
    uint64_t windows;
    bool walks, anew; /* the policy's walks and anew in the last clock */
} dyncta_t;

static void *create(gpu_t *g)
{
    stats_t *s = g->env.stats;
    dyncta_t *d = gpu_decide_own(g, sizeof *d);
    if (!d) return NULL;
    stats_add_u64(s, "dyncta", "windows", "windows", "windows that ended in a decision for every SM", &d->windows);
    for (uint32_t i = 0; i < g->m.sms; i++) {
        dyncta_sm_t *m = &d->sm[i];
        char path[24];
        snprintf(path, sizeof path, "sm%u.dyncta", i);
        m->n_now = 1;
        stats_add_u64(s, path, "raises", "windows", "windows that raised n", &m->raises);
        stats_add_u64(s, path, "lowers", "windows", "windows that lowered n", &m->lowers);
        stats_add_ratio(s, path, "n_mean", "CTAs", "n, the SM's limit of CTAs, mean over cycles", &m->n_cycles,
                        &m->cycles);
        stats_add_law(s, path, "law_cycles", "every cycle has an n", &m->cycles, &g->now);
        for (uint32_t n = 1; n <= g->m.sm.cta_slots; n++) {
            char name[16];
            snprintf(name, sizeof name, "cycles_%u", n);
            stats_add_u64(s, path, name, "cycles", "cycles in which n had this value", &m->cycles_at[n]);
        }
    }
    return d;
}

static void settle_sm(const gpu_t *g, dyncta_sm_t *m)
{
    const uint64_t cycles = g->now - m->from;
    m->cycles_at[m->n_now] += cycles;
    m->cycles += cycles;
    m->n_cycles += cycles * m->n_now;
    m->from = g->now;
}

/* A launch sets n too; that counts as no decision. */
static void take(gpu_t *g, dyncta_t *d, const watch_dyncta_t *w)
{
    const bool decided = d->walks && !d->anew;
    d->windows += w->walks && !d->walks;
    for (uint32_t s = 0; s < g->m.sms; s++) {
        dyncta_sm_t *m = &d->sm[s];
        if (w->n[s] == m->n_now) continue;
        settle_sm(g, m);
        m->raises += decided && w->n[s] > m->n_now;
        m->lowers += decided && w->n[s] < m->n_now;
        m->n_now = w->n[s];
    }
    d->walks = w->walks;
    d->anew = w->anew;
}

static void step(gpu_t *g, void *st, bool report)
{
    dyncta_t *d = st;
    policy_regs_t regs;
    if (!report && !d->walks && !d->anew) return;
    decide_look(g, POLICY, &regs);
    take(g, d, &regs.dyncta);
}

static bool launch(gpu_t *g, void *st, const kernel_t *k)
{
    policy_regs_t regs;
    (void)k;
    decide_look(g, POLICY, &regs);
    ((dyncta_t *)st)->walks = false;
    take(g, st, &regs.dyncta);
    return true;
}

static void settle(gpu_t *g, void *st)
{
    for (uint32_t s = 0; s < g->m.sms; s++) settle_sm(g, &((dyncta_t *)st)->sm[s]);
}

const decide_ops_t decide_dyncta = {
    .policy = POLICY, .create = create, .launch = launch, .step = step, .settle = settle};
