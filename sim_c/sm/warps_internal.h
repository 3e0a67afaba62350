/* warps_internal.h - fields of the warps of an SM, shared by warps.c, warps_hold.c and warps_results.c. */
#ifndef CTADEL_SM_WARPS_INTERNAL_H
#define CTADEL_SM_WARPS_INTERNAL_H

#include "sm/scoreboard.h"
#include "sm/units.h"
#include "sm/warps.h"

enum { WARPS_ALIGN_BYTES = 64 };

struct warps {           /* first, side by side, what each cycle reads */
    uint64_t want_fetch; /* bit per SM warp number, as in the next one */
    uint64_t advanced;
    uint64_t drained;  /* searched: has ended and drained, and has not left its CTA */
    uint32_t finished; /* bit c: the CTA in slot c has finished and is not taken */
    bool fence_over;   /* warps_fence_over has not returned it */
    bool halves;
    uint32_t scheds;
    uint32_t local_shift; /* right shift from an SM warp number to the scheduler-local one */
    uint64_t absent;
    const sm_cfg_t *cfg;
    scoreboard_t *score;
    sm_counters_t *st;
    warp_mask_t mask[SM_SCHEDS];
    _Alignas(WARPS_ALIGN_BYTES) warp_t warp[SM_WARPS];
    uint8_t sched_of[SM_WARPS];
    uint16_t copies[SM_WARPS][COPY_GROUPS]; /* by group: copies not done */
    uint64_t free_warps;                    /* bit per SM warp number, as in the next one */
    uint64_t kernel_warps[SCHED_KERNELS_MAX];
    uint32_t kernels; /* as returned by warps_kernels */
    cta_t cta[SM_SLOTS];
    wheel_t *wheel;
};

static inline uint64_t warps_bit(const warps_t *ws, uint32_t w) { return UINT64_C(1) << (w >> ws->local_shift); }

static inline warp_mask_t *warps_mask(warps_t *ws, uint32_t w) { return &ws->mask[ws->sched_of[w]]; }

/* Renews the masks that depend on the head's registers */
void warps_score(warps_t *ws, uint32_t w);
/* A warp that has ended and drained leaves its CTA, now or when it is searched; the last one finishes it */
void warps_finish(warps_t *ws, uint32_t w);
void warps_fence_check(warps_t *ws, uint32_t w); /* ends the warp's fence if nothing is left to wait for */

#endif
