/* energy_table.h - a table of statistics as that of a run on two SMs, two L2 slices and a controller, for tests. */
#ifndef CTADEL_TESTS_ENERGY_TABLE_H
#define CTADEL_TESTS_ENERGY_TABLE_H

#include "energy/launches.h"
#include "gpu_rig.h"

enum { SMS = 2, SM_ROWS = 24, MEM_ROWS = 10 };

static const char *const SM_NAME[SM_ROWS] = {
    "int_lanes",    "imul_lanes", "fp_lanes",     "dp_lanes",   "sfu_lanes",    "div_lanes",
    "warp_insts",   "active",     "reg_reads",    "reg_writes", "smem_insts",   "smem_conflicts",
    "l1d.accesses", "l1d.fills",  "l1i.accesses", "l1i.fills",  "l1c.accesses", "l1c.fills",
    "l1t.accesses", "l1t.fills",  "cycles",       "off_cycles", "reg_cycles",   "smem_cycles"};
static const char *const MEM_NAME[MEM_ROWS] = {
    "gpu.cycles",         "mem.l2_0.accesses",      "mem.l2_1.fetches",        "mem.icnt_req.flits",
    "mem.icnt_rep.flits", "mem.dram_0.read_bursts", "mem.dram_0.write_bursts", "mem.dram_0.activates",
    "mem.l2_1.accesses",  "mem.l2_0.fetches"};
enum { LANES_INT, FP = 2, INSTS = 6, READS = 8, L1D = 12, CYCLES = 20, OFF, REGS, SMEM };
enum { GPU_CYCLES, ACTIVATES = 7 };

typedef struct {
    machine_t m;
    stats_t *stats;
    uint64_t sm[SMS][SM_ROWS], mem[MEM_ROWS];
} table_t;

/* 100 MHz: a mW is 10 pJ a cycle. */
static inline void table_begin(table_t *t)
{
    memset(t, 0, sizeof *t);
    t->stats = stats_create();
    t->m = (machine_t){
        .sms = SMS, .mcs = 1, .core_mhz = 100, .l2.slices = 2, .sm = {.registers = 1000, .smem_bytes = 400}};
    for (uint32_t s = 0; s < SMS; s++)
        for (uint32_t i = 0; i < SM_ROWS; i++) {
            char path[16];
            snprintf(path, sizeof path, "sm%u", s);
            stats_add_u64(t->stats, path, SM_NAME[i], "", "", &t->sm[s][i]);
        }
    for (uint32_t i = 0; i < MEM_ROWS; i++) stats_add_u64(t->stats, "", MEM_NAME[i], "", "", &t->mem[i]);
}

#endif
