/* copy.c - copies of the runtime interface, between host and device in every shape but arrays. */
#include "cuda/memory.h"
#include "cuda/transfer.h"

CUDA_API cuda_error_t cudaMemcpy(void *dst, const void *src, size_t bytes, int kind);
CUDA_API cuda_error_t cudaMemcpyAsync(void *dst, const void *src, size_t bytes, int kind, void *stream);
CUDA_API cuda_error_t cudaMemcpyPeer(void *dst, int to, const void *src, int from, size_t bytes);
CUDA_API cuda_error_t cudaMemcpyPeerAsync(void *dst, int to, const void *src, int from, size_t bytes, void *stream);
CUDA_API cuda_error_t cudaMemcpy2D(void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width,
                                   size_t height, int kind);
CUDA_API cuda_error_t cudaMemcpy2DAsync(void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width,
                                        size_t height, int kind, void *stream);
CUDA_API cuda_error_t cudaMemcpy3D(const cuda_copy3d_t *p);
CUDA_API cuda_error_t cudaMemcpy3DAsync(const cuda_copy3d_t *p, void *stream);
CUDA_API cuda_error_t cudaMemset(void *dst, int value, size_t bytes);
CUDA_API cuda_error_t cudaMemsetAsync(void *dst, int value, size_t bytes, void *stream);
CUDA_API cuda_error_t cudaMemset2D(void *dst, size_t pitch, int value, size_t width, size_t height);
CUDA_API cuda_error_t cudaMemset2DAsync(void *dst, size_t pitch, int value, size_t width, size_t height, void *stream);
CUDA_API cuda_error_t cudaMemset3D(cuda_pitched_t dst, int value, cuda_extent_t extent);
CUDA_API cuda_error_t cudaMemset3DAsync(cuda_pitched_t dst, int value, cuda_extent_t extent, void *stream);

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
    if (to || from) return CUDA_INVALID_DEVICE;
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

static cuda_error_t copy3d(const cuda_copy3d_t *p, void *stream, bool wait)
{
    if (!p) return CUDA_INVALID_VALUE;
    if (p->src_array || p->dst_array) {
        CUDA_ENTER(c);
        cuda_refuse(c, "cudaMemcpy3D: CUDA arrays are not supported");
        return cuda_leave(c, CUDA_NOT_SUPPORTED);
    }
    const cuda_pos_t *s = &p->src_pos, *d = &p->dst_pos;
    const size_t src_slice = p->src.pitch * p->src.ysize, dst_slice = p->dst.pitch * p->dst.ysize;
    const cuda_transfer_t t = {.dst = (char *)p->dst.ptr + d->z * dst_slice + d->y * p->dst.pitch + d->x,
                               .src = (const char *)p->src.ptr + s->z * src_slice + s->y * p->src.pitch + s->x,
                               .dst_pitch = p->dst.pitch,
                               .src_pitch = p->src.pitch,
                               .dst_slice = dst_slice,
                               .src_slice = src_slice,
                               .width = p->extent.width,
                               .rows = p->extent.height,
                               .slices = p->extent.depth};
    return copy(&t, p->kind, stream, wait);
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
