/* issue_bits.h - golden model of issue_bits: stall, yield and dependence counters of the warps of a sub-core. Source:
 * R. Huerta et al. (MICRO 2025), section 4. The paper does not say that a full counter blocks, nor that stall and yield
 * stand still with the sub-core. */
#ifndef CTADEL_POLICY_ISSUE_BITS_H
#define CTADEL_POLICY_ISSUE_BITS_H

#include "policy/issues.h"

typedef struct {
    uint64_t stalled, yields;         /* bit w: stall[w] is not 0; warp w yields in this cycle */
    uint8_t stall[SCHED_WARPS_MAX];   /* cycles until it is over */
    uint8_t pending[SCHED_WARPS_MAX]; /* bit c: count[w][c] is not 0 */
    uint8_t count[SCHED_WARPS_MAX][CONTROL_COUNTERS];
    uint32_t head[SCHED_WARPS_MAX]; /* control word */
    uint32_t control;               /* warp whose instruction is in Control; SCHED_NONE: none */
    uint32_t reserves;              /* its control word */
    uint64_t ready;                 /* of the last look: warps whose counters allow their head */
    uint64_t look;                  /* warps whose head or counters have changed since */
} issue_bits_t;

void issue_bits_reset(issue_bits_t *b);
uint64_t issue_bits_ok(issue_bits_t *b, const uint32_t *head, uint64_t changed);
void issue_bits_step(issue_bits_t *b, const issue_in_t *in);

#endif
