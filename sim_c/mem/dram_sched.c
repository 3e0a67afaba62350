/* dram_sched.c - which request a bank serves and which command goes this cycle. */
#include "mem/dram_internal.h"

#include <assert.h>

typedef struct { /* what one look at the banks found */
    int32_t column, activate, precharge; /* bank of the oldest that can go now, DRAM_NIL: none */
    int32_t oldest;                      /* bank of the oldest waiting for a column command */
    uint64_t next_cycle;                 /* when the first of the others can go */
} choice_t;

static bool starved(const dram_t *d, uint64_t now, int32_t e)
{
    return now - d->entry[e].since_cycle > DRAM_STARVED_CYCLES;
}

/* Takes the request the bank serves next out of its list: row hit first, then the oldest. */
static void choose(dram_t *d, uint64_t now, uint32_t b)
{
    dram_bank_t *k = &d->bank[b];
    int32_t pick = k->first, before = DRAM_NIL;
    k->current = DRAM_NIL;
    d->work &= ~(UINT64_C(1) << b);
    if (pick == DRAM_NIL) return;
    if (k->open && d->entry[pick].req.row != k->row) {
        if (starved(d, now, pick)) {
            d->st.starved++;
        } else {
            int32_t last = DRAM_NIL;
            for (int32_t e = pick; e != DRAM_NIL; last = e, e = d->entry[e].next) {
                if (d->entry[e].req.row != k->row) continue;
                pick = e;
                before = last;
                break;
            }
        }
    }
    if (before == DRAM_NIL)
        k->first = d->entry[pick].next;
    else
        d->entry[before].next = d->entry[pick].next;
    if (k->last == pick) k->last = before;
    k->current = pick;
    d->work |= UINT64_C(1) << b;
}

/* The bank waits to close its row, and this request wants that row: it goes first. */
static bool overtakes(const dram_t *d, uint64_t now, const dram_bank_t *k, int32_t e)
{
    return d->cfg.kind == DRAM_FRFCFS && k->open && d->entry[k->current].req.row != k->row &&
           d->entry[e].req.row == k->row && !starved(d, now, k->current);
}

void dram_arrived(dram_t *d, uint64_t now, int32_t e)
{
    const uint32_t b = d->cfg.kind == DRAM_FIXED ? 0 : d->entry[e].req.bank;
    dram_bank_t *k = &d->bank[b];
    if (k->current == DRAM_NIL) {
        k->current = e;
        d->work |= UINT64_C(1) << b;
    } else if (overtakes(d, now, k, e)) {
        d->entry[k->current].next = k->first; /* it was the oldest, and is so again */
        k->first = k->current;
        if (k->last == DRAM_NIL) k->last = k->current;
        k->current = e;
    } else {
        if (k->last == DRAM_NIL)
            k->first = e;
        else
            d->entry[k->last].next = e;
        k->last = e;
        return;
    }
    if (now + 1 < d->next_cycle) d->next_cycle = now + 1;
}

static void issue_activate(dram_t *d, uint64_t now, dram_bank_t *k)
{
    dram_entry_t *x = &d->entry[k->current];
    k->open = true;
    k->row = x->req.row;
    k->act_cycle = now + d->cfg.tRC;
    k->col_cycle = now + d->cfg.tRCD;
    k->pre_cycle = dram_later(k->pre_cycle, now + d->cfg.tRAS);
    d->rrd_cycle = now + d->cfg.tRRD;
    x->activated = true;
    d->st.activates++;
    d->st.row_misses++;
}

static void issue_precharge(dram_t *d, uint64_t now, dram_bank_t *k)
{
    k->open = false;
    k->act_cycle = dram_later(k->act_cycle, now + d->cfg.tRP);
    d->st.precharges++;
    d->st.row_conflicts++;
}

/* From one column command to the first of the other direction. */
static uint32_t turn_cycles(const dram_t *d, bool from_write)
{
    const dram_cfg_t *c = &d->cfg;
    if (from_write) return c->tWL + d->burst_cycles + c->tCDLR;
    const uint32_t bus = c->tCL + d->burst_cycles + DRAM_TURN_CYCLES;
    return bus > c->tWL ? bus - c->tWL : 1;
}

static void issue_column(dram_t *d, uint64_t now, uint32_t b)
{
    dram_bank_t *k = &d->bank[b];
    const dram_cfg_t *c = &d->cfg;
    dram_entry_t *x = &d->entry[k->current];
    const uint32_t burst = d->burst_cycles;
    const bool write = x->req.write;
    const uint64_t data_cycle = now + (write ? c->tWL : c->tCL) + burst;
    d->col_cycle[write] = now + dram_later(c->tCCD, burst);
    d->col_cycle[!write] = dram_later(d->col_cycle[!write], now + turn_cycles(d, write));
    d->group_cycle[k->group] = now + dram_later(c->tCCDL, burst);
    k->pre_cycle = dram_later(k->pre_cycle, write ? data_cycle + c->tWR : now + c->tRTPL);
    d->st.turns += write != d->last_write;
    d->last_write = write;
    d->st.bus_busy_cycles += burst;
    if (write)
        d->st.write_bursts++;
    else
        d->st.read_bursts++;
    if (--x->req.bursts) return;
    d->st.row_hits += !x->activated;
    dram_done(d, now, k->current, data_cycle);
    choose(d, now, b);
}

static bool older(const dram_t *d, uint32_t b, int32_t than)
{
    return than == DRAM_NIL ||
           d->entry[d->bank[b].current].order < d->entry[d->bank[than].current].order;
}

static void consider(const dram_t *d, uint64_t now, uint32_t b, bool reads_blocked, choice_t *c)
{
    const dram_bank_t *k = &d->bank[b];
    const dram_req_t *r = &d->entry[k->current].req;
    int32_t *best;
    uint64_t when;
    if (k->open && k->row == r->row) {
        if (!r->write && reads_blocked) return;
        when = dram_later(dram_later(k->col_cycle, d->group_cycle[k->group]),
                          d->col_cycle[r->write]);
        best = &c->column;
        if (older(d, b, c->oldest)) c->oldest = (int32_t)b;
    } else if (k->open) {
        when = k->pre_cycle;
        best = &c->precharge;
    } else {
        when = dram_later(k->act_cycle, d->rrd_cycle);
        best = &c->activate;
    }
    if (when > now) {
        if (when < c->next_cycle) c->next_cycle = when;
    } else if (older(d, b, *best)) {
        *best = (int32_t)b;
    }
}

/* The bus may not stay in one direction for ever while a starved request waits for the other. */
static bool must_yield(const dram_t *d, uint64_t now, const choice_t *c)
{
    if (c->column == c->oldest || !starved(d, now, d->bank[c->oldest].current)) return false;
    return d->entry[d->bank[c->oldest].current].req.write !=
           d->entry[d->bank[c->column].current].req.write;
}

/* DRAM_FIXED: in order, one request after the other on the bus. */
static void fixed_command(dram_t *d, uint64_t now)
{
    const int32_t e = d->bank[0].current;
    const dram_req_t *r = &d->entry[e].req;
    const uint32_t bytes = r->bursts * d->cfg.burst_bytes;
    const uint32_t bus_cycles = (bytes + d->cfg.bytes_per_cycle - 1) / d->cfg.bytes_per_cycle;
    d->next_cycle = now + 1;
    if (!r->write && !delayq_room(d->back)) {
        d->next_cycle = UINT64_MAX; /* dram_pop wakes us */
        return;
    }
    if (d->col_cycle[0] > now) {
        d->next_cycle = d->col_cycle[0];
        return;
    }
    d->col_cycle[0] = now + bus_cycles;
    d->st.bus_busy_cycles += bus_cycles;
    if (r->write)
        d->st.write_bursts += r->bursts;
    else
        d->st.read_bursts += r->bursts;
    dram_done(d, now, e, d->col_cycle[0]);
    choose(d, now, 0);
    if (!d->work) d->next_cycle = UINT64_MAX;
}

void dram_command(dram_t *d, uint64_t now)
{
    choice_t c = {DRAM_NIL, DRAM_NIL, DRAM_NIL, DRAM_NIL, UINT64_MAX};
    if (!d->work) {
        d->next_cycle = UINT64_MAX;
        return;
    }
    if (d->cfg.kind == DRAM_FIXED) {
        fixed_command(d, now);
        return;
    }
    const bool reads_blocked = !delayq_room(d->back);
    for (uint64_t left = d->work; left; left &= left - 1)
        consider(d, now, (uint32_t)__builtin_ctzll(left), reads_blocked, &c);
    if (c.column != DRAM_NIL && must_yield(d, now, &c)) c.column = DRAM_NIL;
    d->next_cycle = now + 1;
    if (c.column != DRAM_NIL)
        issue_column(d, now, (uint32_t)c.column);
    else if (c.activate != DRAM_NIL)
        issue_activate(d, now, &d->bank[c.activate]);
    else if (c.precharge != DRAM_NIL)
        issue_precharge(d, now, &d->bank[c.precharge]);
    else
        d->next_cycle = c.next_cycle;
}
