/* arb_tl_clocked.c - arb_tl_active whose active warps that wait leave the set in every cycle, also while no warp is
 * ready: GPGPU-Sim's two_level_active_scheduler, which sorts its warps in each cycle of an SM that has a CTA. */
#include "policy/arb_tl_active.h"

const arb_policy_t policy_arb_tl_clocked = {.name = "arb_tl_clocked",
                                            .state_bytes = sizeof(arb_tl_t),
                                            .every_cycle = true,
                                            .reset = arb_tl_reset,
                                            .narrow = arb_tl_narrow,
                                            .choose = arb_tl_choose};
