/* gmem_access.h - what the PTX executor sees of global memory beyond gmem.h: extents and checks. */
#ifndef CTADEL_PTX_GMEM_ACCESS_H
#define CTADEL_PTX_GMEM_ACCESS_H

#include "ptx/gmem.h"
#include "ptx/heap.h"
#include "ptx/texture_table.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    uint64_t begin, end; /* device addresses, exact: [begin, end) */
    uint64_t tag;        /* who allocated it; 0 = gmem_alloc */
    bool is_shared;      /* the host reaches it at any time */
    char *name;
} gmem_buf_t;

typedef enum { GMEM_OK, GMEM_GUARD, GMEM_OUTSIDE } gmem_where_t;

/* Host pointer of the first device address: the arena is flat, so addr is at arena + (addr - first). */
uint8_t *gmem_arena(gmem_t *g);
uint64_t gmem_first(const gmem_t *g);
uint64_t gmem_capacity(const gmem_t *g); /* bytes of the arena */

/* A buffer holding all of [first, last], or NULL. *hint is the caller's guess and is updated. */
const gmem_buf_t *gmem_span(const gmem_t *g, uint64_t first, uint64_t last, uint32_t *hint);

/* Where [addr, addr + bytes) lies; a span across a buffer's end counts as its guard band. */
gmem_where_t gmem_where(const gmem_t *g, uint64_t addr, uint32_t bytes);
void gmem_count_guard_read(gmem_t *g);

/* The buffer nearest to addr; NULL when there is none. */
const gmem_buf_t *gmem_nearest(const gmem_t *g, uint64_t addr);

/* Like gmem_alloc, but the second call with the same tag and name returns the same buffer and sets
 * *fresh to false: module-scope variables are shared by all launches on one gmem. */
uint64_t gmem_alloc_tagged(gmem_t *g, uint64_t tag, const char *name, uint64_t bytes, bool *fresh, err_t *err);

texture_table_t **gmem_textures(gmem_t *g); /* its texture and surface objects, texture.h */

/* The heap of kernels, made on first use with so many bytes; NULL: err, there is no room for it. */
heap_t *gmem_heap(gmem_t *g, uint64_t bytes, err_t *err);

#endif
