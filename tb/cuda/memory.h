/* memory.h - the program's allocations in device memory. Device addresses are host addresses, so pinned host memory and
 * managed memory are buffers like any other. */
#ifndef CTADEL_TB_CUDA_MEMORY_H
#define CTADEL_TB_CUDA_MEMORY_H

#include "cuda/context.h"

#include <stdbool.h>

typedef struct { /* an allocation, with the parameters of the call */
    uint64_t addr, bytes;
    int kind; /* CUDA_MEMORY_* */
    unsigned flags;
} cuda_alloc_t;

typedef struct cuda_allocs cuda_allocs_t;

cuda_allocs_t *cuda_allocs_create(void);
cuda_error_t cuda_full(cuda_t *c, const err_t *err); /* prints why gmem_alloc failed; CUDA_MEMORY_ALLOCATION */
cuda_error_t cuda_alloc(cuda_t *c, void **out, uint64_t bytes, int kind, unsigned flags);
const cuda_alloc_t *cuda_alloc_at(cuda_t *c, const void *at);   /* allocation that contains `at`; NULL: none */
cuda_error_t cuda_alloc_free(cuda_t *c, void *begin, int kind); /* immediately: no queued work may use it */
void cuda_allocs_free(cuda_t *c);                               /* frees all, immediately */
bool cuda_is_device(cuda_t *c, const void *at, uint64_t bytes); /* the bytes lie in one buffer of device memory */

#endif
