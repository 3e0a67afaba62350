/* mem_rig.h - what the tests of the memory system share: a machine like the GTX 480, random
 * numbers, and the memory system between two of its calls. */
#ifndef CTADEL_TESTS_UNIT_MEM_RIG_H
#define CTADEL_TESTS_UNIT_MEM_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "config/machine.h"

static inline uint64_t rig_random(uint64_t *seed) /* xorshift64* */
{
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return *seed * UINT64_C(2685821657736338717) >> 16;
}

static inline cache_cfg_t rig_l1(void)
{
    return (cache_cfg_t){.sets = 32,
                         .ways = 4,
                         .line_bytes = 128,
                         .sector_bytes = 128,
                         .mshrs = 64,
                         .mshr_merges = 8,
                         .miss_queue = 8,
                         .hit_latency_cycles = 35,
                         .write = WRITE_EVICT};
}

static inline dram_cfg_t rig_dram(void)
{
    return (dram_cfg_t){.kind = DRAM_FRFCFS,
                        .queue = 64,
                        .return_queue = 116,
                        .latency_cycles = 0,
                        .banks = 16,
                        .bank_groups = 4,
                        .row_bytes = 4096,
                        .burst_bytes = 64,
                        .bytes_per_cycle = 32,
                        .tCL = 12,
                        .tRP = 12,
                        .tRC = 40,
                        .tRAS = 28,
                        .tRCD = 12,
                        .tRRD = 6,
                        .tCCD = 2,
                        .tCCDL = 3,
                        .tCDLR = 5,
                        .tWR = 12,
                        .tWL = 4,
                        .tRTPL = 2};
}

static inline l2_cfg_t rig_l2(void)
{
    return (l2_cfg_t){.slices = 2,
                      .latency_cycles = 120,
                      .queue = 8,
                      .port_bytes = 128,
                      .atomic_cycles = 2,
                      .cache = {.sets = 64,
                                .ways = 8,
                                .line_bytes = 128,
                                .sector_bytes = 32,
                                .mshrs = 256,
                                .mshr_merges = 4,
                                .miss_queue = 4,
                                .hit_latency_cycles = 1,
                                .write = WRITE_BACK}};
}

static inline machine_t rig_machine(void)
{
    machine_t m = {.name = "rig",
                   .sms = 15,
                   .mcs = 6,
                   .interleave_bytes = 256,
                   .core_mhz = 700,
                   .icnt_mhz = 700,
                   .l2_mhz = 700,
                   .dram_mhz = 924};
    m.sm.l1d = rig_l1();
    m.icnt = (icnt_cfg_t){.flit_bytes = 40,
                          .latency_cycles = 4,
                          .queue = 8,
                          .vcs = 1,
                          .input_flits = 65535,
                          .input_speedup = 1,
                          .cluster = 1,
                          .header_bytes = 8};
    m.l2 = rig_l2();
    m.dram = rig_dram();
    m.dram.latency_cycles = 100;
    return m;
}

#endif
