/* sm_counters.h - the one table of an SM's counters: name, unit, text. A row is a field that the SM or any of its units
 * counts in, a statistic of the SM, and, summed over the SMs, a metric of a run (sm_<name>; tb/run/counters.h). */
#ifndef CTADEL_SM_SM_COUNTERS_H
#define CTADEL_SM_SM_COUNTERS_H

#include "stats/stats.h"

/* clang-format off */
#define SM_COUNTERS(X, of) \
    X(of, cycles, "cycles", "core cycles") \
    X(of, active, "cycles", "cycles in which an issue takes a scheduler's port") \
    X(of, idle, "cycles", "cycles without an issue or a stall; at most half of the warps wait for memory data") \
    X(of, mem_stall, "cycles", "cycles without an issue in which more than half of the warps wait for memory data") \
    X(of, core_stall, "cycles", "cycles without an issue in which a ready warp found its pipeline or the LD/ST unit busy") \
    X(of, withheld, "cycles", "cycles of idle and mem_stall in which a warp was ready and its arbiter granted none") \
    X(of, warp_insts, "instructions", "warp instructions issued") \
    X(of, thread_insts, "instructions", "lanes that executed, summed") \
    X(of, branches, "instructions", "branches") \
    X(of, barriers, "arrivals", "warps that arrived at a barrier") \
    X(of, atoms, "instructions", "atomics and reductions") \
    X(of, mem_insts, "instructions", "warp accesses through a cache") \
    X(of, mem_txns, "transactions", "transactions after coalescing") \
    X(of, smem_insts, "instructions", "warp accesses to shared memory") \
    X(of, smem_conflicts, "cycles", "extra cycles for bank conflicts") \
    X(of, l1d_bank_conflicts, "cycles", "extra cycles because two lines of an instruction lie in the same L1D bank") \
    X(of, ldst_stall_mshr, "cycles", "LD/ST stalled: MSHRs or merges full") \
    X(of, ldst_stall_queue, "cycles", "LD/ST stalled: miss queue full") \
    X(of, ldst_stall_set, "cycles", "LD/ST stalled: all ways reserved") \
    X(of, ldst_stall_wait, "cycles", "LD/ST stalled: queue before the L1D look-up full") \
    X(of, operands_asked, "registers", "operands that collectors requested from the register banks") \
    X(of, operands_read, "registers", "operands read into collectors") \
    X(of, bank_conflicts, "registers", "operands that waited at their bank behind others") \
    X(of, collector_waits, "cycles", "cycles in which an issued instruction found no free collector, summed over units") \
    X(of, result_waits, "tries", "an instruction found no result port free in the cycle its result is due") \
    X(of, load_write_waits, "cycles", "cycles in which loaded data waited for its register bank") \
    X(of, fetches, "accesses", "I-cache accesses") \
    X(of, fetch_bank_conflicts, "fetches", "fetches that waited a cycle for their I-cache bank") \
    X(of, reg_reads, "registers", "warp-wide register reads") \
    X(of, reg_writes, "registers", "warp-wide register writes") \
    X(of, reg_cycles, "register-cycles", "registers allocated, summed over cycles") \
    X(of, smem_cycles, "byte-cycles", "shared memory allocated, summed over cycles") \
    X(of, ctas_begun, "CTAs", "CTAs started") \
    X(of, ctas_ended, "CTAs", "CTAs reported finished") \
    X(of, cta_cycles, "CTA-cycles", "resident CTAs, summed over cycles") \
    X(of, empty_cycles, "cycles", "cycles without a resident CTA") \
    X(of, cta_max, "CTAs", "most CTAs resident at once") \
    X(of, results_due, "instructions", "instructions issued that write a result later") \
    X(of, results_done, "instructions", "instructions whose result was written") \
    X(of, stores_sent, "transactions", "stores and reductions sent to the next level") \
    X(of, stores_acked, "transactions", "stores and reductions acknowledged")
/* clang-format on */

typedef struct {
    SM_COUNTERS(STATS_FIELD, _)
} sm_counters_t;

#endif
