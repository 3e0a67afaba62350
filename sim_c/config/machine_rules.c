/* machine_rules.c - the rules between machine fields, each with the key that breaks it. */
#include "config/config.h"
#include "config/machine_rules.h"

#include "policy/sas.h"
#include "policy/scheduler.h"

#include <stdio.h>

enum { SLICES = SCHED_SMS_MAX /* of the L2: a mask has room for as many (base/mask.h) */ };

static bool ipoly_takes(uint32_t places) { return places == 16 || places == 32 || places == 64; }

typedef struct {
    const char *sets, *ways, *line, *sector, *write; /* keys */
} cache_keys_t;

static const cache_keys_t keys_l1d = {"sm.l1d.sets", "sm.l1d.ways", "sm.l1d.line_bytes", "sm.l1d.sector_bytes",
                                      "sm.l1d.write"};
static const cache_keys_t keys_l1i = {"sm.l1i.sets", "sm.l1i.ways", "sm.l1i.line_bytes", "sm.l1i.sector_bytes",
                                      "sm.l1i.write"};
static const cache_keys_t keys_l1c = {"sm.l1c.sets", "sm.l1c.ways", "sm.l1c.line_bytes", "sm.l1c.sector_bytes",
                                      "sm.l1c.write"};
static const cache_keys_t keys_l1t = {"sm.l1t.sets", "sm.l1t.ways", "sm.l1t.line_bytes", "sm.l1t.sector_bytes",
                                      "sm.l1t.write"};
static const cache_keys_t keys_l2 = {"l2.cache.sets", "l2.cache.ways", "l2.cache.line_bytes", "l2.cache.sector_bytes",
                                     "l2.cache.write"};

static const char *broken_in_cache(const cache_cfg_t *c, const cache_keys_t *k, err_t *err)
{
    if (!power_of_two(c->sets)) return blame(err, k->sets, c->sets, "a power of two");
    if (!power_of_two(c->line_bytes)) return blame(err, k->line, c->line_bytes, "a power of two");
    if (!power_of_two(c->sector_bytes) || c->sector_bytes > c->line_bytes)
        return blame(err, k->sector, c->sector_bytes, "a power of two, at most line_bytes");
    if (c->ways > 64 && c->replacement != REPLACE_LRU)
        return blame(err, k->ways, c->ways, "at most 64 without replacement lru");
    const bool fits = (c->sets == 32 || c->sets == 64) && c->line_bytes == 128;
    if (c->index == INDEX_FERMI && !fits)
        return blame(err, k->sets, c->sets, "32 or 64, of 128-byte lines, with index fermi");
    if (c->index == INDEX_IPOLY && !ipoly_takes(c->sets))
        return blame(err, k->sets, c->sets, "16, 32 or 64 with index ipoly");
    if (k == &keys_l1d) return NULL;
    if (c->write == WRITE_THROUGH_ALLOCATE) {
        err_set(err, NULL, 0,
                "%s is through_allocate; allowed: write_through, write_evict, write_back; through_allocate in sm.l1d",
                k->write);
        return k->write;
    }
    if (c->write != WRITE_LOCAL_BACK) return NULL; /* only the L1D knows what is local memory */
    err_set(err, NULL, 0, "%s is local_back; allowed: write_through, write_evict, write_back; local_back in sm.l1d",
            k->write);
    return k->write;
}

/* A request of a first-level cache must lie in one line of the L2. */
static const char *broken_in_l1(const cache_cfg_t *c, const cache_keys_t *k, const machine_t *m, err_t *err)
{
    const char *key = broken_in_cache(c, k, err);
    if (!key && c->line_bytes > m->l2.cache.line_bytes)
        return blame(err, k->line, c->line_bytes, "at most l2.cache.line_bytes");
    return key;
}

/* Hits of these caches may be answered in the cycle of their look-up: collectors let a hit go past the write-back. */
static const char *broken_in_hits(const machine_t *m, err_t *err)
{
    const bool collect = sm_collects(&m->sm);
    const struct {
        const char *key;
        uint32_t cycles;
        bool may_be_0;
    } cache[] = {{"sm.l1d.hit_latency_cycles", m->sm.l1d.hit_latency_cycles, collect},
                 {"sm.l1c.hit_latency_cycles", m->sm.l1c.hit_latency_cycles, collect},
                 {"sm.l1i.hit_latency_cycles", m->sm.l1i.hit_latency_cycles, false},
                 {"sm.l1t.hit_latency_cycles", m->sm.l1t.hit_latency_cycles, false},
                 {"l2.cache.hit_latency_cycles", m->l2.cache.hit_latency_cycles, false}};
    for (size_t i = 0; i < sizeof cache / sizeof cache[0]; i++)
        if (!cache[i].cycles && !cache[i].may_be_0)
            return blame(err, cache[i].key, 0, "at least 1, 0 with collectors in L1D and L1C");
    return NULL;
}

/* A way taken at the fill has no place for what a write or another sector's fetch has brought before. */
static const char *broken_in_allocate(const machine_t *m, err_t *err)
{
    const struct {
        const char *key;
        const cache_cfg_t *cache;
        bool reads; /* it is only read */
    } of[] = {{"sm.l1d.allocate", &m->sm.l1d, false},
              {"sm.l1i.allocate", &m->sm.l1i, true},
              {"sm.l1c.allocate", &m->sm.l1c, true},
              {"sm.l1t.allocate", &m->sm.l1t, true},
              {"l2.cache.allocate", &m->l2.cache, false}};
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        const cache_cfg_t *c = of[i].cache;
        if (c->allocate == ALLOCATE_MISS || (of[i].reads && c->sector_bytes == c->line_bytes)) continue;
        err_set(err, NULL, 0, "%s is fill; allowed: miss; fill in L1I, L1C and L1T whose sector_bytes are line_bytes",
                of[i].key);
        return of[i].key;
    }
    return NULL;
}

/* An L1 that is only read has whole lines. */
static const char *broken_in_mshrs(const sm_cfg_t *sm, err_t *err)
{
    const char *key = sm->l1i.mshr_of == MSHR_OF_SECTOR   ? "sm.l1i.mshr_of"
                      : sm->l1c.mshr_of == MSHR_OF_SECTOR ? "sm.l1c.mshr_of"
                      : sm->l1t.mshr_of == MSHR_OF_SECTOR ? "sm.l1t.mshr_of"
                                                          : NULL;
    if (key) err_set(err, NULL, 0, "%s is sector; allowed: line; sector in L1D and L2", key);
    return key;
}

static const char *broken_in_sm(const machine_t *m, err_t *err)
{
    const sm_cfg_t *sm = &m->sm;
    char allowed[96];
    if (sm->warp_lanes != 8 && sm->warp_lanes != 16 && sm->warp_lanes != 32)
        return blame(err, "sm.warp_lanes", sm->warp_lanes, "8, 16 or 32");
    if (sm->threads % sm->warp_lanes) {
        snprintf(allowed, sizeof allowed, "a multiple of sm.warp_lanes, %u", sm->warp_lanes);
        return blame(err, "sm.threads", sm->threads, allowed);
    }
    if (sm->threads / sm->warp_lanes > SCHED_WARPS_MAX) {
        snprintf(allowed, sizeof allowed, "at most %u, %u warps of %u threads", SCHED_WARPS_MAX * sm->warp_lanes,
                 (unsigned)SCHED_WARPS_MAX, sm->warp_lanes);
        return blame(err, "sm.threads", sm->threads, allowed);
    }
    if (sm->registers / sm->warp_lanes > REG_CAP_REGS_MASK) { /* what the dispatcher's register holds */
        snprintf(allowed, sizeof allowed, "at most %u, %u registers of warps of %u threads",
                 REG_CAP_REGS_MASK * sm->warp_lanes, REG_CAP_REGS_MASK, sm->warp_lanes);
        return blame(err, "sm.registers", sm->registers, allowed);
    }
    if (!power_of_two(sm->schedulers)) return blame(err, "sm.schedulers", sm->schedulers, "1, 2 or 4");
    if (sm->schedulers > sm->threads / sm->warp_lanes)
        return blame(err, "sm.schedulers", sm->schedulers, "at most one per warp");
    const char *key = machine_broken_units(sm, err);
    if (!key) key = broken_in_hits(m, err);
    if (key) return key;
    if (!power_of_two(sm->store_bytes)) return blame(err, "sm.store_bytes", sm->store_bytes, "a power of two");
    if (!power_of_two(sm->smem_banks)) return blame(err, "sm.smem_banks", sm->smem_banks, "a power of two");
    if (!power_of_two(sm->l1i_banks)) return blame(err, "sm.l1i_banks", sm->l1i_banks, "a power of two");
    if (!power_of_two(sm->victim_tags)) return blame(err, "sm.victim_tags", sm->victim_tags, "a power of two");
    return NULL;
}

/* Limits of the task unit's golden model. */
static const char *broken_in_tasks(const machine_t *m, err_t *err)
{
    char allowed[64];
    if (!m->sm.task_queue) return NULL;
    if (m->sms > SAS_SMS_MAX) {
        snprintf(allowed, sizeof allowed, "at most %d with a task unit", SAS_SMS_MAX);
        return blame(err, "sms", m->sms, allowed);
    }
    if (m->sm.threads > SAS_CONTEXTS_MAX) {
        snprintf(allowed, sizeof allowed, "at most %d with a task unit", SAS_CONTEXTS_MAX);
        return blame(err, "sm.threads", m->sm.threads, allowed);
    }
    if (m->sm.task_queue < 2) return blame(err, "sm.task_queue", m->sm.task_queue, "0, or at least 2");
    return NULL;
}

static const char *broken_in_dram(const machine_t *m, err_t *err)
{
    const dram_cfg_t *d = &m->dram;
    if (!power_of_two(d->banks)) return blame(err, "dram.banks", d->banks, "a power of two");
    if (!power_of_two(d->bank_groups) || d->bank_groups > d->banks)
        return blame(err, "dram.bank_groups", d->bank_groups, "a power of two, at most dram.banks");
    if (!power_of_two(d->burst_bytes) || d->burst_bytes > m->l2.cache.line_bytes)
        return blame(err, "dram.burst_bytes", d->burst_bytes, "a power of two, at most l2.cache.line_bytes");
    if (d->bytes_per_cycle > d->burst_bytes)
        return blame(err, "dram.bytes_per_cycle", d->bytes_per_cycle, "at most dram.burst_bytes");
    if (!power_of_two(d->row_bytes) || d->row_bytes < m->l2.cache.line_bytes)
        return blame(err, "dram.row_bytes", d->row_bytes, "a power of two, at least l2.cache.line_bytes");
    if (d->rows && !power_of_two(d->rows)) return blame(err, "dram.rows", d->rows, "0, or a power of two");
    if (d->kind != DRAM_FRFCFS) return NULL;
    if (d->tRC < d->tRAS) return blame(err, "dram.tRC", d->tRC, "at least dram.tRAS");
    if (d->tRCDWR > d->tRCD) return blame(err, "dram.tRCDWR", d->tRCDWR, "at most dram.tRCD");
    if (d->tRAS < d->tRCD) return blame(err, "dram.tRAS", d->tRAS, "at least dram.tRCD");
    return NULL;
}

static uint32_t largest(uint32_t a, uint32_t b) { return a > b ? a : b; }

/* A packet enters a node, and leaves the boundary buffer, as a whole. */
static const char *broken_in_fly(const machine_t *m, err_t *err)
{
    const icnt_cfg_t *n = &m->icnt;
    const sm_cfg_t *sm = &m->sm;
    const uint32_t line_bytes =
        largest(largest(sm->l1d.line_bytes, sm->l1i.line_bytes), largest(sm->l1c.line_bytes, sm->l1t.line_bytes));
    const uint32_t slices = m->mcs * m->l2.slices,
                   flits = (n->header_bytes + line_bytes + n->flit_bytes - 1) / n->flit_bytes;
    char allowed[80];
    snprintf(allowed, sizeof allowed, "at least %u for %u SMs with icnt.kind fly, which has %d ports",
             (m->sms + ICNT_FLY_PORTS - 1) / ICNT_FLY_PORTS, m->sms, ICNT_FLY_PORTS);
    if (m->sms > ICNT_FLY_PORTS * n->cluster) return blame(err, "icnt.cluster", n->cluster, allowed);
    if (slices > ICNT_FLY_PORTS)
        return blame(err, "l2.slices", m->l2.slices, "at most 64 slices over all controllers with icnt.kind fly");
    if (n->vcs != 1) return blame(err, "icnt.vcs", n->vcs, "1 with icnt.kind fly");
    if (n->latency_cycles < 4 || n->latency_cycles > 64 || n->latency_cycles % 2)
        return blame(err, "icnt.latency_cycles", n->latency_cycles, "an even number from 4 to 64 with icnt.kind fly");
    snprintf(allowed, sizeof allowed, "at least %u, a packet with the longest L1 line", flits);
    if (n->node_flits < flits) return blame(err, "icnt.node_flits", n->node_flits, allowed);
    if (n->boundary_flits < flits) return blame(err, "icnt.boundary_flits", n->boundary_flits, allowed);
    return NULL;
}

static const char *broken_in_xbar(const machine_t *m, err_t *err)
{
    const icnt_cfg_t *n = &m->icnt;
    if (n->latency_cycles != 1) return blame(err, "icnt.latency_cycles", n->latency_cycles, "1 with icnt.kind xbar");
    if (n->reply_queue < n->reply_cycles)
        return blame(err, "icnt.reply_queue", n->reply_queue, "at least icnt.reply_cycles with icnt.kind xbar");
    return NULL;
}

static const char *broken_in_icnt(const machine_t *m, err_t *err)
{
    const icnt_cfg_t *n = &m->icnt;
    if (n->vcs % n->input_speedup) return blame(err, "icnt.input_speedup", n->input_speedup, "a divisor of icnt.vcs");
    if (n->cluster > m->sms) return blame(err, "icnt.cluster", n->cluster, "at most sms");
    if (n->kind == ICNT_FLY) return broken_in_fly(m, err);
    if (n->kind == ICNT_XBAR) return broken_in_xbar(m, err);
    if (n->speedup != 1) return blame(err, "icnt.speedup", n->speedup, "1 with icnt.kind crossbar");
    return NULL;
}

static const char *broken_in_l2(const machine_t *m, err_t *err)
{
    if (!power_of_two(m->l2.port_bytes)) return blame(err, "l2.port_bytes", m->l2.port_bytes, "a power of two");
    if (m->l2.writeback == WRITEBACK_BEHIND && m->l2.cache.miss_queue < 2)
        return blame(err, "l2.cache.miss_queue", m->l2.cache.miss_queue, "at least 2 with l2.writeback behind");
    if (m->l2.upper_half == UPPER_HALF_SHIFTED && m->l2.cache.line_bytes != 128)
        return blame(err, "l2.cache.line_bytes", m->l2.cache.line_bytes, "128 with l2.upper_half shifted");
    if (m->l2.upper_half == UPPER_HALF_SHIFTED && m->l2.inclusive)
        return blame(err, "l2.inclusive", m->l2.inclusive, "0 with l2.upper_half shifted");
    if (m->l2.write_bytes == WRITE_BYTES_SUMMED && m->l2.cache.line_bytes != 128)
        return blame(err, "l2.cache.line_bytes", m->l2.cache.line_bytes, "128 with l2.write_bytes summed");
    if (m->l2.write_bytes == WRITE_BYTES_SUMMED && m->l2.cache.sector_bytes != 32)
        return blame(err, "l2.cache.sector_bytes", m->l2.cache.sector_bytes, "32 with l2.write_bytes summed");
    if (m->l2.write_bytes == WRITE_BYTES_SUMMED && m->l2.port_bytes != 32)
        return blame(err, "l2.port_bytes", m->l2.port_bytes, "32 with l2.write_bytes summed");
    if (m->l2.cache.mshr_of == MSHR_OF_SECTOR && m->l2.port_bytes > m->l2.cache.sector_bytes)
        return blame(err, "l2.port_bytes", m->l2.port_bytes,
                     "at most l2.cache.sector_bytes with l2.cache.mshr_of sector");
    if (!power_of_two(m->l2.slices)) return blame(err, "l2.slices", m->l2.slices, "a power of two");
    const uint32_t slices = m->mcs * m->l2.slices;
    if (slices > SLICES) {
        char allowed[80];
        snprintf(allowed, sizeof allowed, "at most %d slices over all controllers", SLICES);
        return blame(err, "l2.slices", m->l2.slices, allowed);
    }
    if (m->slice_index != SLICE_IPOLY || (slices >= 16 && slices <= 64)) return NULL;
    err_set(err, NULL, 0, "slice_index is ipoly; allowed: linear; ipoly with 16 to 64 slices over all controllers");
    return "slice_index";
}

static const char *broken_outside(const machine_t *m, err_t *err)
{
    const char *key = broken_in_cache(&m->l2.cache, &keys_l2, err);
    if (key) return key;
    if (!power_of_two(m->interleave_bytes) || m->interleave_bytes < m->l2.cache.line_bytes)
        return blame(err, "interleave_bytes", m->interleave_bytes, "a power of two, at least l2.cache.line_bytes");
    if (m->sm.local_offset % m->l2.cache.line_bytes)
        return blame(err, "sm.local_offset", m->sm.local_offset, "a multiple of l2.cache.line_bytes");
    key = broken_in_l2(m, err);
    if (!key) key = broken_in_icnt(m, err);
    return key ? key : broken_in_dram(m, err);
}

const char *machine_broken_rule(const machine_t *m, err_t *err)
{
    const char *key = broken_in_sm(m, err);
    if (!key) key = machine_broken_gpcs(m, err);
    if (!key) key = broken_in_tasks(m, err);
    if (!key) key = broken_outside(m, err);
    if (!key) key = broken_in_l1(&m->sm.l1d, &keys_l1d, m, err);
    if (!key) key = broken_in_l1(&m->sm.l1i, &keys_l1i, m, err);
    if (!key) key = broken_in_l1(&m->sm.l1c, &keys_l1c, m, err);
    if (!key) key = broken_in_l1(&m->sm.l1t, &keys_l1t, m, err);
    if (!key) key = broken_in_allocate(m, err);
    if (!key) key = broken_in_mshrs(&m->sm, err);
    return key;
}

bool machine_check(const machine_t *m, const char *path, err_t *err)
{
    err_t rule = {{0}};
    if (!machine_broken_rule(m, &rule)) return true;
    return err_set(err, path, 0, "%s", rule.text);
}
