/* sm_sleep.c - an SM that can do nothing before a known cycle is not called until then, nor is one whose requests the
 * memory system refuses until it has room. Its slept cycles belong to the class of the cycle in which it fell asleep,
 * and are accounted when it wakes. */
#include "base/min.h"
#include "sm/sm_internal.h"

#include <assert.h>

/* Cycle of the SM's next event; now + 1: it may not sleep. */
static uint64_t next_cycle(const sm_t *sm, uint64_t now)
{
    uint64_t wake = wheel_next(sm->wheel, now + 1);
    const uint64_t look_up = ldst_next_cycle(sm->ldst);
    if (look_up < wake) wake = look_up;
    if (sm->supply) wake = min_u64(wake, supply_next_cycle(sm->supply));
    if (sm->env.network) wake = min_u64(wake, ldst_far_next_cycle(sm->ldst, now));
    if (sm->l0c) wake = min_u64(wake, l0c_next_cycle(sm->l0c, now));
    for (uint32_t c = 0; c < CLIENT_COUNT; c++) {
        const l1_next_t *next = &sm->next[c];
        if (next->works && !next->refused) return now + 1;
        if (next->hit_cycle < wake) wake = next->hit_cycle;
        if (next->answer_cycle < wake) wake = next->answer_cycle;
    }
    return wake;
}

/* A cache that works although the SM sleeps keeps sending a request, which the memory system refuses. */
static void await_room(const sm_t *sm)
{
    for (uint32_t c = 0; c < CLIENT_COUNT; c++)
        if (sm->next[c].works) memsys_await_room(sm->env.memsys, l1_first(sm->l1[c]));
}

/* The I-cache sends at the end of a cycle, see caches_step. */
static bool sends_last(const sm_t *sm, uint32_t c) { return c == CLIENT_L1I && sm->cfg->line_arrives == LINE_FETCHES; }

static void account_refusals(sm_t *sm, uint64_t cycles, bool last)
{
    for (uint32_t c = 0; c < CLIENT_COUNT; c++)
        if (sm->next[c].works && sends_last(sm, c) == last) memsys_refuse(sm->env.memsys, cycles);
}

void sm_maybe_sleep(sm_t *sm, uint64_t now, uint64_t *class, uint64_t *mon, bool contended)
{
    if (warps_drained(sm->warps) || sm_steps_always(sm)) return;
    if (sm->arbs.events || warps_want_fetch(sm->warps) || !ldst_still(sm->ldst) || !fetch_still(sm->fetch)) return;
    if (sm->reporting < 0 && warps_finished(sm->warps)) return;
    if (sm->opnd && opnd_inside(sm->opnd)) return;
    if (sm->ports && !sm_stages_still(sm, now)) return;
    const uint64_t wake = next_cycle(sm, now);
    if (wake <= now + 1) return;
    sm->sleep = (sleep_t){.asleep = true,
                          .from = now + 1,
                          .begin_from = now + 1,
                          .class = class,
                          .mon = mon,
                          .contended = contended && sm->cfg->issue_order == ISSUE_TOGETHER};
    sm->due = wake;
    await_room(sm);
}

/* What sm_begin would have counted in so many cycles. */
static void account_begins(sm_t *sm, uint64_t cycles)
{
    const uint32_t head = ldst_head(sm->ldst);
    ldst_slept(sm->ldst, cycles);
    account_refusals(sm, cycles, false);
    if (head != NO_WARP) units_hold(sm->units, warps_at(sm->warps, head)->kid, cycles);
}

/* The same of sm_issue and sm_end. */
static void account_ends(sm_t *sm, uint64_t cycles)
{
    *sm->sleep.class += cycles;
    if (sm->sleep.mon) *sm->sleep.mon += cycles;
    sm->st.cycles += cycles;
    account_refusals(sm, cycles, true);
    if (sm->sleep.contended) sm_contended(sm, UNIT_LDST, cycles);
}

void sm_account_slept(sm_t *sm, uint64_t now, bool begun)
{
    sleep_t *s = &sm->sleep;
    if (!s->asleep) return;
    assert(now + begun >= s->begin_from && now >= s->from);
    account_begins(sm, now + begun - s->begin_from);
    account_ends(sm, now - s->from);
    s->begin_from = now + begun;
    s->from = now;
}

void sm_wake(sm_t *sm, uint64_t now, bool begun)
{
    sm_account_slept(sm, now, begun);
    sm->sleep.asleep = false;
}

bool sm_awake(const sm_t *sm) { return !sm->sleep.asleep; }
uint64_t sm_due(const sm_t *sm) { return sm->due; }
