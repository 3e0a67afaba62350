/* refused.c - refuses the call of an unsupported entry point. */
#include "cuda/refused.h"

#include "cuda/context.h"

cuda_error_t cuda_refused(const char *entry_point)
{
    cuda_t *c = cuda_lock();
    cuda_refuse(c, "%s is not supported", entry_point);
    return cuda_leave(c, CUDA_NOT_SUPPORTED);
}
