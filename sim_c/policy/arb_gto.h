/* arb_gto.h - greedy then oldest, for arbiters that choose this way among the warps that they let through. */
#ifndef CTADEL_POLICY_ARB_GTO_H
#define CTADEL_POLICY_ARB_GTO_H

#include "policy/policy.h"

typedef struct {
    uint32_t greedy; /* warp that is granted as long as it competes; SCHED_NONE: none */
} arb_gto_t;

void arb_gto_reset(arb_gto_t *g);
uint32_t arb_gto_choose(arb_gto_t *g, const arb_ctx_t *ctx, uint64_t compete);
void arb_gto_cta_end(arb_gto_t *g, const arb_ctx_t *ctx, uint32_t slot);

#endif
