/* host_memory.h - memory of the program that it has registered (cudaHostRegister): what else must know of it. */
#ifndef CTADEL_TB_CUDA_HOST_MEMORY_H
#define CTADEL_TB_CUDA_HOST_MEMORY_H

#include "cuda/context.h"

typedef struct cuda_registered cuda_registered_t;

/* The device's address of the same bytes; NULL: not registered. */
void *cuda_registered_device(cuda_t *c, const void *host, uint64_t bytes);
void cuda_registered_free(cuda_t *c);                                     /* all of it */
bool cuda_registered_flags(cuda_t *c, const void *host, unsigned *flags); /* false: not registered */

#endif
