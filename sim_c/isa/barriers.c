/* barriers.c - counts the arrivals at each barrier of a CTA. */
#include "isa/barriers.h"

void barriers_arrive(barriers_t *b, const winst_exec_t *x, uint64_t warp)
{
    barrier_t *at = &b->at[x->barrier];
    b->used |= UINT32_C(1) << x->barrier;
    at->arrived++;
    at->wanted = x->barrier_warps;
    if (!x->passes) at->waiting |= warp;
}

uint32_t barriers_open(barriers_t *b, uint32_t live, uint64_t *waiting)
{
    for (uint32_t left = b->used; left; left &= left - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(left);
        barrier_t *at = &b->at[i];
        if (at->arrived < (at->wanted ? at->wanted : live)) continue;
        *waiting = at->waiting;
        *at = (barrier_t){0};
        b->used &= ~(UINT32_C(1) << i);
        return i;
    }
    return BARRIERS_MAX;
}
