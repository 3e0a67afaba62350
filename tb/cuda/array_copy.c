/* array_copy.c - copies with an array as source, destination or both. x and width are in bytes, as CUDA defines. */
#include "cuda/array.h"
#include "cuda/calls.h"
#include "cuda/transfer.h"

typedef struct {
    const cuda_array_t *array;
    size_t x, y; /* bytes, rows */
} place_t;

typedef struct { /* one end is an array's handle, whose copy begins at (x, y); the other end is memory */
    void *dst;
    const void *src;
    size_t x, y;
    bool to_array;
} ends_t;

typedef struct {
    size_t pitch;         /* of the memory; without use in a run */
    size_t width, height; /* bytes, rows */
    bool is_run;          /* height is 1; where a row of the array ends, the bytes continue in the next one */
} block_t;

static char *at(const place_t *p) { return (char *)(uintptr_t)(p->array->addr + p->y * p->array->pitch + p->x); }

static bool rows_inside(const place_t *p, const block_t *b)
{
    const cuda_array_t *a = p->array;
    const size_t height = a->extent.height ? a->extent.height : 1;
    return p->x <= a->pitch && b->width <= a->pitch - p->x && p->y <= height && b->height <= height - p->y;
}

static bool run_inside(const place_t *p, const block_t *b)
{
    const size_t pitch = p->array->pitch, all = p->array->slice;
    const size_t first = p->y <= all / pitch ? p->y * pitch + p->x : all;
    return p->x < pitch && first <= all && b->width <= all - first;
}

/* The place (x, y) of an array, which must contain the block there. */
static cuda_error_t find(cuda_t *c, const void *handle, size_t x, size_t y, const block_t *b, place_t *out)
{
    *out = (place_t){cuda_array_of(c, handle), x, y};
    if (!out->array) return CUDA_INVALID_HANDLE;
    return (b->is_run ? run_inside(out, b) : rows_inside(out, b)) ? CUDA_OK : CUDA_INVALID_VALUE;
}

static cuda_error_t copy(const ends_t *e, const block_t *b, int kind, void *stream, bool wait)
{
    place_t p;
    CUDA_ENTER(c);
    const cuda_error_t error = find(c, e->to_array ? e->dst : e->src, e->x, e->y, b, &p);
    if (error || !(e->to_array ? e->src : e->dst)) return cuda_leave(c, error ? error : CUDA_INVALID_VALUE);
    const cuda_transfer_t t = {.dst = e->to_array ? at(&p) : e->dst,
                               .src = e->to_array ? e->src : at(&p),
                               .dst_pitch = e->to_array ? p.array->pitch : b->pitch,
                               .src_pitch = e->to_array ? b->pitch : p.array->pitch,
                               .width = b->width,
                               .rows = b->height,
                               .slices = 1};
    return cuda_leave(c, cuda_transfer(c, &t, kind, stream, wait));
}

cuda_error_t cuda_copy_between_arrays(void *dst, size_t dst_x, size_t dst_y, const void *src, size_t src_x,
                                      size_t src_y, size_t width, size_t height, bool run, int kind, void *stream)
{
    place_t to, from;
    const block_t b = {.width = width, .height = height, .is_run = run};
    CUDA_ENTER(c);
    const cuda_error_t bad_dst = find(c, dst, dst_x, dst_y, &b, &to);
    const cuda_error_t bad_src = find(c, src, src_x, src_y, &b, &from);
    if (bad_dst || bad_src) return cuda_leave(c, bad_dst ? bad_dst : bad_src);
    const cuda_transfer_t t = {.dst = at(&to),
                               .src = at(&from),
                               .dst_pitch = to.array->pitch,
                               .src_pitch = from.array->pitch,
                               .width = width,
                               .rows = height,
                               .slices = 1};
    return cuda_leave(c, cuda_transfer(c, &t, kind, stream, false));
}

cuda_error_t cudaMemcpy2DToArray(void *dst, size_t x, size_t y, const void *src, size_t pitch, size_t width,
                                 size_t height, int kind)
{
    const ends_t e = {dst, src, x, y, true};
    const block_t b = {.pitch = pitch, .width = width, .height = height};
    return copy(&e, &b, kind, NULL, true);
}

cuda_error_t cudaMemcpy2DToArrayAsync(void *dst, size_t x, size_t y, const void *src, size_t pitch, size_t width,
                                      size_t height, int kind, void *stream)
{
    const ends_t e = {dst, src, x, y, true};
    const block_t b = {.pitch = pitch, .width = width, .height = height};
    return copy(&e, &b, kind, stream, false);
}

cuda_error_t cudaMemcpy2DFromArray(void *dst, size_t pitch, const void *src, size_t x, size_t y, size_t width,
                                   size_t height, int kind)
{
    const ends_t e = {dst, src, x, y, false};
    const block_t b = {.pitch = pitch, .width = width, .height = height};
    return copy(&e, &b, kind, NULL, true);
}

cuda_error_t cudaMemcpy2DFromArrayAsync(void *dst, size_t pitch, const void *src, size_t x, size_t y, size_t width,
                                        size_t height, int kind, void *stream)
{
    const ends_t e = {dst, src, x, y, false};
    const block_t b = {.pitch = pitch, .width = width, .height = height};
    return copy(&e, &b, kind, stream, false);
}

cuda_error_t cudaMemcpyToArray(void *dst, size_t x, size_t y, const void *src, size_t bytes, int kind)
{
    const ends_t e = {dst, src, x, y, true};
    const block_t b = {.width = bytes, .height = 1, .is_run = true};
    return copy(&e, &b, kind, NULL, true);
}

cuda_error_t cudaMemcpyToArrayAsync(void *dst, size_t x, size_t y, const void *src, size_t bytes, int kind,
                                    void *stream)
{
    const ends_t e = {dst, src, x, y, true};
    const block_t b = {.width = bytes, .height = 1, .is_run = true};
    return copy(&e, &b, kind, stream, false);
}

cuda_error_t cudaMemcpyFromArray(void *dst, const void *src, size_t x, size_t y, size_t bytes, int kind)
{
    const ends_t e = {dst, src, x, y, false};
    const block_t b = {.width = bytes, .height = 1, .is_run = true};
    return copy(&e, &b, kind, NULL, true);
}

cuda_error_t cudaMemcpyFromArrayAsync(void *dst, const void *src, size_t x, size_t y, size_t bytes, int kind,
                                      void *stream)
{
    const ends_t e = {dst, src, x, y, false};
    const block_t b = {.width = bytes, .height = 1, .is_run = true};
    return copy(&e, &b, kind, stream, false);
}

cuda_error_t cudaMemcpy2DArrayToArray(void *dst, size_t dst_x, size_t dst_y, const void *src, size_t src_x,
                                      size_t src_y, size_t width, size_t height, int kind)
{
    return cuda_copy_between_arrays(dst, dst_x, dst_y, src, src_x, src_y, width, height, false, kind, NULL);
}

cuda_error_t cudaMemcpyArrayToArray(void *dst, size_t dst_x, size_t dst_y, const void *src, size_t src_x, size_t src_y,
                                    size_t bytes, int kind)
{
    return cuda_copy_between_arrays(dst, dst_x, dst_y, src, src_x, src_y, bytes, 1, true, kind, NULL);
}
