/* limit_tmax - no limit beyond what fits: every SM is filled to T_max. */
#include "policy/policy.h"


static bool ok(const disp_view_t *v, uint32_t sm, uint32_t kid)
{
    (void)v, (void)sm, (void)kid;
    return true;
}

const limit_policy_t policy_limit_tmax = {"limit_tmax", ok};
