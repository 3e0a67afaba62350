/* sm_opnd.c - operand collectors: the way from issue to the pipelines, on machines that have them.
 *
 * An issued instruction takes a place at its unit, then a free collector of that unit. Its source
 * registers are read from their banks, one per bank and cycle in the order they were asked for; a
 * bank that is written serves no read. Complete, it takes a place behind the collectors, and from
 * there a pipeline that can deliver its result in a cycle with a result port left.
 *
 * Between a pipeline's last place and the register file lie two more registers, the one it is taken
 * into and the one it leaves to: a result is written LEAVE_CYCLES after the latency.
 *
 * The stages of a cycle run from the last to the first, so that each finds what the next one freed. */
#include "sm/sm_internal.h"

#include <assert.h>
#include <stdlib.h>

enum { NIL = -1, LEAVE_CYCLES = 2 };

bool opnd_create(sm_t *sm)
{
    if (!sm->cfg.collectors[UNIT_SP]) return true;
    opnd_t *o = sm->opnd = calloc(1, sizeof *o);
    if (!o) return false;
    uint32_t first = 0;
    for (uint32_t u = UNIT_SP; u < UNIT_NONE; u++) {
        const uint32_t n = sm->cfg.collectors[u];
        assert(n && first + n <= OPND_COLLECTORS && sm->cfg.issue_width[u] <= OPND_WIDTH);
        o->set[u] = ((UINT64_C(1) << n) - 1) << first;
        o->free |= o->set[u];
        for (uint32_t p = 0; p < OPND_WIDTH; p++) o->last[u][p] = (uint8_t)first;
        first += n;
    }
    for (uint32_t i = 0; i < sizeof o->bank; i++) o->bank[i] = (uint8_t)(i % sm->cfg.register_banks);
    return true;
}

static bool has_place(const sm_t *sm, const opnd_places_t *r, uint32_t unit)
{
    return r->used < sm->cfg.issue_width[unit];
}

static void place_push(opnd_places_t *r, issued_t what) { r->at[(r->head + r->used++) % OPND_WIDTH] = what; }

static issued_t place_pop(opnd_places_t *r)
{
    const issued_t what = r->at[r->head];
    r->head = (uint8_t)((r->head + 1) % OPND_WIDTH);
    r->used--;
    return what;
}

uint32_t opnd_room(const sm_t *sm, uint32_t unit) { return sm->cfg.issue_width[unit] - sm->opnd->issued[unit].used; }

void opnd_push(sm_t *sm, uint32_t unit, issued_t what)
{
    opnd_t *o = sm->opnd;
    assert(has_place(sm, &o->issued[unit], unit));
    place_push(&o->issued[unit], what);
    o->inside++;
}

static uint32_t bank_of(const sm_t *sm, uint32_t warp, uint32_t reg) { return sm->opnd->bank[reg + warp]; }

static uint64_t banks_written(const sm_t *sm, uint32_t w, const winst_t *in)
{
    uint64_t banks = 0;
    for (uint32_t i = 0; i < in->ndst; i++) banks |= UINT64_C(1) << bank_of(sm, w, in->dst[i]);
    return banks;
}

void opnd_result(sm_t *sm, uint64_t now, uint32_t w, const winst_t *in)
{
    sm->opnd->results[now % WHEEL_CYCLES] = 0;
    sm->opnd->written |= banks_written(sm, w, in);
}

bool opnd_write_if_free(sm_t *sm, uint32_t w, const winst_t *in)
{
    const uint64_t banks = banks_written(sm, w, in);
    if (sm->opnd->written & banks) return false;
    sm->opnd->written |= banks;
    return true;
}

/* --- the stages ---------------------------------------------------------------------------------- */

static bool start(sm_t *sm, uint64_t now, uint32_t unit, uint32_t pipe)
{
    opnd_t *o = sm->opnd;
    const issued_t *next = &o->complete[unit].at[o->complete[unit].head];
    const lat_cfg_t *lat = &sm->cfg.lat[next->inst->lat];
    const uint64_t due = now + lat->latency_cycles + LEAVE_CYCLES;
    uint8_t *results = &o->results[due % WHEEL_CYCLES];
    if (*results == sm->cfg.results) {
        sm->st.result_waits++;
        return false;
    }
    ++*results;
    sm->pipe_free[unit][pipe] = now + lat->interval_cycles;
    monitor_unit(sm, unit, pipe, next->warp, lat->interval_cycles);
    wheel_add(sm->wheel, due, (event_t){.kind = EV_RESULT, .id = next->warp, .inst = next->inst});
    place_pop(&o->complete[unit]);
    o->inside--;
    return true;
}

static void pipelines_take(sm_t *sm, uint64_t now)
{
    opnd_t *o = sm->opnd;
    for (uint32_t u = UNIT_SP; u < UNIT_LDST; u++)
        for (uint32_t p = 0; p < sm->cfg.pipes[u] && o->complete[u].used; p++)
            if (sm->pipe_free[u][p] <= now && !start(sm, now, u, p)) break;
    if (!o->complete[UNIT_LDST].used || !ldst_queue_room(sm)) return;
    ldst_enter(sm, now, place_pop(&o->complete[UNIT_LDST]).entry);
    o->inside--;
}

/* Each way out has a turn of its own among the collectors. */
static void leave_collectors(sm_t *sm)
{
    opnd_t *o = sm->opnd;
    for (uint32_t u = UNIT_SP; o->ready && u < UNIT_NONE; u++)
        for (uint32_t p = 0; p < sm->cfg.issue_width[u]; p++) {
            const uint64_t ready = o->ready & o->set[u];
            if (!ready || !has_place(sm, &o->complete[u], u)) break;
            const uint64_t after = ready & (~UINT64_C(1) << o->last[u][p]);
            const uint32_t c = (uint32_t)__builtin_ctzll(after ? after : ready);
            o->last[u][p] = (uint8_t)c;
            o->ready &= ~(UINT64_C(1) << c);
            o->free |= UINT64_C(1) << c;
            place_push(&o->complete[u], o->collector[c]);
        }
}

static void read_banks(sm_t *sm)
{
    opnd_t *o = sm->opnd;
    for (uint64_t left = o->asked & ~o->written; left; left &= left - 1) {
        const uint32_t b = (uint32_t)__builtin_ctzll(left);
        const int16_t n = o->bank_head[b];
        o->bank_head[b] = o->next[n];
        if (o->next[n] == NIL) o->asked &= ~(UINT64_C(1) << b);
        const uint32_t c = (uint32_t)n / WINST_SRC_MAX;
        if (--o->lacking[c] == 0) o->ready |= UINT64_C(1) << c;
        sm->st.operands_read++;
    }
    o->written = 0;
}

static void ask_bank(sm_t *sm, uint32_t b, int16_t node)
{
    opnd_t *o = sm->opnd;
    o->next[node] = NIL;
    if (o->asked >> b & 1) {
        o->next[o->bank_tail[b]] = node;
        sm->st.bank_conflicts++;
    } else {
        o->bank_head[b] = node;
        o->asked |= UINT64_C(1) << b;
    }
    o->bank_tail[b] = node;
}

/* A register named twice is read once. */
static bool named_before(const winst_t *in, uint32_t i)
{
    for (uint32_t k = 0; k < i; k++)
        if (in->src[k] == in->src[i]) return true;
    return false;
}

static void ask_banks(sm_t *sm, uint32_t c, const issued_t *what)
{
    opnd_t *o = sm->opnd;
    const winst_t *in = what->inst;
    o->lacking[c] = 0;
    for (uint32_t i = 0; i < in->nsrc; i++) {
        if (named_before(in, i)) continue;
        ask_bank(sm, bank_of(sm, what->warp, in->src[i]), (int16_t)(c * WINST_SRC_MAX + i));
        o->lacking[c]++;
    }
    sm->st.operands_asked += o->lacking[c];
    if (!o->lacking[c]) o->ready |= UINT64_C(1) << c;
}

static void enter_collectors(sm_t *sm)
{
    opnd_t *o = sm->opnd;
    for (uint32_t u = UNIT_SP; u < UNIT_NONE; u++)
        while (o->issued[u].used) {
            const uint64_t free = o->free & o->set[u];
            if (!free) {
                sm->st.collector_waits++;
                break;
            }
            const uint32_t c = (uint32_t)__builtin_ctzll(free);
            o->free &= ~(UINT64_C(1) << c);
            o->collector[c] = place_pop(&o->issued[u]);
            ask_banks(sm, c, &o->collector[c]);
        }
}

void opnd_step(sm_t *sm, uint64_t now)
{
    if (!sm->opnd->inside) {
        sm->opnd->written = 0;
        return;
    }
    pipelines_take(sm, now);
    leave_collectors(sm);
    read_banks(sm);
    enter_collectors(sm);
}
