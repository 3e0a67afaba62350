/* limit_seel - decides by one of the inputs that all stages have; `late` says which one it gets wrong: a value that
 * changes while the kernel runs is a clock old, one that does not is another kernel's. */
#include "policy/policy.h"

#include <string.h>

enum { NONE, GRID, CTAS, ISSUED, OUT, REFUSE };

typedef struct { /* a clock ago */
    uint64_t issued[SCHED_KERNELS_MAX];
    uint32_t out[SCHED_KERNELS_MAX];
} seel_t;

static bool ok(const void *state, const disp_view_t *v, uint32_t sm, uint32_t kid, uint32_t ahead)
{
    (void)sm;
    const seel_t *before = state;
    const uint32_t look = v->param[PARAM_LIMIT_SEEL_LOOK];
    const bool wrong = look == v->param[PARAM_LIMIT_SEEL_LATE];
    const uint32_t of = wrong ? (kid + 1) % v->kernels : kid;
    if (look == REFUSE) return false;
    if (look == NONE || ahead == 0) return true;
    switch (look) {
    case GRID: return ahead <= ((v->grid[of][0] + v->grid[of][1] + v->grid[of][2]) & 3);
    case CTAS: return ahead <= (v->ctas[of] >> 2 & 3);
    case ISSUED: return (wrong ? before->issued[kid] : v->issued[kid]) & 1;
    default: return (wrong ? before->out[kid] : v->out[kid]) & 1;
    }
}

static bool clock(void *state, const disp_view_t *v, const disp_edge_t *e)
{
    (void)e;
    seel_t *before = state;
    memcpy(before->issued, v->issued, sizeof before->issued);
    memcpy(before->out, v->out, sizeof before->out);
    return false;
}

const limit_policy_t policy_limit_seel = {
    .name = "limit_seel", .state_bytes = sizeof(seel_t), .ok = ok, .clock = clock};
