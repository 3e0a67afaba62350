/* gmem.h - the device's global memory: named buffers in one flat address range, with guard bands.
 * Workloads that run together have a gmem each, at addresses that do not overlap: an access of one to a
 * buffer of another is outside every buffer.
 *
 * Reads inside a guard band give 0 and are counted (real kernels read slightly out of bounds);
 * writes there, and any access outside a buffer and its bands, are errors. */
#ifndef CTADEL_PTX_GMEM_H
#define CTADEL_PTX_GMEM_H

#include "base/err.h"

#include <stdint.h>

enum { GMEM_GUARD_BYTES = 4096, GMEM_ALIGN_BYTES = 256 };
#define GMEM_BASE UINT64_C(0x100000000) /* device address of the first guard band */

typedef struct gmem gmem_t;

gmem_t *gmem_create(uint64_t capacity_bytes); /* all buffers and bands; NULL: out of memory */
/* The same, at the addresses behind those of `before`. */
gmem_t *gmem_create_behind(const gmem_t *before, uint64_t capacity_bytes);
/* The same, with device addresses that are host addresses, too. One in a process. NULL: err, the range is taken. */
gmem_t *gmem_create_mapped(uint64_t capacity_bytes, err_t *err);
/* Leaves `bytes` free before the guard band of each buffer allocated from now on; a multiple of GMEM_ALIGN_BYTES. The
 * capacity must hold them. Buffers then fall into other sets, slices and banks. */
void gmem_set_gap(gmem_t *g, uint64_t bytes);
void gmem_destroy(gmem_t *g); /* NULL is fine */

/* Device address of a new zeroed buffer, GMEM_ALIGN_BYTES aligned, a guard band on either side;
 * 0: err says why. `name` is copied, for error messages. */
uint64_t gmem_alloc(gmem_t *g, const char *name, uint64_t bytes, err_t *err);
bool gmem_free(gmem_t *g, uint64_t addr); /* false: no buffer begins at addr */
void gmem_share(gmem_t *g,
                uint64_t addr); /* of the buffer that starts at addr: the host reads and writes it at any time */
void *gmem_host(gmem_t *g, uint64_t addr); /* host pointer to the buffer that starts at addr */
uint64_t gmem_left(const gmem_t *g);       /* bytes that no buffer has, bands included */
uint64_t gmem_guard_reads(const gmem_t *g);
uint32_t gmem_number(const gmem_t *g); /* how many it stands behind */

#endif
