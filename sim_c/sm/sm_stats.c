/* sm_stats.c - the table of an SM's statistics, and what must agree in it. */
#include "sm/sm_internal.h"

#include <stddef.h>

void sm_register_stats(sm_t *sm, const char *path)
{
    stats_t *s = sm->env.stats;
    static const opnd_stats_t no_collectors;
    const sm_stats_t *st = &sm->st;
    const warps_stats_t *ws = warps_stats(sm->warps);
    const ldst_stats_t *ls = ldst_stats(sm->ldst);
    const ldst_cache_stats_t *refused = ldst_refusals(sm->ldst);
    const opnd_stats_t *os = sm->opnd ? opnd_stats(sm->opnd) : &no_collectors;
    const fetch_stats_t *fs = fetch_stats(sm->fetch);
    const uint64_t *busy = units_busy(sm->units);
    const struct {
        const char *name, *unit, *text;
        const uint64_t *value;
    } row[] = {
        {"cycles", "cycles", "core cycles", &st->total},
        {"active", "cycles", "cycles in which an issue takes a scheduler's port", &st->active},
        {"idle", "cycles", "no warp could issue, few wait for memory", &st->idle},
        {"mem_stall", "cycles", "more than half of the warps wait for memory data", &st->mem_stall},
        {"core_stall", "cycles", "a ready warp found its pipeline busy", &st->core_stall},
        {"withheld", "cycles", "of idle and mem_stall: a warp could issue, its arbiter granted none", &st->withheld},
        {"warp_insts", "instructions", "warp instructions issued", &st->warp_insts},
        {"thread_insts", "instructions", "lanes that executed, summed", &st->thread_insts},
        {"sp_insts", "instructions", "issued to SP", &st->unit_insts[UNIT_SP]},
        {"dp_insts", "instructions", "issued to DP", &st->unit_insts[UNIT_DP]},
        {"sfu_insts", "instructions", "issued to SFU", &st->unit_insts[UNIT_SFU]},
        {"ldst_insts", "instructions", "issued to LD/ST", &st->unit_insts[UNIT_LDST]},
        {"sp_busy", "unit-cycles", "SP pipelines taken, summed over cycles", &busy[UNIT_SP]},
        {"dp_busy", "unit-cycles", "DP pipelines taken", &busy[UNIT_DP]},
        {"sfu_busy", "unit-cycles", "SFU pipelines taken", &busy[UNIT_SFU]},
        {"ldst_busy", "unit-cycles", "an instruction in the LD/ST unit's address phase", &busy[UNIT_LDST]},
        {"branches", "instructions", "branches", &st->branches},
        {"barriers", "arrivals", "warps that arrived at a barrier", &ws->barriers},
        {"atoms", "instructions", "atomics and reductions", &st->atoms},
        {"mem_insts", "instructions", "warp accesses through a cache", &ls->mem_insts},
        {"mem_txns", "transactions", "transactions after coalescing", &ls->mem_txns},
        {"smem_insts", "instructions", "warp accesses to shared memory", &ls->smem_insts},
        {"smem_conflicts", "cycles", "extra cycles for bank conflicts", &ls->smem_conflicts},
        {"l1d_bank_conflicts", "cycles", "of an instruction, as two of its lines lie in one L1D bank",
         &ls->bank_conflicts},
        {"ldst_stall_mshr", "cycles", "LD/ST stalled: MSHRs or merges full", &refused->stall_mshr},
        {"ldst_stall_queue", "cycles", "LD/ST stalled: miss queue full", &refused->stall_queue},
        {"ldst_stall_set", "cycles", "LD/ST stalled: all ways reserved", &refused->stall_set},
        {"ldst_stall_wait", "cycles", "LD/ST stalled: accesses before the L1D look-up full", &refused->stall_wait},
        {"operands_asked", "registers", "collectors asked their bank for", &os->operands_asked},
        {"operands_read", "registers", "read into collectors", &os->operands_read},
        {"bank_conflicts", "registers", "operands that found others waiting at their bank", &os->bank_conflicts},
        {"collector_waits", "cycles", "an issued instruction found no free collector, by unit", &os->collector_waits},
        {"result_waits", "tries", "a pipeline found no result port for the cycle it needs", &os->result_waits},
        {"load_write_waits", "cycles", "loaded data waited for a register bank", &ls->write_waits},
        {"fetches", "accesses", "I-cache accesses", &fs->fetches},
        {"fetch_bank_conflicts", "fetches", "waited a cycle, as another had their I-cache bank", &fs->bank_conflicts},
        {"reg_reads", "registers", "warp-wide register reads", &st->reg_reads},
        {"reg_writes", "registers", "warp-wide register writes", &st->reg_writes},
        {"int_lanes", "operations", "integer operations, lanes summed", &st->lane_ops[LAT_INT]},
        {"imul_lanes", "operations", "integer multiplications", &st->lane_ops[LAT_IMUL]},
        {"fp_lanes", "operations", "f32 operations", &st->lane_ops[LAT_FP]},
        {"dp_lanes", "operations", "f64 operations", &st->lane_ops[LAT_DP]},
        {"sfu_lanes", "operations", "approximate functions", &st->lane_ops[LAT_SFU]},
        {"div_lanes", "operations", "divisions, exact square roots", &st->lane_ops[LAT_DIV]},
        {"reg_cycles", "register-cycles", "registers allocated, summed over cycles", &st->reg_cycles},
        {"smem_cycles", "byte-cycles", "shared memory allocated, summed over cycles", &st->smem_cycles},
        {"ctas_begun", "CTAs", "CTAs that arrived", &st->ctas_begun},
        {"ctas_ended", "CTAs", "CTAs reported finished", &st->ctas_ended},
        {"cta_cycles", "CTA-cycles", "resident CTAs, summed over cycles", &st->cta_cycles},
        {"empty_cycles", "cycles", "without a resident CTA", &st->empty_cycles},
        {"cta_max", "CTAs", "most CTAs resident at once", &st->cta_max},
        {"results_due", "instructions", "instructions that promised a completion", &ws->results_due},
        {"results_done", "instructions", "completions", &ws->results_done},
        {"stores_sent", "transactions", "stores and reductions sent below", &ws->stores_sent},
        {"stores_acked", "transactions", "acknowledgements", &ws->stores_acked},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        stats_add_u64(s, path, row[i].name, row[i].unit, row[i].text, row[i].value);
    stats_add_ratio(s, path, "ipc", "instructions/cycle", "warp instructions per core cycle", &st->warp_insts,
                    &st->total);
    stats_add_law(s, path, "law_ctas", "CTAs that arrived = CTAs that ended", &st->ctas_begun, &st->ctas_ended);
    stats_add_law(s, path, "law_operands", "operands asked for = read", &os->operands_asked, &os->operands_read);
    stats_add_law(s, path, "law_results", "promised = completed", &ws->results_due, &ws->results_done);
    stats_add_law(s, path, "law_stores", "stores sent = acknowledged", &ws->stores_sent, &ws->stores_acked);
}
