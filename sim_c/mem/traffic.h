/* traffic.h - what the memories of a machine moved: counts that stand beside a launch, in units that a GPU's profiler
 * has too (a sector is 32 bytes). */
#ifndef CTADEL_MEM_TRAFFIC_H
#define CTADEL_MEM_TRAFFIC_H

#include "stats/stats.h"

/* clang-format off */
#define TRAFFIC_COUNTERS(X, of) \
    X(of, l1d_reads, "accesses", "reads that look up an L1D") \
    X(of, l1d_hits, "accesses", "reads that found their data in an L1D") \
    X(of, l1d_writes, "accesses", "writes that reach an L1D") \
    X(of, smem_insts, "instructions", "warp accesses to shared memory") \
    X(of, smem_conflicts, "cycles", "extra cycles for bank conflicts") \
    X(of, l2_read_bytes, "bytes", "bytes that the SMs' reads request of the L2") \
    X(of, l2_write_bytes, "bytes", "bytes that their writes and atomics bring") \
    X(of, dram_read_bytes, "bytes", "bytes read from the DRAM") \
    X(of, dram_write_bytes, "bytes", "bytes written to the DRAM")
/* clang-format on */

typedef struct {
    TRAFFIC_COUNTERS(STATS_FIELD, _)
} traffic_t;

/* Registers those of a launch: the machine's, of all kernels that run meanwhile. */
#define TRAFFIC_ADD(of, name, unit, text)                                                                              \
    stats_add_u64(s, path, #name, unit, text ", in the whole machine from launch to end", &(of)->name);
#define TRAFFIC_LESS(of, name, unit, text) (of)->name -= before->name;

/* Leaves what was moved since `before` was counted. */
static inline void traffic_since(traffic_t *t, const traffic_t *before) { TRAFFIC_COUNTERS(TRAFFIC_LESS, t) }

#endif
