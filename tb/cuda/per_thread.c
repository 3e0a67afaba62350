/* per_thread.c - entry points for programs compiled with --default-stream per-thread. Without a stream argument they
 * use the per-thread stream, which is one stream for all threads here. */
#include "cuda/calls.h"

static void *own(void *stream) { return stream ? stream : CUDA_STREAM_PER_THREAD; }

static cuda_error_t done(cuda_error_t asked) { return asked ? asked : cudaStreamSynchronize(CUDA_STREAM_PER_THREAD); }

CUDA_API cuda_error_t cudaMemcpy_ptds(void *dst, const void *src, size_t bytes, int kind)
{
    return done(cudaMemcpyAsync(dst, src, bytes, kind, CUDA_STREAM_PER_THREAD));
}

CUDA_API cuda_error_t cudaMemcpyAsync_ptsz(void *dst, const void *src, size_t bytes, int kind, void *stream)
{
    return cudaMemcpyAsync(dst, src, bytes, kind, own(stream));
}

CUDA_API cuda_error_t cudaMemcpy2D_ptds(void *dst, size_t dst_pitch, const void *src, size_t src_pitch, size_t width,
                                        size_t height, int kind)
{
    return done(cudaMemcpy2DAsync(dst, dst_pitch, src, src_pitch, width, height, kind, CUDA_STREAM_PER_THREAD));
}

CUDA_API cuda_error_t cudaMemcpy2DAsync_ptsz(void *dst, size_t dst_pitch, const void *src, size_t src_pitch,
                                             size_t width, size_t height, int kind, void *stream)
{
    return cudaMemcpy2DAsync(dst, dst_pitch, src, src_pitch, width, height, kind, own(stream));
}

CUDA_API cuda_error_t cudaMemcpy3D_ptds(const cuda_copy3d_t *p)
{
    return done(cudaMemcpy3DAsync(p, CUDA_STREAM_PER_THREAD));
}

CUDA_API cuda_error_t cudaMemcpy3DAsync_ptsz(const cuda_copy3d_t *p, void *stream)
{
    return cudaMemcpy3DAsync(p, own(stream));
}

CUDA_API cuda_error_t cudaMemset_ptds(void *dst, int value, size_t bytes)
{
    return done(cudaMemsetAsync(dst, value, bytes, CUDA_STREAM_PER_THREAD));
}

CUDA_API cuda_error_t cudaMemsetAsync_ptsz(void *dst, int value, size_t bytes, void *stream)
{
    return cudaMemsetAsync(dst, value, bytes, own(stream));
}

CUDA_API cuda_error_t cudaMemset2D_ptds(void *dst, size_t pitch, int value, size_t width, size_t height)
{
    return done(cudaMemset2DAsync(dst, pitch, value, width, height, CUDA_STREAM_PER_THREAD));
}

CUDA_API cuda_error_t cudaMemset2DAsync_ptsz(void *dst, size_t pitch, int value, size_t width, size_t height,
                                             void *stream)
{
    return cudaMemset2DAsync(dst, pitch, value, width, height, own(stream));
}

CUDA_API cuda_error_t cudaMemset3D_ptds(cuda_pitched_t dst, int value, cuda_extent_t extent)
{
    return done(cudaMemset3DAsync(dst, value, extent, CUDA_STREAM_PER_THREAD));
}

CUDA_API cuda_error_t cudaMemset3DAsync_ptsz(cuda_pitched_t dst, int value, cuda_extent_t extent, void *stream)
{
    return cudaMemset3DAsync(dst, value, extent, own(stream));
}

CUDA_API cuda_error_t cudaEventRecord_ptsz(void *event, void *stream) { return cudaEventRecord(event, own(stream)); }

CUDA_API cuda_error_t cudaEventRecordWithFlags_ptsz(void *event, void *stream, unsigned flags)
{
    return cudaEventRecordWithFlags(event, own(stream), flags);
}

CUDA_API cuda_error_t cudaLaunchKernel_ptsz(const void *kernel, cuda_dim3_t grid, cuda_dim3_t block, void **args,
                                            size_t smem, void *stream)
{
    return cudaLaunchKernel(kernel, grid, block, args, smem, own(stream));
}

CUDA_API cuda_error_t __cudaLaunchKernel_ptsz(const void *kernel, cuda_dim3_t grid, cuda_dim3_t block, void **args,
                                              size_t smem, void *stream)
{
    return __cudaLaunchKernel(kernel, grid, block, args, smem, own(stream));
}

CUDA_API cuda_error_t cudaLaunchKernelExC_ptsz(const cuda_launch_cfg_t *cfg, const void *kernel, void **args)
{
    if (!cfg) return cudaLaunchKernelExC(cfg, kernel, args); /* records the error */
    cuda_launch_cfg_t mine = *cfg;
    mine.stream = own(cfg->stream);
    return cudaLaunchKernelExC(&mine, kernel, args);
}

CUDA_API cuda_error_t cudaLaunchCooperativeKernel_ptsz(const void *kernel, cuda_dim3_t grid, cuda_dim3_t block,
                                                       void **args, size_t smem, void *stream)
{
    return cudaLaunchCooperativeKernel(kernel, grid, block, args, smem, own(stream));
}

CUDA_API cuda_error_t cudaMallocAsync_ptsz(void **out, size_t bytes, void *stream)
{
    return cudaMallocAsync(out, bytes, own(stream));
}

CUDA_API cuda_error_t cudaFreeAsync_ptsz(void *at, void *stream) { return cudaFreeAsync(at, own(stream)); }

CUDA_API cuda_error_t cudaMemPrefetchAsync_ptsz(const void *at, size_t bytes, uint64_t location, unsigned flags,
                                                void *stream)
{
    return cudaMemPrefetchAsync(at, bytes, location, flags, own(stream));
}

CUDA_API cuda_error_t cudaStreamAttachMemAsync_ptsz(void *stream, void *at, size_t bytes, unsigned flags)
{
    return cudaStreamAttachMemAsync(own(stream), at, bytes, flags);
}

CUDA_API cuda_error_t cudaStreamSynchronize_ptsz(void *stream) { return cudaStreamSynchronize(own(stream)); }

CUDA_API cuda_error_t cudaStreamQuery_ptsz(void *stream) { return cudaStreamQuery(own(stream)); }

CUDA_API cuda_error_t cudaStreamWaitEvent_ptsz(void *stream, void *event, unsigned flags)
{
    return cudaStreamWaitEvent(own(stream), event, flags);
}

CUDA_API cuda_error_t cudaStreamGetFlags_ptsz(void *stream, unsigned *flags)
{
    return cudaStreamGetFlags(own(stream), flags);
}

CUDA_API cuda_error_t cudaStreamGetPriority_ptsz(void *stream, int *priority)
{
    return cudaStreamGetPriority(own(stream), priority);
}

CUDA_API cuda_error_t cudaStreamGetId_ptsz(void *stream, unsigned long long *id)
{
    return cudaStreamGetId(own(stream), id);
}

CUDA_API cuda_error_t cudaStreamIsCapturing_ptsz(void *stream, int *status)
{
    return cudaStreamIsCapturing(own(stream), status);
}

CUDA_API cuda_error_t cudaStreamAddCallback_ptsz(void *stream, cuda_callback_fn *fn, void *data, unsigned flags)
{
    return cudaStreamAddCallback(own(stream), fn, data, flags);
}

CUDA_API cuda_error_t cudaLaunchHostFunc_ptsz(void *stream, cuda_host_fn *fn, void *data)
{
    return cudaLaunchHostFunc(own(stream), fn, data);
}

CUDA_API cuda_error_t cudaMemcpyToSymbol_ptds(const void *symbol, const void *src, size_t bytes, size_t offset,
                                              int kind)
{
    return done(cudaMemcpyToSymbolAsync(symbol, src, bytes, offset, kind, CUDA_STREAM_PER_THREAD));
}

CUDA_API cuda_error_t cudaMemcpyToSymbolAsync_ptsz(const void *symbol, const void *src, size_t bytes, size_t offset,
                                                   int kind, void *stream)
{
    return cudaMemcpyToSymbolAsync(symbol, src, bytes, offset, kind, own(stream));
}

CUDA_API cuda_error_t cudaMemcpyFromSymbol_ptds(void *dst, const void *symbol, size_t bytes, size_t offset, int kind)
{
    return done(cudaMemcpyFromSymbolAsync(dst, symbol, bytes, offset, kind, CUDA_STREAM_PER_THREAD));
}

CUDA_API cuda_error_t cudaMemcpyFromSymbolAsync_ptsz(void *dst, const void *symbol, size_t bytes, size_t offset,
                                                     int kind, void *stream)
{
    return cudaMemcpyFromSymbolAsync(dst, symbol, bytes, offset, kind, own(stream));
}

CUDA_API cuda_error_t cudaMemcpy2DToArray_ptds(void *dst, size_t x, size_t y, const void *src, size_t pitch,
                                               size_t width, size_t height, int kind)
{
    return done(cudaMemcpy2DToArrayAsync(dst, x, y, src, pitch, width, height, kind, CUDA_STREAM_PER_THREAD));
}

CUDA_API cuda_error_t cudaMemcpy2DToArrayAsync_ptsz(void *dst, size_t x, size_t y, const void *src, size_t pitch,
                                                    size_t width, size_t height, int kind, void *stream)
{
    return cudaMemcpy2DToArrayAsync(dst, x, y, src, pitch, width, height, kind, own(stream));
}

CUDA_API cuda_error_t cudaMemcpy2DFromArray_ptds(void *dst, size_t pitch, const void *src, size_t x, size_t y,
                                                 size_t width, size_t height, int kind)
{
    return done(cudaMemcpy2DFromArrayAsync(dst, pitch, src, x, y, width, height, kind, CUDA_STREAM_PER_THREAD));
}

CUDA_API cuda_error_t cudaMemcpy2DFromArrayAsync_ptsz(void *dst, size_t pitch, const void *src, size_t x, size_t y,
                                                      size_t width, size_t height, int kind, void *stream)
{
    return cudaMemcpy2DFromArrayAsync(dst, pitch, src, x, y, width, height, kind, own(stream));
}

CUDA_API cuda_error_t cudaMemcpyToArray_ptds(void *dst, size_t x, size_t y, const void *src, size_t bytes, int kind)
{
    return done(cudaMemcpyToArrayAsync(dst, x, y, src, bytes, kind, CUDA_STREAM_PER_THREAD));
}

CUDA_API cuda_error_t cudaMemcpyToArrayAsync_ptsz(void *dst, size_t x, size_t y, const void *src, size_t bytes,
                                                  int kind, void *stream)
{
    return cudaMemcpyToArrayAsync(dst, x, y, src, bytes, kind, own(stream));
}

CUDA_API cuda_error_t cudaMemcpyFromArray_ptds(void *dst, const void *src, size_t x, size_t y, size_t bytes, int kind)
{
    return done(cudaMemcpyFromArrayAsync(dst, src, x, y, bytes, kind, CUDA_STREAM_PER_THREAD));
}

CUDA_API cuda_error_t cudaMemcpyFromArrayAsync_ptsz(void *dst, const void *src, size_t x, size_t y, size_t bytes,
                                                    int kind, void *stream)
{
    return cudaMemcpyFromArrayAsync(dst, src, x, y, bytes, kind, own(stream));
}

CUDA_API cuda_error_t cudaMemcpy2DArrayToArray_ptds(void *dst, size_t dst_x, size_t dst_y, const void *src,
                                                    size_t src_x, size_t src_y, size_t width, size_t height, int kind)
{
    return done(cuda_copy_between_arrays(dst, dst_x, dst_y, src, src_x, src_y, width, height, false, kind,
                                         CUDA_STREAM_PER_THREAD));
}

CUDA_API cuda_error_t cudaMemcpyArrayToArray_ptds(void *dst, size_t dst_x, size_t dst_y, const void *src, size_t src_x,
                                                  size_t src_y, size_t bytes, int kind)
{
    return done(
        cuda_copy_between_arrays(dst, dst_x, dst_y, src, src_x, src_y, bytes, 1, true, kind, CUDA_STREAM_PER_THREAD));
}
