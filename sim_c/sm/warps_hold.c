/* warps_hold.c - what holds a warp that has an instruction: a barrier, a fence, or work that has not arrived. */
#include "sm/warps_internal.h"

void warps_barrier_arrive(warps_t *ws, uint64_t now, uint32_t w)
{
    const uint32_t slot = ws->warp[w].slot;
    warps_mask(ws, w)->held |= warps_bit(ws, w);
    ws->cta[slot].arrived++;
    ws->st.barriers++;
    warps_barrier_check(ws, now, slot);
}

void warps_barrier_check(warps_t *ws, uint64_t now, uint32_t slot)
{
    cta_t *cta = &ws->cta[slot];
    if (!cta->arrived || cta->arrived != cta->live) return;
    cta->arrived = 0; /* no warp arrives again before the barrier opens: all are held */
    wheel_add(ws->wheel, now + ws->barrier_cycles, (event_t){.kind = EV_BARRIER, .id = (uint16_t)slot});
}

void warps_barrier_open(warps_t *ws, uint32_t slot)
{
    for (uint64_t left = ws->cta[slot].warps; left; left &= left - 1) {
        const uint32_t w = (uint32_t)__builtin_ctzll(left);
        if (ws->warp[w].head && !ws->warp[w].fenced) warps_mask(ws, w)->held &= ~warps_bit(ws, w);
    }
}

void warps_fence(warps_t *ws, uint32_t w)
{
    if (!ws->warp[w].stores) return;
    ws->warp[w].fenced = true;
    warps_mask(ws, w)->held |= warps_bit(ws, w);
}

void warps_wait_for_work(warps_t *ws, uint32_t w)
{
    warps_mask(ws, w)->held |= warps_bit(ws, w);
    warps_mask(ws, w)->wait_mem |= warps_bit(ws, w);
}

void warps_resume(warps_t *ws, uint32_t w)
{
    warps_mask(ws, w)->held &= ~warps_bit(ws, w);
    warps_advance(ws, w);
}
