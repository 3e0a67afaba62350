/* gpu_ahead.c - how far an SM may run ahead (sm_ahead.c): up to the first cycle in which a reply or a CTA could reach
 * it, or in which the state of all SMs is compared or reported.
 *
 * A CTA cannot reach an SM that holds as many as fit, and no SM gets one once every CTA of the grid has started. That
 * is known while a single kernel runs and the host launches no other. Policies that read monitors, that pause CTAs, or
 * an inclusive L2 reach into all SMs at any time; CTAs of a cluster wait for each other. */
#include "gpu/gpu_internal.h"

#include "base/min.h"
#include "policy/registry.h"

void gpu_ahead_create(gpu_t *g)
{
    g->may_run_ahead =
        !g->env.no_skip && !g->env.no_ahead && !g->env.monitors && !g->pauses && !g->env.tasks && !g->m.l2.inclusive;
}

/* The kernel that runs alone, if the SM gets no CTA of it before it reports one, and its CTAs do not wait for those of
 * other SMs; else NULL. */
static const kernel_t *kernel_on(const gpu_t *g, uint32_t s)
{
    if (!g->waits || !g->running || g->running & (g->running - 1) || mask_has(g->wake_next, s)) return NULL;
    const kernel_t *k = g->entry[__builtin_ctz(g->running)];
    if (launch_cluster_ctas(k->pub.launch) > 1) return NULL;
    const uint32_t ctas = sm_resident_ctas(g->sm[s]);
    const bool full = ctas == k->pub.wave / g->m.sms;
    return ctas && (full || k->pub.ctas_begun == k->pub.ctas) ? k : NULL;
}

uint64_t gpu_ahead_cycles(const gpu_t *g)
{
    uint64_t n = 0;
    for (uint32_t s = 0; s < g->m.sms; s++) n += sm_ahead_cycles(g->sm[s]);
    return n;
}

void gpu_ahead_run(const gpu_t *g, uint32_t s)
{
    if (sm_due(g->sm[s]) >= g->now + GPU_AHEAD_CYCLES || sm_exchanges(g->sm[s])) return;
    const kernel_t *k = kernel_on(g, s);
    const uint64_t reply = k ? memsys_no_reply_cycles(g->memsys, s) : 1;
    if (reply <= 1) return;
    uint64_t until = g->now + min_u64(reply, GPU_AHEAD_CYCLES);
    until = min_u64(until, min_u64(g->m.max_cycles, g->spin.next_cycle));
    until = min_u64(until, g->progress_cycle + g->m.no_progress_cycles + 1);
    const bool any_order = k->pub.launch->replays && !g->parallel;
    sm_run_ahead(g->sm[s], until, g->out.paused[s], any_order ? REACH_WRITES : REACH_OWN);
}
