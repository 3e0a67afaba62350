/* gmem.c - buffers in one zeroed arena: band, buffer, band, buffer, ..., band.
 *
 * Two neighbours share the band between them. Nothing is ever freed before the arena, so buffers
 * stay sorted by address and a lookup is a binary search. Bands are never written, so reading one
 * needs no special case: the arena holds zeros there.
 *
 * Not modelled: address translation, ECC, freeing and reuse of device memory. */
#include "ptx/gmem_access.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct gmem {
    uint8_t *arena;
    uint64_t first; /* device address of the first band */
    uint32_t number;
    uint64_t capacity_bytes, used_bytes; /* used includes the band behind the last buffer */
    gmem_buf_t *buf;
    uint32_t bufs, room;
    uint64_t guard_reads;
};

gmem_t *gmem_create(uint64_t capacity_bytes)
{
    gmem_t *g = calloc(1, sizeof *g);
    if (!g) return NULL;
    if (capacity_bytes < GMEM_GUARD_BYTES) capacity_bytes = GMEM_GUARD_BYTES;
    g->arena = capacity_bytes <= SIZE_MAX ? calloc(1, (size_t)capacity_bytes) : NULL;
    if (!g->arena) {
        free(g);
        return NULL;
    }
    g->first = GMEM_BASE;
    g->capacity_bytes = capacity_bytes;
    g->used_bytes = GMEM_GUARD_BYTES;
    return g;
}

gmem_t *gmem_create_behind(const gmem_t *before, uint64_t capacity_bytes)
{
    gmem_t *g = gmem_create(capacity_bytes);
    if (!g) return NULL;
    const uint64_t align = GMEM_GUARD_BYTES;
    g->first = before->first + (before->capacity_bytes + align - 1) / align * align;
    g->number = before->number + 1;
    return g;
}

void gmem_destroy(gmem_t *g)
{
    if (!g) return;
    for (uint32_t i = 0; i < g->bufs; i++) free(g->buf[i].name);
    free(g->buf);
    free(g->arena);
    free(g);
}

static gmem_buf_t *new_slot(gmem_t *g, const char *name)
{
    if (g->bufs == g->room) {
        const uint32_t room = g->room ? 2 * g->room : 16;
        gmem_buf_t *buf = realloc(g->buf, room * sizeof *buf);
        if (!buf) return NULL;
        g->buf = buf;
        g->room = room;
    }
    gmem_buf_t *b = &g->buf[g->bufs];
    b->name = strdup(name);
    return b->name ? b : NULL;
}

static uint64_t alloc(gmem_t *g, uint64_t tag, const char *name, uint64_t bytes, err_t *err)
{
    const uint64_t left = g->capacity_bytes - g->used_bytes, align = GMEM_ALIGN_BYTES;
    if (!bytes) return err_set(err, NULL, 0, "buffer '%s' has 0 bytes; at least 1 is needed", name);
    if (bytes > left || left - bytes < GMEM_GUARD_BYTES + align) {
        err_set(err, NULL, 0,
                "buffer '%s' of %" PRIu64 " bytes does not fit: %" PRIu64 " of %" PRIu64
                " bytes of device memory are left",
                name, bytes, left, g->capacity_bytes);
        return 0;
    }
    gmem_buf_t *b = new_slot(g, name);
    if (!b) return err_set(err, NULL, 0, "out of memory for buffer '%s'", name);
    b->begin = g->first + g->used_bytes;
    b->end = b->begin + bytes;
    b->tag = tag;
    g->bufs++;
    g->used_bytes += (bytes + align - 1) / align * align + GMEM_GUARD_BYTES;
    return b->begin;
}

uint64_t gmem_alloc(gmem_t *g, const char *name, uint64_t bytes, err_t *err) { return alloc(g, 0, name, bytes, err); }

uint64_t gmem_alloc_tagged(gmem_t *g, uint64_t tag, const char *name, uint64_t bytes, bool *fresh, err_t *err)
{
    assert(tag);
    for (uint32_t i = 0; i < g->bufs; i++) {
        if (g->buf[i].tag != tag || strcmp(g->buf[i].name, name) != 0) continue;
        *fresh = false;
        return g->buf[i].begin;
    }
    *fresh = true;
    return alloc(g, tag, name, bytes, err);
}

/* Index of the last buffer that begins at or below addr; bufs when there is none. */
static uint32_t at_or_below(const gmem_t *g, uint64_t addr)
{
    uint32_t lo = 0, hi = g->bufs;
    while (lo < hi) {
        const uint32_t mid = lo + (hi - lo) / 2;
        if (g->buf[mid].begin <= addr) lo = mid + 1;
        else hi = mid;
    }
    return lo ? lo - 1 : g->bufs;
}

void *gmem_host(gmem_t *g, uint64_t addr)
{
    const uint32_t i = at_or_below(g, addr);
    assert(i < g->bufs && g->buf[i].begin == addr);
    (void)i;
    return g->arena + (addr - g->first);
}

uint64_t gmem_guard_reads(const gmem_t *g) { return g->guard_reads; }

uint32_t gmem_number(const gmem_t *g) { return g->number; }

uint8_t *gmem_arena(gmem_t *g) { return g->arena; }

uint64_t gmem_first(const gmem_t *g) { return g->first; }

void gmem_count_guard_read(gmem_t *g) { g->guard_reads++; }

const gmem_buf_t *gmem_span(const gmem_t *g, uint64_t first, uint64_t last, uint32_t *hint)
{
    if (*hint < g->bufs && first >= g->buf[*hint].begin && last < g->buf[*hint].end) return &g->buf[*hint];
    const uint32_t i = at_or_below(g, first);
    if (i == g->bufs || last >= g->buf[i].end) return NULL;
    *hint = i;
    return &g->buf[i];
}

gmem_where_t gmem_where(const gmem_t *g, uint64_t addr, uint32_t bytes)
{
    uint32_t none = UINT32_MAX;
    if (addr < g->first || addr - g->first > g->used_bytes || g->used_bytes - (addr - g->first) < bytes)
        return GMEM_OUTSIDE;
    return gmem_span(g, addr, addr + bytes - 1, &none) ? GMEM_OK : GMEM_GUARD;
}

const gmem_buf_t *gmem_nearest(const gmem_t *g, uint64_t addr)
{
    if (!g->bufs) return NULL;
    const uint32_t below = at_or_below(g, addr);
    if (below == g->bufs) return &g->buf[0];
    if (below + 1 == g->bufs || addr < g->buf[below].end) return &g->buf[below];
    const uint64_t down = addr - g->buf[below].end, up = g->buf[below + 1].begin - addr;
    return &g->buf[up <= down ? below + 1 : below];
}
