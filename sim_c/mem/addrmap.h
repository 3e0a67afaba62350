/* addrmap.h - maps an address to controller, L2 slice, DRAM bank and row.
 *
 * Consecutive interleave_bytes go to consecutive controllers (any number of them), and inside a controller to
 * consecutive slices. The rest is the slice's *local* address, which is dense, so that cache sets and rows are used
 * evenly. It splits into row : bank : column. The slice number is the low part of the bank number, so slices share no
 * bank, unless the banks cannot be divided evenly among the slices.
 *
 * Not modelled: hashing of controllers or banks; a stride that hits one controller only does so here. */
#ifndef CTADEL_MEM_ADDRMAP_H
#define CTADEL_MEM_ADDRMAP_H

#include "config/machine.h"

typedef struct { /* a divisor; for a power of two a shift replaces the division */
    uint32_t by;
    int8_t shift; /* -1: not a power of two */
} divisor_t;

typedef struct {
    divisor_t interleave, mcs, slices; /* slices per controller */
    divisor_t row, banks;              /* bytes of a row; banks of one slice */
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

/* Set in `local`: an address of another slice, and one whose bank is that of the next slice of the controller. */
#define ADDRMAP_FOREIGN    (UINT64_C(1) << 62)
#define ADDRMAP_OTHER_BANK (UINT64_C(1) << 61)

void addrmap_init(addrmap_t *map, const machine_t *m);
addr_slice_t addrmap_slice(const addrmap_t *map, uint64_t addr);
uint64_t addrmap_addr(const addrmap_t *map, uint32_t slice, uint64_t local); /* inverse of addrmap_slice */
addr_bank_t addrmap_bank(const addrmap_t *map, uint32_t slice, uint64_t local);

#endif
