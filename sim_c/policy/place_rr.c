/* place_rr.c - baseline placement [LCS §2.2]: the first kernel by rank, SMs round robin from the one after the
 * SM picked last. */
#include "policy/policy.h"

static uint32_t pick(const void *st, const disp_view_t *v)
{
    (void)st;
    return place_next_sm(v, v->offers.pickable);
}

const place_policy_t policy_place_rr = {.name = "place_rr", .pick = pick};
