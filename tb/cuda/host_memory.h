/* host_memory.h - host memory that the program has registered by cudaHostRegister. */
#ifndef CTADEL_TB_CUDA_HOST_MEMORY_H
#define CTADEL_TB_CUDA_HOST_MEMORY_H

#include "cuda/context.h"

typedef struct cuda_registered cuda_registered_t;

/* Device address of registered host bytes. NULL: not registered, or not all of them. */
void *cuda_registered_device(cuda_t *c, const void *host, uint64_t bytes);
void cuda_registered_free(cuda_t *c);                                     /* unregisters all */
bool cuda_registered_flags(cuda_t *c, const void *host, unsigned *flags); /* false: not registered */

#endif
