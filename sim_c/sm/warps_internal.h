/* warps_internal.h - fields of the warps of an SM, shared by warps.c and warps_hold.c. */
#ifndef CTADEL_SM_WARPS_INTERNAL_H
#define CTADEL_SM_WARPS_INTERNAL_H

#include "sm/scoreboard.h"
#include "sm/units.h"
#include "sm/warps.h"

struct warps {
    uint32_t scheds;
    bool halves;
    const sm_cfg_t *cfg;
    uint32_t local_shift; /* right shift from an SM warp number to the scheduler-local one */
    uint64_t absent;
    wheel_t *wheel;
    uint8_t sched_of[SM_WARPS];
    warp_mask_t mask[SM_SCHEDS];
    uint64_t free_warps; /* bit per SM warp number, as in the next two */
    uint64_t kernel_warps[SCHED_KERNELS];
    uint64_t want_fetch;
    uint64_t drained;  /* searched: has ended and drained, and has not left its CTA */
    bool fence_over;   /* warps_fence_over has not returned it */
    uint32_t finished; /* bit c: the CTA in slot c has finished and is not taken */
    warp_t warp[SM_WARPS];
    scoreboard_t *score;
    cta_t cta[SM_SLOTS];
    sm_counters_t *st;
};

static inline uint64_t warps_bit(const warps_t *ws, uint32_t w) { return UINT64_C(1) << (w >> ws->local_shift); }

static inline warp_mask_t *warps_mask(warps_t *ws, uint32_t w) { return &ws->mask[ws->sched_of[w]]; }

void warps_fence_check(warps_t *ws, uint32_t w); /* ends the warp's fence if nothing is left to wait for */

#endif
