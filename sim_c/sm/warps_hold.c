/* warps_hold.c - the reasons that hold a warp with a decoded instruction: a barrier, a fence, copies into shared
 * memory, an atomic, or work that has not arrived. */
#include "sm/warps_internal.h"

_Static_assert(SM_SLOTS <= (UINT16_MAX + 1) / BARRIERS_MAX, "event_t.id holds a barrier of any CTA slot");

void warps_barrier_arrive(warps_t *ws, uint64_t now, uint32_t w, const winst_exec_t *x)
{
    const uint32_t slot = ws->warp[w].slot;
    if (!x->passes) warps_mask(ws, w)->held |= warps_bit(ws, w);
    barriers_arrive(&ws->cta[slot].barriers, x, UINT64_C(1) << w);
    ws->st->barriers++;
    warps_barrier_check(ws, now, slot);
}

void warps_barrier_check(warps_t *ws, uint64_t now, uint32_t slot)
{
    cta_t *cta = &ws->cta[slot];
    uint64_t waiting;
    for (uint32_t b; (b = barriers_open(&cta->barriers, cta->live, &waiting)) < BARRIERS_MAX;) {
        if (!waiting) continue; /* no warp waits at it */
        const uint32_t id = slot * BARRIERS_MAX + b;
        cta->released[b] |= waiting;
        if (!ws->cfg->barrier_cycles) warps_barrier_open(ws, id);
        else wheel_add(ws->wheel, now + ws->cfg->barrier_cycles, (event_t){.kind = EV_BARRIER, .id = (uint16_t)id});
    }
}

void warps_barrier_open(warps_t *ws, uint32_t id)
{
    uint64_t *released = &ws->cta[id / BARRIERS_MAX].released[id % BARRIERS_MAX];
    for (; *released; *released &= *released - 1) {
        const uint32_t w = (uint32_t)__builtin_ctzll(*released);
        if (ws->warp[w].head && !ws->warp[w].fenced && !ws->warp[w].awaited)
            warps_mask(ws, w)->held &= ~warps_bit(ws, w);
    }
}

/* A warp that waits for another CTA of its cluster polls at this interval: in every cycle, it would take the issue
 * slots of the warps for which it waits. */
enum { POLL_CYCLES = 16 };

void warps_hold_poll(warps_t *ws, uint64_t now, uint32_t w)
{
    warps_mask(ws, w)->held |= warps_bit(ws, w);
    wheel_add(ws->wheel, now + POLL_CYCLES, (event_t){.kind = EV_POLL, .id = (uint16_t)w});
}

void warps_poll(warps_t *ws, uint64_t now, uint32_t w)
{
    const warp_t *wp = &ws->warp[w];
    if (wp->launch->ops->waits && wp->launch->ops->waits(wp->fe, wp->index)) warps_hold_poll(ws, now, w);
    else warps_mask(ws, w)->held &= ~warps_bit(ws, w);
}

void warps_fence(warps_t *ws, uint32_t w)
{
    ws->warp[w].fenced = true;
    warps_mask(ws, w)->held |= warps_bit(ws, w);
    warps_fence_check(ws, w);
}

bool warps_fence_over(warps_t *ws)
{
    const bool over = ws->fence_over;
    ws->fence_over = false;
    return over;
}

void warps_atomic(warps_t *ws, uint32_t w)
{
    ws->warp[w].atomic = true;
    warps_mask(ws, w)->held |= warps_bit(ws, w);
}

void warps_copy(warps_t *ws, uint32_t w, uint8_t group) { ws->copies[w][__builtin_ctz(group)]++; }

void warps_await(warps_t *ws, uint32_t w, uint8_t groups)
{
    warp_t *wp = &ws->warp[w];
    for (uint32_t left = groups; left; left &= left - 1) {
        const uint32_t g = (uint32_t)__builtin_ctz(left);
        if (ws->copies[w][g]) wp->awaited |= (uint8_t)(1u << g);
    }
    if (wp->awaited) warps_mask(ws, w)->held |= warps_bit(ws, w);
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
