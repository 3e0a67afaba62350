/* limit_minel - few CTAs of a kernel on an SM, more where the SM idles. */
#include "policy/policy.h"

typedef struct {
    bool idle[SCHED_SMS_MAX]; /* in the last report */
} minel_t;

static bool ok(const void *st, const disp_view_t *v, uint32_t sm, uint32_t kid, uint32_t ahead)
{
    (void)kid;
    return ahead < v->param[PARAM_LIMIT_MINEL_FEW] || ((const minel_t *)st)->idle[sm];
}

static bool clock(void *st, const disp_view_t *v, const disp_edge_t *e)
{
    for (uint32_t s = 0; e->mon && s < v->sms; s++)
        ((minel_t *)st)->idle[s] = e->mon->idle[s] >= v->param[PARAM_LIMIT_MINEL_T_IDLE];
    return e->mon != NULL;
}

const limit_policy_t policy_limit_minel = {
    .name = "limit_minel", .state_bytes = sizeof(minel_t), .monitors = true, .ok = ok, .clock = clock};
