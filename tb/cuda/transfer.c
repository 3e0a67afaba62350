/* transfer.c - performs copies and fills, which take no simulated time. */
#include "cuda/transfer.h"

#include "cuda/host_memory.h"
#include "cuda/memory.h"
#include "cuda/queue.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    cuda_transfer_t t;
    char *aside; /* copy of the host's rows from the time of the call; NULL: none needed */
} work_t;

cuda_transfer_t cuda_transfer_plain(void *dst, const void *src, size_t bytes)
{
    return (cuda_transfer_t){.dst = dst, .src = src, .width = bytes, .rows = 1, .slices = 1};
}

static void move(const cuda_transfer_t *t)
{
    for (size_t z = 0; z < t->slices; z++)
        for (size_t y = 0; y < t->rows; y++) {
            char *dst = t->dst + z * t->dst_slice + y * t->dst_pitch;
            if (t->src) memmove(dst, t->src + z * t->src_slice + y * t->src_pitch, t->width);
            else memset(dst, t->value, t->width);
        }
}

static void work(cuda_t *c, void *self)
{
    work_t *w = self;
    (void)c;
    move(&w->t);
    free(w->aside);
    free(w);
}

/* Bytes from the first to the last one of an end; SIZE_MAX if that overflows, which no buffer contains. */
static size_t extent(size_t pitch, size_t slice, const cuda_transfer_t *t)
{
    size_t rows, slices, bytes;
    if (__builtin_mul_overflow(t->rows - 1, pitch, &rows) || __builtin_mul_overflow(t->slices - 1, slice, &slices) ||
        __builtin_add_overflow(rows, slices, &bytes) || __builtin_add_overflow(bytes, t->width, &bytes))
        return SIZE_MAX;
    return bytes;
}

static bool put_aside(work_t *w)
{
    cuda_transfer_t *t = &w->t, in = *t;
    w->aside = malloc(t->width * t->rows * t->slices + 1);
    if (!w->aside) return false;
    in.dst = w->aside;
    in.dst_pitch = t->width;
    in.dst_slice = t->width * t->rows;
    move(&in);
    t->src = w->aside;
    t->src_pitch = in.dst_pitch;
    t->src_slice = in.dst_slice;
    return true;
}

cuda_error_t cuda_transfer_unchecked(cuda_t *c, const cuda_transfer_t *t, bool from_host, void *stream, bool wait)
{
    cuda_stream_t *s = cuda_stream_of(c, stream);
    if (!s) return CUDA_INVALID_HANDLE;
    if (!t->width || !t->rows || !t->slices) return CUDA_OK;
    work_t *w = calloc(1, sizeof *w);
    if (!w) return CUDA_MEMORY_ALLOCATION;
    w->t = *t;
    if ((!wait && from_host && !put_aside(w)) || !cuda_queue_work(c, s, work, w)) {
        free(w->aside);
        free(w);
        return CUDA_MEMORY_ALLOCATION;
    }
    return wait ? cuda_queue_run_stream(c, s) : CUDA_OK;
}

cuda_error_t cuda_transfer(cuda_t *c, const cuda_transfer_t *t, int kind, void *stream, bool wait)
{
    const bool dst_device = kind == CUDA_HOST_TO_DEVICE || kind == CUDA_DEVICE_TO_DEVICE;
    const bool src_device = kind == CUDA_DEVICE_TO_HOST || kind == CUDA_DEVICE_TO_DEVICE;
    if (kind < CUDA_HOST_TO_HOST || kind > CUDA_DEFAULT_KIND) return CUDA_INVALID_DIRECTION;
    if (!t->width || !t->rows || !t->slices) return CUDA_OK;
    if ((t->rows > 1 && t->width > t->dst_pitch) || (t->src && t->rows > 1 && t->width > t->src_pitch))
        return CUDA_INVALID_PITCH;
    cuda_transfer_t own = *t;
    const size_t dst_bytes = extent(t->dst_pitch, t->dst_slice, t), src_bytes = extent(t->src_pitch, t->src_slice, t);
    char *dst = cuda_registered_device(c, t->dst, dst_bytes);
    const char *src = cuda_registered_device(c, t->src, src_bytes);
    if (dst) own.dst = dst;
    if (src) own.src = src;
    const bool dst_ours = cuda_is_device(c, own.dst, dst_bytes);
    const bool src_ours = !t->src || cuda_is_device(c, own.src, src_bytes);
    if (!t->dst || (dst_device && !dst_ours) || (src_device && !src_ours)) return CUDA_INVALID_VALUE;
    return cuda_transfer_unchecked(c, &own, !src_ours, stream, wait || !dst_ours);
}
