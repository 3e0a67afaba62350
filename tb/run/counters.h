/* counters.h - what is kept of a run as a whole number: a name, and the statistics whose sum it is. A line here is a
 * field of run_result_t, is kept by sweeps (rows, runs.csv), and can stand in a formula of metrics.c. */
#ifndef CTADEL_TB_RUN_COUNTERS_H
#define CTADEL_TB_RUN_COUNTERS_H

/* X(name, pattern of full names of statistics): the sum, which is over SMs, slices or controllers where these have one
 * statistic each. */
#define RUN_COUNTERS(X)                                                                                                \
    X(cycles, "gpu.cycles")                                                                                            \
    X(warp_insts, "sm*.warp_insts")                                                                                    \
    X(thread_insts, "sm*.thread_insts")                                                                                \
    X(active, "sm*.active") /* SM-cycles, as the next three */                                                         \
    X(idle, "sm*.idle")                                                                                                \
    X(mem_stall, "sm*.mem_stall")                                                                                      \
    X(core_stall, "sm*.core_stall")                                                                                    \
    X(withheld, "sm*.withheld")                                                                                        \
    X(sp_busy, "gpu.sp_busy") /* unit-cycles */                                                                        \
    X(sfu_busy, "gpu.sfu_busy")                                                                                        \
    X(ldst_busy, "gpu.ldst_busy")                                                                                      \
    X(sp_unit_cycles, "gpu.sp_unit_cycles") /* cycles times units */                                                   \
    X(sfu_unit_cycles, "gpu.sfu_unit_cycles")                                                                          \
    X(ldst_unit_cycles, "gpu.ldst_unit_cycles")                                                                        \
    X(l1_accesses, "sm*.l1d.reads")                                                                                    \
    X(l1_misses, "sm*.l1d.misses")                                                                                     \
    X(l1_blocks, "sm*.l1d.blocks") /* lines of the L1Ds, and later accesses of threads to them */                      \
    X(l1_reuses, "sm*.l1d.reuses")                                                                                     \
    X(l2_accesses, "mem.l2*.accesses")                                                                                 \
    X(l2_misses, "mem.l2*.misses")                                                                                     \
    X(dram_reads, "mem.dram*.read_bursts")                                                                             \
    X(dram_writes, "mem.dram*.write_bursts")                                                                           \
    X(dram_row_hits, "mem.dram*.row_hits")                                                                             \
    X(dram_row_misses, "mem.dram*.row_misses")                                                                         \
    X(dram_bus_busy, "mem.dram*.bus_busy")                                                                             \
    X(dram_cycles, "mem.dram_cycles")                                                                                  \
    X(off_sm_cycles, "sm*.off_cycles")                                                                                 \
    X(empty_sm_cycles, "sm*.empty_cycles") /* without a resident CTA */                                                \
    X(mem_reads, "mem.reads")              /* of the SMs */                                                            \
    X(mem_read_latency_cycles, "mem.read_latency")                                                                     \
    X(ctas, "gpu.ctas_done")                                                                                           \
    X(cta_sm_cycles, "sm*.cta_cycles") /* resident CTAs summed over SM-cycles */

#endif
