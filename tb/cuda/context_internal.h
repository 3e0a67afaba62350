/* context_internal.h - the fields of the runtime, shared by context.c and entry.c. */
#ifndef CTADEL_TB_CUDA_CONTEXT_INTERNAL_H
#define CTADEL_TB_CUDA_CONTEXT_INTERNAL_H

#include "cuda/context.h"

#include <pthread.h>
#include <sys/types.h>

enum { CUDA_SAID_MAX = 64, CUDA_SAID_BYTES = 640 };

struct cuda {
    pthread_mutex_t lock;
    pid_t pid; /* a child of fork is another process: it has no device */
    bool opened, broken, failed;
    cuda_error_t last, sticky;
    cuda_parts_t parts;
    char (*said)[CUDA_SAID_BYTES];
    uint32_t said_count;
    uint8_t *stream; /* by launch */
    uint32_t launches, room;
};

#endif
