/* l1_access.c - one look-up: what an access finds, and what it needs.
 *
 * Every path first checks all it needs (way, MSHR, miss queue, hit pipeline) and only then acts, so a refused access
 * changes nothing but the stall counter. */
#include "mem/l1_internal.h"

#include <assert.h>

static bool pipe_hit(l1_t *l1, const l1_req_t *req)
{
    if (!delayq_room(l1->hits)) return false;
    delayq_push(l1->hits, req->token, *l1->now + l1->cfg.hit_latency_cycles);
    return true;
}

static bool dirty(l1_t *l1, int32_t way) { return tags_at(l1->tags, way)->dirty != 0; }

/* Counts an access to a line that an earlier one brought in. */
static void reuse(l1_t *l1, int32_t way, const l1_req_t *req)
{
    const tag_t *tag = tags_at(l1->tags, way);
    const bool again = tag->warp == req->warp && ((req->lanes | !req->lanes) >> tag->lane & 1);
    tags_touch(l1->tags, way);
    l1->st.reuses += l1_threads(req);
    l1->st.shared_reuses += l1_threads(req) - again;
}

/* Counts lost locality: the warp misses a line of its victim tags. Runs before the miss replaces a line, which may be
 * the warp's own. */
static void look_for_lost(l1_t *l1, const l1_req_t *req, uint64_t line)
{
    if (!l1->victims || !victims_take(l1->victims, req->warp, line)) return;
    l1->lost |= UINT64_C(1) << req->warp;
    l1->st.lost++;
}

/* One request from the first missing sector to the last, including those between. */
static void fetch(l1_t *l1, int32_t way, uint64_t line, uint8_t units)
{
    tag_t *tag = tags_at(l1->tags, way);
    const uint32_t first = units_first_byte(units), bytes = units_span_bytes(units);
    mshr_fetch(l1->mshr, tag->mshr, units_of(first, bytes));
    tag->want |= units;
    l1_send(l1, (line << l1->line_shift) + first, bytes, MEM_READ, tag->mshr);
}

/* Room in the miss queue for a read that misses or merges and sends so many requests. */
static bool read_room(const l1_t *l1, uint32_t requests)
{
    return l1_queue_room(l1, requests > l1->read_room ? requests : l1->read_room);
}

/* The line has been replaced while accesses that waited for it are being answered: this one is answered after them,
 * without a fetch. Its way keeps waiting for one, which the next access to the line sends. Source: GPGPU-Sim's
 * baseline_cache::send_read_request, which finds the line's MSHR. */
static l1_result_t read_late(l1_t *l1, const l1_req_t *req, uint64_t line, int32_t way)
{
    if (!read_room(l1, dirty(l1, way)) || (dirty(l1, way) && !l1->passing_count)) return L1_FULL_QUEUE;
    if (tags_line(l1->tags, way) == line) {
        reuse(l1, way, req);
    } else {
        l1_take_way(l1, way, req, line);
        tags_at(l1->tags, way)->mshr = MSHR_EXPECTED;
    }
    l1_answer(l1, req->token, *l1->now + 1);
    l1->st.merges++;
    return L1_ACCEPTED;
}

/* The line is absent: takes a way, an MSHR and a place in the miss queue, and a second place for a dirty victim, which
 * goes before the fetch; behind it with WRITE_LOCAL_BACK, as in GPGPU-Sim's data_cache::rd_miss_base. */
static l1_result_t read_absent(l1_t *l1, const l1_req_t *req, uint64_t line, uint8_t need)
{
    const int32_t way = tags_victim(l1->tags, line);
    if (way < 0) return L1_FULL_SET;
    if (mshr_answering(l1->mshr, line, need)) return read_late(l1, req, line, way);
    if (!mshr_room(l1->mshr, MSHR_NONE, need, need)) return L1_FULL_MSHR;
    const bool back = dirty(l1, way);
    if (!read_room(l1, 1 + back) || (back && !l1->passing_count)) return L1_FULL_QUEUE;
    const bool behind = back && l1->cfg.write == WRITE_LOCAL_BACK;
    const l1_req_t victim = behind ? l1_take_dirt(l1, way) : (l1_req_t){0};
    look_for_lost(l1, req, line);
    l1_take_way(l1, way, req, line);
    tags_at(l1->tags, way)->mshr = mshr_open(l1->mshr, way);
    mshr_join(l1->mshr, tags_at(l1->tags, way)->mshr, req->token, need);
    fetch(l1, way, line, units_sectors(need, l1->sector_units));
    if (behind) l1_pass(l1, &victim, L1_NO_OWNER);
    l1->st.misses++;
    return L1_ACCEPTED;
}

/* ALLOCATE_FILL, and the line is absent: takes an MSHR and a place in the miss queue, or joins the line's fetch. */
static l1_result_t read_unplaced(l1_t *l1, const l1_req_t *req, uint64_t line, uint8_t need)
{
    uint16_t e = l1_filling(l1, line);
    const bool merges = e != MSHR_NONE;
    if (!mshr_room(l1->mshr, e, need, 0)) return L1_FULL_MSHR;
    if (!read_room(l1, !merges)) return L1_FULL_QUEUE;
    if (!merges) {
        e = mshr_open(l1->mshr, -1);
        l1->filling[e] = (filling_t){.line = line, .first = *req};
        mshr_fetch(l1->mshr, e, units_of(0, l1->cfg.line_bytes));
        l1_send(l1, line << l1->line_shift, l1->cfg.line_bytes, MEM_READ, e);
    }
    mshr_join(l1->mshr, e, req->token, need);
    l1->st.merges += merges;
    l1->st.misses += !merges;
    return L1_ACCEPTED;
}

/* The line is present or being filled: fetches the sectors that are neither valid nor outstanding. */
static l1_result_t read_present(l1_t *l1, const l1_req_t *req, int32_t way, uint8_t need)
{
    tag_t *tag = tags_at(l1->tags, way);
    uint8_t lacking = need & (uint8_t)~tag->valid;
    if (!lacking) {
        if (!pipe_hit(l1, req)) return L1_FULL_QUEUE;
        reuse(l1, way, req);
        l1->st.hits++;
        return L1_ACCEPTED;
    }
    lacking = units_sectors(lacking, l1->sector_units) & (uint8_t)~tag->valid;
    const uint64_t line = tags_line(l1->tags, way);
    if (tag->mshr == MSHR_EXPECTED && mshr_answering(l1->mshr, line, need)) return read_late(l1, req, line, way);
    const bool open = tag->mshr < MSHR_EXPECTED;
    if (open) lacking &= (uint8_t)~mshr_pending(l1->mshr, tag->mshr);
    if (!mshr_room(l1->mshr, open ? tag->mshr : MSHR_NONE, need, lacking)) return L1_FULL_MSHR;
    if (!read_room(l1, lacking != 0)) return L1_FULL_QUEUE;
    reuse(l1, way, req);
    if (!open) tag->mshr = mshr_open(l1->mshr, way);
    mshr_join(l1->mshr, tag->mshr, req->token, need);
    if (!lacking) {
        l1->st.merges++;
        return L1_ACCEPTED;
    }
    fetch(l1, way, line, lacking);
    l1->st.misses++;
    return L1_ACCEPTED;
}

/* The line takes the data; the access is over after the hit latency. */
static l1_result_t write_back(l1_t *l1, const l1_req_t *req, uint64_t line, int32_t way, uint8_t units)
{
    if (way >= 0) {
        if (!pipe_hit(l1, req)) return L1_FULL_QUEUE;
        reuse(l1, way, req);
        l1->st.write_hits++;
    } else {
        way = tags_victim(l1->tags, line);
        if (way < 0) return L1_FULL_SET;
        if (dirty(l1, way) && !l1_pass_room(l1, 1)) return L1_FULL_QUEUE;
        if (!pipe_hit(l1, req)) return L1_FULL_QUEUE;
        l1_take_way(l1, way, req, line);
        l1->st.write_misses++;
    }
    tags_at(l1->tags, way)->valid |= units;
    tags_at(l1->tags, way)->dirty |= units;
    return L1_ACCEPTED;
}

/* An atomic, or a write that the L2 serves, drops the line or updates it. WRITE_LOCAL_BACK: a write leaves a line that
 * waits for data as it is, because GPGPU-Sim's data_cache treats it as a miss. */
static void drop_or_update(l1_t *l1, const l1_req_t *req, int32_t way)
{
    const cache_write_t write = l1->cfg.write;
    const bool waits = tags_at(l1->tags, way)->mshr != MSHR_NONE;
    if (req->kind == MEM_WRITE && write == WRITE_LOCAL_BACK && waits) return;
    if (req->kind == MEM_ATOM || write == WRITE_EVICT || write == WRITE_LOCAL_BACK) {
        tags_drop(l1->tags, way);
        l1->st.invalidations++;
    } else {
        tags_touch(l1->tags, way);
    }
}

/* WRITE_THROUGH_ALLOCATE: the line, which takes a way if it has none, gets the sectors that the write fills. Source:
 * GPGPU-Sim's data_cache::wr_miss_wa_lazy_fetch_on_read and update_m_readable, in words. */
static void written(l1_t *l1, const l1_req_t *req, uint64_t line, int32_t way)
{
    const uint32_t offset = (uint32_t)(req->addr & (l1->cfg.line_bytes - 1));
    if (way < 0) {
        way = tags_victim(l1->tags, line);
        l1_take_way(l1, way, req, line);
    } else {
        tags_touch(l1->tags, way);
    }
    const uint64_t words = ~req->gaps & ~UINT64_C(0) >> (64 - (req->bytes + WORD_BYTES - 1) / WORD_BYTES);
    l1->stored[way] |= words << offset / WORD_BYTES;
    for (uint32_t left = units_of(offset, req->bytes); left; left &= left - 1) {
        const uint32_t u = (uint32_t)__builtin_ctz(left);
        if ((l1->stored[way] >> u * UNIT_WORDS & UNIT_WORDS_MASK) == UNIT_WORDS_MASK)
            tags_at(l1->tags, way)->valid |= (uint8_t)(1u << u);
    }
}

/* Accesses that the L2 serves: writes through, atomics, bypassing reads. The line's dirty data goes to the L2 first. */
static l1_result_t pass(l1_t *l1, const l1_req_t *req, uint64_t line, int32_t way)
{
    const bool back = way >= 0 && dirty(l1, way);
    const bool allocates = req->kind == MEM_WRITE && l1->cfg.write == WRITE_THROUGH_ALLOCATE;
    if (!l1_pass_room(l1, 1 + back)) return L1_FULL_QUEUE;
    if (allocates && way < 0 && tags_victim(l1->tags, line) < 0) return L1_FULL_SET;
    if (back) l1_write_victim(l1, way);
    if (req->kind == MEM_WRITE) {
        l1->st.write_hits += way >= 0;
        l1->st.write_misses += way < 0;
    }
    if (allocates) written(l1, req, line, way);
    else if (way >= 0 && req->kind != MEM_READ) drop_or_update(l1, req, way);
    l1_pass(l1, req, req->token);
    return L1_ACCEPTED;
}

/* The write stays in the cache. WRITE_LOCAL_BACK: only a write to local memory whose units are all valid, in a line
 * that waits for no data. */
static bool stays(l1_t *l1, const l1_req_t *req, int32_t way, uint8_t units)
{
    if (req->kind != MEM_WRITE) return false;
    if (l1->cfg.write != WRITE_LOCAL_BACK || !req->local) return l1->cfg.write == WRITE_BACK;
    return way >= 0 && tags_at(l1->tags, way)->mshr == MSHR_NONE && !(units & (uint8_t)~tags_at(l1->tags, way)->valid);
}

static l1_result_t look_up(l1_t *l1, const l1_req_t *req)
{
    const uint64_t line = req->addr >> l1->line_shift;
    const uint32_t offset = (uint32_t)(req->addr & (l1->cfg.line_bytes - 1));
    assert(req->bytes && offset + req->bytes <= l1->cfg.line_bytes);
    const uint8_t units = units_of(offset, req->bytes);
    if (l1->flush_way >= 0 || l1->pending == l1->pending_max) return L1_FULL_QUEUE;
    const int32_t way = tags_find(l1->tags, line); /* negative: the line is absent */
    if (stays(l1, req, way, units)) return write_back(l1, req, line, way, units);
    if (req->kind != MEM_READ || req->bypass) return pass(l1, req, line, way);
    if (way < 0 && l1->cfg.allocate == ALLOCATE_FILL) return read_unplaced(l1, req, line, units);
    return way < 0 ? read_absent(l1, req, line, units) : read_present(l1, req, way, units);
}

void l1_accepted(l1_t *l1, const l1_req_t *req)
{
    l1_stats_t *st = &l1->st;
    st->accesses++;
    if (req->kind == MEM_WRITE) st->writes++;
    else if (req->kind == MEM_ATOM) st->atoms++;
    else if (req->bypass) st->bypasses++;
    else st->reads++;
    l1->pending++;
    l1_changed(l1);
}

/* GPGPU-Sim's tag_array::is_used: the access reaches the tags of the cache. */
static bool reaches_tags(const l1_t *l1, const l1_req_t *req)
{
    if (req->kind == MEM_WRITE) return l1->cfg.write != WRITE_LOCAL_BACK || req->local;
    return req->kind == MEM_READ && !req->bypass;
}

void l1_refused(l1_t *l1, l1_result_t answer, uint64_t times)
{
    switch (answer) {
    case L1_FULL_MSHR: l1->st.stall_mshr += times; break;
    case L1_FULL_QUEUE: l1->st.stall_queue += times; break;
    case L1_FULL_SET: l1->st.stall_set += times; break;
    case L1_ACCEPTED: break;
    }
}

l1_result_t l1_access(l1_t *l1, const l1_req_t *req)
{
    const l1_result_t answer = look_up(l1, req);
    if (answer != L1_ACCEPTED) {
        l1_refused(l1, answer, 1);
        return answer;
    }
    l1->looked_up |= reaches_tags(l1, req);
    l1_accepted(l1, req);
    return answer;
}

bool l1_push_past(l1_t *l1, const l1_req_t *req)
{
    if (l1->flush_way < 0 && l1->pending < l1->pending_max && l1->passing_count) {
        const uint32_t slot = l1->passing_free[l1->passing_count - 1];
        const mem_req_t out = {.addr = req->addr,
                               .bytes = req->bytes,
                               .token = l1->cfg.mshrs + slot,
                               .sm = (uint16_t)l1->sm,
                               .client = l1->client,
                               .kind = req->kind};
        if (memsys_push(l1->below, &out)) {
            l1->passing_count--;
            l1->owner[slot] = req->token;
            l1->st.sent++;
            l1_accepted(l1, req);
            return true;
        }
    }
    l1_refused(l1, L1_FULL_QUEUE, 1);
    return false;
}
