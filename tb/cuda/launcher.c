/* launcher.c - CUDA's entry points for kernel launches. */
#include "cuda/launcher.h"

#include "cuda/calls.h"
#include "cuda/launchable.h"
#include "cuda/queue.h"
#include "cuda/report.h"

#include <stdlib.h>
#include <string.h>

enum { THREADS_MAX = 1024, BLOCK_Z_MAX = 64, SHAPES_MAX = 16 };

CUDA_API unsigned __cudaPushCallConfiguration(cuda_dim3_t grid, cuda_dim3_t block, size_t smem, void *stream);
CUDA_API cuda_error_t __cudaPopCallConfiguration(cuda_dim3_t *grid, cuda_dim3_t *block, size_t *smem, void **stream);

cuda_dim3_t cuda_kernel_cluster(const cuda_kernel_t *k)
{
    uint32_t n[3];
    if (ptx_kernel_cluster(k->ptx, n)) return (cuda_dim3_t){n[0], n[1], n[2]};
    const uint32_t *set = k->cluster;
    if (!set[0] && !set[1] && !set[2]) return (cuda_dim3_t){0, 0, 0};
    return (cuda_dim3_t){set[0] ? set[0] : 1, set[1] ? set[1] : 1, set[2] ? set[2] : 1};
}

/* What a CTA needs. */
static kernel_launch_t like(cuda_t *c, const cuda_kernel_t *k, uint32_t threads, uint32_t smem_bytes)
{
    const uint32_t lanes = cuda_machine(c)->sm.warp_lanes;
    return (kernel_launch_t){.name = k->readable,
                             .threads_per_cta = threads,
                             .warps_per_cta = (threads + lanes - 1) / lanes,
                             .regs_per_thread = k->regs,
                             .smem_bytes = smem_bytes};
}

uint32_t cuda_ctas_per_sm(cuda_t *c, const cuda_kernel_t *k, uint32_t threads, size_t dyn_smem_bytes)
{
    const uint64_t smem = ptx_static_smem_bytes(k->ptx) + dyn_smem_bytes;
    if (!threads || smem > UINT32_MAX) return 0;
    const kernel_launch_t launch = like(c, k, threads, (uint32_t)smem);
    return gpu_ctas_per_sm(cuda_machine(c), &launch);
}

/* False: no GPU accepts the shape, and a program may ask for it to see the error. */
static bool shape_valid(cuda_t *c, const cuda_kernel_t *k, const cuda_shape_t *s)
{
    const cuda_dim3_t *g = &s->grid, *b = &s->block;
    const bool block = b->x && b->y && b->z && b->x <= THREADS_MAX && b->y <= THREADS_MAX && b->z <= BLOCK_Z_MAX &&
                       b->x * b->y * b->z <= THREADS_MAX;
    const bool grid = g->x && g->y && g->z && g->x <= INT32_MAX && g->y <= GPU_GRID_YZ_MAX && g->z <= GPU_GRID_YZ_MAX;
    if (!block)
        cuda_note(c, "kernel '%s': block [%u, %u, %u]; allowed: 1 to [%d, %d, %d] and %d threads", k->readable, b->x,
                  b->y, b->z, THREADS_MAX, THREADS_MAX, BLOCK_Z_MAX, THREADS_MAX);
    if (!grid)
        cuda_note(c, "kernel '%s': grid [%u, %u, %u]; allowed: 1 to [%u, %u, %u]", k->readable, g->x, g->y, g->z,
                  GPU_GRID_X_MAX, GPU_GRID_YZ_MAX, GPU_GRID_YZ_MAX);
    return block && grid;
}

/* A launch without the size of a cluster has that of cudaFuncSetAttribute. False: it has another one. */
static bool take_cluster(cuda_t *c, const cuda_kernel_t *k, cuda_shape_t *s)
{
    const cuda_dim3_t need = cuda_kernel_cluster(k), *n = &s->cluster;
    if (!need.x) return true;
    if (!n->x && !n->y && !n->z) s->cluster = need;
    if (n->x == need.x && n->y == need.y && n->z == need.z) return true;
    cuda_refuse(c, "kernel '%s': clusters of [%u, %u, %u] CTAs; allowed: [%u, %u, %u], which the kernel requires",
                k->readable, n->x, n->y, n->z, need.x, need.y, need.z);
    return false;
}

/* False: a GPU accepts the grid, this dispatcher does not. */
static bool grid_fits(cuda_t *c, const cuda_kernel_t *k, const cuda_dim3_t *g)
{
    if (g->x <= GPU_GRID_X_MAX && (uint64_t)g->x * g->y * g->z <= GPU_CTAS_MAX) return true;
    cuda_refuse(c,
                "kernel '%s': grid [%u, %u, %u]; allowed: up to [%u, %u, %u] and %d CTAs; remedy: a smaller grid whose "
                "threads loop",
                k->readable, g->x, g->y, g->z, GPU_GRID_X_MAX, GPU_GRID_YZ_MAX, GPU_GRID_YZ_MAX, GPU_CTAS_MAX);
    return false;
}

static bool shared_fits(cuda_t *c, const cuda_kernel_t *k, const cuda_shape_t *s)
{
    const uint64_t fixed = ptx_static_smem_bytes(k->ptx), dynamic = s->dyn_smem_bytes;
    const uint64_t room = cuda_machine(c)->sm.smem_bytes;
    if (dynamic <= room && fixed <= room - dynamic) return true;
    cuda_refuse(
        c,
        "kernel '%s': %llu static and %llu dynamic bytes of shared memory; allowed on machine '%s': up to %llu; "
        "remedy: another --machine, or --set sm.smem_bytes",
        k->readable, (unsigned long long)fixed, (unsigned long long)dynamic, cuda_machine(c)->name,
        (unsigned long long)room);
    return false;
}

static void *pack(const ptx_kernel_t *k, void **args)
{
    char *block = calloc(1, ptx_param_bytes(k) + 1);
    for (uint32_t i = 0; block && i < ptx_param_count(k); i++) {
        const ptx_param_t p = ptx_param(k, i);
        memcpy(block + p.offset_bytes, args[i], p.size_bytes);
    }
    return block;
}

static bool make_barrier(cuda_t *c, const cuda_shape_t *s, uint64_t *out, err_t *err)
{
    *out = s->cooperative ? gmem_alloc(cuda_memory(c), "barrier of a grid", GRID_BARRIER_BYTES, err) : 0;
    return *out || !s->cooperative;
}

/* Queues *launch, which then belongs to the queue; destroys it after an error. */
static cuda_error_t queue_launch(cuda_t *c, cuda_stream_t *stream, kernel_launch_t *launch, uint64_t barrier)
{
    err_t err = {{0}};
    const bool fits = gpu_fits(cuda_machine(c), launch, &err);
    if (fits && cuda_queue_kernel(c, stream, launch, barrier)) return CUDA_OK;
    if (!fits) cuda_launchable_refused(cuda_parts(c)->launchable, launch);
    ptx_launch_destroy(launch);
    gmem_free(cuda_memory(c), barrier);
    if (fits) return CUDA_MEMORY_ALLOCATION;
    cuda_refuse(c, "%s; remedy: another --machine, or --set of its size", err.text);
    return CUDA_OUT_OF_RESOURCES;
}

static cuda_error_t queue(cuda_t *c, const cuda_kernel_t *k, const cuda_shape_t *s, cuda_stream_t *stream, void *params)
{
    err_t err = {{0}};
    kernel_launch_t launch;
    uint64_t barrier;
    if (!make_barrier(c, s, &barrier, &err)) return CUDA_MEMORY_ALLOCATION;
    const ptx_launch_cfg_t cfg = {.grid = {s->grid.x, s->grid.y, s->grid.z},
                                  .block = {s->block.x, s->block.y, s->block.z},
                                  .cluster = {s->cluster.x, s->cluster.y, s->cluster.z},
                                  .nonportable_cluster = k->nonportable_cluster,
                                  .warp_lanes = cuda_machine(c)->sm.warp_lanes,
                                  .dyn_smem_bytes = (uint32_t)s->dyn_smem_bytes,
                                  .regs_per_thread = k->regs,
                                  .params = params,
                                  .gmem = cuda_memory(c),
                                  .grid_barrier = barrier,
                                  .heap_bytes = cuda_parts(c)->heap_bytes,
                                  .stack_bytes = cuda_parts(c)->stack_bytes};
    if (!ptx_launch_create(k->ptx, &cfg, &launch, &err)) {
        gmem_free(cuda_memory(c), barrier);
        cuda_refuse(c, "%s", err.text);
        return CUDA_INVALID_CONFIGURATION;
    }
    launch.name = k->readable;
    return queue_launch(c, stream, &launch, barrier);
}

/* True: all CTAs of a cooperative launch can be resident at once. */
static bool fits_at_once(cuda_t *c, const cuda_kernel_t *k, const cuda_shape_t *s, const cuda_stream_t *stream)
{
    const uint64_t ctas = (uint64_t)s->grid.x * s->grid.y * s->grid.z;
    const uint32_t threads = s->block.x * s->block.y * s->block.z;
    if (ctas <= (uint64_t)cuda_machine(c)->sms * cuda_ctas_per_sm(c, k, threads, s->dyn_smem_bytes)) return true;
    kernel_launch_t launch = like(c, k, threads, ptx_static_smem_bytes(k->ptx) + (uint32_t)s->dyn_smem_bytes);
    const cuda_dim3_t *const shapes[] = {&s->grid, &s->block, &s->cluster};
    uint32_t *const to[] = {launch.grid, launch.block, launch.cluster};
    for (uint32_t i = 0; i < 3; i++)
        memcpy(to[i], (uint32_t[]){shapes[i]->x, shapes[i]->y, shapes[i]->z}, sizeof launch.grid);
    cuda_report_confine(cuda_parts(c)->report, cuda_stream_number(stream), &launch);
    cuda_launchable_refused(cuda_parts(c)->launchable, &launch);
    return false;
}

cuda_error_t cuda_launch(cuda_t *c, const void *kernel, const cuda_shape_t *given, void **args)
{
    cuda_kernel_t *k;
    cuda_shape_t with_cluster = *given, *const shape = &with_cluster;
    cuda_stream_t *stream = cuda_stream_of(c, shape->stream);
    if (!stream) return CUDA_INVALID_HANDLE;
    const cuda_error_t error = cuda_kernel_find(c, kernel, &k);
    if (error) return error;
    if (!take_cluster(c, k, shape)) return CUDA_INVALID_VALUE;
    if (!shape_valid(c, k, shape) || !grid_fits(c, k, &shape->grid)) return CUDA_INVALID_CONFIGURATION;
    const char *refusal = ptx_kernel_refusal(k->ptx);
    if (refusal) {
        cuda_refuse(c, "kernel '%s' is refused: %s", k->readable, refusal);
        return CUDA_INVALID_PTX;
    }
    cuda_managed_place(c);
    if (!shared_fits(c, k, shape)) return CUDA_INVALID_VALUE;
    if (shape->cooperative && !fits_at_once(c, k, shape, stream)) return CUDA_COOPERATIVE_TOO_LARGE;
    void *params = pack(k->ptx, args);
    if (!params) return CUDA_MEMORY_ALLOCATION;
    const cuda_error_t queued = queue(c, k, shape, stream, params);
    free(params);
    return queued;
}

cuda_error_t cudaLaunchKernel(const void *kernel, cuda_dim3_t grid, cuda_dim3_t block, void **args, size_t smem,
                              void *stream)
{
    const cuda_shape_t shape = {grid, block, smem, stream, false, {0, 0, 0}};
    CUDA_ENTER(c);
    return cuda_leave(c, cuda_launch(c, kernel, &shape, args));
}

cuda_error_t __cudaLaunchKernel(const void *kernel, cuda_dim3_t grid, cuda_dim3_t block, void **args, size_t smem,
                                void *stream)
{
    return cudaLaunchKernel(kernel, grid, block, args, smem, stream);
}

/* Attributes without an effect on results. A preferred size of a cluster is a hint: clusters have the size that the
 * launch or the kernel requires. */
static bool is_harmless(int id)
{
    static const int IDS[] = {
        CUDA_ATTR_NONE,     CUDA_ATTR_L2_WINDOW,        CUDA_ATTR_HOST_WAIT,  CUDA_ATTR_CLUSTER_ORDER,
        CUDA_ATTR_OVERLAP,  CUDA_ATTR_PRIORITY,         CUDA_ATTR_DOMAIN_MAP, CUDA_ATTR_DOMAIN,
        CUDA_ATTR_CARVEOUT, CUDA_ATTR_PREFERRED_CLUSTER};
    for (uint32_t i = 0; i < sizeof IDS / sizeof *IDS; i++)
        if (IDS[i] == id) return true;
    return false;
}

/* False: refused. */
static bool take_attribute(cuda_t *c, const cuda_launch_attr_t *a, cuda_shape_t *shape)
{
    if (a->id == CUDA_ATTR_CLUSTER) shape->cluster = a->value.cluster;
    if (a->id == CUDA_ATTR_CLUSTER) return true;
    if (a->id == CUDA_ATTR_COOPERATIVE) shape->cooperative = a->value.cooperative != 0;
    if (a->id == CUDA_ATTR_COOPERATIVE || is_harmless(a->id)) return true;
    cuda_refuse(c, "cudaLaunchKernelExC: launch attribute %d is not supported", a->id);
    return false;
}

cuda_error_t cudaLaunchKernelExC(const cuda_launch_cfg_t *cfg, const void *kernel, void **args)
{
    CUDA_ENTER(c);
    if (!cfg) return cuda_leave(c, CUDA_INVALID_VALUE);
    cuda_shape_t shape = {cfg->grid, cfg->block, cfg->dyn_smem_bytes, cfg->stream, false, {0, 0, 0}};
    for (unsigned i = 0; i < cfg->attr_count; i++)
        if (!take_attribute(c, &cfg->attrs[i], &shape)) return cuda_leave(c, CUDA_NOT_SUPPORTED);
    return cuda_leave(c, cuda_launch(c, kernel, &shape, args));
}

cuda_error_t cudaLaunchCooperativeKernel(const void *kernel, cuda_dim3_t grid, cuda_dim3_t block, void **args,
                                         size_t smem, void *stream)
{
    const cuda_shape_t shape = {grid, block, smem, stream, true, {0, 0, 0}};
    CUDA_ENTER(c);
    return cuda_leave(c, cuda_launch(c, kernel, &shape, args));
}

/* ---- kernel<<<...>>>: the call site pushes the shape, the kernel's stub pops it and launches ---- */

static _Thread_local struct {
    cuda_shape_t shape[SHAPES_MAX];
    uint32_t depth;
} call;

unsigned __cudaPushCallConfiguration(cuda_dim3_t grid, cuda_dim3_t block, size_t smem, void *stream)
{
    if (call.depth == SHAPES_MAX) return 1; /* makes the program skip the call */
    call.shape[call.depth++] = (cuda_shape_t){grid, block, smem, stream, false, {0, 0, 0}};
    return 0;
}

cuda_error_t __cudaPopCallConfiguration(cuda_dim3_t *grid, cuda_dim3_t *block, size_t *smem, void **stream)
{
    if (!call.depth) return CUDA_MISSING_CONFIGURATION;
    const cuda_shape_t *s = &call.shape[--call.depth];
    *grid = s->grid;
    *block = s->block;
    *smem = s->dyn_smem_bytes;
    *stream = s->stream;
    return CUDA_OK;
}
