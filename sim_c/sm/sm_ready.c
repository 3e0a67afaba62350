/* sm_ready.c - which warps may issue: they have all they need, and their unit has room.
 *
 * ISSUE_TOGETHER: a unit with fewer free pipelines than schedulers that want it is offered to as many schedulers as it
 * has pipelines, starting with its owner. The owner changes whenever the unit was contended. ISSUE_IN_TURN: the
 * schedulers issue one after another, and each is offered the units that the grants before it left free. Either way
 * every grant can be used, and no arbiter waits for another. */
#include "sm/sm_internal.h"

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* Instructions that the unit can take in this cycle. */
static uint32_t unit_room(const sm_t *sm, uint64_t now, uint32_t unit)
{
    const uint32_t room = sm->opnd ? opnd_room(sm->opnd, unit) : units_free(sm->units, now, unit);
    if (unit != UNIT_LDST) return room;
    const uint32_t entries = smaller(room, ldst_entries_free(sm->ldst));
    return sm->opnd ? entries : smaller(entries, ldst_queue_room(sm->ldst));
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

/* The schedulers, of those in the mask, to which the unit is offered in this cycle. If not to all, its owner changes.
 */
static uint32_t offered_to(sm_t *sm, uint64_t now, uint32_t unit, uint32_t scheds)
{
    const uint32_t n = sm->cfg->schedulers, first = sm->owner[unit];
    uint32_t left = unit_room(sm, now, unit), offered = 0;
    if (left >= n) return scheds;
    for (uint32_t k = 0; k < n; k++) {
        const uint32_t bit = scheds & UINT32_C(1) << ((first + k) & (n - 1));
        if (!bit) continue;
        if (!left) {
            sm_contended(sm, unit, 1);
            return offered;
        }
        offered |= bit;
        left--;
    }
    return offered;
}

uint64_t sm_ready_together(sm_t *sm, uint64_t now, uint64_t ready[SM_SCHEDS])
{
    uint32_t wants[UNIT_NONE] = {0}; /* by unit: bit per scheduler */
    uint64_t any = 0;
    const uint32_t n = sm->cfg->schedulers;
    for (uint32_t i = 0; i < n; i++) {
        const uint64_t cand = ready[i] = candidates(sm, now, i);
        for (uint32_t u = 0; cand && u < UNIT_NONE; u++) wants[u] |= (uint32_t)((cand & sm->mask[i].unit[u]) != 0) << i;
        any |= cand;
    }
    if (!any) return 0;
    any = 0;
    for (uint32_t u = 0; u < UNIT_NONE; u++) {
        if (!wants[u]) continue;
        for (uint32_t left = wants[u] & ~offered_to(sm, now, u, wants[u]); left; left &= left - 1) {
            const uint32_t i = (uint32_t)__builtin_ctz(left);
            ready[i] &= ~sm->mask[i].unit[u];
        }
    }
    for (uint32_t i = 0; i < n; i++) any |= ready[i];
    return any;
}

/* ISSUE_IN_TURN: warps that scheduler i may grant with the units that are free now. */
uint64_t sm_ready_of(const sm_t *sm, uint64_t now, uint32_t i)
{
    const warp_mask_t *m = &sm->mask[i];
    uint64_t ready = candidates(sm, now, i);
    for (uint32_t u = 0; ready && u < UNIT_NONE; u++)
        if (ready & m->unit[u] && !unit_room(sm, now, u)) ready &= ~m->unit[u];
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
