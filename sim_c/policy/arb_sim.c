/* arb_sim.c - each half of an SM's schedulers serves one kernel [SMK]. The start of a CTA fixes which scheduler has
 * which of its warps (disp_out_t.half); among them a scheduler is greedy then oldest. An SM with one scheduler uses
 * arb_alt. */
#include "policy/arb_gto.h"

static void reset(void *st) { arb_gto_reset(st); }

static uint32_t choose(void *st, const arb_ctx_t *ctx, uint64_t compete) { return arb_gto_choose(st, ctx, compete); }

static void cta_end(void *st, const arb_ctx_t *ctx, uint32_t slot) { arb_gto_cta_end(st, ctx, slot); }

const arb_policy_t policy_arb_sim = {.name = "arb_sim",
                                     .state_bytes = sizeof(arb_gto_t),
                                     .greedy = true,
                                     .halves = true,
                                     .single = &policy_arb_alt,
                                     .reset = reset,
                                     .choose = choose,
                                     .cta_end = cta_end};
