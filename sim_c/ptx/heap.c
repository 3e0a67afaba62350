/* heap.c - first-fit allocation over a list of the allocated ranges, sorted by address. */
#include "ptx/heap.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGN_BYTES = 16 };

typedef struct {
    uint64_t begin, end;
} place_t;

struct heap {
    uint64_t begin, end;
    place_t *place;
    uint32_t used, room;
    uint32_t full; /* index below which no gap lies between two ranges: the search starts here */
};

heap_t *heap_create(uint64_t addr, uint64_t bytes)
{
    heap_t *h = calloc(1, sizeof *h);
    if (h) *h = (heap_t){.begin = addr, .end = addr + bytes};
    return h;
}

void heap_destroy(heap_t *h)
{
    if (!h) return;
    free(h->place);
    free(h);
}

static uint64_t end_before(const heap_t *h, uint32_t i) { return i ? h->place[i - 1].end : h->begin; }
static uint64_t begin_of(const heap_t *h, uint32_t i) { return i < h->used ? h->place[i].begin : h->end; }

uint64_t heap_alloc(heap_t *h, uint64_t bytes)
{
    if (!bytes || bytes > h->end - h->begin) return 0;
    bytes = (bytes + ALIGN_BYTES - 1) / ALIGN_BYTES * ALIGN_BYTES;
    while (h->full < h->used && begin_of(h, h->full) == end_before(h, h->full)) h->full++;
    uint32_t i = h->full;
    while (begin_of(h, i) - end_before(h, i) < bytes)
        if (i++ == h->used) return 0;
    if (h->used == h->room) {
        const uint32_t room = h->room ? 2 * h->room : 64;
        place_t *place = realloc(h->place, room * sizeof *place);
        if (!place) return 0;
        h->place = place;
        h->room = room;
    }
    const uint64_t at = end_before(h, i);
    memmove(&h->place[i + 1], &h->place[i], (h->used - i) * sizeof *h->place);
    h->place[i] = (place_t){at, at + bytes};
    h->used++;
    return at;
}

bool heap_free(heap_t *h, uint64_t addr)
{
    uint32_t lo = 0, hi = h->used;
    while (lo < hi) {
        const uint32_t mid = lo + (hi - lo) / 2;
        if (h->place[mid].begin < addr) lo = mid + 1;
        else hi = mid;
    }
    if (lo == h->used || h->place[lo].begin != addr) return false;
    memmove(&h->place[lo], &h->place[lo + 1], (h->used - lo - 1) * sizeof *h->place);
    h->used--;
    if (lo < h->full) h->full = lo;
    return true;
}
