/* memsys_rig.h - the whole memory system under test; every reply is checked against its request. */
#ifndef CTADEL_TESTS_UNIT_MEMSYS_RIG_H
#define CTADEL_TESTS_UNIT_MEMSYS_RIG_H

#include "mem_rig.h"

#include "mem/memsys.h"
#include "stats/stats.h"

enum { TOKENS = 1 << 16, SMS_MAX = SCHED_SMS_MAX };

typedef struct {
    machine_t m;
    stats_t *stats;
    memsys_t *ms;
    uint64_t seed, cycle, signature;
    uint32_t tokens, out[SMS_MAX];
    uint64_t none_before[SMS_MAX]; /* by SM: cycle before which memsys_no_reply_cycles excludes a reply */
    mem_req_t refused[SMS_MAX];    /* by SM: request for which it awaits room; bytes 0: none */
    uint8_t asked[TOKENS], answered[TOKENS];
    mem_req_t sent[TOKENS];
} world_t;

static inline world_t *world(const machine_t *m)
{
    world_t *w = calloc(1, sizeof *w);
    assert_non_null(w);
    w->m = *m;
    w->seed = 88172645463325252u;
    w->stats = stats_create();
    w->ms = memsys_create(m, w->stats, "mem");
    assert_non_null(w->ms);
    return w;
}

static inline void end(world_t *w)
{
    memsys_destroy(w->ms);
    stats_destroy(w->stats);
    free(w);
}

static inline void check_laws(const world_t *w)
{
    err_t err = {{0}};
    if (!stats_check_laws(w->stats, &err)) fail_msg("%s", err.text);
}

/* Pops what may be popped, sometimes reluctantly; notes who answered when. */
static inline void take_replies(world_t *w, uint32_t reluctance)
{
    for (uint32_t sm = 0; sm < w->m.sms; sm++) {
        mem_reply_t r;
        const bool waiting = memsys_waits(w->ms, sm);
        if (!waiting || (reluctance && rig_random(&w->seed) % reluctance)) continue;
        assert_true(memsys_pop(w->ms, sm, &r));
        assert_true(r.token < w->tokens);
        assert_int_equal(w->asked[r.token], 1);
        assert_int_equal(w->answered[r.token], 0);
        const mem_req_t *sent = &w->sent[r.token];
        assert_true(r.addr == sent->addr && r.bytes == sent->bytes && r.kind == sent->kind);
        assert_true(r.sm == sent->sm && r.sm == sm && r.client == sent->client);
        w->answered[r.token] = 1;
        w->out[sm]--;
        w->signature = (w->signature ^ r.token) * 1099511628211u + w->cycle;
    }
}

/* A refused SM awaits room for its request, and asks nothing else until it has pushed it. */
static inline bool ask(world_t *w, mem_req_t req)
{
    if (w->tokens == TOKENS) return false;
    mem_req_t *refused = &w->refused[req.sm];
    if (refused->bytes) req = *refused;
    req.token = w->tokens;
    const bool admitted = mask_has(memsys_admits(w->ms), req.sm), pushed = memsys_push(w->ms, &req);
    if (refused->bytes && !admitted) assert_false(pushed);
    if (refused->bytes && admitted && w->m.icnt.cluster == 1) assert_true(pushed);
    if (!pushed && !refused->bytes) {
        *refused = req;
        memsys_await_room(w->ms, &req);
    }
    if (!pushed) return false;
    assert_false(mask_has(memsys_admits(w->ms), req.sm));
    *refused = (mem_req_t){0};
    w->sent[w->tokens] = req;
    w->asked[w->tokens++] = 1;
    w->out[req.sm]++;
    return true;
}

/* span_bytes small: the same lines over and over, so merges, dirty hits and evictions. */
static inline mem_req_t random_request(world_t *w, uint32_t sm, uint64_t span_bytes)
{
    const uint64_t x = rig_random(&w->seed);
    const uint32_t bytes = 32u << x % 3;
    const uint64_t addr = rig_random(&w->seed) % span_bytes & ~(uint64_t)(bytes - 1);
    return (mem_req_t){.addr = addr,
                       .bytes = bytes,
                       .sm = (uint16_t)sm,
                       .client = (uint8_t)(x >> 8 & 3),
                       .kind = (uint8_t)((x >> 16) % 8 == 0  ? MEM_ATOM
                                         : (x >> 16) % 8 < 3 ? MEM_WRITE
                                                             : MEM_READ)};
}

/* No reply is visible earlier than was said. */
static inline void check_reply_cycles(world_t *w)
{
    for (uint32_t sm = 0; sm < w->m.sms; sm++) {
        assert_true(!memsys_waits(w->ms, sm) || w->cycle >= w->none_before[sm]);
        const uint64_t cycles = memsys_no_reply_cycles(w->ms, sm);
        assert_int_equal(cycles == UINT64_MAX, !w->out[sm]);
        if (w->out[sm] && w->cycle + cycles > w->none_before[sm]) w->none_before[sm] = w->cycle + cycles;
    }
}

static inline void drain(world_t *w)
{
    const uint64_t limit = w->cycle + 2000000;
    while (memsys_quiet_cycles(w->ms) != UINT32_MAX) {
        memsys_tick(w->ms);
        w->cycle++;
        take_replies(w, 0);
        assert_true(w->cycle < limit);
    }
    for (uint32_t t = 0; t < w->tokens; t++) assert_int_equal(w->answered[t], 1);
    check_laws(w);
}

static inline void stress(const machine_t *m, uint64_t span_bytes, uint32_t reluctance, uint32_t cycles)
{
    world_t *w = world(m);
    for (uint32_t i = 0; i < cycles; i++) {
        const uint32_t tries = rig_random(&w->seed) % 200 < 150 ? 2 : 0;
        for (uint32_t k = 0; k < tries; k++) {
            const uint32_t sm = (uint32_t)(rig_random(&w->seed) % m->sms);
            ask(w, random_request(w, sm, span_bytes));
        }
        check_reply_cycles(w);
        memsys_tick(w->ms);
        w->cycle++;
        take_replies(w, reluctance);
    }
    assert_true(w->tokens > 1000);
    drain(w);
    assert_int_equal(stats_sum(w->stats, "mem.requests"), w->tokens);
    end(w);
}

#endif
