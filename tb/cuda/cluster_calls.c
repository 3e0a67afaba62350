/* cluster_calls.c - CUDA's entry points for the occupancy of kernels with clusters. */
#include "cuda/launcher.h"

CUDA_API cuda_error_t cudaOccupancyMaxActiveClusters(int *out, const void *kernel, const cuda_launch_cfg_t *cfg);
CUDA_API cuda_error_t cudaOccupancyMaxPotentialClusterSize(int *out, const void *kernel, const cuda_launch_cfg_t *cfg);

enum { PORTABLE_CTAS_MAX = 8 /* of a cluster */ };

static uint32_t ctas_most(const cuda_kernel_t *k)
{
    return k->nonportable_cluster ? CLUSTER_CTAS_MAX : PORTABLE_CTAS_MAX;
}

/* CTAs of a cluster that the launch would have. */
static uint64_t cluster_ctas(const cuda_kernel_t *k, const cuda_launch_cfg_t *cfg)
{
    cuda_dim3_t n = cuda_kernel_cluster(k);
    if (!n.x) n = (cuda_dim3_t){1, 1, 1};
    for (unsigned i = 0; i < cfg->attr_count; i++)
        if (cfg->attrs[i].id == CUDA_ATTR_CLUSTER) n = cfg->attrs[i].value.cluster;
    const bool fits =
        n.x && n.y && n.z && n.x <= CLUSTER_CTAS_MAX && n.y <= CLUSTER_CTAS_MAX && n.z <= CLUSTER_CTAS_MAX;
    return fits ? (uint64_t)n.x * n.y * n.z : 0;
}

/* Clusters of `ctas` CTAs that all GPCs hold at once. */
static uint64_t clusters_at_once(cuda_t *c, const cuda_kernel_t *k, const cuda_launch_cfg_t *cfg, uint32_t ctas)
{
    const uint64_t threads = (uint64_t)cfg->block.x * cfg->block.y * cfg->block.z;
    if (!threads || threads > 1024) return 0;
    const uint32_t each = cuda_ctas_per_sm(c, k, (uint32_t)threads, cfg->dyn_smem_bytes);
    return gpu_clusters_at_once(cuda_machine(c), mask_all(), each, ctas);
}

cuda_error_t cudaOccupancyMaxActiveClusters(int *out, const void *kernel, const cuda_launch_cfg_t *cfg)
{
    cuda_kernel_t *k;
    CUDA_ENTER(c);
    const cuda_error_t error = cuda_kernel_find(c, kernel, &k);
    if (error || !out || !cfg) return cuda_leave(c, error ? error : CUDA_INVALID_VALUE);
    const uint64_t ctas = cluster_ctas(k, cfg);
    if (!ctas || ctas > ctas_most(k)) return cuda_leave(c, CUDA_INVALID_CLUSTER_SIZE);
    *out = (int)clusters_at_once(c, k, cfg, (uint32_t)ctas);
    return cuda_leave(c, CUDA_OK);
}

cuda_error_t cudaOccupancyMaxPotentialClusterSize(int *out, const void *kernel, const cuda_launch_cfg_t *cfg)
{
    cuda_kernel_t *k;
    CUDA_ENTER(c);
    const cuda_error_t error = cuda_kernel_find(c, kernel, &k);
    if (error || !out || !cfg) return cuda_leave(c, error ? error : CUDA_INVALID_VALUE);
    uint32_t ctas = ctas_most(k);
    while (ctas && !clusters_at_once(c, k, cfg, ctas)) ctas /= 2;
    *out = (int)ctas;
    return cuda_leave(c, CUDA_OK);
}
