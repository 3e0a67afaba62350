/* event_calls.c - CUDA's entry points for events. Elapsed time is in cycles of the simulated core clock, converted to
 * ms. */
#include "cuda/calls.h"
#include "cuda/queue.h"

CUDA_API cuda_error_t cudaEventCreate(void **out);
CUDA_API cuda_error_t cudaEventCreateWithFlags(void **out, unsigned flags);
CUDA_API cuda_error_t cudaEventDestroy(void *event);
CUDA_API cuda_error_t cudaEventSynchronize(void *event);
CUDA_API cuda_error_t cudaEventQuery(void *event);
CUDA_API cuda_error_t cudaEventElapsedTime(float *ms, void *start, void *end);

cuda_error_t cudaEventCreateWithFlags(void **out, unsigned flags)
{
    CUDA_ENTER(c);
    if (!out) return cuda_leave(c, CUDA_INVALID_VALUE);
    *out = cuda_event_create(c, !(flags & CUDA_EVENT_DISABLE_TIMING));
    return cuda_leave(c, *out ? CUDA_OK : CUDA_MEMORY_ALLOCATION);
}

cuda_error_t cudaEventCreate(void **out) { return cudaEventCreateWithFlags(out, 0); }

#define WITH_EVENT(c, e, handle)                                                                                       \
    CUDA_ENTER(c);                                                                                                     \
    cuda_event_t *e = cuda_event_of(c, handle);                                                                        \
    if (!e) return cuda_leave(c, CUDA_INVALID_HANDLE)

cuda_error_t cudaEventDestroy(void *event)
{
    WITH_EVENT(c, e, event);
    cuda_event_destroy(c, e);
    return cuda_leave(c, CUDA_OK);
}

cuda_error_t cudaEventRecordWithFlags(void *event, void *stream, unsigned flags)
{
    (void)flags;
    WITH_EVENT(c, e, event);
    cuda_stream_t *s = cuda_stream_of(c, stream);
    if (!s) return cuda_leave(c, CUDA_INVALID_HANDLE);
    return cuda_leave(c, cuda_queue_record(c, s, e) ? CUDA_OK : CUDA_MEMORY_ALLOCATION);
}

cuda_error_t cudaEventRecord(void *event, void *stream) { return cudaEventRecordWithFlags(event, stream, 0); }

cuda_error_t cudaEventSynchronize(void *event)
{
    WITH_EVENT(c, e, event);
    return cuda_leave(c, cuda_queue_run_event(c, e));
}

cuda_error_t cudaEventQuery(void *event)
{
    WITH_EVENT(c, e, event);
    const cuda_error_t error = cuda_event_done(e) ? CUDA_OK : cuda_queue_run_some(c);
    return cuda_leave(c, error ? error : cuda_event_done(e) ? CUDA_OK : CUDA_NOT_READY);
}

cuda_error_t cudaEventElapsedTime(float *ms, void *start, void *end)
{
    WITH_EVENT(c, from, start);
    const cuda_event_t *to = cuda_event_of(c, end);
    if (!to || !cuda_event_timed(from) || !cuda_event_timed(to) || !cuda_event_recorded(from) ||
        !cuda_event_recorded(to))
        return cuda_leave(c, CUDA_INVALID_HANDLE);
    if (!ms) return cuda_leave(c, CUDA_INVALID_VALUE);
    if (!cuda_event_done(from) || !cuda_event_done(to)) return cuda_leave(c, CUDA_NOT_READY);
    const double cycles = (double)cuda_event_cycle(to) - (double)cuda_event_cycle(from);
    *ms = (float)(cycles / (1e3 * cuda_machine(c)->core_mhz));
    return cuda_leave(c, CUDA_OK);
}
