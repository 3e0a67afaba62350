/* limit_static - at most n CTAs of a kernel per SM; n is parameter register 0. */
#include "policy/policy.h"


static bool ok(const disp_view_t *v, uint32_t sm, uint32_t kid)
{
    return v->resident[sm][kid] < v->param[0];
}

const limit_policy_t policy_limit_static = {"limit_static", ok};
