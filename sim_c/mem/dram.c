/* dram.c - queue and return path of a channel. Entries live in one array; a bank's waiting requests are a list through
 * it, so all banks share the queue and it is never searched. */
#include "mem/dram_channel.h"

#include <assert.h>
#include <stdlib.h>

static void add_stats(dram_t *d, stats_t *s, const char *path)
{
    dram_stats_t *t = &d->st;
    DRAM_COUNTERS(STATS_ADD, t)
    stats_add_ratio(s, path, "read_latency_mean", "dram cycles",
                    "from controller queue to return queue, mean over reads", &t->read_latency, &t->reads_done);
    stats_add_law(s, path, "reads_answered", "reads accepted come back", &t->reads, &t->reads_done);
}

#define OPS(word, name) extern const dram_sched_ops_t dram_##word;
#define ROW(word, name) [name] = &dram_##word,
DRAM_PRIORITIES(OPS)
extern const dram_sched_ops_t dram_fixed;

static const dram_sched_ops_t *scheduler(const dram_cfg_t *cfg)
{
    static const dram_sched_ops_t *const by_priority[] = {DRAM_PRIORITIES(ROW)};
    return cfg->kind == DRAM_FIXED ? &dram_fixed : by_priority[cfg->priority];
}

/* Most requests inside: in the queue, chosen by banks, and delayed before the queue. */
static uint32_t entries(const dram_cfg_t *cfg) { return cfg->queue + cfg->banks + cfg->return_queue; }

/* Data bus and added latency hold what the bus delivers during them; the return queue holds the rest. */
static uint32_t return_depth(const dram_t *d)
{
    const uint32_t pipe_cycles = d->back_cycles + d->cfg.tCL + d->burst_cycles;
    return d->cfg.return_queue + pipe_cycles / d->burst_cycles + 1;
}

/* Neighbouring banks lie in different groups, so a stream alternates groups and pays tCCD, not tCCDL. */
static void init_banks(dram_t *d)
{
    const uint32_t groups = d->cfg.bank_groups;
    for (uint32_t b = 0; b < d->cfg.banks; b++) {
        d->bank[b] = (dram_bank_t){.first = DRAM_NIL, .last = DRAM_NIL, .current = DRAM_NIL};
        d->want[b].group = b % groups;
        d->group[b % groups].banks |= UINT64_C(1) << b;
    }
    const uint32_t count = entries(&d->cfg);
    for (uint32_t e = 0; e < count; e++) d->entry[e].next = e + 1 < count ? (int32_t)e + 1 : DRAM_NIL;
}

dram_t *dram_create(const dram_cfg_t *cfg, stats_t *stats, const char *path)
{
    assert(cfg->queue && cfg->return_queue && cfg->banks && cfg->banks <= DRAM_BANKS_MAX);
    assert(cfg->bank_groups && cfg->burst_bytes && cfg->bytes_per_cycle);
    dram_t *d = calloc(1, sizeof *d);
    if (!d) return NULL;
    d->cfg = *cfg;
    d->burst_cycles = (cfg->burst_bytes + cfg->bytes_per_cycle - 1) / cfg->bytes_per_cycle;
    d->out.next_cycle = d->entered_cycle = UINT64_MAX;
    d->sched = scheduler(cfg);
    d->sched_state = calloc(1, d->sched->state_bytes + 1);
    const bool before = cfg->kind == DRAM_FRFCFS && cfg->delay == DRAM_DELAY_BEFORE;
    d->back_cycles = before ? 0 : cfg->latency_cycles;
    if (before) d->front = delayq_create(entries(cfg));
    const bool credits = before && cfg->credits == CREDITS_PER_SLICE;
    for (uint32_t k = 0; credits && k < 2; k++) d->out.credit[k] = delayq_create(entries(cfg));
    d->entry = calloc(entries(cfg), sizeof *d->entry);
    d->group = calloc(cfg->bank_groups, sizeof *d->group);
    d->out.back = delayq_create(return_depth(d));
    if (!d->sched_state || !d->entry || !d->group || !d->out.back || (before && !d->front) ||
        (credits && (!d->out.credit[0] || !d->out.credit[1]))) {
        dram_destroy(d);
        return NULL;
    }
    init_banks(d);
    add_stats(d, stats, path);
    return d;
}

void dram_destroy(dram_t *d)
{
    if (!d) return;
    free(d->sched_state);
    free(d->entry);
    free(d->group);
    delayq_destroy(d->front);
    delayq_destroy(d->out.back);
    for (uint32_t k = 0; k < 2; k++) delayq_destroy(d->out.credit[k]);
    free(d);
}

static bool queue_room(const dram_t *d) { return d->used - d->outside_queue < d->cfg.queue; }

/* DRAM_DELAY_BEFORE: a request that enters the queue in this cycle does not count yet, because the controller accepts
 * another before it empties the delay. Otherwise a full queue would stop the delay from being filled as fast as it
 * empties. */
bool dram_room(const dram_t *d, uint64_t now)
{
    if (!d->front) return queue_room(d);
    const uint32_t entered = d->entered_cycle == now;
    if (d->used - d->outside_queue - entered >= d->cfg.queue) return false;
    if (dram_by_credit(d)) return true;
    const uint32_t inside = delayq_used(d->front) + d->used + delayq_used(d->out.back);
    return inside < d->cfg.queue + d->cfg.return_queue;
}

uint32_t dram_held(const dram_t *d) { return d->used + (d->front ? delayq_used(d->front) : 0); }

/* The next delayed request enters when it is due. A full queue needs no waking for it: the command that makes room does
 * so in a tick of its own. */
static void wake_for_delayed(dram_t *d, uint64_t now)
{
    if (queue_room(d)) dram_wake_at(d, dram_later(delayq_next(d->front), now + 1));
}

static void enter_queue(dram_t *d, uint64_t now, int32_t e)
{
    d->used++;
    d->sched->arrived(d, now, e);
}

void dram_push(dram_t *d, uint64_t now, const dram_req_t *req)
{
    assert(d->free != DRAM_NIL && req->bursts && req->bank < d->cfg.banks);
    const int32_t e = d->free;
    d->free = d->entry[e].next;
    d->entry[e] = (dram_entry_t){.req = *req, .since_cycle = now, .order = d->arrivals++, .next = DRAM_NIL};
    if (req->write) d->st.writes++;
    else d->st.reads++;
    if (!d->front) {
        enter_queue(d, now, e);
        return;
    }
    delayq_push(d->front, (uint32_t)e, req->enters_cycle);
    wake_for_delayed(d, now);
}

uint32_t dram_pop(dram_t *d, uint64_t now)
{
    assert(dram_ready(d, now));
    /* The return queue has room: reads may issue again */
    if (!delayq_room(d->out.back) && d->used) d->out.next_cycle = now + 1;
    return delayq_pop(d->out.back);
}

void dram_tick(dram_t *d, uint64_t now)
{
    if (now < d->out.next_cycle) return;
    d->out.next_cycle = UINT64_MAX;
    if (d->used) d->sched->command(d, now);
    if (!d->front) return;
    if (delayq_due(d->front, now) && queue_room(d)) {
        const int32_t e = (int32_t)delayq_pop(d->front);
        if (!d->entry[e].req.write) d->st.read_latency += now - d->entry[e].since_cycle;
        d->entry[e].since_cycle = now;
        enter_queue(d, now, e);
        d->entered_cycle = now;
    }
    wake_for_delayed(d, now);
}
