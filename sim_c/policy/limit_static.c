/* limit_static.c - at most n CTAs of a kernel per SM, but always one block; n is a parameter. */
#include "policy/policy.h"

_Static_assert(SCHED_SLOTS_MAX <= PARAM_LIMIT_STATIC_N_MAX, "rtl/limit/limit_static.v: n may be SCHED_SLOTS_MAX");

static bool ok(const void *st, const disp_view_t *v, uint32_t sm, uint32_t kid, uint32_t ahead)
{
    (void)st, (void)sm;
    return ahead < v->param[PARAM_LIMIT_STATIC_N] || ahead < v->block[kid];
}

static uint32_t fixed(const uint32_t param[POLICY_PARAMS])
{
    return param[PARAM_LIMIT_STATIC_N] ? param[PARAM_LIMIT_STATIC_N] : 1;
}

const limit_policy_t policy_limit_static = {.name = "limit_static", .fixed = fixed, .ok = ok};
