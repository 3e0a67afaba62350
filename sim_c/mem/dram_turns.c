/* dram_turns.c - FR-FCFS in turn. In each cycle one bank chooses a request, row hits first, and keeps it in a register,
 * which frees the request's place in the queue. A column command goes to the first bank, from the turn pointer on, that
 * may take one; in the same cycle a row command may go to an earlier bank, or with two buses to the first bank that may
 * take one after the column command. A request's wait has no bound. Turns, the banks that a row command skips and the
 * reach of tRTPL are GPGPU-Sim's (dram_t::cycle). */
#include "mem/dram_channel.h"

typedef struct {
    uint32_t turn;     /* bank with the highest priority */
    uint64_t unchosen; /* bit b: bank b serves no request and has requests waiting */
} turns_t;

static void may_choose(dram_t *d, uint32_t b)
{
    turns_t *t = d->sched_state;
    const dram_bank_t *k = &d->bank[b];
    if (k->current == DRAM_NIL && k->first != DRAM_NIL) t->unchosen |= UINT64_C(1) << b;
}

static void pass_turn(dram_t *d, uint32_t to)
{
    turns_t *t = d->sched_state;
    t->turn = to & (d->cfg.banks - 1);
}

/* First of the banks from the turn on and round; DRAM_NIL: none. */
static int32_t first_of(const dram_t *d, uint64_t banks)
{
    const turns_t *t = d->sched_state;
    const uint64_t above = banks & (~UINT64_C(0) << t->turn);
    return banks ? __builtin_ctzll(above ? above : banks) : DRAM_NIL;
}

static void choose_in_turn(dram_t *d)
{
    turns_t *t = d->sched_state;
    if (!t->unchosen) return;
    const uint32_t b = (uint32_t)first_of(d, t->unchosen);
    t->unchosen &= ~(UINT64_C(1) << b);
    d->outside_queue++;
    pass_turn(d, t->turn + 1);
    dram_choose(d, b, true);
    dram_note_want(d, b);
}

static void arrived(dram_t *d, uint64_t now, int32_t e)
{
    const uint32_t b = d->entry[e].req.bank;
    dram_append(d, b, e);
    may_choose(d, b);
    dram_wake_at(d, now + 1);
}

static void row_command(dram_t *d, uint64_t now, uint32_t b)
{
    if (d->want[b].kind == WANT_ACTIVATE) dram_activate(d, now, b);
    else dram_precharge(d, now, b);
    pass_turn(d, b + 1);
}

static void column_command(dram_t *d, uint64_t now, uint32_t b)
{
    const bool read = d->want[b].kind == WANT_READ, served = dram_column(d, now, b);
    if (served) {
        d->bank[b].current = DRAM_NIL;
        d->outside_queue--;
        may_choose(d, b);
        dram_note_want(d, b);
    }
    /* A read bars the precharge of every bank in its group for tRTPL. */
    if (read && d->cfg.bank_groups > 1) d->group[d->want[b].group].pre_cycle = now + d->cfg.tRTPL;
}

/* The banks among these that the search for a column command visits after a row command to bank b. The row command
 * moves the turn behind b while the search goes on: it has visited n banks, b the last, and continues n banks from the
 * new turn, so it skips the n banks behind b. It also ends n banks later, on banks whose column commands it has
 * refused. */
static uint64_t still_visited(const dram_t *d, uint64_t banks, uint32_t b)
{
    const turns_t *t = d->sched_state;
    const uint32_t last = d->cfg.banks - 1, n = ((b - t->turn) & last) + 1;
    for (uint32_t k = 1; k <= n; k++) banks &= ~(UINT64_C(1) << ((b + k) & last));
    return banks;
}

static uint64_t allowed_rows(dram_t *d, uint64_t now)
{
    return dram_allowed(d, now, WANT_ACTIVATE) | dram_allowed(d, now, WANT_PRECHARGE);
}

/* Both issue functions return true if a command issues. */
static bool issue_on_two_buses(dram_t *d, uint64_t now)
{
    const int32_t column = first_of(d, dram_allowed_columns(d, now));
    if (column != DRAM_NIL) column_command(d, now, (uint32_t)column);
    const int32_t row = first_of(d, allowed_rows(d, now));
    if (row != DRAM_NIL) row_command(d, now, (uint32_t)row);
    return column != DRAM_NIL || row != DRAM_NIL;
}

static bool issue_on_one_bus(dram_t *d, uint64_t now)
{
    uint64_t columns = dram_allowed_columns(d, now);
    const uint64_t rows = allowed_rows(d, now);
    const int32_t row = first_of(d, rows);
    const bool row_first = row != DRAM_NIL && first_of(d, rows | columns) == row;
    if (row_first) columns = still_visited(d, columns, (uint32_t)row);
    const int32_t column = first_of(d, columns);
    if (row_first) row_command(d, now, (uint32_t)row);
    if (column != DRAM_NIL) column_command(d, now, (uint32_t)column);
    return row_first || column != DRAM_NIL;
}

static void command(dram_t *d, uint64_t now)
{
    choose_in_turn(d);
    const bool issued = d->cfg.buses == DRAM_TWO_BUSES ? issue_on_two_buses(d, now) : issue_on_one_bus(d, now);
    const turns_t *t = d->sched_state;
    if (issued || t->unchosen) d->out.next_cycle = now + 1;
}

const dram_sched_ops_t dram_turns = {.arrived = arrived, .command = command, .state_bytes = sizeof(turns_t)};
