/* dram_fixed.c - a DRAM without banks: requests take the data bus in order, and each is answered latency_cycles after
 * it has left the bus. */
#include "mem/dram_channel.h"

enum { ONLY_BANK = 0 };

static void arrived(dram_t *d, uint64_t now, int32_t e)
{
    dram_append(d, ONLY_BANK, e);
    if (d->bank[ONLY_BANK].current != DRAM_NIL) return;
    dram_choose(d, ONLY_BANK, false);
    dram_wake_at(d, now + 1);
}

static void command(dram_t *d, uint64_t now)
{
    const int32_t e = d->bank[ONLY_BANK].current;
    const dram_req_t *r = &d->entry[e].req;
    const uint32_t bytes = r->bursts * d->cfg.burst_bytes;
    const uint32_t bus_cycles = (bytes + d->cfg.bytes_per_cycle - 1) / d->cfg.bytes_per_cycle;
    if (!r->write && !delayq_room(d->out.back)) return; /* dram_pop wakes the channel */
    if (d->kind_cycle[WANT_READ] > now) {
        d->out.next_cycle = d->kind_cycle[WANT_READ];
        return;
    }
    d->kind_cycle[WANT_READ] = now + bus_cycles;
    d->st.bus_busy += bus_cycles;
    if (r->write) d->st.write_bursts += r->bursts;
    else d->st.read_bursts += r->bursts;
    dram_done(d, now, e, d->kind_cycle[WANT_READ]);
    dram_choose(d, ONLY_BANK, false);
    if (d->used) d->out.next_cycle = now + 1;
}

const dram_sched_ops_t dram_fixed = {.arrived = arrived, .command = command};
