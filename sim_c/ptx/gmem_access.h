/* gmem_access.h - global memory for the PTX executor: bounds of buffers, address checks, module variables, heap. */
#ifndef CTADEL_PTX_GMEM_ACCESS_H
#define CTADEL_PTX_GMEM_ACCESS_H

#include "ptx/gmem.h"
#include "ptx/heap.h"
#include "ptx/texture_table.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    uint64_t begin, end; /* device addresses, exact: [begin, end) */
    uint64_t tag;        /* the module that it belongs to; 0: none, gmem_alloc */
    bool is_shared;      /* the host may access it at any time */
    char *name;
} gmem_buf_t;

typedef enum { GMEM_OK, GMEM_GUARD, GMEM_OUTSIDE } gmem_where_t;

/* Host pointer of device address gmem_first(g). The arena is flat: addr lies at arena + (addr - first). */
uint8_t *gmem_arena(gmem_t *g);
uint64_t gmem_first(const gmem_t *g);
uint64_t gmem_capacity(const gmem_t *g); /* bytes of the arena */

/* The buffer that contains all of [first, last]; NULL: none does. *hint: index to try first, updated on success. */
const gmem_buf_t *gmem_span(const gmem_t *g, uint64_t first, uint64_t last, uint32_t *hint);

/* Where [addr, addr + bytes) lies. A range that crosses the end of a buffer lies in its guard band. */
gmem_where_t gmem_where(const gmem_t *g, uint64_t addr, uint32_t bytes);
void gmem_count_guard_read(gmem_t *g); /* by any thread */

/* The buffer nearest to addr; NULL when there is none. */
const gmem_buf_t *gmem_nearest(const gmem_t *g, uint64_t addr);

/* Like gmem_alloc, except that a second call with the same tag and name returns the same buffer and sets *fresh to
 * false: all launches on a gmem share the module-scope variables. */
uint64_t gmem_alloc_tagged(gmem_t *g, uint64_t tag, const char *name, uint64_t bytes, bool *fresh, err_t *err);

texture_table_t **gmem_textures(gmem_t *g); /* texture and surface objects of this device, see texture.h */

/* The heap for malloc in kernels. The first call creates it with `bytes`; later calls ignore `bytes`. NULL: err, it
 * does not fit into device memory. */
heap_t *gmem_heap(gmem_t *g, uint64_t bytes, err_t *err);

#endif
