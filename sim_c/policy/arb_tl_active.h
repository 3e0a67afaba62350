/* arb_tl_active.h - two levels with an active set: what arb_tl_active and arb_tl_clocked share. */
#ifndef CTADEL_POLICY_ARB_TL_ACTIVE_H
#define CTADEL_POLICY_ARB_TL_ACTIVE_H

#include "policy/policy.h"

typedef struct {
    uint8_t list[SCHED_WARPS_MAX]; /* all warps, the active ones first */
} arb_tl_t;

/* As in arb_policy_t. */
void arb_tl_reset(void *state);
uint64_t arb_tl_narrow(void *state, const arb_ctx_t *ctx, const arb_in_t *in, uint64_t compete);
uint32_t arb_tl_choose(void *state, const arb_ctx_t *ctx, uint64_t compete);

#endif
