/* l1.c - queues and flushes of a first-level cache, and what it does next.
 *
 * The dirty sectors of a victim travel as one packet, from the first to the last.
 *
 * Not modelled: data array ports and bank conflicts; byte masks below 32 bytes; prefetch; coherence between SMs (these
 * machines have none: caches are flushed between kernels). */
#include "mem/l1_internal.h"

#include "base/ring.h"

#include <assert.h>
#include <stdlib.h>

static void add_stats(l1_t *l1, stats_t *s, const char *path)
{
    l1_stats_t *t = &l1->st;
    L1_COUNTERS(STATS_ADD, t)
    stats_add_ratio(s, path, "miss_rate", "", "misses per read", &t->misses, &t->reads);
    stats_add_ratio(s, path, "reuses_per_block", "", "reuses per block until it is evicted", &t->reuses, &t->blocks);
    stats_add_law(s, path, "answered_all", "accesses accepted are answered", &t->accesses, &t->popped);
    stats_add_law(s, path, "below_answered", "requests sent to the next level are answered", &t->sent, &t->answered);
}

void l1_traffic(const l1_t *l1, traffic_t *t)
{
    t->l1d_reads += l1->st.reads;
    t->l1d_hits += l1->st.hits;
    t->l1d_writes += l1->st.writes;
}

static bool create_parts(l1_t *l1)
{
    const cache_cfg_t *c = &l1->cfg;
    l1->tags = tags_create(c);
    l1->mshr = mshr_create(c->mshrs, c->mshr_merges, c->mshr_of, c->mshr_free);
    l1->hits = delayq_create(L1_ACCESSES_PER_CYCLE * (c->hit_latency_cycles + 1));
    l1->done = delayq_create(l1->pending_max);
    l1->queue = calloc(l1->queue_depth, sizeof *l1->queue);
    l1->owner = calloc(L1_PASSING, sizeof *l1->owner);
    l1->passing_free = malloc(L1_PASSING * sizeof *l1->passing_free); /* written before it is read, as the next one */
    l1->waiter = l1->mshr ? malloc(mshr_waiters(l1->mshr) * sizeof *l1->waiter) : NULL;
    l1->filling = calloc(c->mshrs, sizeof *l1->filling);
    if (c->write == WRITE_THROUGH_ALLOCATE && !(l1->stored = calloc((size_t)c->sets * c->ways, sizeof *l1->stored)))
        return false;
    for (uint32_t e = 0; l1->filling && e < c->mshrs; e++) l1->filling[e].line = TAGS_NO_LINE;
    return l1->filling && l1->tags && l1->mshr && l1->hits && l1->done && l1->queue && l1->owner && l1->passing_free &&
           l1->waiter;
}

l1_t *l1_create(const cache_cfg_t *cfg, uint32_t sm, uint8_t client, memsys_t *below, const uint64_t *now,
                l1_next_t *next, stats_t *stats, const char *path)
{
    assert(cfg->line_bytes >= UNIT_BYTES && cfg->line_bytes <= UNIT_BYTES * LINE_UNITS_MAX);
    l1_t *l1 = calloc(1, sizeof *l1);
    if (!l1) return NULL;
    l1->cfg = *cfg;
    l1->sm = sm;
    l1->client = client;
    l1->below = below;
    l1->now = now;
    l1->next = next;
    l1->line_shift = (uint32_t)__builtin_ctz(cfg->line_bytes);
    l1->sector_units = cfg->sector_bytes > UNIT_BYTES ? cfg->sector_bytes / UNIT_BYTES : 1;
    l1->queue_depth = cfg->miss_queue > 2 ? cfg->miss_queue : 2; /* a victim and its successor */
    l1->passing_count = L1_PASSING;
    l1->pending_max = cfg->mshrs * cfg->mshr_merges + L1_PASSING;
    l1->flush_way = -1;
    if (!create_parts(l1)) {
        l1_destroy(l1);
        return NULL;
    }
    for (uint32_t i = 0; i < L1_PASSING; i++) l1->passing_free[i] = (uint16_t)(L1_PASSING - 1 - i);
    l1_changed(l1);
    add_stats(l1, stats, path);
    return l1;
}

void l1_destroy(l1_t *l1)
{
    if (!l1) return;
    tags_destroy(l1->tags);
    mshr_destroy(l1->mshr);
    delayq_destroy(l1->hits);
    delayq_destroy(l1->done);
    victims_destroy(l1->victims);
    free(l1->queue);
    free(l1->owner);
    free(l1->passing_free);
    free(l1->waiter);
    free(l1->filling);
    free(l1->stored);
    free(l1);
}

void l1_changed(l1_t *l1)
{
    l1_next_t *next = l1->next;
    next->hit_cycle = delayq_next(l1->hits);
    next->answer_cycle = delayq_next(l1->done);
    next->works = l1->queue_used || l1->flush_way >= 0;
    next->acts_cycle = next->hit_cycle < next->answer_cycle ? next->hit_cycle : next->answer_cycle;
    if (next->works) next->acts_cycle = 0;
    next->changes++;
}

const l1_next_t *l1_next(const l1_t *l1) { return l1->next; }

void l1_resize(l1_t *l1, uint32_t ways)
{
    tags_resize(l1->tags, ways);
    l1->next->changes++;
}

void l1_answer_together(l1_t *l1) { l1->together = true; }

void l1_need_room(l1_t *l1, uint32_t places)
{
    assert(places <= l1->queue_depth && !l1->st.accesses);
    l1->read_room = places;
}

bool l1_keep_victims(l1_t *l1, uint32_t warps, uint32_t tags)
{
    assert(!l1->victims && warps && warps <= 64);
    return (l1->victims = victims_create(warps, tags)) != NULL;
}

uint64_t l1_lost(l1_t *l1)
{
    const uint64_t lost = l1->lost;
    l1->lost = 0;
    return lost;
}

void l1_warp_starts(l1_t *l1, uint32_t warp)
{
    if (l1->victims) victims_clear(l1->victims, warp);
}

mem_req_t *l1_send(l1_t *l1, uint64_t addr, uint32_t bytes, uint8_t kind, uint32_t token)
{
    assert(l1->queue_used < l1->queue_depth);
    const uint32_t at = ring_at(l1->queue_head, l1->queue_used++, l1->queue_depth);
    l1->queue[at] = (mem_req_t){
        .addr = addr, .bytes = bytes, .token = token, .sm = (uint16_t)l1->sm, .client = l1->client, .kind = kind};
    l1->st.sent++;
    return &l1->queue[at];
}

void l1_pass(l1_t *l1, const l1_req_t *req, uint64_t owner)
{
    assert(l1->passing_count);
    const uint32_t slot = l1->passing_free[--l1->passing_count];
    l1->owner[slot] = owner;
    l1->unowned += owner == L1_NO_OWNER;
    l1_send(l1, req->addr, req->bytes, req->kind, l1->cfg.mshrs + slot)->gaps = req->gaps;
}

l1_req_t l1_take_dirt(l1_t *l1, int32_t way)
{
    tag_t *tag = tags_at(l1->tags, way);
    const uint64_t base = tags_line(l1->tags, way) << l1->line_shift;
    const l1_req_t out = {
        .addr = base + units_first_byte(tag->dirty), .bytes = units_span_bytes(tag->dirty), .kind = MEM_WRITE};
    tag->dirty = 0;
    l1->st.writebacks++;
    return out;
}

void l1_write_victim(l1_t *l1, int32_t way)
{
    const bool cleaning = l1->flush_way >= 0; /* a flush refuses accesses: the victim is its own */
    const l1_req_t out = l1_take_dirt(l1, way);
    l1_pass(l1, &out, cleaning ? L1_CLEANING : L1_NO_OWNER);
    l1->cleaning += cleaning;
}

static uint8_t lowest_lane(const l1_req_t *req) { return req->lanes ? (uint8_t)__builtin_ctz(req->lanes) : 0; }

void l1_take_way(l1_t *l1, int32_t way, const l1_req_t *req, uint64_t line)
{
    const uint64_t out = tags_line(l1->tags, way);
    if (out != TAGS_NO_LINE) {
        l1->st.evictions++;
        if (l1->victims) victims_add(l1->victims, tags_at(l1->tags, way)->warp, out);
    }
    if (tags_at(l1->tags, way)->dirty) l1_write_victim(l1, way);
    tags_take(l1->tags, way, line);
    if (l1->stored) l1->stored[way] = 0;
    tags_at(l1->tags, way)->warp = req->warp;
    tags_at(l1->tags, way)->lane = lowest_lane(req);
    l1->st.blocks++;
    l1->st.reuses += l1_threads(req) - 1;
    l1->st.shared_reuses += l1_threads(req) - 1;
}

/* Writes the next dirty line to the L2; after the last one ends the flush or clean. */
static void flush_step(l1_t *l1)
{
    const int32_t ways = (int32_t)tags_ways(l1->tags);
    const bool writes = l1->cfg.write != WRITE_LOCAL_BACK;
    while (l1->flush_way < ways && !(writes && tags_at(l1->tags, l1->flush_way)->dirty)) {
        tag_t *tag = tags_at(l1->tags, l1->flush_way);
        if (l1->flush_drops && tag->mshr == MSHR_EXPECTED) tag->mshr = MSHR_NONE;
        if (l1->flush_drops && tags_line(l1->tags, l1->flush_way) != TAGS_NO_LINE) tags_drop(l1->tags, l1->flush_way);
        l1->flush_way++;
    }
    if (l1->flush_way == ways) {
        l1->flush_way = -1;
        l1->flush_drops = false;
    } else if (l1_pass_room(l1, 1)) {
        l1_write_victim(l1, l1->flush_way);
    }
}

void l1_step(l1_t *l1)
{
    const bool sent = l1->queue_used && memsys_push(l1->below, &l1->queue[l1->queue_head]);
    if (sent) {
        ring_drop(&l1->queue_head, l1->queue_depth);
        l1->queue_used--;
    }
    const bool flushes = l1->flush_way >= 0;
    if (flushes) flush_step(l1);
    if (sent || flushes) l1_changed(l1);
    l1->next->refused = !sent && !flushes;
}

const mem_req_t *l1_first(const l1_t *l1) { return &l1->queue[l1->queue_head]; }

/* Outstanding victims count as well. A cache without dirty lines is done at once. */
void l1_clean(l1_t *l1)
{
    for (uint32_t i = 0; l1->unowned; i++)
        if (l1->owner[i] == L1_NO_OWNER) {
            l1->owner[i] = L1_CLEANING;
            l1->unowned--;
            l1->cleaning++;
        }
    l1->flush_way = 0;
    flush_step(l1);
    l1_changed(l1);
}

/* A flush under way stays a flush: it refuses accesses, so the cache cannot have filled again. */
void l1_flush(l1_t *l1)
{
    assert(l1->pending == 0);
    l1->flush_drops = true;
    l1->looked_up = false;
    l1_clean(l1);
}

uint32_t l1_pending(const l1_t *l1) { return l1->pending; }

bool l1_written(const l1_t *l1) { return l1->flush_way < 0 && !l1->cleaning; }
