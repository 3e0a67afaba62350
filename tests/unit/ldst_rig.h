/* ldst_rig.h - the LD/ST unit alone, over a real L1D. */
#ifndef CTADEL_TESTS_UNIT_LDST_RIG_H
#define CTADEL_TESTS_UNIT_LDST_RIG_H

#include "l1_rig.h"

#include "sm/ldst.h"

enum { WARP = 3, ENTRIES = 4, SMEM_LATENCY = 10, LANES = 32 };

typedef struct {
    rig_t *l1; /*/* serves as L1D, constant and texture cache */
    wheel_t *wheel;
    ldst_t *unit;
    uint64_t now;
    sm_counters_t counted;
    sm_cfg_t cfg;
} unit_rig_t;

static smem_atomic_t smem_atomic;
static atomic_txns_t atomic_txns;
static after_atomic_t after_atomic;
static uint32_t collectors, smem_latency_cycles = SMEM_LATENCY;

static inline void start(unit_rig_t *r, uint32_t mshrs, uint32_t banks)
{
    cache_cfg_t cache = small(WRITE_THROUGH);
    cache.mshrs = mshrs;
    cache.miss_queue = 64;
    cache.sets = 16;
    *r = (unit_rig_t){.l1 = rig(cache), .wheel = wheel_create()};
    r->cfg = (sm_cfg_t){.warp_lanes = LANES,
                        .ldst_queue = 2,
                        .inflight_loads = ENTRIES,
                        .l1d_banks = banks,
                        .store_bytes = cache.sector_bytes,
                        .smem_banks = 32,
                        .smem_latency_cycles = smem_latency_cycles,
                        .smem_atomic = smem_atomic,
                        .atomic_txns = atomic_txns,
                        .after_atomic = after_atomic,
                        .collectors = {[UNIT_SP] = collectors},
                        .l1d = cache,
                        .l1c = cache};
    r->unit = ldst_create(&r->cfg, r->l1->l1, r->l1->l1, r->l1->l1, r->wheel, &r->counted);
    assert_non_null(r->unit);
}

static inline void stop(unit_rig_t *r)
{
    ldst_destroy(r->unit);
    wheel_destroy(r->wheel);
    end(r->l1);
}

/* Lane i touches base + i * stride. */
static inline uint32_t enter(unit_rig_t *r, const winst_t *in, uint32_t stride_bytes, uint32_t lanes)
{
    winst_exec_t x = {.lanes = lanes, .space = in->space};
    for (uint32_t i = 0; i < LANES; i++) x.addr[i] = 0x100000 + (uint64_t)i * stride_bytes;
    const uint32_t entry = ldst_prepare(r->unit, WARP, in, &x);
    ldst_enter(r->unit, r->now, entry);
    return entry;
}

static inline ldst_cycle_t step(unit_rig_t *r)
{
    ldst_cycle_t c;
    ldst_step(r->unit, r->now++, &c);
    tick(r->l1);
    return c;
}

#endif
