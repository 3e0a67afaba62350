/* mem_counters.h - the tables of the memory system's counters: name, unit, text. A row is a field that the unit counts
 * in, a statistic of each unit, and, summed over the units, a metric of a run (l1_<name> of the L1Ds, l2_<name>,
 * dram_<name>, mem_<name>; tb/run/counters.h). */
#ifndef CTADEL_MEM_MEM_COUNTERS_H
#define CTADEL_MEM_MEM_COUNTERS_H

#include "stats/stats.h"

/* clang-format off */
#define L1_COUNTERS(X, of) \
    X(of, accesses, "accesses", "accesses accepted") \
    X(of, reads, "accesses", "reads that look up their line") \
    X(of, bypasses, "accesses", "reads that go past the L1 to the L2") \
    X(of, writes, "accesses", "writes") \
    X(of, atoms, "accesses", "atomics, performed by the L2") \
    X(of, hits, "accesses", "reads that found their data") \
    X(of, merges, "accesses", "reads that wait for an outstanding fetch") \
    X(of, misses, "accesses", "reads that start a fetch") \
    X(of, write_hits, "accesses", "writes whose line was present") \
    X(of, write_misses, "accesses", "writes whose line was absent") \
    X(of, lost, "accesses", "reads that missed a line which the warp's victim tags held") \
    X(of, evictions, "lines", "lines replaced") \
    X(of, writebacks, "lines", "dirty lines written to the next level") \
    X(of, invalidations, "lines", "lines dropped by a write, an atomic, a fence or a launch") \
    X(of, recalls, "lines", "lines dropped because an inclusive L2 replaced them") \
    X(of, fills, "replies", "fetches answered") \
    X(of, fill_bytes, "bytes", "bytes brought by fills") \
    X(of, blocks, "lines", "lines brought in by a read, or allocated by a write") \
    X(of, reuses, "thread accesses", \
      "accesses to a block after the access that brought it in, by the same or a later instruction") \
    X(of, shared_reuses, "thread accesses", "reuses by a thread other than the one that brought the block in") \
    X(of, stall_mshr, "tries", "accesses refused: no MSHR free, or its merge list full") \
    X(of, stall_queue, "tries", "accesses refused: miss queue full") \
    X(of, stall_set, "tries", "accesses refused: every way of the set waits for a fill") \
    X(of, sent, "requests", "requests sent to the next level")

#define L2_COUNTERS(X, of) \
    X(of, reads, "requests", "reads received") \
    X(of, writes, "requests", "writes received") \
    X(of, atoms, "requests", "atomics received") \
    X(of, accesses, "lines", "tag look-ups done") \
    X(of, hits, "lines", "look-ups that found their data") \
    X(of, merges, "lines", "look-ups that wait for an outstanding fetch") \
    X(of, misses, "lines", "look-ups that fetch or allocate a line") \
    X(of, evictions, "lines", "lines replaced") \
    X(of, writebacks, "lines", "dirty victims written to the DRAM") \
    X(of, fetches, "requests", "reads sent to the DRAM") \
    X(of, fetch_bytes, "bytes", "bytes read from the DRAM") \
    X(of, write_bytes, "bytes", "bytes written to the DRAM") \
    X(of, stall_mshr, "l2 cycles", "a look-up waits for an MSHR or a place in its merge list") \
    X(of, stall_set, "l2 cycles", "a look-up waits: every way of the set waits for a fill") \
    X(of, stall_miss_queue, "l2 cycles", "a look-up waits for room in the miss queue or the queue to the DRAM") \
    X(of, stall_reply, "l2 cycles", "a look-up waits for the reply queue") \
    X(of, stall_port, "l2 cycles", "a look-up waits until a dirty victim is read out") \
    X(of, stall_atom, "l2 cycles", "a look-up waits for the atomic unit")

#define DRAM_COUNTERS(X, of) \
    X(of, reads, "requests", "reads accepted") \
    X(of, writes, "requests", "writes accepted") \
    X(of, writes_done, "requests", "writes performed") \
    X(of, read_bursts, "bursts", "column reads") \
    X(of, write_bursts, "bursts", "column writes") \
    X(of, activates, "commands", "rows opened") \
    X(of, precharges, "commands", "rows closed") \
    X(of, row_hits, "requests", "requests that found their row open") \
    X(of, row_misses, "requests", "requests that had to open their row") \
    X(of, row_conflicts, "requests", "row misses that closed another row") \
    X(of, bus_busy, "dram cycles", "cycles in which the data bus carries data") \
    X(of, turns, "times", "changes of direction of the data bus") \
    X(of, starved, "requests", "requests served first because they had waited too long") \
    X(of, queue_cycles, "request-cycles", "requests in the queue, summed over cycles") \
    X(of, read_latency, "dram cycles", "from controller queue to return queue, summed over reads")

#define MEMSYS_COUNTERS(X, of) \
    X(of, requests, "requests", "requests accepted from the SMs") \
    X(of, replies, "replies", "replies taken by the SMs") \
    X(of, reads, "requests", "reads accepted") \
    X(of, writes, "requests", "writes accepted") \
    X(of, atoms, "requests", "atomics accepted") \
    X(of, read_bytes, "bytes", "bytes requested by reads") \
    X(of, write_bytes, "bytes", "bytes carried by writes and atomics") \
    X(of, refused, "tries", "requests refused: port full") \
    X(of, reply_blocked, "l2 cycles", "cycles in which a slice's reply found the interconnect full, summed over slices") \
    X(of, read_latency, "cycles", "from request accepted to reply taken, summed over reads")
/* clang-format on */

#endif
