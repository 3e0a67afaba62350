/* array.c - CUDA's entry points that create, free and describe arrays. */
#include "cuda/array.h"

#include "cuda/memory.h"
#include "cuda/queue.h"
#include "ptx/texture.h"

#include <stdlib.h>

CUDA_API cuda_channel_t cudaCreateChannelDesc(int x, int y, int z, int w, int kind);
CUDA_API cuda_error_t cudaMallocArray(void **out, const cuda_channel_t *channel, size_t width, size_t height,
                                      unsigned flags);
CUDA_API cuda_error_t cudaMalloc3DArray(void **out, const cuda_channel_t *channel, cuda_extent_t extent,
                                        unsigned flags);
CUDA_API cuda_error_t cudaFreeArray(void *array);
CUDA_API cuda_error_t cudaArrayGetInfo(cuda_channel_t *channel, cuda_extent_t *extent, unsigned *flags, void *array);
CUDA_API cuda_error_t cudaGetChannelDesc(cuda_channel_t *channel, const void *array);

enum { CUBE_FACES = 6, BITS = 8 };

cuda_channel_t cudaCreateChannelDesc(int x, int y, int z, int w, int kind)
{
    return (cuda_channel_t){{x, y, z, w}, kind};
}

uint32_t cuda_channel_bytes(const cuda_channel_t *channel)
{
    const int *bits = channel->bits;
    uint32_t channels = 0;
    while (channels < 4 && bits[channels]) channels++;
    for (uint32_t i = 0; i < 4; i++)
        if (bits[i] != (i < channels ? bits[0] : 0)) return 0;
    if (channels == 0 || channels == 3 || (bits[0] != 8 && bits[0] != 16 && bits[0] != 32)) return 0;
    if (channel->kind < CUDA_CHANNEL_SIGNED || channel->kind > CUDA_CHANNEL_FLOAT) return 0;
    if (channel->kind == CUDA_CHANNEL_FLOAT && bits[0] == 8) return 0;
    return channels * (uint32_t)bits[0] / BITS;
}

cuda_array_t *cuda_array_of(cuda_t *c, const void *handle)
{
    cuda_array_t *a = cuda_parts(c)->arrays;
    while (a && a != handle) a = a->next;
    return a;
}

static bool shape_valid(const cuda_extent_t *e, unsigned flags)
{
    const bool layered = flags & CUDA_ARRAY_LAYERED, cube = flags & CUDA_ARRAY_CUBEMAP;
    if (!e->width || e->width > TEXTURE_SIDE_MAX || e->height > TEXTURE_SIDE_MAX || e->depth > ARRAY_SLICES_MAX)
        return false;
    if (flags & ~(unsigned)(CUDA_ARRAY_LAYERED | CUDA_ARRAY_SURFACE | CUDA_ARRAY_CUBEMAP | CUDA_ARRAY_GATHER))
        return false;
    if (cube)
        return e->width == e->height && (layered ? e->depth && e->depth % CUBE_FACES == 0 : e->depth == CUBE_FACES);
    return layered ? e->depth != 0 : !e->depth || e->height;
}

static cuda_error_t create(cuda_t *c, void **out, const cuda_channel_t *channel, const cuda_extent_t *e, unsigned flags)
{
    err_t err = {{0}};
    cuda_array_t *a = calloc(1, sizeof *a);
    if (!a) return CUDA_MEMORY_ALLOCATION;
    *a = (cuda_array_t){.channel = *channel, .elem_bytes = cuda_channel_bytes(channel), .extent = *e, .flags = flags};
    a->pitch = e->width * a->elem_bytes;
    a->slice = a->pitch * (e->height ? e->height : 1);
    a->addr = gmem_alloc(cuda_memory(c), "CUDA array", a->slice * (e->depth ? e->depth : 1), &err);
    if (!a->addr) {
        free(a);
        return cuda_full(c, &err);
    }
    a->next = cuda_parts(c)->arrays;
    *out = cuda_parts(c)->arrays = a;
    return CUDA_OK;
}

cuda_error_t cudaMalloc3DArray(void **out, const cuda_channel_t *channel, cuda_extent_t extent, unsigned flags)
{
    CUDA_ENTER(c);
    if (!out || !channel || !cuda_channel_bytes(channel) || !shape_valid(&extent, flags))
        return cuda_leave(c, CUDA_INVALID_VALUE);
    return cuda_leave(c, create(c, out, channel, &extent, flags));
}

cuda_error_t cudaMallocArray(void **out, const cuda_channel_t *channel, size_t width, size_t height, unsigned flags)
{
    return cudaMalloc3DArray(out, channel, (cuda_extent_t){width, height, 0}, flags);
}

static void remove_array(cuda_t *c, cuda_array_t *a)
{
    cuda_array_t **at = &cuda_parts(c)->arrays;
    while (*at != a) at = &(*at)->next;
    *at = a->next;
    gmem_free(cuda_memory(c), a->addr);
    free(a);
}

void cuda_arrays_free(cuda_t *c)
{
    while (cuda_parts(c)->arrays) remove_array(c, cuda_parts(c)->arrays);
}

cuda_error_t cudaFreeArray(void *array)
{
    CUDA_ENTER(c);
    cuda_array_t *a = cuda_array_of(c, array);
    if (!a) return cuda_leave(c, array ? CUDA_INVALID_HANDLE : CUDA_OK);
    const cuda_error_t error = cuda_queue_run_all(c);
    if (!error) remove_array(c, a);
    return cuda_leave(c, error);
}

cuda_error_t cudaArrayGetInfo(cuda_channel_t *channel, cuda_extent_t *extent, unsigned *flags, void *array)
{
    CUDA_ENTER(c);
    const cuda_array_t *a = cuda_array_of(c, array);
    if (!a) return cuda_leave(c, CUDA_INVALID_HANDLE);
    if (channel) *channel = a->channel;
    if (extent) *extent = a->extent;
    if (flags) *flags = a->flags;
    return cuda_leave(c, CUDA_OK);
}

cuda_error_t cudaGetChannelDesc(cuda_channel_t *channel, const void *array)
{
    CUDA_ENTER(c);
    const cuda_array_t *a = cuda_array_of(c, array);
    if (!a || !channel) return cuda_leave(c, a ? CUDA_INVALID_VALUE : CUDA_INVALID_HANDLE);
    *channel = a->channel;
    return cuda_leave(c, CUDA_OK);
}
