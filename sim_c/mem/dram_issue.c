/* dram_issue.c - the effect of each command on the timers of bank, group and channel. */
#include "mem/dram_channel.h"

/* Opens the row of the current request. tRC and tRRD delay later activates, tRAS the precharge. */
void dram_activate(dram_t *d, uint64_t now, uint32_t b)
{
    dram_bank_t *k = &d->bank[b];
    dram_entry_t *x = &d->entry[k->current];
    k->open = true;
    k->row = x->req.row;
    k->act_cycle = now + d->cfg.tRC;
    k->col_cycle = now + (x->req.write && d->cfg.tRCDWR ? d->cfg.tRCDWR : d->cfg.tRCD);
    k->pre_cycle = dram_later(k->pre_cycle, now + d->cfg.tRAS);
    d->kind_cycle[WANT_ACTIVATE] = now + d->cfg.tRRD;
    x->activated = true;
    d->st.activates++;
    d->st.row_misses++;
    dram_note_want(d, b);
}

/* Closes the open row, which the current request does not need. */
void dram_precharge(dram_t *d, uint64_t now, uint32_t b)
{
    dram_bank_t *k = &d->bank[b];
    k->open = false;
    k->act_cycle = dram_later(k->act_cycle, now + d->cfg.tRP);
    d->st.precharges++;
    d->st.row_conflicts++;
    dram_note_want(d, b);
}

/* Cycles from a column command to the first of the other direction. */
static uint32_t turn_cycles(const dram_t *d, bool from_write)
{
    const dram_cfg_t *c = &d->cfg;
    if (from_write) return c->tWL + d->burst_cycles + c->tCDLR;
    const uint32_t bus = c->tCL + d->burst_cycles + DRAM_TURN_CYCLES;
    return bus > c->tWL ? bus - c->tWL : 1;
}

/* Moves one burst. The gap to the next column command is tCCD in the same direction, tCCDL in the same bank group, a
 * turn of the bus in the other direction; never less than the burst itself takes. */
bool dram_column(dram_t *d, uint64_t now, uint32_t b)
{
    dram_bank_t *k = &d->bank[b];
    const dram_cfg_t *c = &d->cfg;
    dram_entry_t *x = &d->entry[k->current];
    const uint32_t burst = d->burst_cycles;
    const bool write = x->req.write;
    const uint32_t data_cycles = !write && c->read_data == READ_DATA_BEGIN ? 1 : burst;
    const uint64_t data_cycle = now + (write ? c->tWL : c->tCL) + data_cycles;
    d->kind_cycle[write] = now + dram_later(c->tCCD, burst); /* WANT_READ is 0, WANT_WRITE 1 */
    d->kind_cycle[!write] = dram_later(d->kind_cycle[!write], now + turn_cycles(d, write));
    d->groups_early |= UINT64_C(1) << d->want[b].group;
    d->group[d->want[b].group].col_cycle = now + dram_later(c->tCCDL, burst);
    k->pre_cycle = dram_later(k->pre_cycle, write ? data_cycle + c->tWR : now + c->tRTPL);
    d->st.turns += write != d->last_write;
    d->last_write = write;
    d->st.bus_busy += burst;
    if (write) d->st.write_bursts++;
    else d->st.read_bursts++;
    if (--x->req.bursts) return false;
    d->st.row_hits += !x->activated;
    dram_done(d, now, k->current, data_cycle);
    return true;
}
