/* energy.c - multiplies counted events by their energy, and static power by time. */
#include "energy/energy.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* 1 mW for 1 us is 1 nJ; cycles / MHz are us. */
static uint64_t static_pj(uint32_t mw, double cycles, const machine_t *m)
{
    return (uint64_t)((double)mw * cycles / m->core_mhz * 1000.0 + 0.5);
}

typedef struct { /* the counters "<part><i>.<name>"; by name, not by a pattern: the table may have the rows of many
                    launches */
    const stats_t *stats;
    char name[64];
    size_t dot; /* place of <name> */
} place_t;

static place_t place_of(const stats_t *s, const char *part, uint32_t i)
{
    place_t p = {.stats = s};
    p.dot = (size_t)snprintf(p.name, sizeof p.name, "%s%u.", part, i);
    return p;
}

static uint64_t value(place_t *p, const char *name)
{
    const size_t bytes = strlen(name) + 1;
    assert(p->dot + bytes <= sizeof p->name);
    memcpy(p->name + p->dot, name, bytes);
    return stats_value(p->stats, p->name);
}

typedef struct {
    const char *name; /* counter of the SM */
    uint32_t pj;
    energy_kind_t kind;
} event_t;

static void add_sm_events(uint64_t kind_pj[ENERGY_KINDS], const energy_cfg_t *c, place_t *sm)
{
    const event_t event[] = {
        {"int_lanes", c->int_pj, ENERGY_LANES},    {"imul_lanes", c->imul_pj, ENERGY_LANES},
        {"fp_lanes", c->fp_pj, ENERGY_LANES},      {"dp_lanes", c->dp_pj, ENERGY_LANES},
        {"sfu_lanes", c->sfu_pj, ENERGY_LANES},    {"div_lanes", c->div_pj, ENERGY_LANES},
        {"warp_insts", c->issue_pj, ENERGY_ISSUE}, {"active", c->active_pj, ENERGY_ISSUE},
        {"reg_reads", c->rf_read_pj, ENERGY_RF},   {"reg_writes", c->rf_write_pj, ENERGY_RF},
        {"smem_insts", c->smem_pj, ENERGY_SMEM},   {"smem_conflicts", c->smem_pj, ENERGY_SMEM},
        {"l1d.accesses", c->l1d_pj, ENERGY_L1},    {"l1d.fills", c->l1d_pj, ENERGY_L1},
        {"l1i.accesses", c->l1i_pj, ENERGY_L1},    {"l1i.fills", c->l1i_pj, ENERGY_L1},
        {"l1c.accesses", c->l1c_pj, ENERGY_L1},    {"l1c.fills", c->l1c_pj, ENERGY_L1},
        {"l1t.accesses", c->l1t_pj, ENERGY_L1},    {"l1t.fills", c->l1t_pj, ENERGY_L1},
    };
    for (size_t i = 0; i < sizeof event / sizeof event[0]; i++)
        kind_pj[event[i].kind] += value(sm, event[i].name) * event[i].pj;
}

static void add_sm_static(uint64_t kind_pj[ENERGY_KINDS], const machine_t *m, place_t *sm)
{
    const energy_cfg_t *c = &m->energy;
    const uint64_t off = c->core_gating ? value(sm, "off_cycles") : 0;
    const double on = (double)(value(sm, "cycles") - off);
    double rf = on, smem = m->sm.smem_bytes ? on : 0.0;
    if (c->storage_gating) {
        rf = (double)value(sm, "reg_cycles") / m->sm.registers;
        if (m->sm.smem_bytes) smem = (double)value(sm, "smem_cycles") / m->sm.smem_bytes;
    }
    kind_pj[ENERGY_SM_STATIC] += static_pj(c->sm_static_mw, on, m);
    kind_pj[ENERGY_RF_STATIC] += static_pj(c->rf_static_mw, rf, m);
    kind_pj[ENERGY_SMEM_STATIC] += static_pj(c->smem_static_mw, smem, m);
}

static void add_memory(uint64_t kind_pj[ENERGY_KINDS], const machine_t *m, const stats_t *s)
{
    const energy_cfg_t *c = &m->energy;
    const double cycles = (double)stats_value(s, "gpu.cycles");
    for (uint32_t i = 0; i < m->mcs * m->l2.slices; i++) {
        place_t slice = place_of(s, "mem.l2_", i);
        kind_pj[ENERGY_L2] += (value(&slice, "accesses") + value(&slice, "fetches")) * c->l2_pj;
    }
    kind_pj[ENERGY_ICNT] +=
        (stats_value(s, "mem.icnt_req.flits") + stats_value(s, "mem.icnt_rep.flits")) * c->icnt_flit_pj;
    kind_pj[ENERGY_UNCORE_STATIC] += static_pj(c->uncore_static_mw, cycles, m);
    for (uint32_t i = 0; i < m->mcs; i++) {
        place_t channel = place_of(s, "mem.dram_", i);
        kind_pj[ENERGY_DRAM_ACCESS] += value(&channel, "read_bursts") * c->dram_read_pj +
                                       value(&channel, "write_bursts") * c->dram_write_pj +
                                       value(&channel, "activates") * c->dram_activate_pj;
    }
    kind_pj[ENERGY_DRAM_STATIC] += static_pj(c->dram_static_mw, cycles, m);
}

static uint64_t sum(const uint64_t *pj, uint32_t count)
{
    uint64_t total = 0;
    for (uint32_t i = 0; i < count; i++) total += pj[i];
    return total;
}

bool energy_of(energy_t *e, const machine_t *m, const stats_t *stats)
{
    static const energy_cfg_t none;
    static const energy_kind_t last[ENERGY_GROUPS] = {ENERGY_L1, ENERGY_SMEM_STATIC, ENERGY_UNCORE_STATIC,
                                                      ENERGY_DRAM_STATIC};
    memset(e, 0, sizeof *e);
    if (!memcmp(&m->energy, &none, sizeof none)) return false;
    assert(m->sms <= sizeof e->sm_pj / sizeof e->sm_pj[0]);
    uint64_t place_pj[ENERGY_KINDS];
    for (uint32_t i = 0; i <= m->sms; i++) { /* the last place is everything outside the SMs */
        memset(place_pj, 0, sizeof place_pj);
        if (i == m->sms) {
            add_memory(place_pj, m, stats);
        } else {
            place_t sm = place_of(stats, "sm", i);
            add_sm_events(place_pj, &m->energy, &sm);
            add_sm_static(place_pj, m, &sm);
            e->sm_pj[i] = sum(place_pj, ENERGY_KINDS);
        }
        e->places_pj += sum(place_pj, ENERGY_KINDS);
        for (uint32_t k = 0; k < ENERGY_KINDS; k++) e->kind_pj[k] += place_pj[k];
    }
    for (uint32_t g = 0, k = 0; g < ENERGY_GROUPS; g++)
        for (; k <= (uint32_t)last[g]; k++) e->group_pj[g] += e->kind_pj[k];
    e->total_pj = sum(e->group_pj, ENERGY_GROUPS);
    e->static_pj = e->group_pj[ENERGY_CORE_STATIC] + e->kind_pj[ENERGY_UNCORE_STATIC] + e->kind_pj[ENERGY_DRAM_STATIC];
    return true;
}

void energy_register(const energy_t *e, const machine_t *m, stats_t *stats)
{
    const struct {
        const char *name, *text;
        const uint64_t *value;
    } row[] = {
        {"lanes_pj", "lanes' operations", &e->kind_pj[ENERGY_LANES]},
        {"issue_pj", "instructions issued, and the clock in cycles with an issue", &e->kind_pj[ENERGY_ISSUE]},
        {"rf_pj", "register file accesses", &e->kind_pj[ENERGY_RF]},
        {"smem_pj", "shared memory accesses", &e->kind_pj[ENERGY_SMEM]},
        {"l1_pj", "L1 data, instruction, constant and texture caches", &e->kind_pj[ENERGY_L1]},
        {"sm_static_pj", "static energy of SMs", &e->kind_pj[ENERGY_SM_STATIC]},
        {"rf_static_pj", "static energy of register files", &e->kind_pj[ENERGY_RF_STATIC]},
        {"smem_static_pj", "static energy of shared memories", &e->kind_pj[ENERGY_SMEM_STATIC]},
        {"l2_pj", "L2 accesses and fills", &e->kind_pj[ENERGY_L2]},
        {"icnt_pj", "flits through the interconnect", &e->kind_pj[ENERGY_ICNT]},
        {"uncore_static_pj", "static energy of L2, interconnect, controllers and board",
         &e->kind_pj[ENERGY_UNCORE_STATIC]},
        {"dram_access_pj", "bursts and activates", &e->kind_pj[ENERGY_DRAM_ACCESS]},
        {"dram_static_pj", "static energy of DRAM", &e->kind_pj[ENERGY_DRAM_STATIC]},
        {"core_dynamic_pj", "SMs, dynamic energy", &e->group_pj[ENERGY_CORE_DYNAMIC]},
        {"core_static_pj", "SMs, static energy", &e->group_pj[ENERGY_CORE_STATIC]},
        {"uncore_pj", "L2, interconnect, controllers", &e->group_pj[ENERGY_UNCORE]},
        {"dram_pj", "DRAM", &e->group_pj[ENERGY_DRAM]},
        {"total_pj", "total energy", &e->total_pj},
    };
    for (uint32_t i = 0; i < m->sms; i++) {
        char path[16];
        snprintf(path, sizeof path, "sm%u", i);
        stats_add_u64(stats, path, "energy_pj", "pJ", "energy of this SM, static energy included", &e->sm_pj[i]);
    }
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        stats_add_u64(stats, "energy", row[i].name, "pJ", row[i].text, row[i].value);
    stats_add_law(stats, "energy", "law_places", "energy by kind = energy by place", &e->total_pj, &e->places_pj);
}
