/* memsys_clock.c - the cycles of each clock, and their ratio to the core clock.
 *
 * In a core cycle the DRAM ticks first, then the L2, then the interconnect: the unit nearer to the data drains before
 * its queues are filled again. So no next-state copies are needed, and a full queue refuses no longer than it must. */
#include "mem/memsys_internal.h"

#include "base/min.h"

#include <assert.h>

static uint64_t bit(uint32_t i) { return UINT64_C(1) << i; }

static uint32_t lowest(uint64_t mask) { return (uint32_t)__builtin_ctzll(mask); }

/* Renews the controller's entries in the worklists; after each change of its state. */
static void note_dram(memsys_t *ms, uint32_t c)
{
    const dram_t *d = ms->dram[c];
    ms->dram_next[c] = dram_next_cycle(d);
    mask_put(&ms->dram_busy, c, ms->dram_next[c] != UINT64_MAX);
    mask_put(&ms->dram_back, c, dram_next_data_cycle(d) != UINT64_MAX);
}

static void note_l2(memsys_t *ms, uint32_t s)
{
    const l2_t *l2 = ms->l2[s];
    ms->l2_next[s] = l2_next_cycle(l2);
    mask_put(&ms->l2_stalled, s, l2_next(l2)->stall);
    mask_put(&ms->l2_busy, s, ms->l2_next[s] != UINT64_MAX || l2_next(l2)->stall);
    mask_put(&ms->l2_to_dram, s, l2_dram_waiting(l2));
}

/* Those of the controller's waiting slices that have a credit. */
static uint64_t with_credit(memsys_t *ms, uint64_t now, uint32_t c, uint64_t waiting)
{
    uint32_t id;
    if (!dram_by_credit(ms->dram[c])) return waiting;
    while (dram_credit_back(ms->dram[c], now, &id))
        credits_return(&ms->credit[c], (id >> SLICE_ID_SHIFT) - c * ms->per_mc);
    return waiting & credits_of_slices(&ms->credit[c]);
}

/* One request per controller and cycle, its slices in turn. */
static void feed_dram(memsys_t *ms, uint64_t now)
{
    const mask_t waiting = ms->l2_to_dram;
    for (uint32_t c = 0, first = 0; c < ms->mcs; c++, first += ms->per_mc) {
        uint64_t want = mask_group(waiting, c, ms->per_mc);
        if (want) want = with_credit(ms, now, c, want);
        if (!want || !dram_room(ms->dram[c], now)) continue;
        const uint64_t above = want & (~UINT64_C(0) << ms->turn[c]);
        const uint32_t k = lowest(above ? above : want), s = first + k;
        ms->turn[c] = (uint8_t)(k + 1 == ms->per_mc ? 0 : k + 1);
        dram_req_t req = l2_dram_pop(ms->l2[s]); /* frees a place: its miss queue may move */
        note_l2(ms, s);
        req.id |= s << SLICE_ID_SHIFT;
        req.enters_cycle = ms->dram_then.cycle + 1; /* the first in the core cycle latency_cycles from now */
        if (dram_by_credit(ms->dram[c])) credits_take(&ms->credit[c], k);
        dram_push(ms->dram[c], now, &req);
        note_dram(ms, c);
    }
}

static void step_dram(memsys_t *ms)
{
    const uint64_t now = ms->clock[CLOCK_DRAM].cycle;
    for (mask_walk_t walk = mask_walk_words(ms->dram_busy, ms->words); mask_next(&walk);) {
        const uint32_t c = walk.at;
        if (ms->dram_next[c] > now) continue;
        dram_tick(ms->dram[c], now);
        note_dram(ms, c);
    }
    if (mask_any(ms->l2_to_dram)) feed_dram(ms, now);
}

/* Passes read data to the slices: one fill per slice and cycle, in the controller's order. */
static void take_fills(memsys_t *ms, uint64_t now)
{
    const uint64_t dram_now = ms->clock[CLOCK_DRAM].cycle;
    for (mask_walk_t walk = mask_walk_words(ms->dram_back, ms->words); mask_next(&walk);) {
        const uint32_t c = walk.at;
        dram_t *d = ms->dram[c];
        uint64_t filled = 0; /* bit k: slice k of the controller */
        while (dram_ready(d, dram_now)) {
            const uint32_t s = dram_head(d) >> SLICE_ID_SHIFT, k = s - c * ms->per_mc;
            if (filled & bit(k) || !l2_fill_room(ms->l2[s])) break;
            filled |= bit(k);
            l2_fill(ms->l2[s], now, dram_pop(d, dram_now) & (bit(SLICE_ID_SHIFT) - 1));
            note_l2(ms, s);
        }
        if (filled) note_dram(ms, c);
    }
}

/* Moves packets from the interconnect into the slices: one per slice and cycle, if it has room. */
static void take_requests(memsys_t *ms, uint64_t now)
{
    for (mask_walk_t walk = mask_walk_words(icnt_ready(ms->req), ms->words); mask_next(&walk);) {
        const uint32_t s = walk.at;
        if (!l2_room(ms->l2[s])) continue;
        l2_push(ms->l2[s], now, icnt_pop(ms->req, ms->clock[CLOCK_ICNT].cycle, s));
        note_l2(ms, s);
    }
}

/* Sends one reply per slice and cycle into the interconnect; a full port stalls it. */
static void send_reply(memsys_t *ms, uint64_t now, uint32_t s)
{
    const uint32_t id = l2_reply(ms->l2[s], now);
    const packet_t *p = &ms->packets.at[id];
    const uint32_t part = ms->l2_port_bytes, bytes = p->req.bytes < part ? p->req.bytes : part;
    const uint32_t flits = icnt_flits(ms->rep, p->req.kind == MEM_WRITE ? 0 : bytes);
    if (!icnt_room(ms->rep, s, flits)) {
        ms->st.reply_blocked++;
        return;
    }
    l2_reply_pop(ms->l2[s], now);
    icnt_push(ms->rep, ms->clock[CLOCK_ICNT].cycle, s, id, p->port, flits);
}

static void step_slice(memsys_t *ms, uint64_t now, uint32_t s)
{
    l2_t *l2 = ms->l2[s];
    if (l2_next(l2)->reply_cycle <= now) send_reply(ms, now, s);
    if (l2_next(l2)->tick_cycle <= now) l2_tick(l2, now);
    else if (l2_next(l2)->stall) ++*l2_next(l2)->stall;
    note_l2(ms, s);
}

static void step_l2(memsys_t *ms)
{
    const uint64_t now = ms->clock[CLOCK_L2].cycle;
    if (mask_any(ms->dram_back)) take_fills(ms, now);
    if (mask_any(icnt_ready(ms->req))) take_requests(ms, now);
    for (mask_walk_t walk = mask_walk_words(ms->l2_busy, ms->words); mask_next(&walk);) {
        const uint32_t s = walk.at;
        if (ms->l2_next[s] <= now) step_slice(ms, now, s);
        else if (mask_has(ms->l2_stalled, s)) ++*l2_next(ms->l2[s])->stall;
    }
}

static void step_icnt(memsys_t *ms)
{
    icnt_tick(ms->req, ms->clock[CLOCK_ICNT].cycle);
    icnt_tick(ms->rep, ms->clock[CLOCK_ICNT].cycle);
}

void memsys_look_ahead(memsys_t *ms, uint64_t cycles) { clocks_pass(&ms->ahead, &ms->dram_then, 1, cycles); }

/* A port offers one reply at a time, to the SM that it is for, once its last part is there. */
void memsys_note_replies(memsys_t *ms)
{
    mask_t passing = mask_none();
    sm_mask_t waiting = mask_none();
    for (mask_walk_t walk = mask_walk_words(icnt_ready(ms->rep), ms->words); mask_next(&walk);) {
        const packet_t *p = &ms->packets.at[icnt_head(ms->rep, walk.at)];
        if (p->coming > 1) mask_add(&passing, walk.at);
        else mask_add(&waiting, p->req.sm);
    }
    ms->passing = passing;
    for (uint32_t w = 0; w < ms->words; w++) __atomic_store_n(&ms->waiting.word[w], waiting.word[w], __ATOMIC_RELAXED);
}

/* A port passes one part of a reply per core cycle; the SM sees only the last part. */
static void pass_parts(memsys_t *ms)
{
    for (mask_walk_t walk = mask_walk_words(mask_without(ms->passing, ms->popped), ms->words); mask_next(&walk);) {
        const uint32_t id = icnt_pop(ms->rep, ms->clock[CLOCK_ICNT].cycle, walk.at);
        ms->packets.at[id].coming--;
    }
    ms->popped = mask_none();
}

static void admit(memsys_t *ms)
{
    for (mask_walk_t walk = mask_walk_words(mask_without(ms->blocked, ms->admitted), ms->words); mask_next(&walk);) {
        const uint32_t s = walk.at;
        if (icnt_room(ms->req, s / ms->cluster, ms->blocked_flits[s])) mask_add(&ms->admitted, s);
    }
}

void memsys_tick(memsys_t *ms)
{
    domain_t *clock = ms->clock;
    if (mask_any(mask_or(ms->passing, ms->popped))) pass_parts(ms);
    memsys_look_ahead(ms, 1);
    core_clock_tick(&ms->core);
    for (uint32_t k = 0; k < CLOCK_COUNT; k++) clock_advance(&clock[k]);
    while (clock_ticks(&ms->core, &clock[CLOCK_DRAM])) step_dram(ms);
    while (clock_ticks(&ms->core, &clock[CLOCK_L2])) step_l2(ms);
    while (clock_ticks(&ms->core, &clock[CLOCK_ICNT])) step_icnt(ms);
    memsys_note_replies(ms);
    if (mask_any(ms->blocked)) admit(ms);
}

/* next_*: cycle of that clock before which its step changes nothing. */
static uint64_t next_dram(const memsys_t *ms)
{
    const uint64_t soon = ms->clock[CLOCK_DRAM].cycle + 1;
    uint64_t next = UINT64_MAX;
    for (mask_walk_t walk = mask_walk_words(ms->dram_busy, ms->words); mask_next(&walk);)
        if (ms->dram_next[walk.at] < next) next = ms->dram_next[walk.at];
    for (mask_walk_t walk = mask_walk_words(ms->dram_back, ms->words); mask_next(&walk);) {
        const uint64_t due = dram_next_data_cycle(ms->dram[walk.at]);
        if (due < next) next = due;
    }
    for (mask_walk_t walk = mask_walk_words(ms->l2_to_dram, ms->words); mask_next(&walk);) {
        const uint32_t s = walk.at, c = s / ms->per_mc;
        if (!dram_room(ms->dram[c], soon)) continue;
        const bool credit = !dram_by_credit(ms->dram[c]) || credits_left(&ms->credit[c], s % ms->per_mc);
        const uint64_t from = credit ? soon : dram_next_credit_cycle(ms->dram[c]);
        if (from < next) next = from;
    }
    return next;
}

static uint64_t next_l2(const memsys_t *ms)
{
    const uint64_t soon = ms->clock[CLOCK_L2].cycle + 1;
    uint64_t next = UINT64_MAX;
    if (mask_any(mask_or(icnt_ready(ms->req), ms->l2_stalled))) return soon; /* a stall is counted in each cycle */
    for (mask_walk_t walk = mask_walk_words(ms->dram_back, ms->words); mask_next(&walk);)
        if (dram_ready(ms->dram[walk.at], ms->clock[CLOCK_DRAM].cycle)) return soon;
    for (mask_walk_t walk = mask_walk_words(ms->l2_busy, ms->words); mask_next(&walk);)
        if (ms->l2_next[walk.at] < next) next = ms->l2_next[walk.at];
    return next;
}

static uint64_t next_icnt(const memsys_t *ms) { return min_u64(icnt_next_cycle(ms->req), icnt_next_cycle(ms->rep)); }

/* Core cycles from now to the first one in which anything changes; UINT64_MAX: none. */
static uint64_t next_change(const memsys_t *ms)
{
    const uint64_t dram = clock_core_cycles_until(&ms->core, &ms->clock[CLOCK_DRAM], next_dram(ms));
    const uint64_t l2 = clock_core_cycles_until(&ms->core, &ms->clock[CLOCK_L2], next_l2(ms));
    const uint64_t icnt = clock_core_cycles_until(&ms->core, &ms->clock[CLOCK_ICNT], next_icnt(ms));
    return mask_any(ms->passing) ? 1 : min_u64(min_u64(dram, l2), icnt);
}

uint32_t memsys_quiet_cycles(const memsys_t *ms)
{
    if (mask_any(icnt_ready(ms->rep))) return 1;
    const uint64_t next = next_change(ms);
    return next < UINT32_MAX ? (uint32_t)next : UINT32_MAX;
}

/* Advances the clocks over cycles in which no step would change anything. */
static void run_clocks(memsys_t *ms, uint64_t cycles)
{
    memsys_look_ahead(ms, cycles);
    clocks_pass(&ms->core, ms->clock, CLOCK_COUNT, cycles);
}

/* Exact for any number of cycles: jumps over idle stretches, ticks the other cycles. */
void memsys_skip(memsys_t *ms, uint32_t cycles)
{
    while (cycles) {
        const uint64_t idle = next_change(ms) - 1;
        const uint32_t step = idle < cycles ? (uint32_t)idle : cycles;
        run_clocks(ms, step);
        cycles -= step;
        if (!cycles) return;
        memsys_tick(ms);
        cycles--;
    }
}
