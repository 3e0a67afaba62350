/* gate_mineg - SMs that were fully active wait for the next report, but for the first ones. */
#include "policy/policy.h"

typedef struct {
    bool full[SCHED_SMS_MAX]; /* in the last report */
} mineg_t;

static bool ok(const void *st, const disp_view_t *v, uint32_t sm, uint32_t kid)
{
    (void)kid;
    return sm < v->param[PARAM_GATE_MINEG_FREE] || !((const mineg_t *)st)->full[sm];
}

static bool clock(void *st, const disp_view_t *v, const disp_edge_t *e)
{
    for (uint32_t s = 0; e->mon && s < v->sms; s++)
        ((mineg_t *)st)->full[s] = e->mon->active[s] >= v->param[PARAM_GATE_MINEG_T_ACTIVE];
    return e->mon != NULL;
}

const gate_policy_t policy_gate_mineg = {
    .name = "gate_mineg", .state_bytes = sizeof(mineg_t), .monitors = true, .ok = ok, .clock = clock};
