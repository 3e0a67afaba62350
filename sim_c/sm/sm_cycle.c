/* sm_cycle.c - the order of events inside a cycle. */
#include "sm/sm_internal.h"

#include <assert.h>

static void answer(sm_t *sm, uint32_t token)
{
    ldst_done_t done;
    if (token & LDST_STORE) warps_store_acked(sm->warps, token & ~LDST_STORE);
    else if (token & L0C_TOKEN) l0c_answer(sm->l0c, sm->now, token);
    else if (ldst_answer(sm->ldst, token, &done)) sm_memory_over(sm, &done);
}

static void replies(sm_t *sm)
{
    if (!memsys_waits(sm->env.memsys, sm->env.id)) return;
    mem_reply_t r;
    if (memsys_pop(sm->env.memsys, sm->env.id, &r)) l1_fill(sm->l1[r.client], &r);
}

/* With collectors, data of a miss passes the write-back register; a hit goes past it. */
static void hits(sm_t *sm, uint32_t c)
{
    while (sm->opnd && sm->next[c].hit_cycle <= sm->now) answer(sm, l1_pop_hit(sm->l1[c]));
}

/* An access of the cache is answered in this cycle. */
static bool answers(const sm_t *sm, uint32_t c)
{
    return sm->next[c].hit_cycle <= sm->now || sm->next[c].answer_cycle <= sm->now;
}

static void data_answers(sm_t *sm, uint32_t c)
{
    while (answers(sm, c)) answer(sm, l1_pop(sm->l1[c]));
}

/* The same with collectors. The write-back register, which takes the data later, tells the L1D when. */
static void data_arrives(sm_t *sm, uint32_t c, answer_source_t from)
{
    hits(sm, c);
    while (sm->next[c].answer_cycle <= sm->now) {
        uint64_t number;
        const uint32_t token = l1_take(sm->l1[c], &number);
        if (from != ANSWER_L1D) l1_served(sm->l1[c], number);
        if (token & LDST_STORE) warps_store_acked(sm->warps, token & ~LDST_STORE);
        else ldst_arrived(sm->ldst, from, token, number);
    }
}

static void cache_answers(sm_t *sm)
{
    if (sm->opnd) {
        data_arrives(sm, CLIENT_L1D, ANSWER_L1D);
        data_arrives(sm, CLIENT_L1C, ANSWER_L1C);
        data_arrives(sm, CLIENT_L1T, ANSWER_L1T);
    } else {
        for (uint32_t c = 0; c < CLIENT_COUNT; c++)
            if (c != CLIENT_L1I) data_answers(sm, c);
    }
    if (sm->cfg->line_arrives == LINE_FETCHES) return;
    while (answers(sm, CLIENT_L1I)) fetch_done(sm->fetch, l1_pop(sm->l1[CLIENT_L1I]));
}

static void due_events(sm_t *sm, uint64_t now)
{
    event_t ev;
    ldst_done_t done;
    while (wheel_pop(sm->wheel, now, &ev)) {
        switch ((event_kind_t)ev.kind) {
        case EV_RESULT:
            if (sm->bits && sm_load_waits(sm, now, &ev)) break;
            if (sm->opnd) opnd_result(sm->opnd, now, sm_part(sm, ev.id), ev.id, ev.inst);
            else if (sm->bits) sm_value_written(sm, ev.id, ev.inst, ev.ticket);
            warps_release(sm->warps, ev.id, ev.inst);
            break;
        case EV_ENTRY:
            if (ldst_delivered(sm->ldst, ev.id, &done)) sm_memory_over(sm, &done);
            break;
        case EV_BARRIER: warps_barrier_open(sm->warps, ev.id); break;
        case EV_POLL: warps_poll(sm->warps, now, ev.id); break;
        }
    }
}

/* Puts the finished CTA with the lowest slot on the completion port, and tells the arbiters that it ended. */
static void report_finished(sm_t *sm)
{
    if (sm->reporting >= 0 || !warps_finished(sm->warps)) return;
    const uint32_t slot = warps_take_finished(sm->warps);
    sm->reporting = (int32_t)slot;
    for (uint32_t i = 0; i < sm->cfg->schedulers; i++)
        sm->env.sched->arb_cta_end(sm->env.sched_self, sm->arbs.first + i, slot);
    sm->arbs.events = (UINT32_C(1) << sm->cfg->schedulers) - 1;
}

/* A hit in the victim tags is an event of the warp's arbiter, which samples it in the same cycle. */
static void lost_lines(sm_t *sm)
{
    for (uint64_t left = l1_lost(sm->l1[CLIENT_L1D]); left; left &= left - 1) {
        const warp_place_t at = warps_place(sm->warps, (uint32_t)__builtin_ctzll(left));
        sm->arbs.victim[at.sched] |= at.bit;
        sm->arbs.events |= UINT32_C(1) << at.sched;
    }
}

static void memory_step(sm_t *sm, uint64_t now)
{
    ldst_cycle_t c;
    ldst_step(sm->ldst, now, &c);
    hits(sm, CLIENT_L1D); /* of this cycle, if their latency is 0 */
    hits(sm, CLIENT_L1C);
    sm->ldst_refused = c.refused;
    if (sm->env.victim_tags) lost_lines(sm);
    if (c.warp == NO_WARP) return;
    units_hold(sm->units, warps_at(sm->warps, c.warp)->kid, 1);
    if (sm->bits) sm_accesses(sm, now, c.entry);
    if (c.stores) warps_store_sent(sm->warps, c.warp, c.stores);
    if (c.over) sm_memory_over(sm, &c.done);
}

static void operand_step(sm_t *sm, uint64_t now)
{
    issued_t memory;
    if (opnd_step(sm->opnd, now, ldst_queue_room(sm->ldst) != 0, &memory)) ldst_enter(sm->ldst, now, memory.entry);
}

static void write_back_step(sm_t *sm)
{
    ldst_done_t load;
    ldst_write_t w;
    const bool free =
        !ldst_writing(sm->ldst, &load) || opnd_write_if_free(sm->opnd, sm_part(sm, load.warp), load.warp, load.inst);
    ldst_write_back(sm->ldst, free, &w);
    if (w.filled) l1_served(sm->l1[CLIENT_L1D], w.filled);
    if (w.over) sm_memory_over(sm, &w.done);
    if (w.atomic != NO_WARP) warps_answered(sm->warps, w.atomic);
}

/* The caches' cycle. With LINE_FETCHES the I-cache sends its misses after issue, at the end of the cycle. */
static void caches_step(sm_t *sm)
{
    for (uint32_t c = 0; c < CLIENT_COUNT; c++) {
        if (c == CLIENT_L1I && sm->cfg->line_arrives == LINE_FETCHES) continue;
        if (sm->next[c].works) l1_step(sm->l1[c]);
    }
}

static bool caches_act(const sm_t *sm)
{
    bool act = false;
    for (uint32_t c = 0; c < CLIENT_COUNT; c++) act |= sm->next[c].acts_cycle <= sm->now;
    return act;
}

/* LINE_FETCHES: the end of the cycle. */
static void fetch_send(sm_t *sm)
{
    if (sm->next[CLIENT_L1I].works) l1_step(sm->l1[CLIENT_L1I]);
    if (warps_searched(sm->cfg)) report_finished(sm);
}

/* An SM that runs ahead stops before it sends. */
static void end_fetches(sm_t *sm)
{
    if (sm->ahead && sm->next[CLIENT_L1I].works) {
        sm->phase = PHASE_SEND;
        sm->due = sm->now; /* this cycle is not over */
    } else {
        fetch_send(sm);
    }
}

/* now: in the cycle in which a CTA comes to an SM without work, the caches' clock is that of its last one. */
static bool fetch_otherwise(sm_t *sm, uint64_t now)
{
    bool any;
    if (sm->fetches == FETCHES_L0) {
        if (sm->bits) bits_step(sm->bits, now, ports_held(sm->ports));
        any = supply_step(sm->supply, now);
        end_fetches(sm);
    } else {
        any = fetch_perfect(sm->fetch);
        if (warps_searched(sm->cfg)) report_finished(sm);
    }
    return any;
}

/* LINE_FETCHES: decode, then fetch. Returns whether a warp got instructions. */
static bool fetch_after_issue(sm_t *sm, uint64_t now)
{
    l1_t *l1i = sm->l1[CLIENT_L1I];
    if (sm->fetches != FETCHES_L1I) return fetch_otherwise(sm, now);
    bool decoded = fetch_decode(sm->fetch);
    while (sm->next[CLIENT_L1I].hit_cycle <= sm->now) {
        fetch_done(sm->fetch, l1_pop_hit(l1i));
        decoded = true;
    }
    if (answers(sm, CLIENT_L1I)) {
        fetch_arrived(sm->fetch, l1_pop(l1i));
    } else {
        if (warps_searched(sm->cfg)) fetch_begin(sm->fetch);
        fetch_step(sm->fetch);
    }
    end_fetches(sm);
    return decoded;
}

static void after_fence(sm_t *sm)
{
    l1_t *l1d = sm->l1[CLIENT_L1D];
    if (sm->cfg->fence == FENCE_STORES || l1_looked_up(l1d)) l1_invalidate(l1d);
}

/* Not inline: sm_begin of machines without stages is shorter without it. */
__attribute__((noinline)) static void stages_step(sm_t *sm, uint64_t now)
{
    sm_stages_step(sm, now);
    sm_constants_step(sm, now);
}

void sm_begin(sm_t *sm, uint64_t now)
{
    const bool before_issue = sm->cfg->line_arrives == LINE_BESIDE;
    assert(sm->phase == PHASE_BEGIN ? now > sm->now || !now : now == sm->now);
    if (sm->phase != PHASE_BEGIN) return; /* carried out ahead */
    sm->now = now;
    if (warps_fence_over(sm->warps)) after_fence(sm); /* before the next look-up */
    if (before_issue && warps_searched(sm->cfg)) fetch_begin(sm->fetch);
    due_events(sm, now);
    if (sm->opnd) write_back_step(sm);
    replies(sm);
    if (sm->env.network) sm_far_step(sm, now);
    if (caches_act(sm)) {
        caches_step(sm);
        cache_answers(sm);
    }
    if (!warps_searched(sm->cfg)) report_finished(sm);
    memory_step(sm, now);
    if (sm->opnd) operand_step(sm, now);
    else if (sm->ports) stages_step(sm, now);
    if (!before_issue) return;
    fetch_step(sm->fetch);
    if (warps_searched(sm->cfg)) report_finished(sm);
}

static bool a_port_is_taken(const sm_t *sm, uint64_t now)
{
    for (uint32_t i = 0; i < sm->cfg->schedulers; i++)
        if (sm->port_free[i] > now) return true;
    return false;
}

/* All warps that could issue need the LD/ST unit, which takes nothing before it has ended an instruction. */
static bool waits_for_room(const sm_t *sm, const census_t *n)
{
    return !n->elsewhere && !sm->opnd && (!ldst_queue_room(sm->ldst) || !ldst_entries_free(sm->ldst));
}

void sm_end(sm_t *sm, uint64_t now)
{
    const bool sends = sm->phase == PHASE_SEND;
    sm->phase = PHASE_BEGIN;
    sm->due = now + 1;
    if (sends) {
        fetch_send(sm);
        return;
    }
    sm->st.cycles++;
    if (a_port_is_taken(sm, now)) {
        sm->st.active++;
        sm->mon.active++;
        if (sm->cfg->line_arrives == LINE_FETCHES) fetch_after_issue(sm, now);
        return;
    }
    const census_t n = sm_census(sm);
    uint64_t *class = sm_class_of(sm, &n), *mon = sm_monitor_of(sm, &n);
    ++*class;
    if (mon) ++*mon;
    sm->st.withheld += sm->offered;
    const bool decoded = sm->cfg->line_arrives == LINE_FETCHES && fetch_after_issue(sm, now);
    if (!decoded && (!n.candidate || waits_for_room(sm, &n))) sm_maybe_sleep(sm, now, class, mon, n.candidate);
}
