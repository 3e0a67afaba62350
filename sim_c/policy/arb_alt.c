/* arb_alt.c - the kernels of an SM take turns [SMK]: among the warps of the kernel in turn, greedy then oldest. The
 * kernel in turn is the same for all schedulers of the SM; the caller passes it to each step (sched_ops_t.arb_serve).
 */
#include "policy/arb_gto.h"

static void reset(void *st) { arb_gto_reset(st); }

static uint64_t narrow(void *st, const arb_ctx_t *ctx, const arb_in_t *in, uint64_t compete)
{
    uint64_t served = 0;
    (void)st;
    for (uint32_t i = 0; i < ctx->live; i++) {
        const uint32_t slot = ctx->by_age[i];
        if (in->serve >> ctx->kid[slot] & 1) served |= ctx->warps[slot];
    }
    return compete & served;
}

static uint32_t choose(void *st, const arb_ctx_t *ctx, uint64_t compete) { return arb_gto_choose(st, ctx, compete); }

static void cta_end(void *st, const arb_ctx_t *ctx, uint32_t slot) { arb_gto_cta_end(st, ctx, slot); }

const arb_policy_t policy_arb_alt = {.name = "arb_alt",
                                     .state_bytes = sizeof(arb_gto_t),
                                     .greedy = true,
                                     .turns = true,
                                     .reset = reset,
                                     .narrow = narrow,
                                     .choose = choose,
                                     .cta_end = cta_end};
