/* counters.h - whole-number results of a run. Each is a field of run_result_t, is stored by sweeps (rows, runs.csv),
 * and may appear in a formula of metrics.c. */
#ifndef CTADEL_TB_RUN_COUNTERS_H
#define CTADEL_TB_RUN_COUNTERS_H

#include "mem/mem_counters.h"
#include "sm/sm_counters.h"

/* X(of, name, unit, text): the counters of all units, each summed over the units. Field and metric are <of>_<name>. */
#define RUN_TABLES(X)                                                                                                  \
    SM_COUNTERS(X, sm)                                                                                                 \
    L1_COUNTERS(X, l1) /* of the L1Ds */                                                                               \
    L2_COUNTERS(X, l2)                                                                                                 \
    DRAM_COUNTERS(X, dram)                                                                                             \
    MEMSYS_COUNTERS(X, mem)

/* X(name, pattern of full names of statistics): sums of statistics that are not in these tables. */
#define RUN_COUNTERS(X)                                                                                                \
    X(cycles, "gpu.cycles")                                                                                            \
    X(sp_busy, "gpu.sp_busy") /* unit-cycles */                                                                        \
    X(sfu_busy, "gpu.sfu_busy")                                                                                        \
    X(ldst_busy, "gpu.ldst_busy")                                                                                      \
    X(sp_unit_cycles, "gpu.sp_unit_cycles") /* cycles times units */                                                   \
    X(sfu_unit_cycles, "gpu.sfu_unit_cycles")                                                                          \
    X(ldst_unit_cycles, "gpu.ldst_unit_cycles")                                                                        \
    X(off_sm_cycles, "sm*.off_cycles")                                                                                 \
    X(dram_cycles, "mem.dram_cycles") /* summed over the channels */                                                   \
    X(ctas, "gpu.ctas_done")

#endif
