/* place_seep - the oldest kernel; one of the inputs that all stages have says which SM; `late` says which one the model
 * gets wrong: a value that changes while the kernel runs is a clock old, one that does not is another kernel's. */
#include "policy/policy.h"

#include <string.h>

enum { NONE, GRID, CTAS, ISSUED, OUT, MAP, REFUSE };

typedef struct { /* a clock ago */
    uint64_t issued[SCHED_KERNELS_MAX];
    uint32_t out[SCHED_KERNELS_MAX];
    slot_mask_t slots[SCHED_SMS_MAX][SCHED_KERNELS_MAX];
} seep_t;

/* CTAs of the kernel on SMs of even number. */
static uint32_t held_even(const disp_view_t *v, const seep_t *before, uint32_t kid)
{
    uint32_t held = 0;
    for (uint32_t s = 0; s < v->sms; s += 2)
        held += (uint32_t)__builtin_popcount(before ? before->slots[s][kid] : v->slots[s][kid]);
    return held;
}

static bool is_odd(const disp_view_t *v, const seep_t *before, uint32_t look, uint32_t kid)
{
    const uint32_t of = before ? (kid + 1) % v->kernels : kid;
    switch (look) {
    case GRID: return (v->grid[of][0] + v->grid[of][1] + v->grid[of][2]) >> 1 & 1;
    case CTAS: return v->ctas[of] >> 2 & 1;
    case ISSUED: return (before ? before->issued[kid] : v->issued[kid]) & 1;
    case OUT: return (before ? before->out[kid] : v->out[kid]) & 1;
    case MAP: return held_even(v, before, kid) & 1;
    default: return false;
    }
}

static sm_mask_t sms(const void *state, const disp_view_t *v, uint32_t kid)
{
    (void)state, (void)kid;
    return v->param[PARAM_PLACE_SEEP_LOOK] == REFUSE ? mask_none() : mask_all();
}

static uint32_t pick(const void *state, const disp_view_t *v)
{
    const uint32_t look = v->param[PARAM_PLACE_SEEP_LOOK], kid = v->offers.about;
    const seep_t *before = look == v->param[PARAM_PLACE_SEEP_LATE] ? state : NULL;
    sm_mask_t among = v->offers.pickable;
    if (is_odd(v, before, look, kid)) /* the highest */
        while (mask_count(among) > 1) mask_drop(&among, mask_lowest(among));
    return mask_lowest(among);
}

static bool clock(void *state, const disp_view_t *v, const disp_edge_t *e)
{
    (void)e;
    seep_t *before = state;
    memcpy(before->issued, v->issued, sizeof before->issued);
    memcpy(before->out, v->out, sizeof before->out);
    memcpy(before->slots, v->slots, sizeof before->slots);
    return false;
}

const place_policy_t policy_place_seep = {
    .name = "place_seep", .state_bytes = sizeof(seep_t), .sms = sms, .pick = pick, .clock = clock};
