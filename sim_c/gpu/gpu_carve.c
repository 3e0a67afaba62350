/* gpu_carve.c - how much of the memory that L1D and shared memory share the L1D gets (sm.carve_out): decided at each
 * launch, kept until the next. Source: GPGPU-Sim's shader_core_config::max_cta with gpgpu_adaptive_cache_config, which
 * knows one kernel at a time; with several, the sum of what they may use counts, up to all shared memory. */
#include "gpu/gpu_internal.h"

#include "base/min.h"

/* Of all CTAs of the kernel that fit on an SM. */
static uint64_t used_bytes(const gpu_t *g, const kernel_launch_t *k)
{
    return (uint64_t)k->smem_bytes * gpu_ctas_per_sm(&g->m, k);
}

void gpu_carve_out(gpu_t *g, const kernel_launch_t *k)
{
    const sm_cfg_t *sm = &g->m.sm;
    if (sm->carve_out == CARVE_OUT_NONE) return;
    uint64_t used = used_bytes(g, k);
    for (uint32_t left = g->running; left; left &= left - 1)
        used += used_bytes(g, g->entry[__builtin_ctz(left)]->pub.launch);
    const uint32_t ways = sm_l1d_ways(sm, (uint32_t)min_u64(used, sm->smem_bytes));
    if (ways == g->l1d_ways) return;
    g->l1d_ways = ways;
    for (uint32_t s = 0; s < g->m.sms; s++) sm_resize_l1d(g->sm[s], ways);
    g->wake_next = g->all; /* an access that was refused may find a way now */
}
