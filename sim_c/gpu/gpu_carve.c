/* gpu_carve.c - how L1D and shared memory share one array (sm.carve_out), decided at each launch. Source: GPGPU-Sim's
 * shader_core_config::max_cta with gpgpu_adaptive_cache_config; kernels that run at once are own: their CTAs count
 * together, up to all shared memory. */
#include "gpu/gpu_internal.h"

#include "base/min.h"

/* Of all CTAs of the kernel that fit on an SM. */
static uint64_t used_bytes(const gpu_t *g, const kernel_launch_t *k)
{
    return (uint64_t)k->smem_bytes * gpu_ctas_per_sm(&g->m, k);
}

void gpu_carve_out(gpu_t *g, const kernel_launch_t *k)
{
    static const uint16_t volta_kb[] = {0, 8, 16, 32, 64, 96};
    const sm_cfg_t *sm = &g->m.sm;
    if (sm->carve_out == CARVE_OUT_NONE) return;
    uint64_t need = used_bytes(g, k);
    for (uint32_t left = g->running; left; left &= left - 1)
        need += used_bytes(g, g->entry[__builtin_ctz(left)]->pub.launch);
    need = min_u64(need, sm->smem_bytes);
    uint32_t i = 0;
    while (volta_kb[i] * UINT64_C(1024) < need) i++;
    const uint32_t way_bytes = sm->l1d.sets * sm->l1d.line_bytes;
    const uint32_t ways = (sm->unified_bytes - volta_kb[i] * 1024 + way_bytes / 2) / way_bytes;
    if (ways == g->l1d_ways) return;
    g->l1d_ways = ways;
    for (uint32_t s = 0; s < g->m.sms; s++) sm_resize_l1d(g->sm[s], ways);
}
