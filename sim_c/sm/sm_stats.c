/* sm_stats.c - registers an SM's statistics and their conservation laws. */
#include "sm/sm_internal.h"

#include <stddef.h>

/* Of the units that few machines have: an SM of another machine has no such statistics, which take time to register. */
static void add_special(sm_t *sm, stats_t *s, const char *path)
{
    static const struct {
        uint32_t unit;
        const char *insts, *busy, *insts_text, *busy_text;
    } row[] = {
        {UNIT_TEXTURE, "texture_insts", "texture_busy", "instructions issued to the texture unit (sm.pipes.texture)",
         "texture pipelines taken, summed over cycles (sm.pipes.texture)"},
        {UNIT_TENSOR, "tensor_insts", "tensor_busy", "instructions issued to the tensor unit (sm.pipes.tensor)",
         "tensor pipelines taken, summed over cycles (sm.pipes.tensor)"},
        {UNIT_UNIFORM, "uniform_insts", "uniform_busy", "instructions issued to the uniform unit (sm.pipes.uniform)",
         "uniform pipelines taken, summed over cycles (sm.pipes.uniform)"},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        const uint32_t unit = row[i].unit;
        if (!sm->cfg->pipes[unit]) continue;
        stats_add_u64(s, path, row[i].insts, "instructions", row[i].insts_text, &sm->unit_insts[unit]);
        stats_add_u64(s, path, row[i].busy, "unit-cycles", row[i].busy_text, &sm->busy[unit]);
    }
}

/* Of sub-cores with stages. */
static void add_stages(sm_t *sm, stats_t *s, const char *path)
{
    if (!sm->ports) return;
    const ports_counters_t *p = ports_counters(sm->ports);
    const supply_counters_t *f = supply_counters(sm->supply);
    const struct {
        const char *name, *unit, *text;
        const uint64_t *value;
    } row[] = {
        {"allocate_waits", "cycles", "an instruction waited in Allocate for register ports (sm.sub_cores staged)",
         &p->waiting},
        {"operands", "registers", "operands of fixed-latency instructions (sm.sub_cores staged)", &p->operands},
        {"operands_reused", "registers", "of these, out of the reuse cache (sm.reuse)", &p->reused},
        {"write_waits", "cycles", "a load's result waited for the write port of its bank (sm.issue_by control_bits)",
         writes_refused(sm->writes)},
        {"l0i_fetches", "instructions", "fetched out of L0 instruction caches (sm.l0i)", &f->fetches},
        {"l0i_misses", "fetches", "fetches that waited for a line (sm.l0i)", &f->misses},
        {"l0i_requests", "lines", "lines that L0 instruction caches requested of the L1I (sm.l0i)", &f->requests},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        stats_add_u64(s, path, row[i].name, row[i].unit, row[i].text, row[i].value);
    if (!sm->l0c) return;
    const l0c_counters_t *c = l0c_counters(sm->l0c);
    stats_add_u64(s, path, "l0c_reads", "instructions", "issued with a constant operand (sm.l0c)", &c->reads);
    stats_add_u64(s, path, "l0c_misses", "look-ups", "that waited for a line of constants (sm.l0c)", &c->misses);
}

/* Of a machine with a network between SMs. */
static void add_far(sm_t *sm, stats_t *s, const char *path)
{
    if (!sm->env.network) return;
    const far_counters_t *st = ldst_far_counters(sm->ldst);
    FAR_COUNTERS(STATS_ADD, st)
    stats_add_law(s, path, "law_far", "accesses to other SMs are answered", &st->far_requests, &st->far_answers);
}

/* The counters that are arrays: by unit and by latency class. */
static void add_arrays(sm_t *sm, stats_t *s, const char *path)
{
    const struct {
        const char *name, *unit, *text;
        const uint64_t *value;
    } row[] = {
        {"sp_insts", "instructions", "instructions issued to SP", &sm->unit_insts[UNIT_SP]},
        {"dp_insts", "instructions", "instructions issued to DP", &sm->unit_insts[UNIT_DP]},
        {"sfu_insts", "instructions", "instructions issued to SFU", &sm->unit_insts[UNIT_SFU]},
        {"ldst_insts", "instructions", "instructions issued to LD/ST", &sm->unit_insts[UNIT_LDST]},
        {"int_insts", "instructions", "instructions issued to INT", &sm->unit_insts[UNIT_INT]},
        {"branch_insts", "instructions", "instructions issued to the branch unit", &sm->unit_insts[UNIT_BRANCH]},
        {"sp_busy", "unit-cycles", "SP pipelines taken, summed over cycles", &sm->busy[UNIT_SP]},
        {"dp_busy", "unit-cycles", "DP pipelines taken, summed over cycles", &sm->busy[UNIT_DP]},
        {"sfu_busy", "unit-cycles", "SFU pipelines taken, summed over cycles", &sm->busy[UNIT_SFU]},
        {"ldst_busy", "unit-cycles", "cycles with an instruction in the LD/ST unit's address phase",
         &sm->busy[UNIT_LDST]},
        {"int_busy", "unit-cycles", "INT pipelines taken, summed over cycles", &sm->busy[UNIT_INT]},
        {"branch_busy", "unit-cycles", "branch pipelines taken, summed over cycles", &sm->busy[UNIT_BRANCH]},
        {"int_lanes", "operations", "integer operations, lanes summed", &sm->lane_ops[LAT_INT]},
        {"imul_lanes", "operations", "integer multiplications, lanes summed", &sm->lane_ops[LAT_IMUL]},
        {"fp_lanes", "operations", "f32 operations, lanes summed", &sm->lane_ops[LAT_FP]},
        {"dp_lanes", "operations", "f64 operations, lanes summed", &sm->lane_ops[LAT_DP]},
        {"sfu_lanes", "operations", "approximate functions, lanes summed", &sm->lane_ops[LAT_SFU]},
        {"div_lanes", "operations", "divisions and exact square roots, lanes summed", &sm->lane_ops[LAT_DIV]},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        stats_add_u64(s, path, row[i].name, row[i].unit, row[i].text, row[i].value);
}

void sm_traffic(const sm_t *sm, traffic_t *t)
{
    l1_traffic(sm->l1[CLIENT_L1D], t);
    t->smem_insts += sm->st.smem_insts;
    t->smem_conflicts += sm->st.smem_conflicts;
}

void sm_register_stats(sm_t *sm, const char *path)
{
    stats_t *s = sm->env.stats;
    const sm_counters_t *st = &sm->st;
    SM_COUNTERS(STATS_ADD, st)
    add_arrays(sm, s, path);
    add_special(sm, s, path);
    add_stages(sm, s, path);
    add_far(sm, s, path);
    stats_add_ratio(s, path, "ipc", "instructions/cycle", "warp instructions per core cycle", &st->warp_insts,
                    &st->cycles);
    stats_add_law(s, path, "law_ctas", "CTAs started = CTAs reported", &st->ctas_begun, &st->ctas_ended);
    stats_add_law(s, path, "law_operands", "operands requested = operands read", &st->operands_asked,
                  &st->operands_read);
    stats_add_law(s, path, "law_results", "results due = results written", &st->results_due, &st->results_done);
    stats_add_law(s, path, "law_stores", "stores sent = stores acknowledged", &st->stores_sent, &st->stores_acked);
}
