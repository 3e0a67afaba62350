/* array_copy.c - copies that an array is one or both ends of. What they say of columns is in bytes. */
#include "cuda/array.h"
#include "cuda/calls.h"
#include "cuda/transfer.h"

typedef struct {
    const cuda_array_t *array;
    size_t x, y; /* bytes, rows */
} place_t;

static char *at(const place_t *p) { return (char *)(uintptr_t)(p->array->addr + p->y * p->array->pitch + p->x); }

static cuda_error_t find(cuda_t *c, const void *handle, size_t x, size_t y, size_t width, size_t rows, place_t *out)
{
    const cuda_array_t *a = cuda_array_of(c, handle);
    if (!a) return CUDA_INVALID_HANDLE;
    const size_t height = a->extent.height ? a->extent.height : 1;
    *out = (place_t){a, x, y};
    return x <= a->pitch && width <= a->pitch - x && y <= height && rows <= height - y ? CUDA_OK : CUDA_INVALID_VALUE;
}

/* `bytes` that begin at (x, y) go on in the next row where this one ends. */
static cuda_error_t find_run(cuda_t *c, const void *handle, size_t x, size_t y, size_t bytes, place_t *out)
{
    const cuda_array_t *a = cuda_array_of(c, handle);
    if (!a) return CUDA_INVALID_HANDLE;
    const size_t all = a->slice, first = y <= all / a->pitch ? y * a->pitch + x : all;
    *out = (place_t){a, x, y};
    return x < a->pitch && first <= all && bytes <= all - first ? CUDA_OK : CUDA_INVALID_VALUE;
}

static cuda_error_t rows_to(void *dst, size_t x, size_t y, const void *src, size_t pitch, size_t width, size_t height,
                            int kind, void *stream, bool wait)
{
    place_t p;
    CUDA_ENTER(c);
    const cuda_error_t error = find(c, dst, x, y, width, height, &p);
    if (error || !src) return cuda_leave(c, error ? error : CUDA_INVALID_VALUE);
    const cuda_transfer_t t = {.dst = at(&p),
                               .src = src,
                               .dst_pitch = p.array->pitch,
                               .src_pitch = pitch,
                               .width = width,
                               .rows = height,
                               .slices = 1};
    return cuda_leave(c, cuda_transfer(c, &t, kind, stream, wait));
}

static cuda_error_t rows_from(void *dst, size_t pitch, const void *src, size_t x, size_t y, size_t width, size_t height,
                              int kind, void *stream, bool wait)
{
    place_t p;
    CUDA_ENTER(c);
    const cuda_error_t error = find(c, src, x, y, width, height, &p);
    if (error || !dst) return cuda_leave(c, error ? error : CUDA_INVALID_VALUE);
    const cuda_transfer_t t = {.dst = dst,
                               .src = at(&p),
                               .dst_pitch = pitch,
                               .src_pitch = p.array->pitch,
                               .width = width,
                               .rows = height,
                               .slices = 1};
    return cuda_leave(c, cuda_transfer(c, &t, kind, stream, wait));
}

static cuda_error_t run_to(void *dst, size_t x, size_t y, const void *src, size_t bytes, int kind, void *stream,
                           bool wait)
{
    place_t p;
    CUDA_ENTER(c);
    const cuda_error_t error = find_run(c, dst, x, y, bytes, &p);
    if (error || !src) return cuda_leave(c, error ? error : CUDA_INVALID_VALUE);
    const cuda_transfer_t t = cuda_transfer_plain(at(&p), src, bytes);
    return cuda_leave(c, cuda_transfer(c, &t, kind, stream, wait));
}

static cuda_error_t run_from(void *dst, const void *src, size_t x, size_t y, size_t bytes, int kind, void *stream,
                             bool wait)
{
    place_t p;
    CUDA_ENTER(c);
    const cuda_error_t error = find_run(c, src, x, y, bytes, &p);
    if (error || !dst) return cuda_leave(c, error ? error : CUDA_INVALID_VALUE);
    const cuda_transfer_t t = cuda_transfer_plain(dst, at(&p), bytes);
    return cuda_leave(c, cuda_transfer(c, &t, kind, stream, wait));
}

cuda_error_t cuda_copy_between_arrays(void *dst, size_t dst_x, size_t dst_y, const void *src, size_t src_x,
                                      size_t src_y, size_t width, size_t height, bool run, int kind, void *stream)
{
    place_t to, from;
    CUDA_ENTER(c);
    const cuda_error_t bad_dst =
        run ? find_run(c, dst, dst_x, dst_y, width, &to) : find(c, dst, dst_x, dst_y, width, height, &to);
    const cuda_error_t bad_src =
        run ? find_run(c, src, src_x, src_y, width, &from) : find(c, src, src_x, src_y, width, height, &from);
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
    return rows_to(dst, x, y, src, pitch, width, height, kind, NULL, true);
}

cuda_error_t cudaMemcpy2DToArrayAsync(void *dst, size_t x, size_t y, const void *src, size_t pitch, size_t width,
                                      size_t height, int kind, void *stream)
{
    return rows_to(dst, x, y, src, pitch, width, height, kind, stream, false);
}

cuda_error_t cudaMemcpy2DFromArray(void *dst, size_t pitch, const void *src, size_t x, size_t y, size_t width,
                                   size_t height, int kind)
{
    return rows_from(dst, pitch, src, x, y, width, height, kind, NULL, true);
}

cuda_error_t cudaMemcpy2DFromArrayAsync(void *dst, size_t pitch, const void *src, size_t x, size_t y, size_t width,
                                        size_t height, int kind, void *stream)
{
    return rows_from(dst, pitch, src, x, y, width, height, kind, stream, false);
}

cuda_error_t cudaMemcpyToArray(void *dst, size_t x, size_t y, const void *src, size_t bytes, int kind)
{
    return run_to(dst, x, y, src, bytes, kind, NULL, true);
}

cuda_error_t cudaMemcpyToArrayAsync(void *dst, size_t x, size_t y, const void *src, size_t bytes, int kind,
                                    void *stream)
{
    return run_to(dst, x, y, src, bytes, kind, stream, false);
}

cuda_error_t cudaMemcpyFromArray(void *dst, const void *src, size_t x, size_t y, size_t bytes, int kind)
{
    return run_from(dst, src, x, y, bytes, kind, NULL, true);
}

cuda_error_t cudaMemcpyFromArrayAsync(void *dst, const void *src, size_t x, size_t y, size_t bytes, int kind,
                                      void *stream)
{
    return run_from(dst, src, x, y, bytes, kind, stream, false);
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
