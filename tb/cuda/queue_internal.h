/* queue_internal.h - fields of streams, events and queued operations, for queue.c and stream.c. */
#ifndef CTADEL_TB_CUDA_QUEUE_INTERNAL_H
#define CTADEL_TB_CUDA_QUEUE_INTERNAL_H

#include "cuda/queue.h"

typedef enum { OP_KERNEL, OP_WORK, OP_RECORD, OP_WAIT } op_kind_t;

typedef struct cuda_op {
    struct cuda_op *next;
    uint64_t seq; /* number in the order of queueing, over all streams, from 1 */
    op_kind_t kind;
    kernel_launch_t launch; /* OP_KERNEL */
    uint64_t barrier;       /* OP_KERNEL: device address of the grid barrier; 0: none */
    uint32_t id;            /* OP_KERNEL: number of the launch, once it runs */
    cuda_work_fn *work;     /* OP_WORK */
    void *self;
    cuda_event_t *event; /* OP_RECORD, OP_WAIT */
    uint64_t wait_seq;   /* OP_WAIT: seq of the record that it waits for */
} cuda_op_t;

struct cuda_stream {
    uint32_t number;
    bool blocking, running, closing; /* running: its first kernel is on the GPU; closing: destroyed by the program */
    int priority;
    cuda_op_t *first, *last;
};

struct cuda_event {
    bool timing, destroyed;
    uint32_t users; /* queued operations that refer to it */
    uint64_t record_seq, done_seq, cycle;
    cuda_event_t *next;
};

struct cuda_queue {
    cuda_stream_t *stream[GPU_STREAMS]; /* 0: default stream; 1: per-thread stream */
    cuda_event_t *events;
    uint64_t seq;
    uint32_t running; /* kernels on the GPU */
};

void event_release(cuda_event_t *e); /* an operation that refers to it has ended */
void stream_free(cuda_queue_t *q, cuda_stream_t *s);

#endif
