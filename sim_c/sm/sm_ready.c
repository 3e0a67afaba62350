/* sm_ready.c - which warps may issue: they have all they need, and their unit has room.
 *
 * ISSUE_TOGETHER: a unit with fewer free pipelines than schedulers that want it is offered to as many schedulers as it
 * has pipelines, starting with its owner. The owner changes whenever the unit was contended. ISSUE_IN_TURN: the
 * schedulers issue one after another, and each is offered the units that the grants before it left free. Either way
 * every grant can be used, and no arbiter waits for another. */
#include "sm/sm_internal.h"

#include "base/min.h"

/* Instructions that the unit can take in this cycle. */
static uint32_t unit_room(const sm_t *sm, uint64_t now, uint32_t unit)
{
    const uint32_t room = sm->opnd ? opnd_room(sm->opnd, unit) : units_free(sm->units, now, unit);
    if (unit != UNIT_LDST) return room;
    const uint32_t entries = min_u32(room, ldst_entries_free(sm->ldst));
    return sm->opnd || sm->ports ? entries : min_u32(entries, ldst_queue_room(sm->ldst));
}

/* Warps of scheduler i that have all they need but a unit; 0: its port is taken. */
static uint64_t candidates(const sm_t *sm, uint64_t now, uint32_t i)
{
    const warp_mask_t *m = &sm->mask[i];
    return sm->port_free[i] > now ? 0 : m->have & m->clear & ~m->held;
}

void sm_contended(sm_t *sm, uint32_t unit, uint64_t cycles)
{
    sm->owner[unit] = (uint32_t)(sm->owner[unit] + cycles) & (sm->cfg->schedulers - 1);
}

/* The schedulers, of those that want the unit, to which it is offered in this cycle: to `room` of them, from its owner
 * on. If not to all, its owner changes. */
static inline uint32_t offered_to(sm_t *sm, uint32_t unit, uint32_t wants, uint32_t room, uint32_t n)
{
    const uint32_t first = sm->owner[unit];
    uint32_t offered = 0;
    for (uint32_t k = 0; k < n; k++) {
        const uint32_t bit = wants & UINT32_C(1) << ((first + k) & (n - 1));
        if (!bit) continue;
        if (!room) {
            sm_contended(sm, unit, 1);
            return offered;
        }
        offered |= bit;
        room--;
    }
    return offered;
}

/* n: of schedulers; a constant in each call, so that the compiler unrolls the loops. */
static inline __attribute__((always_inline)) uint64_t together(sm_t *sm, uint64_t now, uint64_t ready[SM_SCHEDS],
                                                               uint32_t n)
{
    uint64_t any = 0;
    for (uint32_t i = 0; i < n; i++) any |= ready[i] = candidates(sm, now, i);
    if (!any) return 0;
    for (uint32_t u = 0; u <= UNIT_LDST; u++) { /* other units need ISSUE_IN_TURN */
        uint32_t wants = 0;
        for (uint32_t i = 0; i < n; i++) wants |= (uint32_t)((ready[i] & sm->mask[i].unit[u]) != 0) << i;
        const uint32_t room = wants ? unit_room(sm, now, u) : n;
        if (room >= n) continue;
        const uint32_t offered = offered_to(sm, u, wants, room, n);
        for (uint32_t i = 0; i < n; i++)
            if (!(offered >> i & 1)) ready[i] &= ~sm->mask[i].unit[u];
    }
    any = 0;
    for (uint32_t i = 0; i < n; i++) any |= ready[i];
    return any;
}

uint64_t sm_ready_together(sm_t *sm, uint64_t now, uint64_t ready[SM_SCHEDS])
{
    switch (sm->cfg->schedulers) {
    case 1: return together(sm, now, ready, 1);
    case 2: return together(sm, now, ready, 2);
    default: return together(sm, now, ready, SM_SCHEDS);
    }
}

/* Bit per unit that takes no instruction of scheduler i in this cycle. */
static uint32_t units_without_room(const sm_t *sm, uint64_t now, uint32_t i)
{
    uint32_t full = 0;
    if (sm->opnd) return opnd_full(sm->opnd, i) | (uint32_t)(ldst_entries_free(sm->ldst) == 0) << UNIT_LDST;
    if (sm->ports) return sm_stages_without_room(sm, now, i);
    for (uint32_t u = 0; u <= UNIT_LDST; u++) /* other units need collectors */
        full |= (uint32_t)(unit_room(sm, now, u) == 0) << u;
    return full;
}

/* ISSUE_IN_TURN: warps that scheduler i may grant with the units that are free now. */
uint64_t sm_ready_of(const sm_t *sm, uint64_t now, uint32_t i)
{
    const warp_mask_t *m = &sm->mask[i];
    uint64_t ready = candidates(sm, now, i);
    if (!ready) return 0;
    for (uint32_t full = units_without_room(sm, now, i); full; full &= full - 1)
        ready &= ~m->unit[(uint32_t)__builtin_ctz(full)];
    return ready;
}

uint64_t sm_ready_alone(const sm_t *sm, uint64_t now, uint64_t ready[SM_SCHEDS])
{
    uint64_t any = 0;
    for (uint32_t i = 0; i < sm->cfg->schedulers; i++) any |= ready[i] = sm_ready_of(sm, now, i);
    return any;
}

/* Scheduler that issues first; it rotates in every cycle with a CTA on the SM, as there is one now. */
uint32_t sm_first_in_turn(const sm_t *sm, uint64_t now)
{
    return (uint32_t)(now - sm->st.empty_cycles) & (sm->cfg->schedulers - 1);
}

/* Barriers and fences may open while the SM issues, so held warps count too; nothing that a warp waits for becomes
 * clear, and no unit free. */
bool sm_may_write(const sm_t *sm)
{
    uint64_t may = 0;
    for (uint32_t i = 0; i < sm->cfg->schedulers; i++) may |= sm->mask[i].have & sm->mask[i].clear & sm->mask[i].writes;
    if (!may) return false;
    if (unit_room(sm, sm->now, UNIT_LDST)) return true;
    may = 0;
    for (uint32_t i = 0; i < sm->cfg->schedulers; i++) {
        const warp_mask_t *m = &sm->mask[i];
        may |= m->have & m->clear & m->writes & ~m->unit[UNIT_LDST];
    }
    return may != 0;
}
