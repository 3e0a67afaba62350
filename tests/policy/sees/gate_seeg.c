/* gate_seeg - decides by one of the inputs that all stages have; `late` says which one it gets wrong: a value that
 * changes while the kernel runs is a clock old, one that does not is another kernel's. */
#include "policy/policy.h"

#include <string.h>

enum { NONE, GRID, CTAS, ISSUED, OUT, TMAX, MAP, REFUSE };

typedef struct { /* a clock ago */
    uint64_t issued[SCHED_KERNELS_MAX];
    uint32_t out[SCHED_KERNELS_MAX];
    slot_mask_t slots[SCHED_SMS_MAX][SCHED_KERNELS_MAX];
} seeg_t;

static bool ok(const void *state, const disp_view_t *v, uint32_t sm, uint32_t kid)
{
    const seeg_t *before = state;
    const uint32_t look = v->param[PARAM_GATE_SEEG_LOOK], out = v->out[kid];
    const bool wrong = look == v->param[PARAM_GATE_SEEG_LATE];
    const uint32_t of = wrong ? (kid + 1) % v->kernels : kid;
    if (look == MAP) return !(__builtin_popcount(wrong ? before->slots[sm][kid] : v->slots[sm][kid]) & 1);
    if (look == REFUSE) return false;
    if (look != OUT && !out) return true;
    switch (look) {
    case GRID: return (out & 3) <= ((v->grid[of][0] + v->grid[of][1] + v->grid[of][2]) & 3);
    case CTAS: return (out & 3) <= (v->ctas[of] >> 2 & 3);
    case ISSUED: return (wrong ? before->issued[kid] : v->issued[kid]) & 1;
    case OUT: return !(wrong ? before->out[kid] : out) || ((wrong ? before->out[kid] : out) & 1);
    case TMAX: return (out & 3) <= (v->tmax[of] & 3);
    default: return true;
    }
}

static bool clock(void *state, const disp_view_t *v, const disp_edge_t *e)
{
    (void)e;
    seeg_t *before = state;
    memcpy(before->issued, v->issued, sizeof before->issued);
    memcpy(before->out, v->out, sizeof before->out);
    memcpy(before->slots, v->slots, sizeof before->slots);
    return false;
}

const gate_policy_t policy_gate_seeg = {.name = "gate_seeg", .state_bytes = sizeof(seeg_t), .ok = ok, .clock = clock};
