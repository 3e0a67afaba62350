/* trace_spare.c - the pool of a kernel's ended CTAs. */
#include "trace/trace_internal.h"

#include <stdlib.h>

void *trace_spare_take(trace_kernel_t *k)
{
    trace_spare_t *cta = k->spare;
    if (cta) k->spare = cta->next;
    return cta;
}

void trace_spare_put(trace_kernel_t *k, trace_spare_t *cta)
{
    cta->next = k->spare;
    k->spare = cta;
}

void trace_spare_free(trace_kernel_t *k)
{
    trace_spare_t *cta;
    while ((cta = trace_spare_take(k)) != NULL) free(cta);
}
