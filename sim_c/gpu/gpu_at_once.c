/* gpu_at_once.c - how many CTAs of a kernel are resident at once at most, and what allows no more. */
#include "gpu/gpu_internal.h"

#include "base/min.h"
#include "policy/registry.h"

#include <string.h>

static const char *word(why_cause_t cause) { return why_word((uint32_t)__builtin_ctz(cause)); }

static uint32_t fill(const machine_t *m, const kernel_launch_t *k, why_cause_t *bound)
{
    const sm_cfg_t *sm = &m->sm;
    uint32_t n = sm->cta_slots;
    const struct {
        uint32_t have, need;
        why_cause_t cause;
    } res[] = {{sm->threads, k->threads_per_cta, WHY_THREADS},
               {sm->threads / sm->warp_lanes, k->warps_per_cta, WHY_WARPS},
               {sm->registers / sm->warp_lanes, k->warps_per_cta * k->regs_per_thread, WHY_REGS},
               {sm->smem_bytes, k->smem_bytes, WHY_SMEM}};
    *bound = WHY_SLOTS;
    for (uint32_t r = 0; r < sizeof res / sizeof res[0]; r++) {
        if (!res[r].need || res[r].have / res[r].need >= n) continue;
        n = res[r].have / res[r].need;
        *bound = res[r].cause;
    }
    return n;
}

/* The driver computes T_max, so that the dispatcher needs no divider. */
uint32_t gpu_ctas_per_sm(const machine_t *m, const kernel_launch_t *k)
{
    why_cause_t bound;
    return fill(m, k, &bound);
}

uint64_t gpu_clusters_at_once(const machine_t *m, sm_mask_t sms, uint32_t each, uint32_t ctas)
{
    uint32_t of_gpc[SCHED_SMS_MAX] = {0};
    uint64_t sum = 0;
    for (mask_walk_t walk = mask_walk(mask_and(sms, mask_below(m->sms))); mask_next(&walk);)
        of_gpc[machine_gpc_of(m, walk.at)]++;
    for (uint32_t g = 0; g < machine_gpcs(m); g++)
        if (of_gpc[g] >= ctas) sum += (uint64_t)of_gpc[g] * each / ctas;
    return sum;
}

/* CTAs per SM that the limit allows; fixed: the number is the same from a kernel's first CTA to its last. */
static uint32_t limit_most(const gpu_t *g, const policy_use_t *use, bool *fixed)
{
    uint32_t param[POLICY_PARAMS];
    const limit_policy_t *limit = limit_policies[use->limit];
    for (uint32_t p = 0; p < POLICY_PARAMS; p++) {
        param[p] = policy_params[p].reset;
        if (strcmp(policy_params[p].policy, limit->name) == 0) /* others may not be built into the dispatcher */
            g->env.sched->reg_read(g->env.sched_self, policy_params[p].addr, &param[p]);
    }
    *fixed = limit->fixed != NULL;
    return limit->fixed ? limit->fixed(param) : SCHED_SLOTS_MAX;
}

gpu_at_once_t gpu_at_once(const gpu_t *g, const kernel_launch_t *k)
{
    gpu_at_once_t out;
    why_cause_t bound;
    policy_use_t use = policy_use_plain();
    policy_unpack(g->env.policy, &use);
    const place_policy_t *place = place_policies[use.place];
    const uint32_t most = limit_most(g, &use, &out.fixed), cluster = launch_cluster_ctas(k);
    /* A borrower has more SMs than its partition, at times. Blocks of CTAs leave room that a single CTA would take. */
    const sm_mask_t sms = mask_any(k->sms) && !k->borrows ? k->sms : g->all;
    out.fixed = out.fixed && !use.gates && !k->borrows && !place->block;
    const uint32_t fits = fill(&g->m, k, &bound), each = min_u32(fits, most);
    out.bound = word(most < fits ? WHY_LIMIT : bound);
    out.ctas = (uint64_t)mask_count(sms) * each;
    if (cluster > 1) {
        const uint64_t whole = gpu_clusters_at_once(&g->m, sms, each, cluster) * cluster;
        if (whole < out.ctas) out.bound = "cluster";
        out.ctas = whole;
    }
    return out;
}

uint64_t gpu_resident_most(const gpu_t *g, uint32_t id)
{
    for (uint32_t i = g->launched; i-- > 0;)
        if (g->kernel[i]->pub.id == id) return g->kernel[i]->pub.resident_most;
    return 0;
}
