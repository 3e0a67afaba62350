/* gpu_traffic.c - what the machine's memories moved so far. */
#include "gpu/gpu_internal.h"

traffic_t gpu_traffic(const gpu_t *g)
{
    traffic_t t = {0};
    memsys_traffic(g->memsys, &t);
    for (uint32_t s = 0; s < g->m.sms; s++) sm_traffic(g->sm[s], &t);
    return t;
}
