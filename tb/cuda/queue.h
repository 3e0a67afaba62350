/* queue.h - streams and events: operations that the program has queued. The simulation advances only while the program
 * waits for something. Kernels of different streams run at once, through the dispatcher's kernel table. Only kernels
 * take simulated time. If several operations could start, the one queued first does. */
#ifndef CTADEL_TB_CUDA_QUEUE_H
#define CTADEL_TB_CUDA_QUEUE_H

#include "cuda/context.h"

typedef struct cuda_stream cuda_stream_t;
typedef struct cuda_event cuda_event_t;
typedef void cuda_work_fn(cuda_t *c, void *self); /* an operation that takes no simulated time; frees self */

typedef struct cuda_queue cuda_queue_t;

cuda_queue_t *cuda_queue_create(void); /* NULL: out of memory */

/* The stream of a program's handle. NULL: no such stream. */
cuda_stream_t *cuda_stream_of(cuda_t *c, void *handle);
cuda_stream_t *cuda_stream_create(cuda_t *c, bool blocking, int priority); /* NULL: GPU_STREAMS exist, or no memory */
void cuda_stream_destroy(cuda_t *c, cuda_stream_t *s);                     /* takes effect once the stream is empty */
uint32_t cuda_stream_number(const cuda_stream_t *s);
bool cuda_stream_blocking(const cuda_stream_t *s);
int cuda_stream_priority(const cuda_stream_t *s);
bool cuda_stream_idle(const cuda_stream_t *s); /* nothing is queued */

cuda_event_t *cuda_event_of(cuda_t *c, void *handle); /* NULL: no such event */
cuda_event_t *cuda_event_create(cuda_t *c, bool timing);
void cuda_event_destroy(cuda_t *c, cuda_event_t *e);
bool cuda_event_done(const cuda_event_t *e);      /* the last record is complete, or there was none */
bool cuda_event_timed(const cuda_event_t *e);     /* created with timing */
bool cuda_event_recorded(const cuda_event_t *e);  /* recorded at least once */
uint64_t cuda_event_cycle(const cuda_event_t *e); /* core cycle of the last complete record */

/* Append an operation to a stream. False: out of memory. On success the queue owns `k` and the grid barrier, a buffer
 * at `barrier` (0: none), and frees both when the kernel has ended. */
bool cuda_queue_kernel(cuda_t *c, cuda_stream_t *s, kernel_launch_t *k, uint64_t barrier);
bool cuda_queue_work(cuda_t *c, cuda_stream_t *s, cuda_work_fn *fn, void *self);
bool cuda_queue_record(cuda_t *c, cuda_stream_t *s, cuda_event_t *e);
bool cuda_queue_wait(cuda_t *c, cuda_stream_t *s, cuda_event_t *e);
uint64_t cuda_queue_asked(cuda_t *c); /* operations queued so far */

/* Simulate until all, a stream's, or an event's operations are complete. Error: the device has stopped; the reason was
 * printed. */
cuda_error_t cuda_queue_run_all(cuda_t *c);
cuda_error_t cuda_queue_run_stream(cuda_t *c, cuda_stream_t *s);
cuda_error_t cuda_queue_run_event(cuda_t *c, cuda_event_t *e);
cuda_error_t cuda_queue_run_some(cuda_t *c); /* simulates a few cycles, for programs that poll */

#endif
