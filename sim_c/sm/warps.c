/* warps.c - a warp's life in the SM: start with its CTA, decode, scoreboard, end. */
#include "sm/warps_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { BEHIND_BYTES = 16 }; /* FETCH_BEHIND: to Accel-Sim an instruction of a trace has 16 bytes */

warps_t *warps_create(const sm_cfg_t *cfg, bool halves, wheel_t *wheel, sm_counters_t *counters)
{
    const uint32_t warps = cfg->threads / cfg->warp_lanes;
    assert(warps <= SM_WARPS && cfg->cta_slots <= SM_SLOTS && !(halves && cfg->schedulers == 1));
    warps_t *ws = aligned_alloc(WARPS_ALIGN_BYTES, sizeof *ws);
    if (!ws) return NULL;
    memset(ws, 0, sizeof *ws);
    if (!(ws->score = scoreboard_create(warps))) {
        free(ws);
        return NULL;
    }
    ws->scheds = cfg->schedulers;
    ws->halves = halves;
    ws->cfg = cfg;
    ws->wheel = wheel;
    ws->st = counters;
    ws->local_shift = halves ? 0 : (uint32_t)__builtin_ctz(ws->scheds);
    for (uint32_t w = 0; w < SM_WARPS; w++) ws->sched_of[w] = (uint8_t)(w & (ws->scheds - 1));
    const uint32_t local = (warps + (1u << ws->local_shift) - 1) >> ws->local_shift;
    ws->absent = local == 64 ? 0 : ~UINT64_C(0) << local;
    ws->free_warps = warps == 64 ? ~UINT64_C(0) : (UINT64_C(1) << warps) - 1;
    return ws;
}

void warps_destroy(warps_t *ws)
{
    if (!ws) return;
    for (uint32_t c = 0; c < SM_SLOTS; c++)
        if (ws->cta[c].launch) ws->cta[c].launch->ops->cta_end(ws->cta[c].launch->self, ws->cta[c].fe);
    scoreboard_destroy(ws->score);
    free(ws);
}

const warp_mask_t *warps_masks(const warps_t *ws) { return ws->mask; }
const warp_t *warps_at(const warps_t *ws, uint32_t w) { return &ws->warp[w]; }
const cta_t *warps_cta(const warps_t *ws, uint32_t slot) { return &ws->cta[slot]; }
const cta_t *warps_cta_of(const warps_t *ws, uint32_t w) { return &ws->cta[ws->warp[w].slot]; }
const uint64_t *warps_of_kernels(const warps_t *ws) { return ws->kernel_warps; }
uint32_t warps_kernels(const warps_t *ws) { return ws->kernels; }
uint64_t warps_absent(const warps_t *ws) { return ws->absent; }
uint64_t warps_want_fetch(const warps_t *ws) { return ws->want_fetch; }

uint64_t warps_take_advanced(warps_t *ws)
{
    const uint64_t advanced = ws->advanced;
    ws->advanced = 0;
    return advanced;
}
bool warps_finished(const warps_t *ws) { return ws->finished != 0; }

warp_place_t warps_place(const warps_t *ws, uint32_t w) { return (warp_place_t){ws->sched_of[w], warps_bit(ws, w)}; }

uint32_t warps_number(const warps_t *ws, uint32_t sched, uint32_t local)
{
    return local << ws->local_shift | (sched & ((1u << ws->local_shift) - 1));
}

void warps_score(warps_t *ws, uint32_t w)
{
    warp_t *wp = &ws->warp[w];
    warp_mask_t *m = warps_mask(ws, w);
    const uint64_t bit = warps_bit(ws, w);
    const score_t score = scoreboard_look(ws->score, w, wp->head);
    wp->wait_reg = score.reg;
    m->clear = score.reg == SCOREBOARD_NO_REG ? m->clear | bit : m->clear & ~bit;
    m->wait_mem = score.memory || wp->awaited || wp->atomic ? m->wait_mem | bit : m->wait_mem & ~bit;
    m->longlat = score.slow ? m->longlat | bit : m->longlat & ~bit;
}

/* A generic access has no space before it executes; nearly all of them are global. */
static bool loads_from_l1d(const sm_cfg_t *cfg, const winst_t *in)
{
    return in->op == WI_LOAD && !in->bypass_l1 &&
           (in->space == SPACE_GLOBAL || in->space == SPACE_LOCAL || in->space == SPACE_NONE ||
            (in->space == SPACE_TEXTURE && cfg->textures == TEXTURES_L1D));
}

static void head_decode(warps_t *ws, uint32_t w)
{
    warp_t *wp = &ws->warp[w];
    const winst_t *in = wp->head;
    warp_mask_t *m = warps_mask(ws, w);
    const uint64_t bit = warps_bit(ws, w);
    wp->executes = (uint8_t)units_executing(ws->cfg, in);
    m->unit[wp->unit] &= ~bit;
    /* With collectors every instruction passes a pipeline. */
    wp->unit = (uint8_t)(wp->executes == UNIT_NONE && sm_collects(ws->cfg) ? units_integer(ws->cfg) : wp->executes);
    m->unit[wp->unit] |= bit;
    m->load = loads_from_l1d(ws->cfg, in) ? m->load | bit : m->load & ~bit;
    const bool writes = launch_reach(wp->launch, in) == REACH_WRITES;
    m->writes = writes ? m->writes | bit : m->writes & ~bit;
    m->have |= bit;
    warps_score(ws, w);
}

static void head_drop(warps_t *ws, uint32_t w)
{
    warp_mask_t *m = warps_mask(ws, w);
    const uint64_t keep = ~warps_bit(ws, w);
    m->have &= keep;
    m->clear &= keep;
    m->wait_mem &= keep;
    m->longlat &= keep;
    ws->warp[w].wait_reg = SCOREBOARD_NO_REG;
}

void warps_leave(warps_t *ws, uint32_t w)
{
    const uint32_t slot = ws->warp[w].slot;
    ws->drained &= ~(UINT64_C(1) << w);
    assert(ws->cta[slot].unfinished);
    if (--ws->cta[slot].unfinished == 0) ws->finished |= UINT32_C(1) << slot;
}

void warps_finish(warps_t *ws, uint32_t w)
{
    const warp_t *wp = &ws->warp[w];
    if (wp->head || wp->inflight || wp->stores) return;
    if (warps_searched(ws->cfg)) ws->drained |= UINT64_C(1) << w;
    else warps_leave(ws, w);
}

static void warp_start(warps_t *ws, uint32_t w, uint32_t slot, uint32_t index)
{
    warp_t *wp = &ws->warp[w];
    assert(!wp->inflight && !wp->stores);
    cta_t *cta = &ws->cta[slot];
    *wp = (warp_t){.fe = cta->fe,
                   .launch = cta->launch,
                   .code = cta->code,
                   .kid = cta->kid,
                   .unit = wp->unit,
                   .slot = (uint8_t)slot,
                   .index = (uint8_t)index,
                   .wait_reg = SCOREBOARD_NO_REG};
    memset(ws->copies[w], 0, sizeof ws->copies[w]);
    wp->head = wp->launch->ops->peek(wp->fe, index);
    if (!wp->head) { /* a trace's warp may be empty: it has ended as it begins */
        cta->live--;
        warps_finish(ws, w);
        return;
    }
    wp->fetch_bytes = wp->head->pc_bytes;
    warps_mask(ws, w)->resident |= warps_bit(ws, w);
    ws->want_fetch |= UINT64_C(1) << w;
}

/* With halves: the scheduler of a CTA's warp i is number i mod n of the n that serve the CTA. */
static uint32_t dealt_to(const warps_t *ws, uint32_t i, uint32_t half)
{
    const uint32_t n = half == HALF_ALL ? ws->scheds : ws->scheds / 2;
    return i % n + (half == HALF_UPPER ? n : 0);
}

void warps_cta_begin(warps_t *ws, const cta_t *from, uint32_t slot, uint32_t half, uint64_t share[SM_SCHEDS])
{
    const uint32_t count = from->launch->warps_per_cta;
    cta_t *cta = &ws->cta[slot];
    assert(!cta->launch && (uint32_t)__builtin_popcountll(ws->free_warps) >= count);
    *cta = *from;
    cta->warps = 0;
    cta->live = cta->unfinished = (uint8_t)count;
    for (uint32_t i = 0; i < ws->scheds; i++) share[i] = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t w = (uint32_t)__builtin_ctzll(ws->free_warps);
        ws->free_warps &= ws->free_warps - 1;
        cta->warps |= UINT64_C(1) << w;
        if (ws->halves) ws->sched_of[w] = (uint8_t)dealt_to(ws, i, half);
        share[ws->sched_of[w]] |= warps_bit(ws, w);
        warp_start(ws, w, slot, i);
    }
    ws->kernel_warps[cta->kid] |= cta->warps;
    if (ws->kernels <= cta->kid) ws->kernels = cta->kid + 1;
}

void warps_cta_end(warps_t *ws, uint32_t slot)
{
    cta_t *cta = &ws->cta[slot];
    cta->launch->ops->cta_end(cta->launch->self, cta->fe);
    cta->launch = NULL;
    ws->free_warps |= cta->warps;
    ws->kernel_warps[cta->kid] &= ~cta->warps;
}

uint32_t warps_take_finished(warps_t *ws)
{
    const uint32_t slot = (uint32_t)__builtin_ctz(ws->finished);
    ws->finished &= ws->finished - 1;
    return slot;
}

void warps_fetching(warps_t *ws, uint32_t w) { ws->want_fetch &= ~(UINT64_C(1) << w); }

void warps_decoded(warps_t *ws, uint32_t w, uint32_t count)
{
    ws->warp[w].buffered = (uint8_t)count;
    head_decode(ws, w);
}

void warps_deliver(warps_t *ws, uint32_t w)
{
    if (!ws->warp[w].buffered++) head_decode(ws, w);
}

void warps_allow(warps_t *ws, uint32_t sched, uint64_t allowed)
{
    ws->mask[sched].clear = ws->mask[sched].have & allowed;
}

uint64_t warps_drained(const warps_t *ws) { return ws->drained; }

void warps_advance(warps_t *ws, uint32_t w)
{
    warp_t *wp = &ws->warp[w];
    const uint64_t old_pc = wp->head->pc_bytes;
    ws->advanced |= UINT64_C(1) << w;
    wp->head = wp->launch->ops->peek(wp->fe, wp->index);
    if (!wp->head) {
        head_drop(ws, w);
        warps_mask(ws, w)->resident &= ~warps_bit(ws, w);
        ws->cta[wp->slot].live--;
        warps_finish(ws, w);
        return;
    }
    wp->fetch_bytes = ws->cfg->fetch == FETCH_BEHIND ? old_pc + BEHIND_BYTES : wp->head->pc_bytes;
    wp->buffered--;
    const bool next = wp->head->pc_bytes == old_pc + wp->launch->inst_bytes;
    if (wp->buffered && (next || ws->cfg->fetch != FETCH_LINE)) {
        head_decode(ws, w);
        return;
    }
    wp->buffered = 0; /* the buffer is used up, or a jump drops it */
    head_drop(ws, w);
    ws->want_fetch |= UINT64_C(1) << w;
}

void warps_fence_check(warps_t *ws, uint32_t w)
{
    warp_t *wp = &ws->warp[w];
    const bool results = ws->cfg->fence == FENCE_RESULTS;
    if (results ? scoreboard_pends(ws->score, w) : wp->storing || wp->stores) return;
    wp->fenced = false;
    ws->fence_over |= results;
    warps_mask(ws, w)->held &= ~warps_bit(ws, w);
}
