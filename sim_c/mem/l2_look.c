/* l2_look.c - one tag look-up of a slice: hit, merge, miss, or the reason for a stall. */
#include "mem/l2_internal.h"

#include "base/bits.h"

/* One request per line: all its bursts lie in the same row. */
static void to_dram(l2_t *l2, uint64_t line, uint8_t units, bool write, uint32_t id)
{
    const addr_bank_t at = addrmap_bank(l2->map, l2->slice, line << l2->line_shift);
    req_push(&l2->miss, (dram_req_t){.row = at.row,
                                     .id = id,
                                     .bursts = (write ? l2->write_bursts : l2->read_bursts)[units],
                                     .bank = (uint8_t)at.bank,
                                     .write = write});
    const uint32_t bytes = (uint32_t)__builtin_popcount(units) * UNIT_BYTES;
    if (write) l2->st.write_bytes += bytes;
    else l2->st.fetch_bytes += bytes;
}

static bool miss_queue_full(l2_t *l2, uint32_t requests)
{
    if (l2->miss.used + requests <= l2->miss.depth) return false;
    l2_stall(l2, &l2->st.stall_miss_queue, UINT64_MAX);
    return true;
}

static void write_victim(l2_t *l2, uint64_t line, uint8_t dirty)
{
    to_dram(l2, line, dirty, true, 0);
    l2->st.writebacks++;
}

/* Inclusive L2: drops the victim's line from the caches above and takes over its dirty units. */
static void recall(l2_t *l2, int32_t way)
{
    const uint64_t line = tags_line(l2->tags, way);
    if (!l2->recall || line == TAGS_NO_LINE) return;
    const uint64_t addr = addrmap_addr(l2->map, l2->slice, line << l2->line_shift);
    const uint8_t dirty = l2->recall(l2->recall_self, addr, l2->cfg.cache.line_bytes);
    tags_at(l2->tags, way)->valid |= dirty;
    tags_at(l2->tags, way)->dirty |= dirty;
}

/* Finds a way for the line; -1: stall. WRITEBACK_BEFORE: a dirty victim is written back first, which costs this cycle's
 * look-up. WRITEBACK_BEHIND: the miss writes the victim back; no_room_behind has checked for room. */
static int32_t make_way(l2_t *l2, uint64_t line)
{
    const int32_t way = tags_victim(l2->tags, line);
    if (way < 0) {
        l2_stall(l2, &l2->st.stall_set, UINT64_MAX);
        return -1;
    }
    tag_t *tag = tags_at(l2->tags, way);
    recall(l2, way);
    if (!tag->dirty) return way;
    if (l2->cfg.writeback == WRITEBACK_BEHIND) return way;
    if (miss_queue_full(l2, 1)) {
        if (l2->recall) l2->next.stall = NULL; /* the next try recalls the line again */
        return -1;
    }
    write_victim(l2, tags_line(l2->tags, way), tag->dirty);
    tag->dirty = 0;
    return -1;
}

typedef struct {
    uint64_t line;
    uint8_t dirty; /* 0: nothing to write back */
} victim_t;

static victim_t take_way(l2_t *l2, int32_t way, uint64_t line)
{
    const victim_t out = {tags_line(l2->tags, way), tags_at(l2->tags, way)->dirty};
    l2->st.evictions += out.line != TAGS_NO_LINE;
    tags_take(l2->tags, way, line);
    l2->written[way] = 0;
    return out;
}

/* True: WRITEBACK_BEHIND, and no room for all requests that a miss may send, whether or not the victim is dirty. */
static bool no_room_behind(l2_t *l2, uint32_t requests)
{
    return l2->cfg.writeback == WRITEBACK_BEHIND && miss_queue_full(l2, requests);
}

/* Reads the dirty victim of a write miss out through the port; no look-up starts meanwhile. The victim of a read miss
 * takes no time of the port: GPGPU-Sim counts the victim's bytes at write misses only. */
static void write_behind(l2_t *l2, uint64_t now, victim_t out)
{
    if (!out.dirty) return;
    const uint32_t bytes = (uint32_t)__builtin_popcount(out.dirty) * UNIT_BYTES;
    write_victim(l2, out.line, out.dirty);
    l2->port_cycle = now + (bytes + l2->port_bytes - 1) / l2->port_bytes;
}

/* Some units of the line are not valid. lacking: units to fetch; 0 if all are outstanding. Checks everything before it
 * acts: a stalled look-up is repeated from the start. */
static look_t miss(l2_t *l2, const l2_piece_t *p, int32_t way, uint8_t lacking)
{
    const uint16_t open = way < 0 ? (uint16_t)MSHR_NONE : tags_at(l2->tags, way)->mshr;
    if (!mshr_room(l2->mshr, open, p->units, lacking)) {
        l2_stall(l2, &l2->st.stall_mshr, UINT64_MAX);
        return LOOK_STALL;
    }
    victim_t out = {0};
    if ((lacking && miss_queue_full(l2, 1)) || no_room_behind(l2, 2)) return LOOK_STALL;
    if (way < 0) {
        way = make_way(l2, p->line);
        if (way < 0) return LOOK_STALL;
        out = take_way(l2, way, p->line);
    } else {
        tags_touch(l2->tags, way);
    }
    tag_t *tag = tags_at(l2->tags, way);
    if (open == MSHR_NONE) tag->mshr = mshr_open(l2->mshr, way);
    mshr_join(l2->mshr, tag->mshr, p->packet, p->units);
    if (!lacking) {
        l2->st.merges++;
        return LOOK_WAIT;
    }
    to_dram(l2, p->line, lacking, false, (uint32_t)tag->mshr << LINE_UNITS_MAX | lacking);
    if (out.dirty) write_victim(l2, out.line, out.dirty);
    mshr_fetch(l2->mshr, tag->mshr, lacking);
    tag->want |= lacking;
    l2->st.misses++;
    l2->st.fetches++;
    return LOOK_WAIT;
}

/* An atomic needs the old value: it is a read that leaves its units dirty. */
static look_t read_or_atom(l2_t *l2, uint64_t now, const l2_piece_t *p)
{
    const bool atom = l2->packets->at[p->packet].req.kind == MEM_ATOM;
    const int32_t way = tags_find(l2->tags, p->line);
    uint8_t lacking = p->units;
    if (atom && l2->atom_cycle > now) {
        l2_stall(l2, &l2->st.stall_atom, l2->atom_cycle);
        return LOOK_STALL;
    }
    if (way >= 0) {
        tag_t *tag = tags_at(l2->tags, way);
        lacking &= (uint8_t)~tag->valid;
        if (!lacking) {
            tags_touch(l2->tags, way);
            if (atom) tag->dirty |= p->units;
            l2->st.hits++;
            return LOOK_DONE;
        }
        lacking = units_sectors(lacking, l2->sector_units) & (uint8_t)~tag->valid;
        if (tag->mshr != MSHR_NONE) lacking &= (uint8_t)~mshr_pending(l2->mshr, tag->mshr);
    } else {
        lacking = units_sectors(lacking, l2->sector_units);
    }
    return miss(l2, p, way, lacking);
}

/* Units of the way that are written as a whole, by this write or by it and earlier ones. */
static uint8_t written_units(l2_t *l2, const l2_piece_t *p, int32_t way)
{
    uint8_t whole = p->units;
    if (!p->gaps && !l2->written[way]) return whole;
    l2->written[way] |= p->words & ~p->gaps;
    for (uint8_t left = p->units; left; left &= (uint8_t)(left - 1)) {
        const uint32_t u = (uint32_t)__builtin_ctz(left);
        if ((l2->written[way] >> u * UNIT_WORDS & UNIT_WORDS_MASK) != UNIT_WORDS_MASK) whole &= (uint8_t) ~(1U << u);
    }
    return whole;
}

/* WRITE_BYTES_SUMMED: a request of a whole line writes exactly 32 bytes from its begin to the end of this part. */
static bool sums_to_a_unit(const l2_t *l2, const l2_piece_t *p)
{
    const packet_t *packet = &l2->packets->at[p->packet];
    if (l2->cfg.write_bytes == WRITE_BYTES_OWN || packet->req.bytes != l2->cfg.cache.line_bytes) return false;
    const uint32_t words = (packet->looked + p->bytes) / WORD_BYTES;
    return bits_set(~packet->req.gaps & ~UINT64_C(0) >> (64 - words)) == UNIT_WORDS;
}

/* A write fetches nothing. A unit that is written in part can be written back, and a read fetches the rest. */
static look_t write_back(l2_t *l2, uint64_t now, const l2_piece_t *p, int32_t way)
{
    const tag_t *old = way >= 0 ? tags_at(l2->tags, way) : NULL;
    const bool here = old && !(p->units & (uint8_t) ~(old->valid | old->dirty));
    if (!here && no_room_behind(l2, 1)) return LOOK_STALL;
    if (way < 0) {
        way = make_way(l2, p->line);
        if (way < 0) return LOOK_STALL;
        write_behind(l2, now, take_way(l2, way, p->line));
        l2->st.misses++;
    } else {
        tags_touch(l2->tags, way);
        l2->st.hits += here;
        l2->st.misses += !here;
    }
    tag_t *tag = tags_at(l2->tags, way);
    uint8_t whole = written_units(l2, p, way);
    if (whole != p->units && !here && sums_to_a_unit(l2, p)) whole = p->units;
    tag->valid |= whole;
    tag->dirty |= p->units;
    return LOOK_DONE;
}

static look_t write_through(l2_t *l2, const l2_piece_t *p, int32_t way)
{
    if (miss_queue_full(l2, 1)) return LOOK_STALL;
    to_dram(l2, p->line, p->units, true, 0);
    if (way < 0) {
        l2->st.misses++;
        return LOOK_DONE;
    }
    l2->st.hits++;
    tag_t *tag = tags_at(l2->tags, way);
    if (l2->cfg.cache.write == WRITE_THROUGH) {
        tag->valid |= p->units;
        tag->dirty &= (uint8_t)~p->units;
        tags_touch(l2->tags, way);
    } else if (tag->dirty & (uint8_t)~p->units) { /* an atomic's result must not be lost */
        tag->valid = tag->dirty &= (uint8_t)~p->units;
    } else {
        tags_drop(l2->tags, way);
    }
    return LOOK_DONE;
}

look_t l2_look(l2_t *l2, uint64_t now, const l2_piece_t *p)
{
    if (l2->packets->at[p->packet].req.kind != MEM_WRITE) return read_or_atom(l2, now, p);
    const int32_t way = tags_find(l2->tags, p->line);
    return l2->cfg.cache.write == WRITE_BACK ? write_back(l2, now, p, way) : write_through(l2, p, way);
}
