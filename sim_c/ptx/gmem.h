/* gmem.h - the device's global memory: named buffers in one flat address range, with a guard band on either side.
 *
 * Workloads of a mix have one gmem each, in address ranges that do not overlap. A workload therefore cannot reach a
 * buffer of another one.
 *
 * A read inside a guard band returns 0 and is counted, because real kernels read slightly out of bounds. A write
 * inside a guard band, and any access outside the buffers and their bands, is an error. */
#ifndef CTADEL_PTX_GMEM_H
#define CTADEL_PTX_GMEM_H

#include "base/err.h"

#include <stdint.h>

enum { GMEM_GUARD_BYTES = 4096, GMEM_ALIGN_BYTES = 256 };
#define GMEM_BASE UINT64_C(0x100000000) /* device address of the first guard band */

typedef struct gmem gmem_t;

gmem_t *gmem_create(uint64_t capacity_bytes); /* for buffers and bands together; NULL: out of memory */
/* The same, in the address range that follows the one of `before`. */
gmem_t *gmem_create_behind(const gmem_t *before, uint64_t capacity_bytes);
/* The same, mapped at GMEM_BASE of the host, so that device addresses are host addresses. At most one per process.
 * NULL: err, the address range is taken. */
gmem_t *gmem_create_mapped(uint64_t capacity_bytes, err_t *err);
/* Leaves `bytes` free before the guard band of each buffer allocated from now on, which moves the buffers to other
 * cache sets, L2 slices and DRAM banks. A multiple of GMEM_ALIGN_BYTES; the capacity must hold the gaps. */
void gmem_set_gap(gmem_t *g, uint64_t bytes);
void gmem_destroy(gmem_t *g); /* NULL is fine */

/* Allocates a zeroed buffer, aligned to GMEM_ALIGN_BYTES, with a guard band on either side, and returns its device
 * address. 0: err. `name` is copied and appears in error messages. */
uint64_t gmem_alloc(gmem_t *g, const char *name, uint64_t bytes, err_t *err);
bool gmem_free(gmem_t *g, uint64_t addr); /* false: no buffer begins at addr */
/* Marks the buffer that begins at addr as one that the host may read and write at any time. */
void gmem_share(gmem_t *g, uint64_t addr);
void *gmem_host(gmem_t *g, uint64_t addr);  /* host pointer to the buffer that begins at addr */
uint64_t gmem_left(const gmem_t *g);        /* bytes outside all buffers; bands count as left */
uint64_t gmem_guard_reads(const gmem_t *g); /* reads inside guard bands so far */
uint32_t gmem_number(const gmem_t *g);      /* position in the chain of gmem_create_behind; 0: the first */

#endif
