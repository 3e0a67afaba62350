/* gpu_decide.c - the observers of the policies in use, and the calls to them. */
#include "gpu/gpu_decide.h"
#include "policy/registry.h"

#include <string.h>

static const decide_ops_t *const ALL[] = {&decide_lcs,   &decide_dyncta,  &decide_smk,
                                          &decide_claso, &decide_dyncore, &decide_blocks};
_Static_assert(sizeof ALL / sizeof ALL[0] <= DECIDE_MAX, "room for all observers");

static bool used(const policy_use_t *use, const char *policy)
{
    if (!strcmp(limit_policies[use->limit]->name, policy)) return true;
    for (uint32_t left = use->gates; left; left &= left - 1)
        if (!strcmp(gate_policies[__builtin_ctz(left)]->name, policy)) return true;
    return false;
}

static bool observes(const gpu_t *g, const policy_use_t *use, const decide_ops_t *ops)
{
    policy_regs_t regs;
    if (!ops->policy) return place_policies[use->place]->block != NULL;
    return used(use, ops->policy) && g->env.sched->disp_watch(g->env.sched_self, ops->policy, &regs);
}

bool gpu_decide_create(gpu_t *g)
{
    policy_use_t use = policy_use_plain();
    policy_unpack(g->env.policy, &use);
    for (size_t i = 0; i < sizeof ALL / sizeof ALL[0]; i++) {
        if (!observes(g, &use, ALL[i])) continue;
        if (!(g->decide[g->decides].st = ALL[i]->create(g))) return false;
        g->decide[g->decides++].ops = ALL[i];
    }
    return true;
}

bool gpu_decide_launch(gpu_t *g, const kernel_t *k)
{
    bool ok = true;
    for (uint32_t i = 0; i < g->decides; i++)
        if (g->decide[i].ops->launch) ok = g->decide[i].ops->launch(g, g->decide[i].st, k) && ok;
    return ok;
}

void gpu_decide_step(gpu_t *g, bool report)
{
    for (uint32_t i = 0; i < g->decides; i++)
        if (g->decide[i].ops->step) g->decide[i].ops->step(g, g->decide[i].st, report);
}

void gpu_decide_cta(gpu_t *g, uint32_t sm, uint32_t slot, bool begins)
{
    const decide_cta_t c = {sm, slot, g->cta_kid[sm][slot], begins, begins && g->out.block};
    for (uint32_t i = 0; i < g->decides; i++)
        if (g->decide[i].ops->cta) g->decide[i].ops->cta(g, g->decide[i].st, &c);
}

void gpu_decide_settle(gpu_t *g)
{
    for (uint32_t i = 0; i < g->decides; i++)
        if (g->decide[i].ops->settle) g->decide[i].ops->settle(g, g->decide[i].st);
}
