/* sm_constants.c - with control bits: warps whose constant operand is missing do not issue, nor, for some cycles, does
 * their sub-core. Without them no instruction has such an operand. */
#include "sm/sm_internal.h"

void sm_constants_step(sm_t *sm, uint64_t now)
{
    if (!sm->bits || !sm->l0c || (!sm->held.constants && !l0c_awaits(sm->l0c))) return;
    l0c_step(sm->l0c, now);
    for (uint32_t i = 0; i < sm->cfg->schedulers; i++) {
        const uint64_t ready = sm_ready_of(sm, now, i);
        if (ready) warps_allow(sm->warps, i, sm->mask[i].clear & ~l0c_look(sm->l0c, now, i, ready));
    }
}
