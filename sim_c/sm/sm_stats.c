#include "sm/sm_internal.h"

#include <stddef.h>

void sm_register_stats(sm_t *sm, const char *path)
{
    stats_t *s = sm->env.stats;
    sm_stats_t *st = &sm->st;
    const struct {
        const char *name, *unit, *text;
        const uint64_t *value;
    } row[] = {
        {"cycles", "cycles", "core cycles", &st->total},
        {"active", "cycles", "cycles in which a warp issued", &st->active},
        {"idle", "cycles", "no warp could issue, few wait for memory", &st->idle},
        {"mem_stall", "cycles", "more than half of the warps wait for memory data", &st->mem_stall},
        {"core_stall", "cycles", "a ready warp found its pipeline busy", &st->core_stall},
        {"warp_insts", "instructions", "warp instructions issued", &st->warp_insts},
        {"thread_insts", "instructions", "lanes that executed, summed", &st->thread_insts},
        {"sp_insts", "instructions", "issued to SP", &st->unit_insts[UNIT_SP]},
        {"dp_insts", "instructions", "issued to DP", &st->unit_insts[UNIT_DP]},
        {"sfu_insts", "instructions", "issued to SFU", &st->unit_insts[UNIT_SFU]},
        {"ldst_insts", "instructions", "issued to LD/ST", &st->unit_insts[UNIT_LDST]},
        {"sp_busy", "unit-cycles", "SP pipelines taken, summed over cycles", &st->unit_busy[UNIT_SP]},
        {"dp_busy", "unit-cycles", "DP pipelines taken", &st->unit_busy[UNIT_DP]},
        {"sfu_busy", "unit-cycles", "SFU pipelines taken", &st->unit_busy[UNIT_SFU]},
        {"ldst_busy", "unit-cycles", "an instruction in the LD/ST unit's address phase", &st->unit_busy[UNIT_LDST]},
        {"branches", "instructions", "branches", &st->branches},
        {"barriers", "arrivals", "warps that arrived at a barrier", &st->barriers},
        {"atoms", "instructions", "atomics and reductions", &st->atoms},
        {"mem_insts", "instructions", "warp accesses through a cache", &st->mem_insts},
        {"mem_txns", "transactions", "transactions after coalescing", &st->mem_txns},
        {"smem_insts", "instructions", "warp accesses to shared memory", &st->smem_insts},
        {"smem_conflicts", "cycles", "extra cycles for bank conflicts", &st->smem_conflicts},
        {"l1d_bank_conflicts", "cycles", "of an instruction, as two of its lines lie in one L1D bank",
         &st->l1d_bank_conflicts},
        {"ldst_stall_mshr", "cycles", "LD/ST stalled: MSHRs or merges full", &st->ldst_stall_mshr},
        {"ldst_stall_queue", "cycles", "LD/ST stalled: miss queue full", &st->ldst_stall_queue},
        {"ldst_stall_set", "cycles", "LD/ST stalled: all ways reserved", &st->ldst_stall_set},
        {"ldst_stall_wait", "cycles", "LD/ST stalled: accesses before the L1D look-up full", &st->ldst_stall_wait},
        {"operands_asked", "registers", "collectors asked their bank for", &st->operands_asked},
        {"operands_read", "registers", "read into collectors", &st->operands_read},
        {"bank_conflicts", "registers", "operands that found others waiting at their bank", &st->bank_conflicts},
        {"collector_waits", "cycles", "an issued instruction found no free collector, by unit", &st->collector_waits},
        {"result_waits", "tries", "a pipeline found no result port for the cycle it needs", &st->result_waits},
        {"load_write_waits", "cycles", "loaded data waited for a register bank", &st->load_write_waits},
        {"fetches", "accesses", "I-cache accesses", &st->fetches},
        {"fetch_bank_conflicts", "fetches", "waited a cycle, as another had their I-cache bank",
         &st->fetch_bank_conflicts},
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
        {"results_due", "instructions", "instructions that promised a completion", &st->results_due},
        {"results_done", "instructions", "completions", &st->results_done},
        {"stores_sent", "transactions", "stores and reductions sent below", &st->stores_sent},
        {"stores_acked", "transactions", "acknowledgements", &st->stores_acked},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        stats_add_u64(s, path, row[i].name, row[i].unit, row[i].text, row[i].value);
    stats_add_ratio(s, path, "ipc", "instructions/cycle", "warp instructions per core cycle", &st->warp_insts,
                    &st->total);
    stats_add_law(s, path, "law_ctas", "CTAs that arrived = CTAs that ended", &st->ctas_begun, &st->ctas_ended);
    stats_add_law(s, path, "law_operands", "operands asked for = read", &st->operands_asked, &st->operands_read);
    stats_add_law(s, path, "law_results", "promised = completed", &st->results_due, &st->results_done);
    stats_add_law(s, path, "law_stores", "stores sent = acknowledged", &st->stores_sent, &st->stores_acked);
}
