/* queue.c - chooses the next operation of all streams, and simulates. */
#include "cuda/queue_internal.h"

#include "cuda/launchable.h"
#include "cuda/repeats.h"
#include "cuda/report.h"

#include <stdlib.h>
#include <string.h>

enum { POLL_CYCLES = 1000 };

/* True: the first operation of s may start. Implements CUDA's legacy default stream: it waits for earlier operations of
 * all blocking streams, and these wait for its earlier operations. */
static bool ready(const cuda_queue_t *q, const cuda_stream_t *s)
{
    const cuda_op_t *op = s->first, *legacy = q->stream[0]->first;
    if (op->kind == OP_WAIT && op->event->done_seq < op->wait_seq) return false;
    if (s->number) return !s->blocking || !legacy || legacy->seq > op->seq;
    for (uint32_t i = 1; i < GPU_STREAMS; i++) {
        const cuda_stream_t *t = q->stream[i];
        if (t && t->blocking && t->first && t->first->seq < op->seq) return false;
    }
    return true;
}

static cuda_stream_t *next(const cuda_queue_t *q, bool room)
{
    cuda_stream_t *best = NULL;
    for (uint32_t i = 0; i < GPU_STREAMS; i++) {
        cuda_stream_t *s = q->stream[i];
        if (!s || !s->first || s->running || (s->first->kind == OP_KERNEL && !room) || !ready(q, s)) continue;
        if (!best || s->first->seq < best->first->seq) best = s;
    }
    return best;
}

static void op_done(cuda_queue_t *q, cuda_stream_t *s)
{
    cuda_op_t *op = s->first;
    s->first = op->next;
    s->running = false;
    if (op->event) event_release(op->event);
    free(op);
    if (s->closing && !s->first) stream_free(q, s);
}

static void kernel_done(cuda_t *c, cuda_queue_t *q, cuda_stream_t *s)
{
    ptx_launch_destroy(&s->first->launch);
    gmem_free(cuda_memory(c), s->first->barrier); /* 0 is no buffer */
    op_done(q, s);
}

static cuda_error_t begin_kernel(cuda_t *c, cuda_queue_t *q, cuda_stream_t *s)
{
    err_t err = {{0}};
    cuda_op_t *op = s->first;
    s->running = true;
    op->launch.stream = s->number;
    op->launch.priority = (uint32_t)-s->priority;
    cuda_report_confine(cuda_parts(c)->report, s->number, &op->launch);
    const bool alone = !q->running && !next(q, true);
    if (alone && cuda_repeats_take(cuda_parts(c)->repeats, &op->launch)) {
        kernel_done(c, q, s);
        return CUDA_OK;
    }
    cuda_repeats_begin(cuda_parts(c)->repeats, &op->launch, alone);
    op->id = cuda_launches(c);
    if (!cuda_count_launch(c, s->number)) err_set(&err, NULL, 0, "out of memory");
    cuda_launchable_begins(cuda_parts(c)->launchable, &op->launch, op->id);
    if (err.text[0] || !gpu_launch(cuda_gpu(c), &op->launch, op->id, &err)) {
        cuda_launchable_stopped(cuda_parts(c)->launchable);
        return cuda_fault(c, CUDA_LAUNCH_FAILURE, &err);
    }
    q->running++;
    return CUDA_OK;
}

/* Starts or performs every operation that can start in this cycle. */
static cuda_error_t begin_ready(cuda_t *c, cuda_queue_t *q)
{
    cuda_stream_t *s;
    while ((s = next(q, gpu_room(cuda_gpu(c)))) != NULL) {
        cuda_op_t *op = s->first;
        if (op->kind == OP_KERNEL) {
            const cuda_error_t error = begin_kernel(c, q, s);
            if (error) return error;
            continue;
        }
        if (op->kind == OP_WORK) {
            cuda_repeats_disturb(cuda_parts(c)->repeats);
            op->work(c, op->self);
        }
        if (op->kind == OP_RECORD) {
            op->event->cycle = gpu_cycle(cuda_gpu(c)) + cuda_repeats_cycles(cuda_parts(c)->repeats);
            op->event->done_seq = op->seq;
        }
        op_done(q, s);
    }
    return CUDA_OK;
}

/* Derives CUDA's error code from the text of the simulator's message. */
static cuda_error_t fault(cuda_t *c, const err_t *err)
{
    const bool misaligned = strstr(err->text, "not aligned to the access") != NULL;
    const bool address = strstr(err->text, "outside") || strstr(err->text, "guard band");
    const bool asserted = strstr(err->text, "Assertion") != NULL;
    const bool late = strstr(err->text, "max_cycles") || strstr(err->text, "no progress");
    cuda_launchable_stopped(cuda_parts(c)->launchable);
    return cuda_fault(c,
                      asserted     ? CUDA_ASSERT
                      : misaligned ? CUDA_MISALIGNED_ADDRESS
                      : address    ? CUDA_ILLEGAL_ADDRESS
                      : late       ? CUDA_TIMEOUT
                                   : CUDA_LAUNCH_FAILURE,
                      err);
}

/* A fault has stopped the simulator within a cycle, from which it cannot go on. */
static cuda_error_t after_fault(cuda_t *c) { return cuda_last_error(c, false); }

/* Simulates until a kernel has ended. */
static cuda_error_t wait_kernel(cuda_t *c, cuda_queue_t *q)
{
    err_t err = {{0}};
    const gpu_kernel_t *k = gpu_wait(cuda_gpu(c), &err);
    if (!k) return fault(c, &err);
    for (uint32_t i = 0; i < GPU_STREAMS; i++) {
        cuda_stream_t *s = q->stream[i];
        if (!s || !s->running || s->first->id != k->id) continue;
        q->running--;
        cuda_launchable_ended(cuda_parts(c)->launchable, s->first->id);
        cuda_repeats_end(cuda_parts(c)->repeats, &s->first->launch, k->end_cycle - k->launch_cycle);
        kernel_done(c, q, s);
        break;
    }
    return CUDA_OK;
}

/* Returns to the program, which may then write to device memory. */
static cuda_error_t leave(cuda_t *c, cuda_error_t error)
{
    cuda_repeats_disturb(cuda_parts(c)->repeats);
    return error;
}

typedef bool done_fn(const cuda_queue_t *q, const void *what);

static cuda_error_t run_until(cuda_t *c, done_fn *done, const void *what)
{
    cuda_queue_t *q = cuda_parts(c)->queue;
    if (cuda_failed(c)) return after_fault(c);
    for (;;) {
        const cuda_error_t error = begin_ready(c, q);
        if (error || done(q, what)) return leave(c, error);
        if (!q->running) { /* not reachable: a stream waits only for records that were queued before */
            const err_t err = {"streams wait for each other"};
            return cuda_fault(c, CUDA_LAUNCH_FAILURE, &err);
        }
        const cuda_error_t stopped = wait_kernel(c, q);
        if (stopped) return stopped;
    }
}

static bool all_done(const cuda_queue_t *q, const void *what)
{
    (void)what;
    for (uint32_t i = 0; i < GPU_STREAMS; i++)
        if (q->stream[i] && q->stream[i]->first) return false;
    return true;
}

static bool stream_done(const cuda_queue_t *q, const void *what)
{
    (void)q;
    return cuda_stream_idle(what);
}

static bool event_done(const cuda_queue_t *q, const void *what)
{
    (void)q;
    return cuda_event_done(what);
}

cuda_error_t cuda_queue_run_all(cuda_t *c) { return run_until(c, all_done, NULL); }
cuda_error_t cuda_queue_run_stream(cuda_t *c, cuda_stream_t *s) { return run_until(c, stream_done, s); }
cuda_error_t cuda_queue_run_event(cuda_t *c, cuda_event_t *e) { return run_until(c, event_done, e); }

cuda_error_t cuda_queue_run_some(cuda_t *c)
{
    cuda_queue_t *q = cuda_parts(c)->queue;
    if (cuda_failed(c)) return after_fault(c);
    const cuda_error_t error = begin_ready(c, q);
    if (error || !q->running) return leave(c, error);
    const uint64_t until = gpu_cycle(cuda_gpu(c)) + POLL_CYCLES;
    while (gpu_cycle(cuda_gpu(c)) < until) {
        err_t err = {{0}};
        if (!gpu_step(cuda_gpu(c), &err)) return fault(c, &err);
        if (gpu_ended(cuda_gpu(c))) {
            const cuda_error_t stopped = wait_kernel(c, q);
            return leave(c, stopped ? stopped : begin_ready(c, q));
        }
    }
    return leave(c, CUDA_OK);
}
