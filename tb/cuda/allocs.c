/* allocs.c - the table of allocations, sorted by address. */
#include "cuda/memory.h"

#include "ptx/gmem_access.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cuda_allocs {
    cuda_alloc_t *item; /* by address */
    uint32_t count, room;
    uint64_t made;
};

cuda_allocs_t *cuda_allocs_create(void) { return calloc(1, sizeof(cuda_allocs_t)); }

/* Index of the first allocation that begins above `addr`. */
static uint32_t behind(const cuda_allocs_t *a, uint64_t addr)
{
    uint32_t lo = 0, hi = a->count;
    while (lo < hi) {
        const uint32_t mid = lo + (hi - lo) / 2;
        if (a->item[mid].addr <= addr) lo = mid + 1;
        else hi = mid;
    }
    return lo;
}

static bool keep(cuda_allocs_t *a, const cuda_alloc_t *x)
{
    if (a->count == a->room) {
        const uint32_t room = a->room ? 2 * a->room : 64;
        cuda_alloc_t *more = realloc(a->item, room * sizeof *more);
        if (!more) return false;
        a->item = more;
        a->room = room;
    }
    const uint32_t at = behind(a, x->addr);
    memmove(&a->item[at + 1], &a->item[at], (a->count - at) * sizeof *a->item);
    a->item[at] = *x;
    a->count++;
    return true;
}

/* A program may try less when the device is full, so this is a note and does not fail the run. */
cuda_error_t cuda_full(cuda_t *c, const err_t *err)
{
    cuda_note(c, "%s; remedy: smaller inputs", err->text);
    return CUDA_MEMORY_ALLOCATION;
}

cuda_error_t cuda_alloc(cuda_t *c, void **out, uint64_t bytes, int kind, unsigned flags)
{
    static const char *const what[] = {"?", "pinned", "device", "managed"};
    cuda_allocs_t *a = cuda_parts(c)->allocs;
    err_t err = {{0}};
    char name[48];
    if (!out) return CUDA_INVALID_VALUE;
    *out = NULL;
    if (!bytes) return kind == CUDA_MEMORY_MANAGED ? CUDA_INVALID_VALUE : CUDA_OK;
    snprintf(name, sizeof name, "%s allocation %" PRIu64, what[kind], ++a->made);
    const cuda_alloc_t x = {gmem_alloc(cuda_memory(c), name, bytes, &err), bytes, kind, flags};
    if (!x.addr) return cuda_full(c, &err);
    if (!keep(a, &x)) return CUDA_MEMORY_ALLOCATION;
    if (kind != CUDA_MEMORY_DEVICE) gmem_share(cuda_memory(c), x.addr);
    *out = (void *)(uintptr_t)x.addr;
    return CUDA_OK;
}

const cuda_alloc_t *cuda_alloc_at(cuda_t *c, const void *at)
{
    const cuda_allocs_t *a = cuda_parts(c)->allocs;
    const uint32_t i = behind(a, (uintptr_t)at);
    return i && (uintptr_t)at - a->item[i - 1].addr < a->item[i - 1].bytes ? &a->item[i - 1] : NULL;
}

cuda_error_t cuda_alloc_free(cuda_t *c, void *begin, int kind)
{
    cuda_allocs_t *a = cuda_parts(c)->allocs;
    const cuda_alloc_t *x = cuda_alloc_at(c, begin);
    if (!begin) return CUDA_OK;
    if (!x || x->addr != (uintptr_t)begin || (x->kind == CUDA_MEMORY_HOST) != (kind == CUDA_MEMORY_HOST))
        return CUDA_INVALID_VALUE;
    const uint32_t at = (uint32_t)(x - a->item);
    gmem_free(cuda_memory(c), x->addr);
    memmove(&a->item[at], &a->item[at + 1], (a->count - at - 1) * sizeof *a->item);
    a->count--;
    return CUDA_OK;
}

void cuda_allocs_free(cuda_t *c)
{
    cuda_allocs_t *a = cuda_parts(c)->allocs;
    while (a->count) gmem_free(cuda_memory(c), a->item[--a->count].addr);
}

bool cuda_is_device(cuda_t *c, const void *at, uint64_t bytes)
{
    uint32_t hint = UINT32_MAX;
    const uint64_t first = (uintptr_t)at;
    return !bytes || (first + bytes > first && gmem_span(cuda_memory(c), first, first + bytes - 1, &hint));
}
