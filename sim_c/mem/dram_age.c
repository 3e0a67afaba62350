/* dram_age.c - FR-FCFS by age: row hits before row misses within a bank; among the banks whose timers allow a command,
 * column commands before activates before precharges, of each kind that of the oldest request. One command per cycle
 * and bus. A request that has waited for DRAM_STARVED_CYCLES is served next. Source: Rixner et al., ISCA 2000. */
#include "mem/dram_channel.h"

/* Evaluated only when a command is selected; it wakes no channel. */
static bool starved(const dram_t *d, uint64_t now, int32_t e)
{
    return now - d->entry[e].since_cycle > DRAM_STARVED_CYCLES;
}

static void choose(dram_t *d, uint64_t now, uint32_t b)
{
    const bool late = dram_oldest_misses(d, b) && starved(d, now, d->bank[b].first);
    d->st.starved += late;
    dram_choose(d, b, !late);
    dram_note_want(d, b);
}

/* The bank has not closed its row yet and request e hits that row: e goes first. */
static bool overtakes(const dram_t *d, uint64_t now, const dram_bank_t *k, int32_t e)
{
    return k->open && d->entry[k->current].req.row != k->row && d->entry[e].req.row == k->row &&
           !starved(d, now, k->current);
}

static void arrived(dram_t *d, uint64_t now, int32_t e)
{
    const uint32_t b = d->entry[e].req.bank;
    dram_bank_t *k = &d->bank[b];
    if (k->current == DRAM_NIL) {
        k->current = e;
    } else if (overtakes(d, now, k, e)) {
        d->entry[k->current].next = k->first; /* back to the head: it is the oldest again */
        k->first = k->current;
        if (k->last == DRAM_NIL) k->last = k->current;
        k->current = e;
    } else {
        dram_append(d, b, e);
        return;
    }
    dram_note_want(d, b);
    dram_wake_at(d, now + 1);
}

static int32_t older(const dram_t *d, int32_t a, int32_t b)
{
    if (a == DRAM_NIL || b == DRAM_NIL) return a == DRAM_NIL ? b : a;
    return d->want[a].order < d->want[b].order ? a : b;
}

static int32_t oldest(const dram_t *d, uint64_t banks)
{
    int32_t best = DRAM_NIL;
    for (; banks; banks &= banks - 1) best = older(d, best, __builtin_ctzll(banks));
    return best;
}

/* True: a starved request waits for the other direction of the data bus, so no younger column command of this direction
 * issues. */
static bool must_yield(const dram_t *d, uint64_t now, int32_t bank)
{
    const dram_want_kind_t other = d->want[bank].kind == WANT_READ ? WANT_WRITE : WANT_READ;
    const int32_t first = oldest(d, d->banks[other]);
    return first != DRAM_NIL && older(d, first, bank) == first && starved(d, now, d->bank[first].current);
}

static int32_t find_column(dram_t *d, uint64_t now)
{
    const int32_t bank = oldest(d, dram_allowed_columns(d, now));
    return bank != DRAM_NIL && must_yield(d, now, bank) ? DRAM_NIL : bank;
}

static bool issue_row(dram_t *d, uint64_t now)
{
    int32_t b;
    if ((b = oldest(d, dram_allowed(d, now, WANT_ACTIVATE))) != DRAM_NIL) dram_activate(d, now, (uint32_t)b);
    else if ((b = oldest(d, dram_allowed(d, now, WANT_PRECHARGE))) != DRAM_NIL) dram_precharge(d, now, (uint32_t)b);
    return b != DRAM_NIL;
}

/* A bank that a column command has served chooses again after the row command, so it does not take both. */
static void command(dram_t *d, uint64_t now)
{
    const int32_t b = find_column(d, now);
    const bool served = b != DRAM_NIL && dram_column(d, now, (uint32_t)b);
    bool issued = b != DRAM_NIL;
    if (b == DRAM_NIL || d->cfg.buses == DRAM_TWO_BUSES) issued |= issue_row(d, now);
    if (served) choose(d, now, (uint32_t)b);
    if (issued) d->out.next_cycle = now + 1; /* one command per cycle and bus */
}

const dram_sched_ops_t dram_age = {.arrived = arrived, .command = command};
