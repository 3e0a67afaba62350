/* stream_calls.c - CUDA's entry points for streams, host functions in streams, and device synchronisation. */
#include "cuda/background.h"
#include "cuda/calls.h"
#include "cuda/queue.h"

#include <stdlib.h>

CUDA_API cuda_error_t cudaStreamCreate(void **out);
CUDA_API cuda_error_t cudaStreamCreateWithFlags(void **out, unsigned flags);
CUDA_API cuda_error_t cudaStreamCreateWithPriority(void **out, unsigned flags, int priority);
CUDA_API cuda_error_t cudaStreamDestroy(void *stream);
CUDA_API cuda_error_t cudaStreamGetDevice(void *stream, int *device);
CUDA_API cuda_error_t cudaStreamGetDevice_ptsz(void *stream, int *device);
CUDA_API cuda_error_t cudaDeviceSynchronize(void);
CUDA_API cuda_error_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);

enum { GREATEST_PRIORITY = -LAUNCH_PRIORITY_MAX };

static cuda_error_t create(void **out, unsigned flags, int priority)
{
    CUDA_ENTER(c);
    if (!out || flags > CUDA_STREAM_NON_BLOCKING) return cuda_leave(c, CUDA_INVALID_VALUE);
    *out = cuda_stream_create(c, !(flags & CUDA_STREAM_NON_BLOCKING), priority);
    if (!*out) cuda_refuse(c, "more than the %d streams allowed, 2 default ones included", GPU_STREAMS);
    return cuda_leave(c, *out ? CUDA_OK : CUDA_MEMORY_ALLOCATION);
}

cuda_error_t cudaStreamCreate(void **out) { return create(out, 0, 0); }
cuda_error_t cudaStreamCreateWithFlags(void **out, unsigned flags) { return create(out, flags, 0); }

/* As on a GPU, lower numbers are higher priorities, and those beyond the range count as its nearest end. */
cuda_error_t cudaStreamCreateWithPriority(void **out, unsigned flags, int priority)
{
    return create(out, flags, priority > 0 ? 0 : priority < GREATEST_PRIORITY ? GREATEST_PRIORITY : priority);
}

#define WITH_STREAM(c, s, handle)                                                                                      \
    CUDA_ENTER(c);                                                                                                     \
    cuda_stream_t *s = cuda_stream_of(c, handle);                                                                      \
    if (!s) return cuda_leave(c, CUDA_INVALID_HANDLE)

cuda_error_t cudaStreamDestroy(void *stream)
{
    WITH_STREAM(c, s, stream);
    if (s != stream) return cuda_leave(c, CUDA_INVALID_HANDLE); /* a default stream cannot be destroyed */
    cuda_stream_destroy(c, s);
    return cuda_leave(c, CUDA_OK);
}

cuda_error_t cudaStreamSynchronize(void *stream)
{
    WITH_STREAM(c, s, stream);
    return cuda_leave(c, cuda_queue_run_stream(c, s));
}

cuda_error_t cudaStreamQuery(void *stream)
{
    WITH_STREAM(c, s, stream);
    const cuda_error_t error = cuda_queue_run_some(c);
    return cuda_leave(c, error ? error : cuda_stream_idle(s) ? CUDA_OK : CUDA_NOT_READY);
}

cuda_error_t cudaStreamWaitEvent(void *stream, void *event, unsigned flags)
{
    (void)flags;
    WITH_STREAM(c, s, stream);
    cuda_event_t *e = cuda_event_of(c, event);
    if (!e) return cuda_leave(c, CUDA_INVALID_HANDLE);
    return cuda_leave(c, cuda_queue_wait(c, s, e) ? CUDA_OK : CUDA_MEMORY_ALLOCATION);
}

cuda_error_t cudaStreamGetFlags(void *stream, unsigned *flags)
{
    WITH_STREAM(c, s, stream);
    if (flags) *flags = cuda_stream_blocking(s) ? 0 : CUDA_STREAM_NON_BLOCKING;
    return cuda_leave(c, flags ? CUDA_OK : CUDA_INVALID_VALUE);
}

cuda_error_t cudaStreamGetPriority(void *stream, int *priority)
{
    WITH_STREAM(c, s, stream);
    if (priority) *priority = cuda_stream_priority(s);
    return cuda_leave(c, priority ? CUDA_OK : CUDA_INVALID_VALUE);
}

cuda_error_t cudaStreamGetId(void *stream, unsigned long long *id)
{
    WITH_STREAM(c, s, stream);
    if (id) *id = cuda_stream_number(s);
    return cuda_leave(c, id ? CUDA_OK : CUDA_INVALID_VALUE);
}

cuda_error_t cudaStreamGetDevice(void *stream, int *device)
{
    WITH_STREAM(c, s, stream);
    (void)s;
    if (device) *device = 0;
    return cuda_leave(c, device ? CUDA_OK : CUDA_INVALID_VALUE);
}

cuda_error_t cudaStreamGetDevice_ptsz(void *stream, int *device) { return cudaStreamGetDevice(stream, device); }

cuda_error_t cudaStreamIsCapturing(void *stream, int *status)
{
    WITH_STREAM(c, s, stream);
    (void)s;
    if (status) *status = 0; /* graphs are not supported */
    return cuda_leave(c, status ? CUDA_OK : CUDA_INVALID_VALUE);
}

/* ---- host functions in a stream ---- */

typedef struct {
    cuda_host_fn *host;
    cuda_callback_fn *callback;
    void *stream, *data;
} call_t;

static void call(cuda_t *c, void *self)
{
    const call_t own = *(call_t *)self;
    cuda_parts(c)->calls--;
    free(self);
    if (own.host) own.host(own.data);
    else own.callback(own.stream, CUDA_OK, own.data);
}

static cuda_error_t add_call(void *stream, const call_t *what)
{
    WITH_STREAM(c, s, stream);
    call_t *own = malloc(sizeof *own);
    if (!own) return cuda_leave(c, CUDA_MEMORY_ALLOCATION);
    *own = *what;
    if (cuda_background_start(c) && cuda_queue_work(c, s, call, own)) {
        cuda_parts(c)->calls++;
        return cuda_leave(c, CUDA_OK);
    }
    free(own);
    return cuda_leave(c, CUDA_MEMORY_ALLOCATION);
}

cuda_error_t cudaStreamAddCallback(void *stream, cuda_callback_fn *fn, void *data, unsigned flags)
{
    const call_t what = {.callback = fn, .stream = stream, .data = data};
    if (!fn || flags) return cuda_leave(cuda_lock(), CUDA_INVALID_VALUE);
    return add_call(stream, &what);
}

cuda_error_t cudaLaunchHostFunc(void *stream, cuda_host_fn *fn, void *data)
{
    const call_t what = {.host = fn, .data = data};
    if (!fn) return cuda_leave(cuda_lock(), CUDA_INVALID_VALUE);
    return add_call(stream, &what);
}

/* ---- the device ---- */

cuda_error_t cudaDeviceSynchronize(void)
{
    CUDA_ENTER(c);
    return cuda_leave(c, cuda_queue_run_all(c));
}

cuda_error_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    if (least) *least = 0;
    if (greatest) *greatest = GREATEST_PRIORITY;
    return CUDA_OK;
}
