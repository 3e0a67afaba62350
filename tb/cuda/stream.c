/* stream.c - creates and destroys streams and events, and queues operations. */
#include "cuda/queue_internal.h"

#include <assert.h>
#include <stdlib.h>

static cuda_stream_t *add_stream(cuda_queue_t *q, bool blocking, int priority)
{
    uint32_t n = 0;
    while (n < GPU_STREAMS && q->stream[n]) n++;
    cuda_stream_t *s = n < GPU_STREAMS ? calloc(1, sizeof *s) : NULL;
    if (!s) return NULL;
    *s = (cuda_stream_t){.number = n, .blocking = blocking, .priority = priority};
    return q->stream[n] = s;
}

cuda_queue_t *cuda_queue_create(void)
{
    cuda_queue_t *q = calloc(1, sizeof *q);
    if (q && add_stream(q, true, 0) && add_stream(q, true, 0)) return q;
    if (q) free(q->stream[0]);
    free(q);
    return NULL;
}

cuda_stream_t *cuda_stream_of(cuda_t *c, void *handle)
{
    const cuda_queue_t *q = cuda_parts(c)->queue;
    if (!handle || handle == CUDA_STREAM_LEGACY) return q->stream[0];
    if (handle == CUDA_STREAM_PER_THREAD) return q->stream[1];
    for (uint32_t i = 2; i < GPU_STREAMS; i++)
        if (q->stream[i] == handle && !q->stream[i]->closing) return q->stream[i];
    return NULL;
}

cuda_stream_t *cuda_stream_create(cuda_t *c, bool blocking, int priority)
{
    return add_stream(cuda_parts(c)->queue, blocking, priority);
}

void stream_free(cuda_queue_t *q, cuda_stream_t *s)
{
    q->stream[s->number] = NULL;
    free(s);
}

void cuda_stream_destroy(cuda_t *c, cuda_stream_t *s)
{
    s->closing = true;
    if (!s->first) stream_free(cuda_parts(c)->queue, s);
}

uint32_t cuda_stream_number(const cuda_stream_t *s) { return s->number; }
bool cuda_stream_blocking(const cuda_stream_t *s) { return s->blocking; }
int cuda_stream_priority(const cuda_stream_t *s) { return s->priority; }
bool cuda_stream_idle(const cuda_stream_t *s) { return !s->first; }

/* ---- events ---- */

cuda_event_t *cuda_event_of(cuda_t *c, void *handle)
{
    cuda_event_t *e = cuda_parts(c)->queue->events;
    while (e && (e != handle || e->destroyed)) e = e->next;
    return e;
}

cuda_event_t *cuda_event_create(cuda_t *c, bool timing)
{
    cuda_queue_t *q = cuda_parts(c)->queue;
    cuda_event_t *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    *e = (cuda_event_t){.timing = timing, .next = q->events};
    return q->events = e;
}

/* Frees destroyed events that no operation refers to. Until then a destroyed event stays in the list, so that its
 * address is not given to a new event. */
static void sweep(cuda_queue_t *q)
{
    for (cuda_event_t **at = &q->events; *at;) {
        cuda_event_t *e = *at;
        if (e->destroyed && !e->users) {
            *at = e->next;
            free(e);
        } else {
            at = &e->next;
        }
    }
}

void cuda_event_destroy(cuda_t *c, cuda_event_t *e)
{
    e->destroyed = true;
    sweep(cuda_parts(c)->queue);
}

void event_release(cuda_event_t *e)
{
    assert(e->users);
    e->users--;
}

bool cuda_event_done(const cuda_event_t *e) { return e->done_seq >= e->record_seq; }
bool cuda_event_timed(const cuda_event_t *e) { return e->timing; }
bool cuda_event_recorded(const cuda_event_t *e) { return e->record_seq != 0; }
uint64_t cuda_event_cycle(const cuda_event_t *e) { return e->cycle; }

/* ---- queueing ---- */

static cuda_op_t *add(cuda_t *c, cuda_stream_t *s, op_kind_t kind, cuda_event_t *e)
{
    cuda_op_t *op = calloc(1, sizeof *op);
    if (!op) return NULL;
    op->kind = kind;
    op->seq = ++cuda_parts(c)->queue->seq;
    op->event = e;
    if (e) e->users++;
    if (s->first) s->last->next = op;
    else s->first = op;
    return s->last = op;
}

bool cuda_queue_kernel(cuda_t *c, cuda_stream_t *s, kernel_launch_t *k, uint64_t barrier)
{
    cuda_op_t *op = add(c, s, OP_KERNEL, NULL);
    if (!op) return false;
    op->launch = *k;
    op->barrier = barrier;
    return true;
}

bool cuda_queue_work(cuda_t *c, cuda_stream_t *s, cuda_work_fn *fn, void *self)
{
    cuda_op_t *op = add(c, s, OP_WORK, NULL);
    if (!op) return false;
    op->work = fn;
    op->self = self;
    return true;
}

bool cuda_queue_record(cuda_t *c, cuda_stream_t *s, cuda_event_t *e)
{
    cuda_op_t *op = add(c, s, OP_RECORD, e);
    if (op) e->record_seq = op->seq;
    return op != NULL;
}

bool cuda_queue_wait(cuda_t *c, cuda_stream_t *s, cuda_event_t *e)
{
    cuda_op_t *op = add(c, s, OP_WAIT, e);
    if (op) op->wait_seq = e->record_seq;
    return op != NULL;
}

uint64_t cuda_queue_asked(cuda_t *c) { return cuda_parts(c)->queue->seq; }
