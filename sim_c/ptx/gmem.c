/* gmem.c - buffers in one zeroed arena: band, buffer, band, buffer, ..., band.
 *
 * Neighbouring buffers share the band between them. The table of buffers is sorted by address, so a lookup is a binary
 * search. A new buffer takes the first hole that holds it and its bands. Kernels never write bands or holes, and a
 * freed buffer is cleared; so bands hold zeros and a read there needs no special case.
 *
 * Not modelled: address translation, ECC. */
#include "ptx/gmem_access.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE_BYTES = 4096 };

struct gmem {
    uint8_t *arena;
    bool mapped;    /* the arena lies at host address `first` */
    uint64_t first; /* device address of the first band */
    uint32_t number;
    uint64_t capacity_bytes, gap_bytes;
    gmem_buf_t *buf;
    uint32_t bufs, room;
    uint64_t guard_reads;
    texture_table_t *textures;
    heap_t *heap;
};

static gmem_t *create(uint64_t capacity_bytes, bool mapped, err_t *err)
{
    gmem_t *g = calloc(1, sizeof *g);
    if (!g) return NULL;
    if (capacity_bytes < GMEM_GUARD_BYTES) capacity_bytes = GMEM_GUARD_BYTES;
    g->first = GMEM_BASE;
    g->capacity_bytes = capacity_bytes;
    g->mapped = mapped;
    if (mapped) {
        void *at = mmap((void *)(uintptr_t)GMEM_BASE, capacity_bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
        if (at == MAP_FAILED)
            err_set(err, NULL, 0, "device memory of %" PRIu64 " bytes cannot be mapped at 0x%" PRIx64 ": %s",
                    capacity_bytes, GMEM_BASE, strerror(errno));
        else g->arena = at;
    } else if (capacity_bytes <= SIZE_MAX) {
        g->arena = calloc(1, (size_t)capacity_bytes);
    }
    if (g->arena) return g;
    free(g);
    return NULL;
}

gmem_t *gmem_create(uint64_t capacity_bytes) { return create(capacity_bytes, false, NULL); }

gmem_t *gmem_create_mapped(uint64_t capacity_bytes, err_t *err)
{
    gmem_t *g = create(capacity_bytes, true, err);
    if (!g) err_set(err, NULL, 0, "out of memory");
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

void gmem_set_gap(gmem_t *g, uint64_t bytes)
{
    assert(bytes % GMEM_ALIGN_BYTES == 0);
    g->gap_bytes = bytes;
}

void gmem_destroy(gmem_t *g)
{
    if (!g) return;
    for (uint32_t i = 0; i < g->bufs; i++) free(g->buf[i].name);
    free(g->buf);
    texture_table_destroy(g->textures);
    heap_destroy(g->heap);
    if (g->mapped) munmap(g->arena, g->capacity_bytes);
    else free(g->arena);
    free(g);
}

static uint64_t padded(uint64_t bytes)
{
    const uint64_t align = GMEM_ALIGN_BYTES;
    return (bytes + align - 1) / align * align;
}

/* Address at which the band after buffer i - 1 begins; i = 0: the first band. */
static uint64_t band(const gmem_t *g, uint32_t i)
{
    return i ? g->buf[i - 1].begin + padded(g->buf[i - 1].end - g->buf[i - 1].begin) : g->first;
}

/* Index of the first hole that holds `bytes`, the gap and two bands. The hole after the last buffer, if none does. */
static uint32_t hole(const gmem_t *g, uint64_t bytes)
{
    uint32_t i = 0;
    while (i < g->bufs && g->buf[i].begin - band(g, i) < g->gap_bytes + padded(bytes) + 2 * GMEM_GUARD_BYTES) i++;
    return i;
}

static gmem_buf_t *new_slot(gmem_t *g, uint32_t at, const char *name)
{
    if (g->bufs == g->room) {
        const uint32_t room = g->room ? 2 * g->room : 16;
        gmem_buf_t *buf = realloc(g->buf, room * sizeof *buf);
        if (!buf) return NULL;
        g->buf = buf;
        g->room = room;
    }
    char *copy = strdup(name);
    if (!copy) return NULL;
    gmem_buf_t *b = &g->buf[at];
    memmove(b + 1, b, (g->bufs - at) * sizeof *b);
    g->bufs++;
    b->name = copy;
    return b;
}

static uint64_t alloc(gmem_t *g, uint64_t tag, const char *name, uint64_t bytes, err_t *err)
{
    const uint64_t used = band(g, g->bufs) - g->first + g->gap_bytes + GMEM_GUARD_BYTES;
    const uint64_t left = g->capacity_bytes > used ? g->capacity_bytes - used : 0, align = GMEM_ALIGN_BYTES;
    if (!bytes) return err_set(err, NULL, 0, "buffer '%s' has 0 bytes; at least 1 is needed", name);
    const bool fits = bytes <= left && left - bytes >= GMEM_GUARD_BYTES + align;
    const uint32_t at = bytes <= g->capacity_bytes ? hole(g, bytes) : g->bufs;
    if (at == g->bufs && !fits) {
        err_set(err, NULL, 0,
                "buffer '%s' of %" PRIu64 " bytes does not fit: %" PRIu64 " of %" PRIu64
                " bytes of device memory are left",
                name, bytes, left, g->capacity_bytes);
        return 0;
    }
    const uint64_t begin = band(g, at) + g->gap_bytes + GMEM_GUARD_BYTES;
    gmem_buf_t *b = new_slot(g, at, name);
    if (!b) return err_set(err, NULL, 0, "out of memory for buffer '%s'", name);
    b->begin = begin;
    b->end = begin + bytes;
    b->tag = tag;
    b->is_shared = false;
    return begin;
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

/* Zeroes a buffer. Whole pages of a mapped arena go back to the system, which then supplies zeroed pages. */
static void clear(gmem_t *g, const gmem_buf_t *b)
{
    uint8_t *from = g->arena + (b->begin - g->first), *to = g->arena + (b->end - g->first);
    const uint64_t first = (b->begin + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES,
                   last = b->end / PAGE_BYTES * PAGE_BYTES;
    uint8_t *pages = g->arena + (first - g->first), *behind = g->arena + (last - g->first);
    if (!g->mapped || pages >= behind || madvise(pages, (size_t)(behind - pages), MADV_DONTNEED) != 0) {
        memset(from, 0, (size_t)(to - from));
        return;
    }
    memset(from, 0, (size_t)(pages - from));
    memset(behind, 0, (size_t)(to - behind));
}

bool gmem_free(gmem_t *g, uint64_t addr)
{
    const uint32_t i = at_or_below(g, addr);
    if (i == g->bufs || g->buf[i].begin != addr) return false;
    clear(g, &g->buf[i]);
    free(g->buf[i].name);
    memmove(&g->buf[i], &g->buf[i + 1], (g->bufs - i - 1) * sizeof g->buf[i]);
    g->bufs--;
    return true;
}

uint64_t gmem_left(const gmem_t *g)
{
    uint64_t left = g->capacity_bytes;
    for (uint32_t i = 0; i < g->bufs; i++) left -= g->buf[i].end - g->buf[i].begin;
    return left;
}

void gmem_share(gmem_t *g, uint64_t addr)
{
    const uint32_t i = at_or_below(g, addr);
    assert(i < g->bufs && g->buf[i].begin == addr);
    g->buf[i].is_shared = true;
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

texture_table_t **gmem_textures(gmem_t *g) { return &g->textures; }

heap_t *gmem_heap(gmem_t *g, uint64_t bytes, err_t *err)
{
    const uint64_t at = g->heap ? 0 : gmem_alloc(g, "heap of kernels", bytes, err);
    if (at && !(g->heap = heap_create(at, bytes))) err_set(err, NULL, 0, "out of memory");
    return g->heap;
}

uint64_t gmem_first(const gmem_t *g) { return g->first; }

uint64_t gmem_capacity(const gmem_t *g) { return g->capacity_bytes; }

void gmem_count_guard_read(gmem_t *g) { __atomic_fetch_add(&g->guard_reads, 1, __ATOMIC_RELAXED); }

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
    if (addr < g->first || addr - g->first > g->capacity_bytes || g->capacity_bytes - (addr - g->first) < bytes)
        return GMEM_OUTSIDE;
    if (gmem_span(g, addr, addr + bytes - 1, &none)) return GMEM_OK;
    const uint32_t below = at_or_below(g, addr), above = below == g->bufs ? 0 : below + 1;
    const bool behind = below < g->bufs && addr + bytes <= band(g, above) + GMEM_GUARD_BYTES;
    const bool before = above < g->bufs && addr >= g->buf[above].begin - GMEM_GUARD_BYTES;
    return behind || before ? GMEM_GUARD : GMEM_OUTSIDE;
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
