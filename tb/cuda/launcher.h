/* launcher.h - checks and queues kernel launches. A mistake of the program is returned by the call itself. */
#ifndef CTADEL_TB_CUDA_LAUNCHER_H
#define CTADEL_TB_CUDA_LAUNCHER_H

#include "cuda/context.h"
#include "cuda/module.h"

typedef struct {
    cuda_dim3_t grid, block;
    size_t dyn_smem_bytes;
    void *stream;
    bool cooperative;    /* CTAs may wait for each other, so all must be resident at once */
    cuda_dim3_t cluster; /* CTAs of a cluster; all 0: as the kernel says */
} cuda_shape_t;

cuda_error_t cuda_launch(cuda_t *c, const void *kernel, const cuda_shape_t *shape, void **args);

/* CTAs of a cluster that the kernel requires, by its code or by cudaFuncSetAttribute; x 0: none. */
cuda_dim3_t cuda_kernel_cluster(const cuda_kernel_t *k);

/* CTAs of `threads` threads that an SM holds at once; 0: none fits. */
uint32_t cuda_ctas_per_sm(cuda_t *c, const cuda_kernel_t *k, uint32_t threads, size_t dyn_smem_bytes);

#endif
