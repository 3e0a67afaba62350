/* mem_counters.h - the tables of the memory system's counters: name, unit, text. A row is a field that the unit counts
 * in, a statistic of each unit, and, summed over the units, a metric of a run (l1_<name> of the L1Ds, l2_<name>,
 * dram_<name>, mem_<name>; tb/run/counters.h). */
#ifndef CTADEL_MEM_MEM_COUNTERS_H
#define CTADEL_MEM_MEM_COUNTERS_H

#include "stats/stats.h"

/* clang-format off */
#define L1_COUNTERS(X, of) \
    X(of, accesses, "accesses", "accepted") \
    X(of, reads, "accesses", "reads that look for the line") \
    X(of, bypasses, "accesses", "reads served by the L2") \
    X(of, writes, "accesses", "writes") \
    X(of, atoms, "accesses", "atomics, performed by the L2") \
    X(of, hits, "accesses", "reads that found their data") \
    X(of, merges, "accesses", "reads that wait for a fetch under way") \
    X(of, misses, "accesses", "reads that fetch") \
    X(of, write_hits, "accesses", "writes whose line was present") \
    X(of, write_misses, "accesses", "writes whose line was absent") \
    X(of, lost, "accesses", "misses of a line in the warp's victim tags") \
    X(of, evictions, "lines", "lines replaced") \
    X(of, writebacks, "lines", "dirty lines written below") \
    X(of, invalidations, "lines", "lines dropped by a write or atomic") \
    X(of, recalls, "lines", "lines dropped as an inclusive L2 replaced them") \
    X(of, fills, "replies", "fetches that came back") \
    X(of, fill_bytes, "bytes", "brought by fills") \
    X(of, blocks, "lines", "brought in, or written when absent") \
    X(of, reuses, "thread accesses", "to a block after the one that brought it in, also in its instruction") \
    X(of, shared_reuses, "thread accesses", "of these by other threads than that one") \
    X(of, stall_mshr, "tries", "refused, no MSHR or merge list full") \
    X(of, stall_queue, "tries", "refused, miss queue full") \
    X(of, stall_set, "tries", "refused, every way being filled") \
    X(of, sent, "requests", "sent below")

#define L2_COUNTERS(X, of) \
    X(of, reads, "requests", "reads received") \
    X(of, writes, "requests", "writes received") \
    X(of, atoms, "requests", "atomics received") \
    X(of, accesses, "lines", "tag look-ups that went through") \
    X(of, hits, "lines", "look-ups served at once") \
    X(of, merges, "lines", "look-ups that wait for a fetch under way") \
    X(of, misses, "lines", "look-ups that fetch or allocate") \
    X(of, evictions, "lines", "lines replaced") \
    X(of, writebacks, "lines", "dirty victims written") \
    X(of, fetches, "requests", "reads sent to the DRAM") \
    X(of, fetch_bytes, "bytes", "read from the DRAM") \
    X(of, write_bytes, "bytes", "written to the DRAM") \
    X(of, stall_mshr, "l2 cycles", "look-up waits for an MSHR or its list") \
    X(of, stall_set, "l2 cycles", "look-up waits, all ways being filled") \
    X(of, stall_miss_queue, "l2 cycles", "look-up waits for the miss queue") \
    X(of, stall_reply, "l2 cycles", "look-up waits for the reply queue") \
    X(of, stall_port, "l2 cycles", "look-up waits for a victim to be read out") \
    X(of, stall_atom, "l2 cycles", "look-up waits for the atomic unit")

#define DRAM_COUNTERS(X, of) \
    X(of, reads, "requests", "reads accepted") \
    X(of, writes, "requests", "writes accepted") \
    X(of, writes_done, "requests", "writes performed") \
    X(of, read_bursts, "bursts", "column reads") \
    X(of, write_bursts, "bursts", "column writes") \
    X(of, activates, "commands", "rows opened") \
    X(of, precharges, "commands", "rows closed") \
    X(of, row_hits, "requests", "served from a row open before") \
    X(of, row_misses, "requests", "that had to open their row") \
    X(of, row_conflicts, "requests", "row misses that closed another row") \
    X(of, bus_busy, "dram cycles", "data bus carrying data") \
    X(of, turns, "times", "data bus changed direction") \
    X(of, starved, "requests", "served out of turn because they waited too long") \
    X(of, queue_cycles, "request-cycles", "queue occupancy, summed") \
    X(of, read_latency, "dram cycles", "queue to return queue, summed")

#define MEMSYS_COUNTERS(X, of) \
    X(of, requests, "requests", "accepted from the SMs") \
    X(of, replies, "replies", "taken by the SMs") \
    X(of, reads, "requests", "reads accepted") \
    X(of, writes, "requests", "writes accepted") \
    X(of, atoms, "requests", "atomics accepted") \
    X(of, read_bytes, "bytes", "asked for by reads") \
    X(of, write_bytes, "bytes", "carried by writes and atomics") \
    X(of, refused, "tries", "requests refused, port full") \
    X(of, reply_blocked, "l2 cycles", "replies that found the interconnect full") \
    X(of, read_latency, "cycles", "accepted to taken, summed over reads")
/* clang-format on */

#endif
