/* refused.c - the answer to a call that is not supported. */
#include "cuda/refused.h"

#include "cuda/context.h"

typedef struct {
    int x, y, z, w, kind;
} channel_t;

CUDA_API channel_t cudaCreateChannelDesc(int x, int y, int z, int w, int kind);

cuda_error_t cuda_refused(const char *entry_point)
{
    cuda_t *c = cuda_lock();
    cuda_refuse(c, "%s is not supported", entry_point);
    return cuda_leave(c, CUDA_NOT_SUPPORTED);
}

/* A description alone; what takes one is refused. */
channel_t cudaCreateChannelDesc(int x, int y, int z, int w, int kind) { return (channel_t){x, y, z, w, kind}; }
