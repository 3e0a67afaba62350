/* dram_channel.c - the requests of a channel: the banks' lists, the next command of each bank, and the banks whose
 * timers allow it. */
#include "mem/dram_channel.h"

void dram_append(dram_t *d, uint32_t b, int32_t e)
{
    dram_bank_t *k = &d->bank[b];
    d->entry[e].next = DRAM_NIL;
    if (k->last == DRAM_NIL) k->first = e;
    else d->entry[k->last].next = e;
    k->last = e;
}

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
    d->early |= bit;
}

bool dram_oldest_misses(const dram_t *d, uint32_t b)
{
    const dram_bank_t *k = &d->bank[b];
    return k->first != DRAM_NIL && k->open && d->entry[k->first].req.row != k->row;
}

void dram_choose(dram_t *d, uint32_t b, bool hits_first)
{
    dram_bank_t *k = &d->bank[b];
    int32_t pick = k->first, before = DRAM_NIL;
    if (hits_first && dram_oldest_misses(d, b)) {
        int32_t last = pick;
        for (int32_t e = d->entry[pick].next; e != DRAM_NIL; last = e, e = d->entry[e].next) {
            if (d->entry[e].req.row != k->row) continue;
            pick = e;
            before = last;
            break;
        }
    }
    k->current = pick;
    if (pick == DRAM_NIL) return;
    if (before == DRAM_NIL) k->first = d->entry[pick].next;
    else d->entry[before].next = d->entry[pick].next;
    if (k->last == pick) k->last = before;
}

/* Banks of the mask whose own timer has passed. */
static uint64_t ripe(dram_t *d, uint64_t now, uint64_t banks)
{
    for (uint64_t left = banks & d->early; left; left &= left - 1) {
        const uint64_t cycle = d->want[__builtin_ctzll(left)].cycle, bit = left & -left;
        if (cycle <= now) {
            d->early &= ~bit;
            continue;
        }
        dram_wake_at(d, cycle);
        banks &= ~bit;
    }
    return banks;
}

/* Banks of the mask whose group takes a column command. */
static uint64_t in_ready_groups(dram_t *d, uint64_t now, uint64_t banks)
{
    for (uint64_t left = d->groups_early; left; left &= left - 1) {
        const dram_group_t *g = &d->group[__builtin_ctzll(left)];
        if (g->col_cycle <= now) {
            d->groups_early &= ~(left & -left);
        } else if (banks & g->banks) {
            dram_wake_at(d, g->col_cycle);
            banks &= ~g->banks;
        }
    }
    return banks;
}

/* Banks of the mask whose group takes a precharge; there are few. */
static uint64_t not_barred(dram_t *d, uint64_t now, uint64_t banks)
{
    for (uint64_t left = banks; left; left &= left - 1) {
        const dram_group_t *g = &d->group[d->want[__builtin_ctzll(left)].group];
        if (g->pre_cycle <= now) continue;
        dram_wake_at(d, g->pre_cycle);
        banks &= ~(left & -left);
    }
    return banks;
}

uint64_t dram_allowed_now(dram_t *d, uint64_t now, dram_want_kind_t kind)
{
    if (d->kind_cycle[kind] > now) { /* a timer of the channel holds all banks */
        dram_wake_at(d, d->kind_cycle[kind]);
        return 0;
    }
    const uint64_t banks = ripe(d, now, d->banks[kind]);
    if (kind <= WANT_WRITE) return in_ready_groups(d, now, banks);
    return kind == WANT_PRECHARGE ? not_barred(d, now, banks) : banks;
}

uint64_t dram_allowed_columns(dram_t *d, uint64_t now)
{
    const uint64_t writes = dram_allowed(d, now, WANT_WRITE);
    return delayq_room(d->out.back) ? writes | dram_allowed(d, now, WANT_READ) : writes;
}

void dram_done(dram_t *d, uint64_t now, int32_t e, uint64_t data_cycle)
{
    dram_entry_t *x = &d->entry[e];
    if (x->req.write) {
        d->st.writes_done++;
        if (d->out.credit[0]) delayq_push(d->out.credit[0], x->req.id, now + d->cfg.tWL);
    } else {
        /* One data bus: reads finish in the order of their last bursts, so due cycles increase. */
        const uint64_t due = data_cycle + d->back_cycles;
        delayq_push(d->out.back, x->req.id, due);
        if (d->out.credit[1]) delayq_push(d->out.credit[1], x->req.id, due);
        d->st.read_latency += due - x->since_cycle;
        d->st.reads_done++;
    }
    d->st.queue_cycles += now - x->since_cycle;
    x->next = d->free;
    d->free = e;
    d->used--;
}
