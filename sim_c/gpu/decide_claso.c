/* decide_claso.c - CLASO: requests that its credits refuse [CLASO §3.1]. A CTA's completion is its SM's request for the
 * next CTA, while the kernel has CTAs left; the credits are read when the dispatcher takes the report. */
#include "gpu/gpu_decide.h"
#include "policy/policy.h"

#include <stdio.h>

static const char POLICY[] = "gate_claso";

#define CLASO_ROWS(X, of)                                                                                              \
    X(of, requests, "requests", "CTA completions, each a request for the next CTA, while the kernel had CTAs left")    \
    X(of, refused_local, "requests", "requests refused because the SM had no local credit")                            \
    X(of, refused_global, "requests", "requests refused because they needed a global credit and none was left")

typedef struct {
    CLASO_ROWS(STATS_FIELD, _)
} claso_kernel_t;

typedef struct {
    claso_kernel_t *of[SCHED_KERNELS_MAX];
    uint32_t levels; /* p_A + p_L: a request with more local credits needs no global one */
} claso_t;

static void *create(gpu_t *g)
{
    claso_t *c = gpu_decide_own(g, sizeof *c);
    if (!c) return NULL;
    const uint32_t p_a = gpu_decide_param(g, PARAM_GATE_CLASO_P_A);
    c->levels = (p_a ? p_a : 1) + gpu_decide_param(g, PARAM_GATE_CLASO_P_L);
    return c;
}

static bool launch(gpu_t *g, void *st, const kernel_t *k)
{
    stats_t *s = g->env.stats;
    claso_kernel_t *x = gpu_decide_own(g, sizeof *x);
    char path[40];
    if (!x) return false;
    ((claso_t *)st)->of[k->sm.kid] = x;
    snprintf(path, sizeof path, "kernel%llu.claso", (unsigned long long)k->pub.id);
    CLASO_ROWS(STATS_ADD, x)
    return true;
}

static void cta(gpu_t *g, void *st, const decide_cta_t *c)
{
    claso_t *o = st;
    const gpu_kernel_t *k = &g->entry[c->kid]->pub;
    policy_regs_t regs;
    const watch_claso_t *w = &regs.claso;
    if (c->begins || k->ctas_begun == k->ctas) return;
    decide_look(g, POLICY, &regs);
    claso_kernel_t *x = o->of[c->kid];
    x->requests++;
    if ((w->pending | w->open | w->some) >> c->kid & 1) return;
    const uint32_t local = w->local[c->sm][c->kid];
    x->refused_local += !local;
    x->refused_global += local && local <= o->levels && !w->global[c->kid];
}

const decide_ops_t decide_claso = {.policy = POLICY, .create = create, .launch = launch, .cta = cta};
