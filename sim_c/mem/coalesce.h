/* coalesce.h - memory transactions of one warp access, and cycles of a banked one. Pure functions. */
#ifndef CTADEL_MEM_COALESCE_H
#define CTADEL_MEM_COALESCE_H

#include "isa/winst.h"

typedef struct {
    uint64_t addr;  /* first byte of the first sector touched */
    uint32_t bytes; /* from there to the end of the last sector touched in this line */
    uint32_t lanes; /* bit per lane that it serves */
    uint64_t gaps;  /* of a store: bit w, the 4 bytes from addr + 4 * w are not written; 0: all of it is */
} mem_txn_t;

enum { COALESCE_MAX = 2 * WARP_LANES_MAX };

/* Merges the lanes' accesses into at most one transaction per line, in order of the lowest lane that
 * touches it. An access that crosses its line, which only a trace can have, is part of two transactions, as in
 * GPGPU-Sim's coalescer. Returns the count, 0 to COALESCE_MAX. */
uint32_t coalesce(const uint64_t *addr, uint32_t lanes, uint32_t width_bytes, uint32_t line_bytes,
                  uint32_t sector_bytes, mem_txn_t txn[COALESCE_MAX]);

/* Merges a further access of the lanes into the `count` existing transactions; returns the new count. */
uint32_t coalesce_onto(const uint64_t *addr, uint32_t lanes, uint32_t width_bytes, uint32_t line_bytes,
                       uint32_t sector_bytes, mem_txn_t *txn, uint32_t count);

/* A transaction of the sector at each different address, in order of the lowest lanes; sector_bytes is a power of two,
 * at least width_bytes. Returns the count. */
uint32_t coalesce_addresses(const uint64_t *addr, uint32_t lanes, uint32_t sector_bytes, mem_txn_t txn[COALESCE_MAX]);

/* Transactions of whole segments (of segment_bytes, a power of two) in which no two lanes touch the same bytes: a lane
 * joins the oldest one of its segment that has room, and one of the next segment if its access crosses into it. Returns
 * the count. */
uint32_t coalesce_apart(const uint64_t *addr, uint32_t lanes, uint32_t width_bytes, uint32_t segment_bytes,
                        mem_txn_t txn[COALESCE_MAX]);

/* Sets the gaps of a store's transaction, of at most 256 bytes: the words that none of its lanes writes as a whole. */
void coalesce_gaps(const uint64_t *addr, uint32_t width_bytes, mem_txn_t *txn);

/* Cycles for which a shared-memory access occupies the banks, each 4 bytes wide: the largest number of different words
 * that one bank must deliver. Lanes that read the same word share it. Accesses of 8 and 16 bytes go in 2 or 4 phases of
 * half or quarter warps, as in the hardware. At least 1 if lanes != 0. */
uint32_t smem_conflict_cycles(const uint64_t *addr, uint32_t lanes, uint32_t width_bytes, uint32_t banks);

/* Cycles of a shared-memory atomic: the largest number of lanes that access one word, as these serialise. */
uint32_t atom_conflict_cycles(const uint64_t *addr, uint32_t lanes, uint32_t width_bytes);

#endif
