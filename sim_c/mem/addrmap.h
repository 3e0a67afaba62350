/* addrmap.h - maps an address to controller, L2 slice, DRAM bank and row.
 *
 * Consecutive chunks of interleave_bytes go to consecutive controllers (any number of them), and inside a controller to
 * consecutive slices; a block is as many chunks as there are slices. The rest is the slice's *local* address, which is
 * dense, so that cache sets and rows are used evenly. It splits into row : bank : column. The slice number is the low
 * part of the bank number, so slices share no bank, unless the banks cannot be divided evenly among the slices.
 *
 * SLICE_IPOLY: each block permutes its slices by a hash of its number (mem/ipoly.h), so a stride of a power of two
 * reaches them all. Banks and rows are those without the hash: the low part of the bank number is the slice that the
 * chunk would have had, so all slices of a controller use all its banks. If the number of slices is no power of two,
 * the hash is that of the next one, and the rest by the number of slices is taken: the first slices get twice as much.
 * This is GPGPU-Sim's linear_to_raw_address_translation with memory_partition_indexing 2.
 *
 * Not modelled: hashing of banks. */
#ifndef CTADEL_MEM_ADDRMAP_H
#define CTADEL_MEM_ADDRMAP_H

#include "config/machine.h"
#include "mem/ipoly.h"

typedef struct { /* a divisor; for a power of two a shift replaces the division */
    uint32_t by;
    int8_t shift; /* -1: not a power of two */
} divisor_t;

typedef struct {
    divisor_t interleave, mcs, slices; /* slices per controller */
    divisor_t row, banks;              /* bytes of a row; banks of one slice */
    ipoly_t hash;                      /* of block numbers */
    uint32_t all;                      /* slices over all controllers */
    uint64_t row_mask;                 /* of a row number */
    bool shared_banks;                 /* the banks do not divide evenly: every slice uses all banks */
} addrmap_t;

typedef struct {
    uint64_t local; /* address inside the slice */
    uint32_t slice; /* over all controllers: controller * slices + slice */
} addr_slice_t;

typedef struct {
    uint64_t row;
    uint32_t bank;
} addr_bank_t;

/* Set in `local`: an address that belongs to another slice, in the chunk behind one of this slice; and that chunk is in
 * the next block. The bank is that of the address. */
#define ADDRMAP_FOREIGN    (UINT64_C(1) << 62)
#define ADDRMAP_NEXT_BLOCK (UINT64_C(1) << 61)

/* Set in `local`: the hash was at least the number of slices. */
#define ADDRMAP_FOLDED (UINT64_C(1) << 60)

void addrmap_init(addrmap_t *map, const machine_t *m);
addr_slice_t addrmap_slice(const addrmap_t *map, uint64_t addr);
uint64_t addrmap_addr(const addrmap_t *map, uint32_t slice, uint64_t local); /* inverse of addrmap_slice */
addr_bank_t addrmap_bank(const addrmap_t *map, uint32_t slice, uint64_t local);

/* Address inside the slice of `to` for `on`, which lies in the same chunk as `to` or in the one behind it. */
static inline uint64_t addrmap_local_in(addr_slice_t on, addr_slice_t to)
{
    const uint64_t at = on.local & ~ADDRMAP_FOLDED, folded = to.local & ADDRMAP_FOLDED;
    if (on.slice == to.slice) return on.local;
    return at | folded | ADDRMAP_FOREIGN | (at > (to.local & ~folded) ? ADDRMAP_NEXT_BLOCK : 0);
}

#endif
