/* function_calls.c - CUDA's entry points for attributes and occupancy of kernels. */
#include "cuda/launcher.h"

CUDA_API cuda_error_t cudaFuncGetAttributes(cuda_func_attr_t *out, const void *kernel);
CUDA_API cuda_error_t cudaFuncSetAttribute(const void *kernel, int attribute, int value);
CUDA_API cuda_error_t cudaFuncSetCacheConfig(const void *kernel, int config);
CUDA_API cuda_error_t cudaFuncSetSharedMemConfig(const void *kernel, int config);
CUDA_API cuda_error_t cudaFuncGetName(const char **name, const void *kernel);
CUDA_API cuda_error_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *out, const void *kernel, int threads,
                                                                    size_t dyn_smem_bytes);
CUDA_API cuda_error_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *out, const void *kernel, int threads,
                                                                             size_t dyn_smem_bytes, unsigned flags);
CUDA_API cuda_error_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *out, const void *kernel, int ctas, int threads);

enum { /* cudaFuncAttribute */
       ATTRIBUTE_DYNAMIC_SMEM = 8,
       ATTRIBUTE_CARVEOUT = 9,
       ATTRIBUTE_CLUSTER_WIDTH = 11, /* then height and depth */
       ATTRIBUTE_CLUSTER_HEIGHT,
       ATTRIBUTE_CLUSTER_DEPTH,
       ATTRIBUTE_NONPORTABLE_CLUSTER = 14,
       ATTRIBUTE_CLUSTER_ORDER = 15, /* how the scheduler places the CTAs of a cluster: a preference */
       THREADS_MAX = 1024
};

static uint32_t smem_left(cuda_t *c, const cuda_kernel_t *k)
{
    const uint32_t all = cuda_machine(c)->sm.smem_bytes, used = ptx_static_smem_bytes(k->ptx);
    return used < all ? all - used : 0;
}

/* Largest CTA, in threads, that fits an SM with the kernel's registers per thread. */
static int threads_most(cuda_t *c, const cuda_kernel_t *k)
{
    uint32_t threads = THREADS_MAX;
    while (threads && !cuda_ctas_per_sm(c, k, threads, 0)) threads -= cuda_machine(c)->sm.warp_lanes;
    return (int)threads;
}

cuda_error_t cudaFuncGetAttributes(cuda_func_attr_t *out, const void *kernel)
{
    cuda_kernel_t *k;
    CUDA_ENTER(c);
    const cuda_error_t error = cuda_kernel_find(c, kernel, &k);
    if (error || !out) return cuda_leave(c, error ? error : CUDA_INVALID_VALUE);
    const cuda_dim3_t cluster = cuda_kernel_cluster(k);
    *out = (cuda_func_attr_t){.shared_bytes = ptx_static_smem_bytes(k->ptx),
                              .local_bytes = ptx_local_bytes(k->ptx),
                              .max_threads = threads_most(c, k),
                              .regs = (int)k->regs,
                              .ptx_version = CUDA_MAJOR * 10 + CUDA_MINOR,
                              .binary_version = CUDA_MAJOR * 10 + CUDA_MINOR,
                              .max_dynamic_shared_bytes = (int)smem_left(c, k),
                              .carveout = -1,
                              .cluster = {cluster.x != 0, (int)cluster.x, (int)cluster.y, (int)cluster.z},
                              .cluster_nonportable = k->nonportable_cluster};
    return cuda_leave(c, CUDA_OK);
}

/* One extent of the cluster; a kernel that states its cluster keeps it. */
static cuda_error_t require_cluster(cuda_kernel_t *k, uint32_t axis, int value)
{
    uint32_t own[3];
    if (value < 1 || value > CLUSTER_CTAS_MAX) return CUDA_INVALID_VALUE;
    if (ptx_kernel_cluster(k->ptx, own)) return own[axis] == (uint32_t)value ? CUDA_OK : CUDA_INVALID_VALUE;
    k->cluster[axis] = (uint32_t)value;
    return CUDA_OK;
}

/* Setting the dynamic shared memory only checks the value: a kernel may use all of an SM's without opt-in. */
cuda_error_t cudaFuncSetAttribute(const void *kernel, int attribute, int value)
{
    cuda_kernel_t *k;
    CUDA_ENTER(c);
    const cuda_error_t error = cuda_kernel_find(c, kernel, &k);
    if (error) return cuda_leave(c, error);
    switch (attribute) {
    case ATTRIBUTE_CARVEOUT:
    case ATTRIBUTE_CLUSTER_ORDER: return cuda_leave(c, CUDA_OK);
    case ATTRIBUTE_CLUSTER_WIDTH:
    case ATTRIBUTE_CLUSTER_HEIGHT:
    case ATTRIBUTE_CLUSTER_DEPTH:
        return cuda_leave(c, require_cluster(k, (uint32_t)(attribute - ATTRIBUTE_CLUSTER_WIDTH), value));
    case ATTRIBUTE_NONPORTABLE_CLUSTER:
        if (value == 0 || value == 1) k->nonportable_cluster = value != 0;
        return cuda_leave(c, value == 0 || value == 1 ? CUDA_OK : CUDA_INVALID_VALUE);
    case ATTRIBUTE_DYNAMIC_SMEM:
        return cuda_leave(c, value >= 0 && (uint32_t)value <= smem_left(c, k) ? CUDA_OK : CUDA_INVALID_VALUE);
    default:
        cuda_refuse(c, "cudaFuncSetAttribute: attribute %d is not supported; allowed: %d to %d", attribute,
                    ATTRIBUTE_DYNAMIC_SMEM, ATTRIBUTE_CLUSTER_ORDER);
        return cuda_leave(c, CUDA_NOT_SUPPORTED);
    }
}

static cuda_error_t preference(const void *kernel)
{
    cuda_kernel_t *k;
    CUDA_ENTER(c);
    return cuda_leave(c, cuda_kernel_find(c, kernel, &k));
}

/* Preferences without effect: the machine's split of L1 cache and shared memory is fixed. */
cuda_error_t cudaFuncSetCacheConfig(const void *kernel, int config)
{
    (void)config;
    return preference(kernel);
}

cuda_error_t cudaFuncSetSharedMemConfig(const void *kernel, int config)
{
    (void)config;
    return preference(kernel);
}

cuda_error_t cudaFuncGetName(const char **name, const void *kernel)
{
    cuda_kernel_t *k;
    CUDA_ENTER(c);
    const cuda_error_t error = cuda_kernel_find(c, kernel, &k);
    if (error || !name) return cuda_leave(c, error ? error : CUDA_INVALID_VALUE);
    *name = k->name;
    return cuda_leave(c, CUDA_OK);
}

cuda_error_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *out, const void *kernel, int threads,
                                                           size_t dyn_smem_bytes)
{
    cuda_kernel_t *k;
    CUDA_ENTER(c);
    const cuda_error_t error = cuda_kernel_find(c, kernel, &k);
    if (error || !out || threads < 1) return cuda_leave(c, error ? error : CUDA_INVALID_VALUE);
    *out = threads > THREADS_MAX ? 0 : (int)cuda_ctas_per_sm(c, k, (uint32_t)threads, dyn_smem_bytes);
    return cuda_leave(c, CUDA_OK);
}

cuda_error_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *out, const void *kernel, int threads,
                                                                    size_t dyn_smem_bytes, unsigned flags)
{
    (void)flags;
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(out, kernel, threads, dyn_smem_bytes);
}

cuda_error_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *out, const void *kernel, int ctas, int threads)
{
    cuda_kernel_t *k;
    CUDA_ENTER(c);
    const cuda_error_t error = cuda_kernel_find(c, kernel, &k);
    if (error || !out || ctas < 1 || threads < 1) return cuda_leave(c, error ? error : CUDA_INVALID_VALUE);
    const uint32_t each = cuda_machine(c)->sm.smem_bytes / (uint32_t)ctas, used = ptx_static_smem_bytes(k->ptx);
    *out = used < each ? each - used : 0;
    return cuda_leave(c, CUDA_OK);
}
