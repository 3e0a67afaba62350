/* memory.h - allocations of the program in the device's memory, whose addresses are the host's, too: pinned host
 * memory and managed memory are buffers in it like any other. */
#ifndef CTADEL_TB_CUDA_MEMORY_H
#define CTADEL_TB_CUDA_MEMORY_H

#include "cuda/context.h"

#include <stdbool.h>

typedef struct { /* as the program asked for it */
    uint64_t addr, bytes;
    int kind; /* CUDA_MEMORY_* */
    unsigned flags;
} cuda_alloc_t;

typedef struct cuda_allocs cuda_allocs_t;

cuda_allocs_t *cuda_allocs_create(void);
cuda_error_t cuda_alloc(cuda_t *c, void **out, uint64_t bytes, int kind, unsigned flags);
const cuda_alloc_t *cuda_alloc_at(cuda_t *c, const void *at);   /* that holds this address; NULL: none */
cuda_error_t cuda_alloc_free(cuda_t *c, void *begin, int kind); /* at once: nothing queued may use it */
void cuda_allocs_free(cuda_t *c);                               /* all of them, likewise */
bool cuda_is_device(cuda_t *c, const void *at, uint64_t bytes); /* in one buffer of the device's memory */

#endif
