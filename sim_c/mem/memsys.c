/* memsys.c - the SMs' side: where requests enter and replies leave; creation of the parts.
 *
 * Not modelled: address translation; the host's traffic; write-back of dirty L2 lines at the end of a run. */
#include "mem/memsys_internal.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { PATH_BYTES = 96, PACKETS_AT_FIRST = 1024 };

static void add_stats(memsys_t *ms, stats_t *s, const char *path)
{
    memsys_stats_t *t = &ms->st;
    MEMSYS_COUNTERS(STATS_ADD, t)
    stats_add_u64(s, path, "icnt_cycles", "icnt cycles", "ticks of the interconnect's clock",
                  &ms->clock[CLOCK_ICNT].cycle);
    stats_add_u64(s, path, "l2_cycles", "l2 cycles", "ticks of the L2's clock", &ms->clock[CLOCK_L2].cycle);
    stats_add_u64(s, path, "dram_cycles", "dram cycles", "ticks of the DRAM's clock", &ms->clock[CLOCK_DRAM].cycle);
    stats_add_ratio(s, path, "read_latency_mean", "cycles", "from request accepted to reply taken, mean over reads",
                    &t->read_latency, &t->read_replies);
    stats_add_law(s, path, "answered", "requests accepted are answered", &t->requests, &t->replies);
}

static bool create_parts(memsys_t *ms, const machine_t *m, stats_t *stats, const char *path)
{
    char name[PATH_BYTES];
    snprintf(name, sizeof name, "%s.icnt_req", path);
    icnt_cfg_t requests = m->icnt;
    requests.reply_cycles = 0;
    ms->req = icnt_create(&requests, ms->ports, ms->slices, stats, name);
    snprintf(name, sizeof name, "%s.icnt_rep", path);
    ms->rep = icnt_create(&m->icnt, ms->slices, ms->ports, stats, name);
    bool ok = ms->req && ms->rep && packets_init(&ms->packets, PACKETS_AT_FIRST);
    for (uint32_t s = 0; ok && s < ms->slices; s++) {
        snprintf(name, sizeof name, "%s.l2_%" PRIu32, path, s);
        ms->l2[s] = l2_create(&m->l2, m->dram.burst_bytes, s, &ms->packets, &ms->map, stats, name);
        ok = ms->l2[s] != NULL;
    }
    for (uint32_t c = 0; ok && c < ms->mcs; c++) {
        snprintf(name, sizeof name, "%s.dram_%" PRIu32, path, c);
        ms->dram[c] = dram_create(&m->dram, stats, name);
        ms->credit[c] = credits_of(m->dram.queue + m->dram.return_queue, ms->per_mc);
        ok = ms->dram[c] != NULL;
    }
    return ok;
}

memsys_t *memsys_create(const machine_t *m, stats_t *stats, const char *path)
{
    memsys_t *ms = calloc(1, sizeof *ms);
    if (!ms) return NULL;
    ms->cluster = m->icnt.cluster;
    ms->ports = (m->sms + m->icnt.cluster - 1) / m->icnt.cluster;
    ms->mcs = m->mcs;
    ms->per_mc = m->l2.slices;
    ms->slices = m->mcs * m->l2.slices;
    ms->words = mask_words(m->sms > ms->slices ? m->sms : ms->slices);
    assert(m->sms <= SCHED_SMS_MAX && ms->slices <= SLICES_MAX && ms->per_mc < 64 && 64 % ms->per_mc == 0);
    ms->l2_port_bytes = m->l2.port_bytes;
    ms->shifts_upper_half = m->l2.upper_half == UPPER_HALF_SHIFTED;
    ms->core = ms->ahead = core_clock(m->clocks, m->core_mhz);
    ms->clock[CLOCK_DRAM] = ms->dram_then = clock_domain(m->dram_mhz);
    ms->clock[CLOCK_L2] = clock_domain(m->l2_mhz);
    ms->clock[CLOCK_ICNT] = clock_domain(m->icnt_mhz);
    if (m->dram.latency_cycles) memsys_look_ahead(ms, m->dram.latency_cycles - 1);
    addrmap_init(&ms->map, m);
    if (!create_parts(ms, m, stats, path)) {
        memsys_destroy(ms);
        return NULL;
    }
    add_stats(ms, stats, path);
    return ms;
}

void memsys_destroy(memsys_t *ms)
{
    if (!ms) return;
    for (uint32_t s = 0; s < ms->slices; s++) l2_destroy(ms->l2[s]);
    for (uint32_t c = 0; c < ms->mcs; c++) dram_destroy(ms->dram[c]);
    icnt_destroy(ms->req);
    icnt_destroy(ms->rep);
    packets_drop(&ms->packets);
    if (ms->shared) pthread_mutex_destroy(&ms->lock);
    free(ms);
}

/* Ports share counts, masks and the pool of packets. They enter these in any order: counts are sums, and a packet's
 * index is a name only. */
void memsys_share(memsys_t *ms)
{
    ms->shared = true;
    pthread_mutex_init(&ms->lock, NULL);
}

void memsys_on_recall(memsys_t *ms, memsys_recall_fn *recall, void *self)
{
    for (uint32_t s = 0; s < ms->slices; s++) l2_on_recall(ms->l2[s], recall, self);
}

static void count_request(memsys_t *ms, const mem_req_t *req)
{
    ms->st.requests++;
    if (req->kind == MEM_READ) {
        ms->st.reads++;
        ms->st.read_bytes += req->bytes;
        return;
    }
    ms->st.write_bytes += req->bytes;
    if (req->kind == MEM_WRITE) ms->st.writes++;
    else ms->st.atoms++;
}

/* Address inside the slice. UPPER_HALF_SHIFTED: a request for the upper half of a line of 128 bytes is looked up in
 * that of the next line, in the same slice; an address there that belongs to another slice has tags of its own, and its
 * own bank. */
static uint64_t local_address(const memsys_t *ms, const mem_req_t *req, const addr_slice_t *to)
{
    const bool upper_half = req->bytes == 64 && req->addr % 128 == 64;
    if (!ms->shifts_upper_half || !upper_half) return to->local;
    return addrmap_local_in(addrmap_slice(&ms->map, req->addr + 128), *to);
}

static uint32_t request_flits(const memsys_t *ms, const mem_req_t *req)
{
    return icnt_flits(ms->req, req->kind == MEM_READ ? 0 : req->bytes);
}

static bool push(memsys_t *ms, const mem_req_t *req)
{
    const uint32_t port = req->sm / ms->cluster;
    assert(port < ms->ports && req->bytes);
    assert(req->addr % ms->map.interleave.by + req->bytes <= ms->map.interleave.by);
    const uint32_t flits = request_flits(ms, req);
    if (!icnt_room(ms->req, port, flits) || !packets_room(&ms->packets)) {
        ms->st.refused++;
        return false;
    }
    const addr_slice_t to = addrmap_slice(&ms->map, req->addr);
    const uint32_t id = packets_take(&ms->packets);
    ms->packets.at[id] = (packet_t){.req = *req,
                                    .local = local_address(ms, req, &to),
                                    .born_cycle = ms->core.cycle,
                                    .slice = (uint16_t)to.slice,
                                    .port = (uint16_t)port};
    icnt_push(ms->req, ms->clock[CLOCK_ICNT].cycle, port, id, to.slice, flits);
    ms->awaited[req->sm]++;
    mask_drop(&ms->blocked, req->sm);
    mask_drop(&ms->admitted, req->sm);
    count_request(ms, req);
    return true;
}

static void enter(memsys_t *ms)
{
    if (ms->shared) pthread_mutex_lock(&ms->lock);
}

static void leave(memsys_t *ms)
{
    if (ms->shared) pthread_mutex_unlock(&ms->lock);
}

bool memsys_push(memsys_t *ms, const mem_req_t *req)
{
    enter(ms);
    const bool pushed = push(ms, req);
    leave(ms);
    return pushed;
}

void memsys_await_room(memsys_t *ms, const mem_req_t *req)
{
    const uint32_t flits = request_flits(ms, req);
    enter(ms);
    if (!mask_has(ms->blocked, req->sm) || flits < ms->blocked_flits[req->sm]) ms->blocked_flits[req->sm] = flits;
    mask_add(&ms->blocked, req->sm);
    leave(ms);
}

sm_mask_t memsys_admits(const memsys_t *ms) { return ms->admitted; }

void memsys_refuse(memsys_t *ms, uint64_t count) { ms->st.refused += count; }

uint64_t memsys_no_reply_cycles(const memsys_t *ms, uint32_t sm)
{
    const uint32_t port = sm / ms->cluster;
    const domain_t *clock = &ms->clock[CLOCK_ICNT];
    if (!ms->awaited[sm]) return UINT64_MAX;
    if (mask_has(icnt_ready(ms->rep), port)) return 1;
    const uint64_t none_before = icnt_none_before(ms->rep, clock->cycle, port);
    return none_before <= clock->cycle + 1 ? 1 : clock_core_cycles_until(&ms->core, clock, none_before);
}

static uint64_t waiting_word(const memsys_t *ms, uint32_t w)
{
    return __atomic_load_n(&ms->waiting.word[w], __ATOMIC_RELAXED);
}

sm_mask_t memsys_waiting(const memsys_t *ms)
{
    sm_mask_t m = mask_none();
    for (uint32_t w = 0; w < ms->words; w++) m.word[w] = waiting_word(ms, w);
    return m;
}

bool memsys_waits(const memsys_t *ms, uint32_t sm) { return waiting_word(ms, sm / 64) >> sm % 64 & 1; }

static void pop(memsys_t *ms, uint32_t sm, mem_reply_t *reply)
{
    const uint32_t port = sm / ms->cluster;
    const uint32_t id = icnt_head(ms->rep, port);
    const packet_t *p = &ms->packets.at[id];
    icnt_pop(ms->rep, ms->clock[CLOCK_ICNT].cycle, port);
    mask_add(&ms->popped, port);
    memsys_note_replies(ms);
    *reply = p->req;
    ms->awaited[sm]--;
    ms->st.replies++;
    if (p->req.kind == MEM_READ) {
        ms->st.read_replies++;
        ms->st.read_latency += ms->core.cycle - p->born_cycle;
    }
    packets_give(&ms->packets, id);
}

bool memsys_pop(memsys_t *ms, uint32_t sm, mem_reply_t *reply)
{
    if (!memsys_waits(ms, sm)) return false;
    enter(ms);
    pop(ms, sm, reply);
    leave(ms);
    return true;
}

void memsys_traffic(const memsys_t *ms, traffic_t *t)
{
    t->l2_read_bytes += ms->st.read_bytes;
    t->l2_write_bytes += ms->st.write_bytes;
    for (uint32_t s = 0; s < ms->slices; s++) l2_traffic(ms->l2[s], t);
}

void memsys_empty_l2(memsys_t *ms)
{
    for (uint32_t s = 0; s < ms->slices; s++) l2_empty(ms->l2[s]);
}

void memsys_describe(const memsys_t *ms, char *text, uint32_t text_bytes)
{
    uint32_t in_l2 = 0, in_dram = 0, fullest = 0;
    for (uint32_t s = 0; s < ms->slices; s++) {
        in_l2 += l2_held(ms->l2[s]);
        if (l2_held(ms->l2[s]) > l2_held(ms->l2[fullest])) fullest = s;
    }
    for (uint32_t c = 0; c < ms->mcs; c++) in_dram += dram_held(ms->dram[c]);
    snprintf(text, text_bytes,
             "memory: %" PRIu64 " requests unanswered: %" PRIu32 " on the way to the L2, %" PRIu32
             " in it (slice %" PRIu32 ": %" PRIu32 "), %" PRIu32 " on the way back, replies wait for %" PRIu32
             " SMs; %" PRIu32 " in DRAM queues",
             ms->st.requests - ms->st.replies, icnt_held(ms->req), in_l2, fullest, l2_held(ms->l2[fullest]),
             icnt_held(ms->rep), mask_count(memsys_waiting(ms)), in_dram);
}
