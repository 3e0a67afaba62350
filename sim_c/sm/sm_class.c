/* sm_class.c - the class of each cycle.
 *
 * Every core cycle of an SM belongs to exactly one class [LCS §3], the first of these that applies. ACTIVE: an issue
 * takes a scheduler's port. CORE_STALL: a warp has all it needs, but its pipeline or the LD/ST unit is not free.
 * MEM_STALL: more than half of the resident warps wait for data from memory ("most" in [DYNCTA §4.1]). IDLE: everything
 * else. A cycle in which a warp could issue and its arbiter granted none is no CORE_STALL: it is MEM_STALL or IDLE by
 * the number of waiting warps, and also counts as withheld. */
#include "base/bits.h"
#include "sm/sm_internal.h"

census_t sm_census(const sm_t *sm)
{
    const bool blocked = sm->ldst_refused || !ldst_entries_free(sm->ldst);
    const uint32_t apart = sm->env.halves ? 0 : SM_WARPS / sm->cfg->schedulers; /* so that no two warps share a bit */
    uint64_t resident = 0, waiting = 0, instruction = 0, candidate = 0, memory = 0, elsewhere = 0;
    for (uint32_t i = 0; i < sm->cfg->schedulers; i++) {
        const warp_mask_t *m = &sm->mask[i];
        const uint64_t may = m->have & ~m->held;
        resident |= m->resident << i * apart;
        waiting |= m->wait_mem << i * apart;
        instruction |= may;
        candidate |= may & m->clear;
        elsewhere |= may & m->clear & ~m->unit[UNIT_LDST];
        memory |= (may & m->clear & m->unit[UNIT_LDST]) << i * apart;
    }
    return (census_t){.resident = bits_set(resident),
                      .waiting = bits_set(waiting),
                      .blocked = blocked ? bits_set(memory) : 0,
                      .candidate = candidate != 0,
                      .elsewhere = elsewhere != 0,
                      .instruction = instruction != 0};
}

uint64_t *sm_class_of(sm_t *sm, const census_t *n)
{
    if (n->candidate && !sm->offered) return &sm->st.core_stall;
    return n->waiting * 2 > n->resident ? &sm->st.mem_stall : &sm->st.idle;
}

/* Monitor that counts the cycle, C_mem or C_idle [DYNCTA §4.1]; NULL: none. machine.h defines both settings of each. */
uint64_t *sm_monitor_of(sm_t *sm, const census_t *n)
{
    const bool stalls = sm->cfg->c_mem == C_MEM_BLOCKED;
    const uint32_t waiting = n->waiting + (stalls ? n->blocked : 0);
    if (n->resident && waiting == n->resident && (stalls || !n->candidate)) return &sm->mon.mem;
    const bool busy = sm->cfg->c_idle == C_IDLE_NOTHING ? n->instruction : n->candidate;
    return busy ? NULL : &sm->mon.idle;
}
