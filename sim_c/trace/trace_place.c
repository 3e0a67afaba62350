/* trace_place.c - where the addresses of a trace lie in the timing model. */
#include "isa/local_map.h"
#include "trace/trace_internal.h"

#define LOCAL_OFFSET_MAX (UINT64_C(1) << 24) /* an address above is not an offset in a thread's local memory */

uint8_t trace_space(const trace_head_t *h, uint64_t addr)
{
    if (!h->shmem_base || !h->local_base) return SPACE_SHARED; /* as Accel-Sim does */
    if (addr >= h->shmem_base && addr < h->local_base) return SPACE_SHARED;
    if (addr >= h->local_base && addr < h->local_base + TRACE_LOCAL_WINDOW_BYTES) return SPACE_LOCAL;
    return SPACE_GLOBAL;
}

static void place_local(const trace_kernel_t *k, const local_home_t *home, uint32_t warp, winst_exec_t *x)
{
    const uint64_t base = k->head.local_base;
    x->pitch_bytes = home->pitch_bytes;
    for (uint32_t left = x->lanes; left; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint64_t addr = x->addr[lane];
        if (base && addr >= base) addr -= base;
        if (addr >= LOCAL_OFFSET_MAX) x->pitch_bytes = 0;
        else addr = local_map_address(home, warp * TRACE_WARP_LANES + lane, addr);
        x->addr[lane] = addr;
    }
}

void trace_place(const trace_kernel_t *k, const local_home_t *home, uint32_t warp, winst_exec_t *x)
{
    const uint64_t base = k->head.shmem_base;
    if (x->space == SPACE_LOCAL) place_local(k, home, warp, x);
    if (x->space != SPACE_SHARED || !base) return;
    for (uint32_t left = x->lanes; left; left &= left - 1) {
        uint64_t *addr = &x->addr[__builtin_ctz(left)];
        if (*addr >= base) *addr -= base;
    }
}
