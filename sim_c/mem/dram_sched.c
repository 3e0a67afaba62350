/* dram_sched.c - which request a bank serves and which command goes this cycle. */
#include "mem/dram_internal.h"

#include <assert.h>

/* Asked only when a command is chosen: no timer runs for it. */
static bool starved(const dram_t *d, uint64_t now, int32_t e)
{
    return d->cfg.priority == DRAM_BY_AGE && now - d->entry[e].since_cycle > DRAM_STARVED_CYCLES;
}

/* The bank's current request or its state changed: what does it want now? */
void dram_note_want(dram_t *d, uint32_t b)
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
    if (before == DRAM_NIL) k->first = d->entry[pick].next;
    else d->entry[before].next = d->entry[pick].next;
    if (k->last == pick) k->last = before;
    k->current = pick;
}

/* The bank waits to close its row, and this request wants that row: it goes first. */
static bool overtakes(const dram_t *d, uint64_t now, const dram_bank_t *k, int32_t e)
{
    return d->cfg.kind == DRAM_FRFCFS && k->open && d->entry[k->current].req.row != k->row &&
           d->entry[e].req.row == k->row && !starved(d, now, k->current);
}

static void append(dram_t *d, dram_bank_t *k, int32_t e)
{
    if (k->last == DRAM_NIL) k->first = e;
    else d->entry[k->last].next = e;
    k->last = e;
}

static bool in_turn(const dram_t *d) { return d->cfg.kind == DRAM_FRFCFS && d->cfg.priority == DRAM_IN_TURN; }

/* In turn: a bank that has no request and some to choose from may choose. */
static void may_choose(dram_t *d, uint32_t b)
{
    const dram_bank_t *k = &d->bank[b];
    if (k->current == DRAM_NIL && k->first != DRAM_NIL) d->unchosen |= UINT64_C(1) << b;
}

static void pass_turn(dram_t *d, uint32_t to) { d->turn = to & (d->cfg.banks - 1); }

/* In turn: one bank per cycle chooses. */
static void choose_in_turn(dram_t *d, uint64_t now)
{
    if (!d->unchosen) return;
    const uint64_t above = d->unchosen & (~UINT64_C(0) << d->turn);
    const uint32_t b = (uint32_t)__builtin_ctzll(above ? above : d->unchosen);
    d->unchosen &= ~(UINT64_C(1) << b);
    d->chosen++;
    pass_turn(d, d->turn + 1);
    choose(d, now, b);
    dram_note_want(d, b);
}

void dram_arrived(dram_t *d, uint64_t now, int32_t e)
{
    const uint32_t b = d->cfg.kind == DRAM_FIXED ? 0 : d->entry[e].req.bank;
    dram_bank_t *k = &d->bank[b];
    d->used++;
    if (in_turn(d)) {
        append(d, k, e);
        may_choose(d, b);
        if (now + 1 < d->next_cycle) d->next_cycle = now + 1;
        return;
    }
    if (k->current == DRAM_NIL) {
        k->current = e;
    } else if (overtakes(d, now, k, e)) {
        d->entry[k->current].next = k->first; /* it was the oldest, and is so again */
        k->first = k->current;
        if (k->last == DRAM_NIL) k->last = k->current;
        k->current = e;
    } else {
        append(d, k, e);
        return;
    }
    dram_note_want(d, b);
    if (now + 1 < d->next_cycle) d->next_cycle = now + 1;
}

/* The bank's request has its last column command: it chooses another, or asks for its turn to. */
void dram_served(dram_t *d, uint64_t now, uint32_t b)
{
    if (in_turn(d)) {
        d->bank[b].current = DRAM_NIL;
        d->chosen--;
        may_choose(d, b);
    } else {
        choose(d, now, b);
    }
    dram_note_want(d, b);
}

static int32_t older(const dram_t *d, int32_t a, int32_t b)
{
    if (a == DRAM_NIL || b == DRAM_NIL) return a == DRAM_NIL ? b : a;
    return d->want[a].order < d->want[b].order ? a : b;
}

/* Which of two banks has the command bus first. */
static int32_t first_of(const dram_t *d, int32_t a, int32_t b)
{
    if (!in_turn(d) || a == DRAM_NIL || b == DRAM_NIL) return older(d, a, b);
    const uint32_t mask = d->cfg.banks - 1;
    return (((uint32_t)a - d->turn) & mask) < (((uint32_t)b - d->turn) & mask) ? a : b;
}

/* The first bank that can have its command of this kind now; DRAM_NIL: none, and
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
        if (when <= now) best = first_of(d, best, b);
        else if (when < d->next_cycle) d->next_cycle = when;
    }
    return best;
}

/* The bus may not stay in one direction for ever while a starved request waits for the other. */
static bool must_yield(const dram_t *d, uint64_t now, int32_t bank)
{
    const dram_want_kind_t other = d->want[bank].kind == WANT_READ ? WANT_WRITE : WANT_READ;
    int32_t oldest = DRAM_NIL;
    for (uint64_t left = d->banks[other]; left; left &= left - 1) oldest = older(d, oldest, __builtin_ctzll(left));
    return oldest != DRAM_NIL && older(d, oldest, bank) == oldest && starved(d, now, d->bank[oldest].current);
}

/* Reads need room to come back; writes are posted and do not. */
static int32_t find_column(dram_t *d, uint64_t now)
{
    const int32_t write = find(d, now, WANT_WRITE);
    const int32_t read = delayq_room(d->back) ? find(d, now, WANT_READ) : DRAM_NIL;
    const int32_t bank = first_of(d, read, write);
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
    if (r->write) d->st.write_bursts += r->bursts;
    else d->st.read_bursts += r->bursts;
    dram_done(d, now, e, d->kind_cycle[WANT_READ]);
    choose(d, now, 0);
    dram_note_want(d, 0);
    if (!d->used) d->next_cycle = UINT64_MAX;
}

static void row_command(dram_t *d, uint64_t now, int32_t bank)
{
    if (d->want[bank].kind == WANT_ACTIVATE) dram_activate(d, now, (uint32_t)bank);
    else dram_precharge(d, now, (uint32_t)bank);
    pass_turn(d, (uint32_t)bank + 1);
}

/* Round the banks: the first column command, and the first row command if its bank comes before. */
static void command_in_turn(dram_t *d, uint64_t now)
{
    choose_in_turn(d, now);
    const int32_t col = find_column(d, now);
    const int32_t row = first_of(d, find(d, now, WANT_ACTIVATE), find(d, now, WANT_PRECHARGE));
    const bool both = row != DRAM_NIL && first_of(d, row, col) == row;
    if (both) row_command(d, now, row);
    if (col != DRAM_NIL) dram_column(d, now, (uint32_t)col);
    if (both || col != DRAM_NIL || d->unchosen) d->next_cycle = now + 1;
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
    if (in_turn(d)) {
        command_in_turn(d, now);
        return;
    }
    if ((b = find_column(d, now)) != DRAM_NIL) dram_column(d, now, (uint32_t)b);
    else if ((b = find(d, now, WANT_ACTIVATE)) != DRAM_NIL) dram_activate(d, now, (uint32_t)b);
    else if ((b = find(d, now, WANT_PRECHARGE)) != DRAM_NIL) dram_precharge(d, now, (uint32_t)b);
    else return;
    d->next_cycle = now + 1; /* one command per cycle */
}
