/* place_minep - the oldest kernel, SMs from a chosen one on, all alike after an idle report. */
#include "policy/policy.h"

typedef struct {
    bool idle; /* the last report said so of SM 0 */
} minep_t;

static uint32_t pick(const void *st, const disp_view_t *v)
{
    const sm_mask_t candidates = v->offers.pickable;
    const sm_mask_t wanted = mask_without(candidates, mask_below(v->param[PARAM_PLACE_MINEP_FIRST]));
    return mask_lowest(mask_any(wanted) && !((const minep_t *)st)->idle ? wanted : candidates);
}

static bool clock(void *st, const disp_view_t *v, const disp_edge_t *e)
{
    if (e->mon) ((minep_t *)st)->idle = e->mon->idle[0] >= v->param[PARAM_PLACE_MINEP_T_IDLE];
    return e->mon != NULL;
}

const place_policy_t policy_place_minep = {
    .name = "place_minep", .state_bytes = sizeof(minep_t), .monitors = true, .pick = pick, .clock = clock};
