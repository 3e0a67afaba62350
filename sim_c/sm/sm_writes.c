/* sm_writes.c - with control bits: results on their way to the write ports. A load's counter is released when its last
 * register is written; those before it come earlier, as many cycles apart as the link to the sub-core takes for each.
 */
#include "sm/sm_internal.h"

void sm_fixed_result(sm_t *sm, uint64_t now, const ports_inst_t *what, uint64_t cycle)
{
    for (uint32_t i = 0; i < what->inst->ndst; i++)
        writes_fixed(sm->writes, now, what->sched, what->inst->dst[i], cycle);
}

/* Not inline: it is rare, and sm_begin of machines without stages is shorter without it. */
__attribute__((noinline)) bool sm_load_waits(sm_t *sm, uint64_t now, const event_t *ev)
{
    const winst_t *in = ev->inst;
    if (!in->ndst || units_executing(sm->cfg, in) != UNIT_LDST) return false;
    if (writes_load(sm->writes, now, warps_place(sm->warps, ev->id).sched, in->dst[in->ndst - 1])) return false;
    wheel_add(sm->wheel, now + 1, *ev);
    return true;
}
