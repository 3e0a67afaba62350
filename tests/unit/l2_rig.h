/* l2_rig.h - one L2 slice under test: the test plays the interconnect above and the DRAM below. */
#ifndef CTADEL_TESTS_UNIT_L2_RIG_H
#define CTADEL_TESTS_UNIT_L2_RIG_H

#include "mem_rig.h"

#include "mem/l2.h"
#include "stats/stats.h"

enum { PACKETS = 4096 };

typedef struct {
    machine_t m;
    stats_t *stats;
    packets_t packets;
    addrmap_t map;
    l2_t *l2;
    uint64_t now;
} rig_t;

static inline rig_t *rig(l2_cfg_t cfg)
{
    rig_t *r = calloc(1, sizeof *r);
    assert_non_null(r);
    r->m = rig_machine();
    r->m.l2 = cfg;
    r->stats = stats_create();
    addrmap_init(&r->map, &r->m);
    assert_true(packets_init(&r->packets, PACKETS));
    r->l2 = l2_create(&cfg, r->m.dram.burst_bytes, 0, &r->packets, &r->map, r->stats, "l2");
    assert_non_null(r->l2);
    return r;
}

static inline void end(rig_t *r)
{
    err_t err = {{0}};
    if (!stats_check_laws(r->stats, &err)) fail_msg("%s", err.text);
    assert_int_equal(l2_held(r->l2), 0);
    l2_destroy(r->l2);
    packets_drop(&r->packets);
    stats_destroy(r->stats);
    free(r);
}

static inline l2_cfg_t small(void)
{
    l2_cfg_t c = rig_l2();
    c.latency_cycles = 10;
    c.cache.sets = 2;
    c.cache.ways = 2;
    return c;
}

static inline uint64_t stat(const rig_t *r, const char *name)
{
    char full[64];
    snprintf(full, sizeof full, "l2.%s", name);
    return stats_sum(r->stats, full);
}

static inline void push_req(rig_t *r, mem_req_t req)
{
    assert_true(l2_room(r->l2));
    const uint32_t id = packets_take(&r->packets);
    r->packets.at[id] = (packet_t){.req = req, .local = req.addr};
    l2_push(r->l2, r->now, id);
}

static inline void push(rig_t *r, mem_kind_t kind, uint64_t local, uint32_t bytes, uint32_t token)
{
    push_req(r, (mem_req_t){.addr = local, .bytes = bytes, .token = token, .kind = (uint8_t)kind});
}

/* As memsys_clock.c does: a cycle before the slice's next one only counts a stall. */
static inline void tick(rig_t *r)
{
    const l2_next_t *next = l2_next(r->l2);
    if (next->tick_cycle <= ++r->now) l2_tick(r->l2, r->now);
    else if (next->stall) ++*next->stall;
}

static inline void idle(rig_t *r, uint32_t cycles)
{
    while (cycles--) tick(r);
}

/* Ticks until a request for the DRAM waits. */
static inline dram_req_t expect_dram(rig_t *r, bool write, uint32_t bursts)
{
    for (uint32_t i = 0; i < 100 && !l2_dram_waiting(r->l2); i++) tick(r);
    assert_true(l2_dram_waiting(r->l2));
    const dram_req_t q = l2_dram_pop(r->l2);
    assert_int_equal(q.write, write);
    assert_int_equal(q.bursts, bursts);
    return q;
}

/* One reply: a request wider than the port has several. */
static inline uint64_t expect_reply(rig_t *r, uint32_t token)
{
    for (uint32_t i = 0; i < 200 && l2_next(r->l2)->reply_cycle > r->now; i++) tick(r);
    assert_true(l2_next(r->l2)->reply_cycle <= r->now);
    const uint32_t id = l2_reply(r->l2, r->now);
    assert_int_equal(r->packets.at[id].req.token, token);
    l2_reply_pop(r->l2, r->now);
    if (!r->packets.at[id].unsent) packets_give(&r->packets, id);
    return r->now;
}

static inline void expect_nothing(rig_t *r)
{
    idle(r, 50);
    assert_false(l2_dram_waiting(r->l2));
    assert_true(l2_next(r->l2)->reply_cycle > r->now);
}

#endif
