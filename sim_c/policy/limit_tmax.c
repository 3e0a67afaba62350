/* limit_tmax.c - no limit beyond the SM's resources: every SM is filled to T_max. */
#include "policy/policy.h"

static bool ok(const void *st, const disp_view_t *v, uint32_t sm, uint32_t kid, uint32_t ahead)
{
    (void)st, (void)v, (void)sm, (void)kid, (void)ahead;
    return true;
}

static uint32_t fixed(const uint32_t param[POLICY_PARAMS])
{
    (void)param;
    return SCHED_SLOTS_MAX;
}

const limit_policy_t policy_limit_tmax = {.name = "limit_tmax", .fixed = fixed, .ok = ok};
