/* sm_cycle.c - the order of things inside a cycle, the accounting of cycles, and sleep.
 *
 * Every core cycle of an SM belongs to exactly one class (000 §3): ACTIVE, a warp issued; otherwise
 * CORE_STALL, some warp had all it needs but the pipeline or LD/ST unit it wants was not free;
 * otherwise MEM_STALL, more than half of the resident warps wait for data from memory; otherwise
 * IDLE. The paper's "most" is taken as more than half. */
#include "sm/sm_internal.h"

void caches_catch_up(sm_t *sm, uint64_t now)
{
    if (now == sm->l1_next) return;
    for (uint32_t c = 0; c < CLIENT_COUNT; c++) l1_skip(sm->l1[c], (uint32_t)(now - sm->l1_next));
    sm->l1_next = now;
}

static void replies(sm_t *sm)
{
    if (!(memsys_waiting(sm->env.memsys) >> sm->env.id & 1)) return;
    mem_reply_t r;
    if (memsys_pop(sm->env.memsys, sm->env.id, &r)) l1_fill(sm->l1[r.client], &r);
}

/* With collectors, what comes from below passes the write-back register; a hit has its own way. */
static void data_answers(sm_t *sm, l1_t *l1)
{
    uint32_t token;
    while (sm->opnd && l1_pop_hit(l1, &token)) ldst_answer(sm, token);
    while (l1_pop(l1, &token)) {
        if (token & TOKEN_STORE) warp_store_acked(sm, token & ~TOKEN_STORE);
        else if (sm->opnd) load_arrived(sm, token);
        else ldst_answer(sm, token);
    }
}

static void cache_answers(sm_t *sm)
{
    uint32_t token;
    data_answers(sm, sm->l1[CLIENT_L1D]);
    data_answers(sm, sm->l1[CLIENT_L1C]);
    while (l1_pop(sm->l1[CLIENT_L1I], &token)) fetch_done(sm, token);
}

static void due_events(sm_t *sm, uint64_t now)
{
    event_t ev;
    while (wheel_pop(sm->wheel, now, &ev)) {
        switch ((event_kind_t)ev.kind) {
        case EV_RESULT:
            if (sm->opnd) opnd_result(sm, now, ev.id, ev.inst);
            warp_release(sm, ev.id, ev.inst);
            break;
        case EV_ENTRY: ldst_shared_done(sm, ev.id); break;
        case EV_BARRIER: barrier_open(sm, ev.id); break;
        }
    }
}

/* The finished CTA with the lowest slot goes to the completion port; the arbiters forget it. */
static void report_finished(sm_t *sm)
{
    if (sm->reporting >= 0 || !sm->finished) return;
    const uint32_t slot = (uint32_t)__builtin_ctz(sm->finished);
    sm->finished &= sm->finished - 1;
    sm->reporting = (int32_t)slot;
    for (uint32_t i = 0; i < sm->scheds; i++) sm->env.sched->arb_cta_end(sm->env.sched_self, sm->arb0 + i, slot);
    sm->arb_events = (UINT32_C(1) << sm->scheds) - 1;
}

void sm_begin(sm_t *sm, uint64_t now)
{
    caches_catch_up(sm, now);
    due_events(sm, now);
    if (sm->opnd) load_write_step(sm);
    replies(sm);
    for (uint32_t c = 0; c < CLIENT_COUNT; c++) l1_tick(sm->l1[c]);
    sm->l1_next = now + 1;
    cache_answers(sm);
    report_finished(sm);
    ldst_step(sm, now);
    if (sm->opnd) opnd_step(sm, now);
    fetch_step(sm);
}

/* *mon: the monitor that counts the cycle as well, NULL: none. */
static uint64_t *class_of_cycle(sm_t *sm, uint64_t **mon)
{
    uint64_t cand = 0;
    uint32_t waiting = 0, resident = 0;
    for (uint32_t i = 0; i < sm->scheds; i++) {
        const warp_mask_t *m = &sm->mask[i];
        cand |= m->have & m->clear & ~m->held;
        waiting += (uint32_t)__builtin_popcountll(m->wait_mem);
        resident += (uint32_t)__builtin_popcountll(m->resident);
    }
    *mon = cand ? NULL : resident && waiting == resident ? &sm->mon.mem : &sm->mon.idle;
    if (cand) return &sm->st.core_stall;
    if (waiting * 2 > resident) return &sm->st.mem_stall;
    return &sm->st.idle;
}

static void maybe_sleep(sm_t *sm, uint64_t now, uint64_t *class, uint64_t *mon)
{
    if (class == &sm->st.core_stall || sm->want_fetch || sm->ldst_used || sm->arb_events) return;
    if (sm->finished && sm->reporting < 0) return;
    if (sm->opnd && (sm->opnd->inside || sm->answer_used || sm->writing >= 0)) return;
    uint64_t wake = wheel_next(sm->wheel, now + 1);
    if (sm->l1d_wait_used && sm->l1d_wait[sm->l1d_wait_head].due_cycle < wake)
        wake = sm->l1d_wait[sm->l1d_wait_head].due_cycle;
    for (uint32_t c = 0; c < CLIENT_COUNT; c++) {
        const uint32_t quiet = l1_quiet_cycles(sm->l1[c]);
        if (quiet != UINT32_MAX && now + quiet < wake) wake = now + quiet;
    }
    if (wake <= now + 1) return;
    sm->asleep = true;
    sm->sleep_from = now + 1;
    sm->wake_cycle = wake;
    sm->sleep_class = class;
    sm->sleep_mon = mon;
}

void sm_end(sm_t *sm, uint64_t now)
{
    sm->st.total++;
    if (sm->issued) {
        sm->st.active++;
        sm->mon.active++;
        sm->issued = false;
        return;
    }
    uint64_t *mon, *class = class_of_cycle(sm, &mon);
    ++*class;
    if (mon) ++*mon;
    maybe_sleep(sm, now, class, mon);
}

void sm_account_slept(sm_t *sm, uint64_t now)
{
    if (!sm->asleep) return;
    *sm->sleep_class += now - sm->sleep_from;
    *sm->sleep_mon += now - sm->sleep_from;
    sm->st.total += now - sm->sleep_from;
    sm->sleep_from = now;
}

void sm_wake(sm_t *sm, uint64_t now)
{
    sm_account_slept(sm, now);
    sm->asleep = false;
}

bool sm_awake(const sm_t *sm) { return !sm->asleep; }
uint64_t sm_wake_cycle(const sm_t *sm) { return sm->wake_cycle; }

void sm_settle(sm_t *sm, uint64_t now)
{
    sm_account_slept(sm, now);
    sm_account_residency(sm, now);
}
