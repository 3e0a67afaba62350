/* l2.c - queues, fills and replies of a slice. REPLIES_FILLS_FIRST: replies leave from two queues, fills first, because
 * they free MSHRs for which look-ups may wait. REPLIES_ONE_QUEUE: fills join the queue of the hits from the
 * next cycle on, one per cycle, so a full queue stops both. */
#include "mem/l2_internal.h"

#include "base/bits.h"
#include "base/min.h"

#include <assert.h>
#include <stdlib.h>

static bool dram_queue_full(const l2_t *l2) { return l2->dram.used == l2->dram.depth; }

/* First cycle in which a tick moves a request or looks one up. */
static uint64_t next_tick(const l2_t *l2)
{
    if (l2->miss.used && !dram_queue_full(l2)) return 0;
    if (l2_in_ready(&l2->in) && !l2->next.stall) return 0;
    const uint64_t next = min_u64(l2_in_enters(&l2->in), l2->next.stall ? l2->stall_ends : UINT64_MAX);
    const bool joins = l2->cfg.replies == REPLIES_ONE_QUEUE && delayq_room(l2->out);
    return joins ? min_u64(next, delayq_next(l2->filled)) : next;
}

/* Renews `next`; after each change of a queue. */
static void changed(l2_t *l2)
{
    const uint64_t out = delayq_next(l2->out);
    l2->next.tick_cycle = next_tick(l2);
    l2->next.reply_cycle = l2->cfg.replies == REPLIES_ONE_QUEUE ? out : min_u64(out, delayq_next(l2->filled));
    l2->next.dram_waits = l2->dram.used != 0;
}

/* The same; and a stalled look-up is tried again. */
static void freed(l2_t *l2)
{
    l2->next.stall = NULL;
    changed(l2);
}

static void add_stats(l2_t *l2, stats_t *s, const char *path)
{
    l2_stats_t *t = &l2->st;
    L2_COUNTERS(STATS_ADD, t)
    stats_add_law(s, path, "answered", "requests received are answered", &t->requests, &t->replies);
    stats_add_law(s, path, "filled", "fetches come back", &t->fetches, &t->fills);
}

/* A fill answers up to mshr_merges accesses at once; it is accepted when they all fit. With one queue of replies they
 * wait for it in their MSHRs, and every fill is accepted. */
static uint32_t filled_depth(const l2_cfg_t *cfg)
{
    const uint32_t merges = cfg->cache.mshr_merges;
    return cfg->replies == REPLIES_ONE_QUEUE ? cfg->cache.mshrs * merges : cfg->queue + merges;
}

/* Bursts that move the units of a mask; a burst moves burst_bytes, aligned. */
static uint16_t count_bursts(uint32_t units, uint32_t burst_bytes)
{
    if (burst_bytes <= UNIT_BYTES) return (uint16_t)((uint32_t)__builtin_popcount(units) * (UNIT_BYTES / burst_bytes));
    uint32_t count = 0, last = UINT32_MAX;
    for (; units; units &= units - 1) {
        const uint32_t burst = (uint32_t)__builtin_ctz(units) * UNIT_BYTES / burst_bytes;
        count += burst != last;
        last = burst;
    }
    return (uint16_t)count;
}

static uint16_t filled_bursts(uint32_t units, uint32_t burst_bytes)
{
    return (uint16_t)((bits_set(units) * UNIT_BYTES + burst_bytes - 1) / burst_bytes);
}

static bool ring_create(req_ring_t *r, uint32_t depth)
{
    *r = (req_ring_t){.at = calloc(depth, sizeof *r->at), .depth = depth};
    return r->at != NULL;
}

l2_t *l2_create(const l2_cfg_t *cfg, uint32_t burst_bytes, uint32_t slice, packets_t *packets, const addrmap_t *map,
                stats_t *stats, const char *path)
{
    const cache_cfg_t *c = &cfg->cache;
    assert(c->line_bytes >= UNIT_BYTES && c->line_bytes <= UNIT_BYTES * LINE_UNITS_MAX);
    l2_t *l2 = calloc(1, sizeof *l2);
    if (!l2) return NULL;
    l2->cfg = *cfg;
    l2->slice = slice;
    l2->packets = packets;
    l2->map = map;
    l2->line_shift = (uint32_t)__builtin_ctz(c->line_bytes);
    l2->port_bytes = cfg->port_bytes < c->line_bytes ? cfg->port_bytes : c->line_bytes;
    l2->sector_units = c->sector_bytes > UNIT_BYTES ? c->sector_bytes / UNIT_BYTES : 1;
    /* A read requests sectors, so a burst longer than a sector serves only one; a write is one request for the line. */
    const uint32_t read_bytes = burst_bytes < c->sector_bytes ? burst_bytes : c->sector_bytes;
    for (uint32_t u = 1; u < 256; u++) {
        l2->read_bursts[u] = count_bursts(u, read_bytes);
        l2->write_bursts[u] =
            cfg->victim_bursts == VICTIM_SPREAD ? count_bursts(u, burst_bytes) : filled_bursts(u, burst_bytes);
    }
    l2->tags = tags_create(c);
    l2->mshr = mshr_create(c->mshrs, c->mshr_merges, c->mshr_of, c->mshr_free);
    l2_in_init(&l2->in, packets, cfg->latency_cycles, cfg->queue, c->line_bytes / l2->port_bytes);
    /* with one queue, replies on their way from the data take its places, too */
    l2->written = l2->tags ? calloc(tags_ways(l2->tags), sizeof *l2->written) : NULL;
    l2->out = delayq_create(cfg->queue + (cfg->replies == REPLIES_ONE_QUEUE ? 0 : c->hit_latency_cycles));
    l2->filled = delayq_create(filled_depth(cfg));
    l2->waiter = l2->mshr ? calloc(mshr_waiters(l2->mshr), sizeof *l2->waiter) : NULL;
    const bool rings = ring_create(&l2->miss, c->miss_queue) && ring_create(&l2->dram, cfg->queue);
    if (!l2->tags || !l2->written || !l2->mshr || !l2->out || !l2->filled || !rings || !l2->waiter) {
        l2_destroy(l2);
        return NULL;
    }
    changed(l2);
    add_stats(l2, stats, path);
    return l2;
}

void l2_traffic(const l2_t *l2, traffic_t *t)
{
    t->dram_read_bytes += l2->st.fetch_bytes;
    t->dram_write_bytes += l2->st.write_bytes;
}

void l2_empty(l2_t *l2)
{
    for (int32_t way = 0; way < (int32_t)tags_ways(l2->tags); way++)
        if (tags_at(l2->tags, way)->mshr == MSHR_NONE) tags_drop(l2->tags, way);
}

void l2_on_recall(l2_t *l2, l2_recall_fn *recall, void *self)
{
    if (!l2->cfg.inclusive) return;
    l2->recall = recall;
    l2->recall_self = self;
}

void l2_destroy(l2_t *l2)
{
    if (!l2) return;
    free(l2->written);
    tags_destroy(l2->tags);
    mshr_destroy(l2->mshr);
    delayq_destroy(l2->out);
    delayq_destroy(l2->filled);
    free(l2->miss.at);
    free(l2->dram.at);
    free(l2->waiter);
    free(l2);
}

bool l2_room(const l2_t *l2) { return l2_in_room(&l2->in); }

uint32_t l2_held(const l2_t *l2) { return l2->held; }

bool l2_fill_room(const l2_t *l2)
{
    return l2->cfg.replies == REPLIES_ONE_QUEUE || delayq_used(l2->filled) <= l2->cfg.queue;
}

void l2_push(l2_t *l2, uint64_t now, uint32_t packet)
{
    packet_t *p = &l2->packets->at[packet];
    const uint32_t shift = (uint32_t)__builtin_ctz(l2->port_bytes);
    const uint64_t parts = ((p->local + p->req.bytes - 1) >> shift) - (p->local >> shift) + 1;
    p->looked = 0;
    p->unsent = p->coming = (uint16_t)parts;
    l2_in_push(&l2->in, now, packet, (uint32_t)parts);
    l2->held++;
    l2->st.requests++;
    if (p->req.kind == MEM_READ) l2->st.reads++;
    else if (p->req.kind == MEM_WRITE) l2->st.writes++;
    else l2->st.atoms++;
    changed(l2);
}

dram_req_t l2_dram_pop(l2_t *l2)
{
    const dram_req_t req = req_pop(&l2->dram);
    freed(l2);
    return req;
}

/* Occupies the atomic unit for a part of the packet; returns the cycle of its result. */
static uint64_t perform_atom(l2_t *l2, uint64_t now, const packet_t *p)
{
    const uint64_t start = l2->atom_cycle > now ? l2->atom_cycle : now;
    const uint32_t bytes = p->req.bytes < l2->port_bytes ? p->req.bytes : l2->port_bytes;
    l2->atom_cycle = start + (bytes + 31) / 32 * l2->cfg.atomic_cycles;
    return l2->atom_cycle;
}

/* Completes a fetch. Sectors written since the request stay dirty: the fill makes only the wanted units valid. Waiting
 * atomics are performed now. */
void l2_fill(l2_t *l2, uint64_t now, uint32_t dram_id)
{
    const uint8_t units = (uint8_t)dram_id;
    const uint16_t e = (uint16_t)(dram_id >> LINE_UNITS_MAX);
    tag_t *tag = tags_at(l2->tags, mshr_way(l2->mshr, e));
    const uint32_t count = mshr_fill(l2->mshr, e, units, l2->waiter);
    const uint32_t joins_cycles = l2->cfg.replies == REPLIES_ONE_QUEUE;
    l2->st.fills++;
    tag->valid |= units & tag->want;
    tag->want &= (uint8_t)~units;
    for (uint32_t i = 0; i < count; i++) {
        const packet_t *p = &l2->packets->at[l2->waiter[i].id];
        const bool atom = p->req.kind == MEM_ATOM;
        if (atom) tag->dirty |= l2->waiter[i].need & tag->valid;
        delayq_push(l2->filled, l2->waiter[i].id, (atom ? perform_atom(l2, now, p) : now) + joins_cycles);
    }
    l2->answers += count;
    if (mshr_close(l2->mshr, e, tags_line(l2->tags, mshr_way(l2->mshr, e)), units, l2->answers)) {
        tag->mshr = MSHR_NONE;
        if (!tag->valid) tags_drop(l2->tags, mshr_way(l2->mshr, e));
    }
    freed(l2);
}

static bool fills_first(const l2_t *l2, uint64_t now)
{
    return l2->cfg.replies == REPLIES_FILLS_FIRST && delayq_due(l2->filled, now);
}

uint32_t l2_reply(const l2_t *l2, uint64_t now) { return delayq_head(fills_first(l2, now) ? l2->filled : l2->out); }

static uint32_t pop_filled(l2_t *l2)
{
    const uint32_t id = delayq_pop(l2->filled);
    mshr_served(l2->mshr, l2->answers - delayq_used(l2->filled));
    return id;
}

void l2_reply_pop(l2_t *l2, uint64_t now)
{
    const uint32_t id = fills_first(l2, now) ? pop_filled(l2) : delayq_pop(l2->out);
    freed(l2);
    if (--l2->packets->at[id].unsent) return;
    l2->held--;
    l2->st.replies++;
}

/* Looks up the next part of the packet at the head, up to the width of the port. The part has a reply of its own, now
 * or with a fill; the packet leaves with its last part. */
static void look_up(l2_t *l2, uint64_t now)
{
    const uint32_t id = l2_in_head(&l2->in), line_bytes = l2->cfg.cache.line_bytes;
    packet_t *p = &l2->packets->at[id];
    const uint64_t at = p->local + p->looked;
    const uint32_t offset = (uint32_t)(at & (line_bytes - 1));
    const uint32_t left = p->req.bytes - p->looked;
    const uint32_t room = l2->port_bytes - (offset & (l2->port_bytes - 1));
    const uint32_t bytes = left < room ? left : room;
    const uint32_t word = offset / WORD_BYTES;
    const uint64_t words = (~UINT64_C(0) >> (64 - (bytes + WORD_BYTES - 1) / WORD_BYTES)) << word;
    const l2_piece_t piece = {.line = at >> l2->line_shift,
                              .packet = id,
                              .bytes = bytes,
                              .units = units_of(offset, bytes),
                              .words = words,
                              .gaps = p->req.gaps >> p->looked / WORD_BYTES << word & words};
    const look_t seen = l2_look(l2, now, &piece);
    if (seen == LOOK_STALL) return;
    l2->st.accesses++;
    p->looked = (uint16_t)(p->looked + bytes);
    l2_in_pop(&l2->in, p->looked == p->req.bytes);
    if (seen == LOOK_WAIT) return;
    const uint64_t done = p->req.kind == MEM_ATOM ? perform_atom(l2, now, p) : now;
    delayq_push(l2->out, id, done + l2->cfg.cache.hit_latency_cycles);
}

static void queue_filled(l2_t *l2, uint64_t now)
{
    if (!delayq_due(l2->filled, now) || !delayq_room(l2->out)) return;
    delayq_push(l2->out, pop_filled(l2), now);
}

/* Looks up the part at the head of the input queue, or counts why not. */
static inline void serve(l2_t *l2, uint64_t now)
{
    if (!l2_in_ready(&l2->in)) return;
    if (!delayq_room(l2->out)) l2_stall(l2, &l2->st.stall_reply, UINT64_MAX);
    else if (l2->cfg.look_up == LOOK_UP_QUEUED && dram_queue_full(l2))
        l2_stall(l2, &l2->st.stall_miss_queue, UINT64_MAX);
    else if (now < l2->port_cycle) l2_stall(l2, &l2->st.stall_port, l2->port_cycle);
    else look_up(l2, now);
}

void l2_tick(l2_t *l2, uint64_t now)
{
    const bool queued = l2->cfg.look_up == LOOK_UP_QUEUED;
    l2->next.stall = NULL;
    if (l2->cfg.replies == REPLIES_ONE_QUEUE) queue_filled(l2, now);
    if (l2->miss.used && !dram_queue_full(l2)) req_push(&l2->dram, req_pop(&l2->miss));
    if (queued) serve(l2, now);
    l2_in_tick(&l2->in, now);
    if (!queued) serve(l2, now);
    changed(l2);
}
