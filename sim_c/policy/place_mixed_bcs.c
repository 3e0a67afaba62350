/* place_mixed_bcs.c - CTAs of all kernels on every SM (place_rounds.h); CTAs of 2-D kernels go in blocks [LCS §4.2]. */
#include "policy/place_rounds.h"

static uint32_t block(const disp_view_t *v, uint32_t kid)
{
    return place_block_size(v, kid, v->param[PARAM_PLACE_MIXED_BCS_BLOCK]);
}

static sm_mask_t keep(const void *st, const disp_view_t *v)
{
    (void)v;
    return place_open_sm(&((const place_rounds_t *)st)->turns.open);
}

const place_policy_t policy_place_mixed_bcs = {.name = "place_mixed_bcs",
                                               .in_turn = true,
                                               .state_bytes = sizeof(place_rounds_t),
                                               .shares = true,
                                               .block = block,
                                               .ask = place_rounds_ask,
                                               .sms = place_rounds_sms,
                                               .keep = keep,
                                               .pick = place_rounds_pick,
                                               .clock = place_rounds_clock};
