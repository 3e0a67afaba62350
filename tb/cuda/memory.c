/* memory.c - CUDA's entry points for allocation (device, pinned, managed, pitched) and for queries about memory. */
#include "cuda/memory.h"

#include "cuda/calls.h"
#include "cuda/host_memory.h"
#include "cuda/queue.h"

enum { PITCH_BYTES = 512 };

CUDA_API cuda_error_t cudaMalloc(void **out, size_t bytes);
CUDA_API cuda_error_t cudaMallocHost(void **out, size_t bytes);
CUDA_API cuda_error_t cudaHostAlloc(void **out, size_t bytes, unsigned flags);
CUDA_API cuda_error_t cudaMallocManaged(void **out, size_t bytes, unsigned flags);
CUDA_API cuda_error_t cudaMallocPitch(void **out, size_t *pitch, size_t width, size_t height);
CUDA_API cuda_error_t cudaMalloc3D(cuda_pitched_t *out, cuda_extent_t extent);
CUDA_API cuda_error_t cudaFree(void *at);
CUDA_API cuda_error_t cudaFreeHost(void *at);
CUDA_API cuda_error_t cudaHostGetDevicePointer(void **device, void *host, unsigned flags);
CUDA_API cuda_error_t cudaHostGetFlags(unsigned *flags, void *host);
CUDA_API cuda_error_t cudaMemGetInfo(size_t *left, size_t *all);
CUDA_API cuda_error_t cudaPointerGetAttributes(cuda_pointer_t *out, const void *at);
CUDA_API cuda_error_t cudaMemAdvise(const void *at, size_t bytes, int advice, uint64_t location);

static cuda_error_t allocate(void **out, size_t bytes, int kind, unsigned flags)
{
    CUDA_ENTER(c);
    return cuda_leave(c, cuda_alloc(c, out, bytes, kind, flags));
}

cuda_error_t cudaMalloc(void **out, size_t bytes) { return allocate(out, bytes, CUDA_MEMORY_DEVICE, 0); }
cuda_error_t cudaMallocHost(void **out, size_t bytes) { return allocate(out, bytes, CUDA_MEMORY_HOST, 0); }

cuda_error_t cudaMallocAsync(void **out, size_t bytes, void *stream)
{
    CUDA_ENTER(c);
    if (!cuda_stream_of(c, stream)) return cuda_leave(c, CUDA_INVALID_HANDLE);
    return cuda_leave(c, cuda_alloc(c, out, bytes, CUDA_MEMORY_DEVICE, 0));
}

cuda_error_t cudaHostAlloc(void **out, size_t bytes, unsigned flags)
{
    return allocate(out, bytes, CUDA_MEMORY_HOST, flags);
}

cuda_error_t cudaMallocManaged(void **out, size_t bytes, unsigned flags)
{
    return allocate(out, bytes, CUDA_MEMORY_MANAGED, flags);
}

cuda_error_t cudaMallocPitch(void **out, size_t *pitch, size_t width, size_t height)
{
    CUDA_ENTER(c);
    if (!pitch || width > SIZE_MAX - PITCH_BYTES) return cuda_leave(c, CUDA_INVALID_VALUE);
    *pitch = (width + PITCH_BYTES - 1) / PITCH_BYTES * PITCH_BYTES;
    if (height && *pitch > SIZE_MAX / height) return cuda_leave(c, CUDA_MEMORY_ALLOCATION);
    return cuda_leave(c, cuda_alloc(c, out, *pitch * height, CUDA_MEMORY_DEVICE, 0));
}

cuda_error_t cudaMalloc3D(cuda_pitched_t *out, cuda_extent_t extent)
{
    if (!out || (extent.depth && extent.height > SIZE_MAX / extent.depth))
        return cuda_leave(cuda_lock(), CUDA_INVALID_VALUE);
    out->xsize = extent.width;
    out->ysize = extent.height;
    return cudaMallocPitch(&out->ptr, &out->pitch, extent.width, extent.height * extent.depth);
}

/* ---- release: queued work may still use the memory, so it runs first ---- */

static cuda_error_t free_after_all(void *at, int kind)
{
    CUDA_ENTER(c);
    const cuda_error_t error = at ? cuda_queue_run_all(c) : CUDA_OK;
    return cuda_leave(c, error ? error : cuda_alloc_free(c, at, kind));
}

cuda_error_t cudaFree(void *at) { return free_after_all(at, CUDA_MEMORY_DEVICE); }
cuda_error_t cudaFreeHost(void *at) { return free_after_all(at, CUDA_MEMORY_HOST); }

static void free_work(cuda_t *c, void *self) { cuda_alloc_free(c, self, CUDA_MEMORY_DEVICE); }

cuda_error_t cudaFreeAsync(void *at, void *stream)
{
    CUDA_ENTER(c);
    cuda_stream_t *s = cuda_stream_of(c, stream);
    const cuda_alloc_t *x = cuda_alloc_at(c, at);
    if (!s) return cuda_leave(c, CUDA_INVALID_HANDLE);
    if (!x || x->addr != (uintptr_t)at || x->kind == CUDA_MEMORY_HOST) return cuda_leave(c, CUDA_INVALID_VALUE);
    return cuda_leave(c, cuda_queue_work(c, s, free_work, at) ? CUDA_OK : CUDA_MEMORY_ALLOCATION);
}

/* ---- queries ---- */

cuda_error_t cudaHostGetDevicePointer(void **device, void *host, unsigned flags)
{
    (void)flags;
    CUDA_ENTER(c);
    const cuda_alloc_t *x = cuda_alloc_at(c, host);
    void *at = x && x->kind != CUDA_MEMORY_DEVICE ? host : cuda_registered_device(c, host, 1);
    if (!device || !at) return cuda_leave(c, CUDA_INVALID_VALUE);
    *device = at;
    return cuda_leave(c, CUDA_OK);
}

cuda_error_t cudaHostGetFlags(unsigned *flags, void *host)
{
    CUDA_ENTER(c);
    const cuda_alloc_t *x = cuda_alloc_at(c, host);
    if (!flags) return cuda_leave(c, CUDA_INVALID_VALUE);
    if (!x || x->kind != CUDA_MEMORY_HOST)
        return cuda_leave(c, cuda_registered_flags(c, host, flags) ? CUDA_OK : CUDA_INVALID_VALUE);
    *flags = x->flags;
    return cuda_leave(c, CUDA_OK);
}

cuda_error_t cudaMemGetInfo(size_t *left, size_t *all)
{
    CUDA_ENTER(c);
    if (!left || !all) return cuda_leave(c, CUDA_INVALID_VALUE);
    *left = (size_t)gmem_left(cuda_memory(c));
    *all = (size_t)cuda_memory_bytes();
    return cuda_leave(c, CUDA_OK);
}

cuda_error_t cudaPointerGetAttributes(cuda_pointer_t *out, const void *at)
{
    CUDA_ENTER(c);
    const cuda_alloc_t *x = cuda_alloc_at(c, at);
    if (!out) return cuda_leave(c, CUDA_INVALID_VALUE);
    void *same = (void *)(uintptr_t)at;
    *out = (cuda_pointer_t){.type = CUDA_MEMORY_UNREGISTERED, .device = -2, .host_pointer = same};
    void *registered = cuda_registered_device(c, at, 1);
    if (registered) *out = (cuda_pointer_t){CUDA_MEMORY_HOST, 0, registered, same, {0}};
    if (x || cuda_is_device(c, at, 1)) {
        const int kind = x ? x->kind : CUDA_MEMORY_DEVICE;
        *out = (cuda_pointer_t){.type = kind, .device_pointer = same};
        if (kind != CUDA_MEMORY_DEVICE) out->host_pointer = same;
    }
    return cuda_leave(c, CUDA_OK);
}

/* Hints about the location of managed memory have no effect: it has one location. */
static cuda_error_t hint(const void *at, size_t bytes)
{
    CUDA_ENTER(c);
    return cuda_leave(c, cuda_is_device(c, at, bytes) ? CUDA_OK : CUDA_INVALID_VALUE);
}

cuda_error_t cudaMemAdvise(const void *at, size_t bytes, int advice, uint64_t location)
{
    (void)advice, (void)location;
    return hint(at, bytes);
}

cuda_error_t cudaMemPrefetchAsync(const void *at, size_t bytes, uint64_t location, unsigned flags, void *stream)
{
    (void)location, (void)flags, (void)stream;
    return hint(at, bytes);
}

cuda_error_t cudaStreamAttachMemAsync(void *stream, void *at, size_t bytes, unsigned flags)
{
    (void)stream, (void)flags;
    return hint(at, bytes ? bytes : 1);
}
