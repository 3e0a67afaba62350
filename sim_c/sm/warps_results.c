/* warps_results.c - what warps wait for comes: results, answers to atomics, copies, acknowledgements of stores. */
#include "sm/warps_internal.h"

#include <assert.h>

static bool sticky(const warps_t *ws) { return ws->cfg->longlat == LONGLAT_STICKY; }

static bool stores(const winst_t *in) { return in->op == WI_STORE || in->op == WI_RED; }

void warps_promise(warps_t *ws, uint32_t w, const winst_t *in, uint32_t space)
{
    /* To GPGPU-Sim, which sticky follows, a trace's parameters are constants. */
    scoreboard_promise(ws->score, w, in, sticky(ws) && space == SPACE_PARAM ? SPACE_CONST : space);
    ws->warp[w].inflight++;
    ws->warp[w].storing += stores(in);
    ws->st->results_due++;
}

void warps_release(warps_t *ws, uint32_t w, const winst_t *inst)
{
    warp_t *wp = &ws->warp[w];
    const bool slow_ends = inst->op == WI_ALU || !sticky(ws);
    const bool changed = scoreboard_write(ws->score, w, inst, wp->wait_reg, slow_ends);
    assert(wp->inflight);
    wp->inflight--;
    wp->storing -= stores(inst);
    ws->st->results_done++;
    if (changed && warps_mask(ws, w)->have & warps_bit(ws, w)) warps_score(ws, w);
    if (wp->fenced) warps_fence_check(ws, w);
    if (!wp->head) warps_finish(ws, w);
}

void warps_keep(warps_t *ws, uint32_t w) { ws->warp[w].inflight++; }

void warps_let_go(warps_t *ws, uint32_t w)
{
    assert(ws->warp[w].inflight);
    ws->warp[w].inflight--;
    if (!ws->warp[w].head) warps_finish(ws, w);
}

void warps_answered(warps_t *ws, uint32_t w)
{
    if (!ws->warp[w].atomic) return;
    ws->warp[w].atomic = false;
    warps_mask(ws, w)->held &= ~warps_bit(ws, w);
    if (warps_mask(ws, w)->have & warps_bit(ws, w)) warps_score(ws, w);
}

void warps_copied(warps_t *ws, uint32_t w, uint8_t group)
{
    warp_t *wp = &ws->warp[w];
    uint16_t *copies = &ws->copies[w][__builtin_ctz(group)];
    assert(*copies);
    if (--*copies || !(wp->awaited & group)) return;
    wp->awaited &= (uint8_t)~group;
    if (wp->awaited) return;
    warps_mask(ws, w)->held &= ~warps_bit(ws, w);
    if (warps_mask(ws, w)->have & warps_bit(ws, w)) warps_score(ws, w);
}

void warps_store_acked(warps_t *ws, uint32_t w)
{
    warp_t *wp = &ws->warp[w];
    assert(wp->stores);
    ws->st->stores_acked++;
    if (--wp->stores) return;
    if (wp->fenced) warps_fence_check(ws, w);
    if (!wp->head) warps_finish(ws, w);
}

void warps_store_sent(warps_t *ws, uint32_t w, uint32_t count)
{
    ws->warp[w].stores += count;
    ws->st->stores_sent += count;
}
