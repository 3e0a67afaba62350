/* coalesce.h - which memory transactions one warp access becomes. Pure functions. */
#ifndef CTADEL_MEM_COALESCE_H
#define CTADEL_MEM_COALESCE_H

#include "isa/winst.h"

typedef struct {
    uint64_t addr;  /* first byte of the first sector touched */
    uint32_t bytes; /* from there to the end of the last sector touched in this line */
    uint32_t lanes; /* lanes served */
} mem_txn_t;

/* Merges the lanes' accesses into at most one transaction per line, in order of the lowest lane that
 * touches it. Accesses are naturally aligned, so none crosses a line. Returns the count (0..32). */
uint32_t coalesce(const uint64_t *addr, uint32_t lanes, uint32_t width_bytes, uint32_t line_bytes,
                  uint32_t sector_bytes, mem_txn_t txn[WARP_LANES_MAX]);

/* Adds the transactions of the lanes' next access to the `count` existing ones; returns the new count. */
uint32_t coalesce_onto(const uint64_t *addr, uint32_t lanes, uint32_t width_bytes, uint32_t line_bytes,
                       uint32_t sector_bytes, mem_txn_t *txn, uint32_t count);

/* Cycles a shared-memory access occupies the banks (4 bytes wide): the highest number of different
 * words any bank must deliver; lanes reading the same word share it. 8- and 16-byte accesses go in
 * 2 or 4 phases of half and quarter warps, as the hardware does. At least 1 if lanes != 0. */
uint32_t smem_conflict_cycles(const uint64_t *addr, uint32_t lanes, uint32_t width_bytes, uint32_t banks);

/* Cycles of serialisation of same-address lanes in one atomic: the highest lane count per word. */
uint32_t atom_conflict_cycles(const uint64_t *addr, uint32_t lanes, uint32_t width_bytes);

#endif
