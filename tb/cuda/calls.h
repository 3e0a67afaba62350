/* calls.h - entry points that use the default stream, grouped by file. Each has a variant for programs compiled with
 * --default-stream per-thread (per_thread.c). */
#ifndef CTADEL_TB_CUDA_CALLS_H
#define CTADEL_TB_CUDA_CALLS_H

#include "cuda/abi.h"

#include <stdbool.h>

typedef void cuda_callback_fn(void *stream, int status, void *data);
typedef void cuda_host_fn(void *data);

/* memory.c */
CUDA_API cuda_error_t cudaMallocAsync(void **out, size_t bytes, void *stream);
CUDA_API cuda_error_t cudaFreeAsync(void *at, void *stream);
CUDA_API cuda_error_t cudaMemPrefetchAsync(const void *at, size_t bytes, uint64_t location, unsigned flags,
                                           void *stream);
CUDA_API cuda_error_t cudaStreamAttachMemAsync(void *stream, void *at, size_t bytes, unsigned flags);

/* copy.c */
CUDA_API cuda_error_t cudaMemcpy(void *dst, const void *src, size_t bytes, int kind);
CUDA_API cuda_error_t cudaMemcpyAsync(void *dst, const void *src, size_t bytes, int kind, void *stream);
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

/* array_copy.c */
CUDA_API cuda_error_t cudaMemcpy2DToArray(void *dst, size_t x, size_t y, const void *src, size_t pitch, size_t width,
                                          size_t height, int kind);
CUDA_API cuda_error_t cudaMemcpy2DToArrayAsync(void *dst, size_t x, size_t y, const void *src, size_t pitch,
                                               size_t width, size_t height, int kind, void *stream);
CUDA_API cuda_error_t cudaMemcpy2DFromArray(void *dst, size_t pitch, const void *src, size_t x, size_t y, size_t width,
                                            size_t height, int kind);
CUDA_API cuda_error_t cudaMemcpy2DFromArrayAsync(void *dst, size_t pitch, const void *src, size_t x, size_t y,
                                                 size_t width, size_t height, int kind, void *stream);
CUDA_API cuda_error_t cudaMemcpyToArray(void *dst, size_t x, size_t y, const void *src, size_t bytes, int kind);
CUDA_API cuda_error_t cudaMemcpyToArrayAsync(void *dst, size_t x, size_t y, const void *src, size_t bytes, int kind,
                                             void *stream);
CUDA_API cuda_error_t cudaMemcpyFromArray(void *dst, const void *src, size_t x, size_t y, size_t bytes, int kind);
CUDA_API cuda_error_t cudaMemcpyFromArrayAsync(void *dst, const void *src, size_t x, size_t y, size_t bytes, int kind,
                                               void *stream);
CUDA_API cuda_error_t cudaMemcpy2DArrayToArray(void *dst, size_t dst_x, size_t dst_y, const void *src, size_t src_x,
                                               size_t src_y, size_t width, size_t height, int kind);
CUDA_API cuda_error_t cudaMemcpyArrayToArray(void *dst, size_t dst_x, size_t dst_y, const void *src, size_t src_x,
                                             size_t src_y, size_t bytes, int kind);
/* The same in a stream, which CUDA has no entry point for. run: `width` bytes that continue in the next row; height 1.
 */
cuda_error_t cuda_copy_between_arrays(void *dst, size_t dst_x, size_t dst_y, const void *src, size_t src_x,
                                      size_t src_y, size_t width, size_t height, bool run, int kind, void *stream);

/* symbol.c */
CUDA_API cuda_error_t cudaMemcpyToSymbol(const void *symbol, const void *src, size_t bytes, size_t offset, int kind);
CUDA_API cuda_error_t cudaMemcpyToSymbolAsync(const void *symbol, const void *src, size_t bytes, size_t offset,
                                              int kind, void *stream);
CUDA_API cuda_error_t cudaMemcpyFromSymbol(void *dst, const void *symbol, size_t bytes, size_t offset, int kind);
CUDA_API cuda_error_t cudaMemcpyFromSymbolAsync(void *dst, const void *symbol, size_t bytes, size_t offset, int kind,
                                                void *stream);

/* launcher.c */
CUDA_API cuda_error_t cudaLaunchKernel(const void *kernel, cuda_dim3_t grid, cuda_dim3_t block, void **args,
                                       size_t smem, void *stream);
CUDA_API cuda_error_t __cudaLaunchKernel(const void *kernel, cuda_dim3_t grid, cuda_dim3_t block, void **args,
                                         size_t smem, void *stream);
CUDA_API cuda_error_t cudaLaunchKernelExC(const cuda_launch_cfg_t *cfg, const void *kernel, void **args);
CUDA_API cuda_error_t cudaLaunchCooperativeKernel(const void *kernel, cuda_dim3_t grid, cuda_dim3_t block, void **args,
                                                  size_t smem, void *stream);

/* stream_calls.c */
CUDA_API cuda_error_t cudaStreamSynchronize(void *stream);
CUDA_API cuda_error_t cudaStreamQuery(void *stream);
CUDA_API cuda_error_t cudaStreamWaitEvent(void *stream, void *event, unsigned flags);
CUDA_API cuda_error_t cudaStreamGetFlags(void *stream, unsigned *flags);
CUDA_API cuda_error_t cudaStreamGetPriority(void *stream, int *priority);
CUDA_API cuda_error_t cudaStreamGetId(void *stream, unsigned long long *id);
CUDA_API cuda_error_t cudaStreamIsCapturing(void *stream, int *status);
CUDA_API cuda_error_t cudaStreamAddCallback(void *stream, cuda_callback_fn *fn, void *data, unsigned flags);
CUDA_API cuda_error_t cudaLaunchHostFunc(void *stream, cuda_host_fn *fn, void *data);

/* event_calls.c */
CUDA_API cuda_error_t cudaEventRecord(void *event, void *stream);
CUDA_API cuda_error_t cudaEventRecordWithFlags(void *event, void *stream, unsigned flags);

#endif
