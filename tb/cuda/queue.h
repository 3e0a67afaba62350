/* queue.h - streams: what the program has asked for and the device has not done yet. Nothing runs before the program
 * waits for something; then kernels of different streams run at once, through the dispatcher's kernel table. Only
 * kernels take simulated time. Where several could start, the one asked for first does. */
#ifndef CTADEL_TB_CUDA_QUEUE_H
#define CTADEL_TB_CUDA_QUEUE_H

#include "cuda/context.h"

typedef struct cuda_stream cuda_stream_t;
typedef struct cuda_event cuda_event_t;
typedef void cuda_work_fn(cuda_t *c, void *self); /* what takes no time; frees self */

typedef struct cuda_queue cuda_queue_t;

cuda_queue_t *cuda_queue_create(void); /* NULL: out of memory */

/* A handle of the program; NULL: there is no such stream. */
cuda_stream_t *cuda_stream_of(cuda_t *c, void *handle);
cuda_stream_t *cuda_stream_create(cuda_t *c, bool blocking, int priority); /* NULL: GPU_STREAMS exist */
void cuda_stream_destroy(cuda_t *c, cuda_stream_t *s);                     /* when it has run empty */
uint32_t cuda_stream_number(const cuda_stream_t *s);
bool cuda_stream_blocking(const cuda_stream_t *s);
int cuda_stream_priority(const cuda_stream_t *s);
bool cuda_stream_idle(const cuda_stream_t *s);

cuda_event_t *cuda_event_of(cuda_t *c, void *handle); /* NULL: there is no such event */
cuda_event_t *cuda_event_create(cuda_t *c, bool timing);
void cuda_event_destroy(cuda_t *c, cuda_event_t *e);
bool cuda_event_done(const cuda_event_t *e); /* what was recorded last, or nothing ever */
bool cuda_event_timed(const cuda_event_t *e);
bool cuda_event_recorded(const cuda_event_t *e);
uint64_t cuda_event_cycle(const cuda_event_t *e);

/* At the end of a stream. False: out of memory. `k` belongs to the queue from here, as does the buffer at `barrier` (0:
 * none), which goes back to the device with the kernel. */
bool cuda_queue_kernel(cuda_t *c, cuda_stream_t *s, kernel_launch_t *k, uint64_t barrier);
bool cuda_queue_work(cuda_t *c, cuda_stream_t *s, cuda_work_fn *fn, void *self);
bool cuda_queue_record(cuda_t *c, cuda_stream_t *s, cuda_event_t *e);
bool cuda_queue_wait(cuda_t *c, cuda_stream_t *s, cuda_event_t *e);
uint64_t cuda_queue_asked(cuda_t *c); /* how much was put into streams so far */

/* Simulate until that has been done. An error: the device has stopped, which is printed. */
cuda_error_t cuda_queue_run_all(cuda_t *c);
cuda_error_t cuda_queue_run_stream(cuda_t *c, cuda_stream_t *s);
cuda_error_t cuda_queue_run_event(cuda_t *c, cuda_event_t *e);
cuda_error_t cuda_queue_run_some(cuda_t *c); /* some cycles: for programs that ask again and again */

#endif
