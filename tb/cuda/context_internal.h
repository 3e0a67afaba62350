/* context_internal.h - fields of cuda_t, for context.c and entry.c. */
#ifndef CTADEL_TB_CUDA_CONTEXT_INTERNAL_H
#define CTADEL_TB_CUDA_CONTEXT_INTERNAL_H

#include "cuda/context.h"

#include <pthread.h>
#include <sys/types.h>

enum { CUDA_SAID_MAX = 64, CUDA_SAID_BYTES = 640 };

struct cuda {
    pthread_mutex_t lock;
    pid_t pid;                   /* process that loaded the library: a child of fork has no device */
    bool opened, broken, failed; /* opened: tried to open; broken: no device; failed: the run has failed */
    cuda_error_t last, sticky;   /* for cudaGetLastError; the error that stopped the device */
    cuda_parts_t parts;
    char (*said)[CUDA_SAID_BYTES]; /* texts that were printed */
    uint32_t said_count;
    uint8_t *stream; /* stream of each launch */
    uint32_t launches, room;
};

#endif
