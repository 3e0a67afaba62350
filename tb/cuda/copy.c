/* copy.c - CUDA's entry points for copies and fills in one to three dimensions. */
#include "cuda/array.h"
#include "cuda/calls.h"
#include "cuda/memory.h"
#include "cuda/transfer.h"

CUDA_API cuda_error_t cudaMemcpyPeer(void *dst, int to, const void *src, int from, size_t bytes);
CUDA_API cuda_error_t cudaMemcpyPeerAsync(void *dst, int to, const void *src, int from, size_t bytes, void *stream);

static cuda_error_t copy(const cuda_transfer_t *t, int kind, void *stream, bool wait)
{
    CUDA_ENTER(c);
    if (t->width && !t->src) return cuda_leave(c, CUDA_INVALID_VALUE);
    return cuda_leave(c, cuda_transfer(c, t, kind, stream, wait));
}

static cuda_error_t fill(const cuda_transfer_t *t, void *stream)
{
    CUDA_ENTER(c);
    return cuda_leave(c, cuda_transfer(c, t, CUDA_DEVICE_TO_DEVICE, stream, false));
}

cuda_error_t cudaMemcpy(void *dst, const void *src, size_t bytes, int kind)
{
    const cuda_transfer_t t = cuda_transfer_plain(dst, src, bytes);
    return copy(&t, kind, NULL, true);
}

cuda_error_t cudaMemcpyAsync(void *dst, const void *src, size_t bytes, int kind, void *stream)
{
    const cuda_transfer_t t = cuda_transfer_plain(dst, src, bytes);
    return copy(&t, kind, stream, false);
}

cuda_error_t cudaMemcpyPeerAsync(void *dst, int to, const void *src, int from, size_t bytes, void *stream)
{
    const cuda_transfer_t t = cuda_transfer_plain(dst, src, bytes);
    if (to || from) return cuda_leave(cuda_lock(), CUDA_INVALID_DEVICE);
    return copy(&t, CUDA_DEVICE_TO_DEVICE, stream, false);
}

cuda_error_t cudaMemcpyPeer(void *dst, int to, const void *src, int from, size_t bytes)
{
    return cudaMemcpyPeerAsync(dst, to, src, from, bytes, NULL);
}

static cuda_transfer_t rows(void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width, size_t height)
{
    cuda_transfer_t t = cuda_transfer_plain(dst, src, width);
    t.dst_pitch = dst_pitch;
    t.src_pitch = src_pitch;
    t.rows = height;
    return t;
}

cuda_error_t cudaMemcpy2D(void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width, size_t height,
                          int kind)
{
    const cuda_transfer_t t = rows(dst, dst_pitch, src, src_pitch, width, height);
    return copy(&t, kind, NULL, true);
}

cuda_error_t cudaMemcpy2DAsync(void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width,
                               size_t height, int kind, void *stream)
{
    const cuda_transfer_t t = rows(dst, dst_pitch, src, src_pitch, width, height);
    return copy(&t, kind, stream, false);
}

/* Source or destination of a copy in three dimensions: rows and slices of an array or of memory. */
typedef struct {
    char *at;
    size_t pitch, slice;
} end_t;

static cuda_error_t find_end(cuda_t *c, const void *handle, const cuda_pos_t *pos, const cuda_pitched_t *memory,
                             const cuda_extent_t *e, end_t *out)
{
    if (!handle) {
        const size_t slice = memory->pitch * memory->ysize;
        *out = (end_t){(char *)memory->ptr + pos->z * slice + pos->y * memory->pitch + pos->x, memory->pitch, slice};
        return CUDA_OK;
    }
    const cuda_array_t *a = cuda_array_of(c, handle);
    if (!a) return CUDA_INVALID_HANDLE;
    const size_t rows = a->extent.height ? a->extent.height : 1, slices = a->extent.depth ? a->extent.depth : 1;
    *out = (end_t){(char *)(uintptr_t)a->addr + pos->z * a->slice + pos->y * a->pitch + pos->x * a->elem_bytes,
                   a->pitch, a->slice};
    const bool inside = pos->x <= a->extent.width && e->width <= a->extent.width - pos->x && pos->y <= rows &&
                        e->height <= rows - pos->y && pos->z <= slices && e->depth <= slices - pos->z;
    return inside ? CUDA_OK : CUDA_INVALID_VALUE;
}

/* The width of the extent is in elements if an array takes part, otherwise in bytes. */
static cuda_error_t copy3d(const cuda_copy3d_t *p, void *stream, bool wait)
{
    end_t to, from;
    CUDA_ENTER(c);
    if (!p || (p->src_array && p->src.ptr) || (p->dst_array && p->dst.ptr)) return cuda_leave(c, CUDA_INVALID_VALUE);
    const cuda_error_t bad_dst = find_end(c, p->dst_array, &p->dst_pos, &p->dst, &p->extent, &to);
    const cuda_error_t bad_src = find_end(c, p->src_array, &p->src_pos, &p->src, &p->extent, &from);
    if (bad_dst || bad_src || !from.at)
        return cuda_leave(c, bad_dst ? bad_dst : bad_src ? bad_src : CUDA_INVALID_VALUE);
    const cuda_array_t *a = cuda_array_of(c, p->src_array ? p->src_array : p->dst_array);
    const cuda_array_t *b = cuda_array_of(c, p->dst_array);
    if (a && b && a->elem_bytes != b->elem_bytes) return cuda_leave(c, CUDA_INVALID_VALUE);
    const cuda_transfer_t t = {.dst = to.at,
                               .src = from.at,
                               .dst_pitch = to.pitch,
                               .src_pitch = from.pitch,
                               .dst_slice = to.slice,
                               .src_slice = from.slice,
                               .width = p->extent.width * (a ? a->elem_bytes : 1),
                               .rows = p->extent.height,
                               .slices = p->extent.depth};
    return cuda_leave(c, cuda_transfer(c, &t, p->kind, stream, wait));
}

cuda_error_t cudaMemcpy3D(const cuda_copy3d_t *p) { return copy3d(p, NULL, true); }
cuda_error_t cudaMemcpy3DAsync(const cuda_copy3d_t *p, void *stream) { return copy3d(p, stream, false); }

cuda_error_t cudaMemsetAsync(void *dst, int value, size_t bytes, void *stream)
{
    cuda_transfer_t t = cuda_transfer_plain(dst, NULL, bytes);
    t.value = value;
    return fill(&t, stream);
}

cuda_error_t cudaMemset2DAsync(void *dst, size_t pitch, int value, size_t width, size_t height, void *stream)
{
    cuda_transfer_t t = rows(dst, pitch, NULL, 0, width, height);
    t.value = value;
    return fill(&t, stream);
}

cuda_error_t cudaMemset3DAsync(cuda_pitched_t dst, int value, cuda_extent_t extent, void *stream)
{
    cuda_transfer_t t = rows(dst.ptr, dst.pitch, NULL, 0, extent.width, extent.height);
    t.dst_slice = dst.pitch * dst.ysize;
    t.slices = extent.depth;
    t.value = value;
    return fill(&t, stream);
}

cuda_error_t cudaMemset(void *dst, int value, size_t bytes) { return cudaMemsetAsync(dst, value, bytes, NULL); }

cuda_error_t cudaMemset2D(void *dst, size_t pitch, int value, size_t width, size_t height)
{
    return cudaMemset2DAsync(dst, pitch, value, width, height, NULL);
}

cuda_error_t cudaMemset3D(cuda_pitched_t dst, int value, cuda_extent_t extent)
{
    return cudaMemset3DAsync(dst, value, extent, NULL);
}
