/* dram_sched.c - which request a bank serves and which command goes this cycle. */
#include "mem/dram_internal.h"

#include <assert.h>

/* Asked only when a command is chosen: no timer runs for it. */
static bool starved(const dram_t *d, uint64_t now, int32_t e)
{
    return now - d->entry[e].since_cycle > DRAM_STARVED_CYCLES;
}

/* The bank's current request or its state changed: what does it want now? */
static void note_want(dram_t *d, uint32_t b)
{
    const dram_bank_t *k = &d->bank[b];
    dram_want_t *w = &d->want[b];
    const uint64_t bit = UINT64_C(1) << b;
    d->banks[w->kind] &= ~bit;
    if (k->current == DRAM_NIL) return;
    const dram_entry_t *x = &d->entry[k->current];
    w->order = x->order;
    if (!k->open) {
        w->kind = WANT_ACTIVATE;
        w->cycle = k->act_cycle;
    } else if (k->row != x->req.row) {
        w->kind = WANT_PRECHARGE;
        w->cycle = k->pre_cycle;
    } else {
        w->kind = x->req.write ? WANT_WRITE : WANT_READ;
        w->cycle = k->col_cycle;
    }
    d->banks[w->kind] |= bit;
}

/* Takes the request the bank serves next out of its list: row hit first, then the oldest. */
static void choose(dram_t *d, uint64_t now, uint32_t b)
{
    dram_bank_t *k = &d->bank[b];
    int32_t pick = k->first, before = DRAM_NIL;
    k->current = pick;
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
}

/* The bank waits to close its row, and this request wants that row: it goes first. */
static bool overtakes(const dram_t *d, uint64_t now, const dram_bank_t *k, int32_t e)
{
    return d->cfg.kind == DRAM_FRFCFS && d->cfg.overtake == OVERTAKE_TILL_CLOSED && k->open &&
           d->entry[k->current].req.row != k->row && d->entry[e].req.row == k->row &&
           !starved(d, now, k->current);
}

void dram_arrived(dram_t *d, uint64_t now, int32_t e)
{
    const uint32_t b = d->cfg.kind == DRAM_FIXED ? 0 : d->entry[e].req.bank;
    dram_bank_t *k = &d->bank[b];
    if (k->current == DRAM_NIL) {
        k->current = e;
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
    note_want(d, b);
    if (now + 1 < d->next_cycle) d->next_cycle = now + 1;
}

/* Opens the row of the current request. tRC and tRRD bind later activates, tRAS the precharge. */
static void issue_activate(dram_t *d, uint64_t now, uint32_t b)
{
    dram_bank_t *k = &d->bank[b];
    dram_entry_t *x = &d->entry[k->current];
    k->open = true;
    k->row = x->req.row;
    k->act_cycle = now + d->cfg.tRC;
    k->col_cycle = now + d->cfg.tRCD;
    k->pre_cycle = dram_later(k->pre_cycle, now + d->cfg.tRAS);
    d->kind_cycle[WANT_ACTIVATE] = now + d->cfg.tRRD;
    x->activated = true;
    d->st.activates++;
    d->st.row_misses++;
    note_want(d, b);
}

/* Closes a row that the current request does not want. */
static void issue_precharge(dram_t *d, uint64_t now, uint32_t b)
{
    dram_bank_t *k = &d->bank[b];
    k->open = false;
    k->act_cycle = dram_later(k->act_cycle, now + d->cfg.tRP);
    d->st.precharges++;
    d->st.row_conflicts++;
    note_want(d, b);
}

/* From one column command to the first of the other direction. */
static uint32_t turn_cycles(const dram_t *d, bool from_write)
{
    const dram_cfg_t *c = &d->cfg;
    if (from_write) return c->tWL + d->burst_cycles + c->tCDLR;
    const uint32_t bus = c->tCL + d->burst_cycles + DRAM_TURN_CYCLES;
    return bus > c->tWL ? bus - c->tWL : 1;
}

/* Moves one burst. Which gap follows depends on who is next: same direction tCCD, same bank group
 * tCCDL, other direction a turn of the bus; never less than the bus needs for the burst itself. */
static void issue_column(dram_t *d, uint64_t now, uint32_t b)
{
    dram_bank_t *k = &d->bank[b];
    const dram_cfg_t *c = &d->cfg;
    dram_entry_t *x = &d->entry[k->current];
    const uint32_t burst = d->burst_cycles;
    const bool write = x->req.write;
    const uint64_t data_cycle = now + (write ? c->tWL : c->tCL) + burst;
    d->kind_cycle[write] = now + dram_later(c->tCCD, burst); /* WANT_READ is 0, WANT_WRITE 1 */
    d->kind_cycle[!write] = dram_later(d->kind_cycle[!write], now + turn_cycles(d, write));
    d->group_cycle[d->want[b].group] = now + dram_later(c->tCCDL, burst);
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
    note_want(d, b);
}

static int32_t older(const dram_t *d, int32_t a, int32_t b)
{
    if (a == DRAM_NIL || b == DRAM_NIL) return a == DRAM_NIL ? b : a;
    return d->want[a].order < d->want[b].order ? a : b;
}

/* The bank with the oldest request that can have its command of this kind now; DRAM_NIL: none, and
 * next_cycle is brought forward to when one may. */
static int32_t find(dram_t *d, uint64_t now, dram_want_kind_t kind)
{
    int32_t best = DRAM_NIL;
    uint64_t left = d->banks[kind];
    if (left && d->kind_cycle[kind] > now) { /* the channel decides for all banks at once */
        if (d->kind_cycle[kind] < d->next_cycle) d->next_cycle = d->kind_cycle[kind];
        return DRAM_NIL;
    }
    for (; left; left &= left - 1) {
        const int32_t b = __builtin_ctzll(left);
        const dram_want_t *w = &d->want[b];
        uint64_t when = w->cycle;
        if (kind <= WANT_WRITE) when = dram_later(when, d->group_cycle[w->group]);
        if (when <= now)
            best = older(d, best, b);
        else if (when < d->next_cycle)
            d->next_cycle = when;
    }
    return best;
}

/* The bus may not stay in one direction for ever while a starved request waits for the other. */
static bool must_yield(const dram_t *d, uint64_t now, int32_t bank)
{
    const dram_want_kind_t other = d->want[bank].kind == WANT_READ ? WANT_WRITE : WANT_READ;
    int32_t oldest = DRAM_NIL;
    for (uint64_t left = d->banks[other]; left; left &= left - 1)
        oldest = older(d, oldest, __builtin_ctzll(left));
    return oldest != DRAM_NIL && older(d, oldest, bank) == oldest &&
           starved(d, now, d->bank[oldest].current);
}

/* Reads need room to come back; writes are posted and do not. */
static int32_t find_column(dram_t *d, uint64_t now)
{
    const int32_t write = find(d, now, WANT_WRITE);
    const int32_t read = delayq_room(d->back) ? find(d, now, WANT_READ) : DRAM_NIL;
    const int32_t bank = older(d, read, write);
    return bank != DRAM_NIL && must_yield(d, now, bank) ? DRAM_NIL : bank;
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
    if (d->kind_cycle[WANT_READ] > now) {
        d->next_cycle = d->kind_cycle[WANT_READ];
        return;
    }
    d->kind_cycle[WANT_READ] = now + bus_cycles;
    d->st.bus_busy_cycles += bus_cycles;
    if (r->write)
        d->st.write_bursts += r->bursts;
    else
        d->st.read_bursts += r->bursts;
    dram_done(d, now, e, d->kind_cycle[WANT_READ]);
    choose(d, now, 0);
    note_want(d, 0);
    if (!d->used) d->next_cycle = UINT64_MAX;
}

void dram_command(dram_t *d, uint64_t now)
{
    int32_t b;
    d->next_cycle = UINT64_MAX;
    if (!d->used) return;
    if (d->cfg.kind == DRAM_FIXED) {
        fixed_command(d, now);
        return;
    }
    if ((b = find_column(d, now)) != DRAM_NIL)
        issue_column(d, now, (uint32_t)b);
    else if ((b = find(d, now, WANT_ACTIVATE)) != DRAM_NIL)
        issue_activate(d, now, (uint32_t)b);
    else if ((b = find(d, now, WANT_PRECHARGE)) != DRAM_NIL)
        issue_precharge(d, now, (uint32_t)b);
    else
        return;
    d->next_cycle = now + 1; /* one command per cycle */
}
