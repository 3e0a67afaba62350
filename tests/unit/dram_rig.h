/* dram_rig.h - one DRAM channel under test: requests in, data out, cycle by cycle. */
#ifndef CTADEL_TESTS_UNIT_DRAM_RIG_H
#define CTADEL_TESTS_UNIT_DRAM_RIG_H

#include "mem_rig.h"

#include "mem/dram.h"
#include "stats/stats.h"

typedef struct {
    dram_cfg_t cfg;
    stats_t *stats;
    dram_t *d;
    uint64_t now;
} rig_t;

static inline rig_t rig(dram_cfg_t cfg)
{
    rig_t r = {.cfg = cfg, .stats = stats_create()};
    r.d = dram_create(&cfg, r.stats, "dram");
    assert_non_null(r.d);
    return r;
}

static inline void end(rig_t *r)
{
    err_t err = {{0}};
    if (!stats_check_laws(r->stats, &err)) fail_msg("%s", err.text);
    dram_destroy(r->d);
    stats_destroy(r->stats);
}

static inline uint64_t stat(const rig_t *r, const char *name)
{
    char full[64];
    snprintf(full, sizeof full, "dram.%s", name);
    return stats_sum(r->stats, full);
}

static inline void read_row(rig_t *r, uint32_t bank, uint64_t row, uint32_t id)
{
    assert_true(dram_room(r->d, r->now));
    dram_push(
        r->d, r->now,
        &(dram_req_t){
            .row = row, .enters_cycle = r->now + r->cfg.latency_cycles, .id = id, .bursts = 1, .bank = (uint8_t)bank});
}

static inline void write_row(rig_t *r, uint32_t bank, uint64_t row)
{
    assert_true(dram_room(r->d, r->now));
    dram_push(r->d, r->now, &(dram_req_t){.row = row, .bursts = 1, .bank = (uint8_t)bank, .write = true});
}

static inline void tick(rig_t *r) { dram_tick(r->d, ++r->now); }

/* Cycle in which the next read can be popped; checks its id. */
static inline uint64_t expect_data(rig_t *r, uint32_t id)
{
    const uint64_t limit = r->now + 100000;
    while (!dram_ready(r->d, r->now)) {
        tick(r);
        assert_true(r->now < limit);
    }
    assert_int_equal(dram_pop(r->d, r->now), id);
    return r->now;
}

static inline void idle(rig_t *r, uint32_t cycles)
{
    while (cycles--) tick(r);
}

#endif
