/* limit_tmax.c - no limit beyond the SM's resources: every SM is filled to T_max. */
#include "policy/policy.h"

static bool ok(const void *st, const disp_view_t *v, uint32_t sm, uint32_t kid, uint32_t ahead)
{
    (void)st, (void)v, (void)sm, (void)kid, (void)ahead;
    return true;
}

const limit_policy_t policy_limit_tmax = {.name = "limit_tmax", .ok = ok};
