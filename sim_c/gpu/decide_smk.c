/* decide_smk.c - SMK: each kernel's Tb over time, the samples that raised or lowered it, and what samples measured:
 * PUCT of the SM's pipelines, PUHP of each kernel [SMK §3.4]. */
#include "gpu/gpu_decide.h"

#include <math.h>
#include <stdio.h>

static const char POLICY[] = "limit_smk";

/* Busy SP unit-cycles per cycle at full use; 1.0 in the controller's 10-bit fractions */
enum { SP_UNITS = 8, ONE = 1024 };

typedef struct {
    uint64_t from; /* cycle up to which the sums are settled */
    uint64_t tb_last, tb_cycles, cycles, raises, lowers;
    double puhp;
} smk_kernel_t;

typedef struct {
    smk_kernel_t *of[SCHED_KERNELS_MAX];
    uint32_t quota[SCHED_KERNELS_MAX];
    uint8_t state; /* the controller's state in the last clock */
    bool starts;
    uint64_t samples, compared_sp, compared_ldst;
    double sp, ldst, puct_sp, puct_ldst; /* sums of PUCT; their means */
} smk_t;

static void *create(gpu_t *g)
{
    stats_t *s = g->env.stats;
    smk_t *m = gpu_decide_own(g, sizeof *m);
    if (!m) return NULL;
    m->puct_sp = m->puct_ldst = NAN;
    stats_add_u64(s, "smk", "samples", "samples", "samples of the observed SM that ended in a decision", &m->samples);
    stats_add_real(s, "smk", "puct_sp_mean", "",
                   "PUCT of SP: utilisation in a sample over its history, mean over samples", &m->puct_sp);
    stats_add_real(s, "smk", "puct_ldst_mean", "",
                   "PUCT of LD/ST: utilisation in a sample over its history, mean over samples", &m->puct_ldst);
    return m;
}

static bool launch(gpu_t *g, void *st, const kernel_t *k)
{
    smk_t *m = st;
    stats_t *s = g->env.stats;
    smk_kernel_t *x = gpu_decide_own(g, sizeof *x);
    char path[40];
    if (!x) return false;
    m->of[k->sm.kid] = x;
    x->puhp = NAN;
    snprintf(path, sizeof path, "kernel%llu.smk", (unsigned long long)k->pub.id);
    stats_add_u64(s, path, "tb_last", "CTAs", "last Tb: the kernel's limit of CTAs per SM", &x->tb_last);
    stats_add_ratio(s, path, "tb_mean", "CTAs", "Tb, mean over the cycles in which the kernel had one", &x->tb_cycles,
                    &x->cycles);
    stats_add_u64(s, path, "raises", "samples", "samples that raised its Tb", &x->raises);
    stats_add_u64(s, path, "lowers", "samples", "samples that lowered its Tb to raise the other kernel's", &x->lowers);
    stats_add_real(s, path, "puhp", "", "PUHP after the last sample: history of its SP utilisation over that of LD/ST",
                   &x->puhp);
    return true;
}

static void settle_kernel(const gpu_t *g, smk_kernel_t *x)
{
    x->cycles += g->now - x->from;
    x->tb_cycles += (g->now - x->from) * x->tb_last;
    x->from = g->now;
}

/* Tb is an output of the dispatcher (quota). */
static void take_quotas(gpu_t *g, smk_t *m)
{
    const bool decided = m->state == SMK_TRY && !m->starts;
    for (uint32_t k = 0; k < g->entries; k++) {
        const uint32_t was = m->quota[k], is = g->out.quota[k];
        smk_kernel_t *x = m->of[k];
        if (was == is || !x) continue;
        if (was) settle_kernel(g, x);
        else x->from = g->now;
        x->raises += decided && was && is > was;
        x->lowers += decided && is && is < was;
        if (is) x->tb_last = is;
        m->quota[k] = is;
    }
}

static void compare(double now, uint32_t history, double *sum, uint64_t *compared, double *mean)
{
    if (!history) return;
    *sum += now * ONE / history;
    *mean = *sum / (double)++*compared;
}

static void take_sample(smk_t *m, const watch_smk_t *w)
{
    m->samples++;
    if (!w->known) return;
    compare((double)w->sample.sp / SP_UNITS / w->cycles, w->history.sp, &m->sp, &m->compared_sp, &m->puct_sp);
    compare((double)w->sample.ldst / w->cycles, w->history.ldst, &m->ldst, &m->compared_ldst, &m->puct_ldst);
}

static void take_history(smk_t *m, const watch_smk_t *w)
{
    for (uint32_t i = 0; i < SMK_SEATS; i++)
        if (w->of_seat[i].ldst) m->of[w->kid[i]]->puhp = (double)w->of_seat[i].sp / w->of_seat[i].ldst;
}

static void step(gpu_t *g, void *st, bool report)
{
    smk_t *m = st;
    policy_regs_t regs;
    const watch_smk_t *w = &regs.smk;
    take_quotas(g, m);
    if (!report && m->state <= SMK_REST) return;
    decide_look(g, POLICY, &regs);
    if (m->state == SMK_SAMPLE && w->state == SMK_DECIDE) take_sample(m, w);
    if (m->state == SMK_DECIDE && (w->state == SMK_TRY || w->state == SMK_REST)) take_history(m, w);
    m->state = w->state;
    m->starts = w->starts;
}

static void settle(gpu_t *g, void *st)
{
    smk_t *m = st;
    for (uint32_t k = 0; k < g->entries; k++)
        if (m->quota[k]) settle_kernel(g, m->of[k]);
}

const decide_ops_t decide_smk = {.policy = POLICY, .create = create, .launch = launch, .step = step, .settle = settle};
