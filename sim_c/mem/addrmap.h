/* addrmap.h - where an address lives: controller, L2 slice, DRAM bank, row.
 *
 * Consecutive interleave_bytes go to consecutive controllers (any count, not only powers of two),
 * and inside a controller to consecutive slices. What is left is the slice's *local* address:
 * dense, so that cache sets and rows are used evenly. Above it the order is row : bank : column,
 * where the slice number is the low part of the bank number; so slices never share a bank, unless
 * the banks cannot be divided among them.
 *
 * Not modelled: hashing of controllers or banks (strides that camp on one controller do so here).
 */
#ifndef CTADEL_MEM_ADDRMAP_H
#define CTADEL_MEM_ADDRMAP_H

#include "config/machine.h"

typedef struct { /* a divisor; powers of two, nearly all of them, shift */
    uint32_t by;
    int8_t shift; /* -1: not a power of two */
} divisor_t;

typedef struct {
    divisor_t interleave, mcs, slices; /* slices per controller */
    divisor_t row, banks;              /* bytes of a row; banks of one slice */
    bool shared_banks;                 /* slices reach all banks of the controller */
} addrmap_t;

typedef struct {
    uint64_t local; /* address inside the slice */
    uint32_t slice; /* over all controllers: controller * slices + slice */
} addr_slice_t;

typedef struct {
    uint64_t row;
    uint32_t bank;
} addr_bank_t;

void addrmap_init(addrmap_t *map, const machine_t *m);
addr_slice_t addrmap_slice(const addrmap_t *map, uint64_t addr);
uint64_t addrmap_addr(const addrmap_t *map, uint32_t slice, uint64_t local); /* of which addrmap_slice made it */
addr_bank_t addrmap_bank(const addrmap_t *map, uint32_t slice, uint64_t local);

#endif
