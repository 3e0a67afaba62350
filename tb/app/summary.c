/* The summary of finished runs: a column per run. Nothing in it depends on the host's speed. */
#include "app/app.h"

#include <inttypes.h>
#include <string.h>

typedef void cell_fn(ui_table_t *t, uint32_t row, uint32_t col, const run_result_t *r);

static void share_cell(ui_table_t *t, uint32_t row, uint32_t col, uint64_t part, uint64_t whole)
{
    if (whole) ui_table_set(t, row, col, "%.1f %%", 100.0 * (double)part / (double)whole);
    else ui_table_set(t, row, col, "-");
}

static void ratio_cell(ui_table_t *t, uint32_t row, uint32_t col, uint64_t part, uint64_t whole)
{
    if (whole) ui_table_set(t, row, col, "%.3f", (double)part / (double)whole);
    else ui_table_set(t, row, col, "-");
}

static uint64_t sm_cycles(const run_result_t *r) { return r->active + r->idle + r->mem_stall + r->core_stall; }

static void cycles(ui_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    ui_table_set(t, row, col, "%" PRIu64, r->cycles);
}

static void ipc_thread(ui_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    ratio_cell(t, row, col, r->thread_insts, r->cycles);
}

static void ipc_warp(ui_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    ratio_cell(t, row, col, r->warp_insts, r->cycles);
}

static void warp_insts(ui_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    ui_table_set(t, row, col, "%" PRIu64, r->warp_insts);
}

static void l1_miss(ui_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    share_cell(t, row, col, r->l1_misses, r->l1_accesses);
}

static void l2_miss(ui_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    share_cell(t, row, col, r->l2_misses, r->l2_accesses);
}

static void row_hit(ui_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    share_cell(t, row, col, r->dram_row_hits, r->dram_row_hits + r->dram_row_misses);
}

static void bandwidth(ui_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    ui_table_set(t, row, col, "%.1f", r->dram_gbps);
}

static void peak_share(ui_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    if (r->dram_peak_gbps > 0.0) ui_table_set(t, row, col, "%.1f %%", 100.0 * r->dram_gbps / r->dram_peak_gbps);
    else ui_table_set(t, row, col, "-");
}

static void active(ui_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    share_cell(t, row, col, r->active, sm_cycles(r));
}

static void idle(ui_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    share_cell(t, row, col, r->idle, sm_cycles(r));
}

static void mem_stall(ui_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    share_cell(t, row, col, r->mem_stall, sm_cycles(r));
}

static void core_stall(ui_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    share_cell(t, row, col, r->core_stall, sm_cycles(r));
}

static void sp_util(ui_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    share_cell(t, row, col, r->sp_busy, r->sp_unit_cycles);
}

static void sfu_util(ui_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    share_cell(t, row, col, r->sfu_busy, r->sfu_unit_cycles);
}

static void ldst_util(ui_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    share_cell(t, row, col, r->ldst_busy, r->ldst_unit_cycles);
}

static void concurrency(ui_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    ui_table_set(t, row, col, "%" PRIu64, r->concurrency_cycles);
}

static void sequential(ui_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    ui_table_set(t, row, col, "%" PRIu64, r->cycles - r->concurrency_cycles);
}

static void throughput(ui_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    ui_table_set(t, row, col, "%.3f", r->throughput);
}

static void turnaround(ui_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    ui_table_set(t, row, col, "%.3f", r->turnaround);
}

static void fairness(ui_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    ui_table_set(t, row, col, "%.3f", r->fairness);
}

static void resident(ui_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    if (sm_cycles(r))
        ui_table_set(t, row, col, "%.2f / %" PRIu32, (double)r->cta_sm_cycles / (double)sm_cycles(r),
                     r->ctas_per_sm_max);
    else ui_table_set(t, row, col, "-");
}

static void energy(ui_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    if (run_energy_pj(r)) ui_table_set(t, row, col, "%.4g", 1e-9 * (double)run_energy_pj(r));
    else ui_table_set(t, row, col, "-");
}

static void core_dynamic(ui_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    share_cell(t, row, col, r->core_dynamic_pj, run_energy_pj(r));
}

static void core_static(ui_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    share_cell(t, row, col, r->core_static_pj, run_energy_pj(r));
}

static void uncore(ui_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    share_cell(t, row, col, r->uncore_pj, run_energy_pj(r));
}

static void dram_energy(ui_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    share_cell(t, row, col, r->dram_pj, run_energy_pj(r));
}

static void power(ui_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    if (run_energy_pj(r)) /* cycles / GHz are ns, pJ / ns are mW */
        ui_table_set(t, row, col, "%.1f", 1e-3 * (double)run_energy_pj(r) * r->core_ghz / (double)r->cycles);
    else ui_table_set(t, row, col, "-");
}

static void per_energy(ui_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    if (run_energy_pj(r)) ui_table_set(t, row, col, "%.3f", 1e3 * (double)r->thread_insts / (double)run_energy_pj(r));
    else ui_table_set(t, row, col, "-");
}

static void guard(ui_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    ui_table_set(t, row, col, "%" PRIu64, r->guard_reads);
}

static void check(ui_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    /* a broken law or a lockstep difference fails a run whatever its output is */
    const char *word = r->verdict == WORKLOAD_FAIL   ? "FAIL"
                       : r->failed[0]                ? "CHECK FAILED"
                       : r->verdict == WORKLOAD_PASS ? "pass"
                                                     : "unchecked";
    ui_table_set(t, row, col, "%s", word);
}

static const struct {
    const char *head;
    cell_fn *cell;
    bool mix; /* only for a mix */
} rows[] = {
    {"cycles", cycles, false},
    {"  concurrency phase", concurrency, true},
    {"  sequential phase", sequential, true},
    {"system throughput", throughput, true},
    {"mean normalised turnaround", turnaround, true},
    {"fairness", fairness, true},
    {"IPC (thread instructions)", ipc_thread, false},
    {"IPC (warp instructions)", ipc_warp, false},
    {"warp instructions", warp_insts, false},
    {"L1 miss rate", l1_miss, false},
    {"L2 miss rate", l2_miss, false},
    {"DRAM row hits", row_hit, false},
    {"DRAM GB/s", bandwidth, false},
    {"DRAM share of peak", peak_share, false},
    {"ACTIVE cycles", active, false},
    {"IDLE cycles", idle, false},
    {"MEM_STALL cycles", mem_stall, false},
    {"CORE_STALL cycles", core_stall, false},
    {"SP utilisation", sp_util, false},
    {"SFU utilisation", sfu_util, false},
    {"LD/ST utilisation", ldst_util, false},
    {"CTAs per SM, mean / max", resident, false},
    {"energy mJ", energy, false},
    {"  core dynamic", core_dynamic, false},
    {"  core static", core_static, false},
    {"  L2 and interconnect", uncore, false},
    {"  DRAM", dram_energy, false},
    {"mean power W", power, false},
    {"thread instructions per nJ", per_energy, false},
    {"out-of-bounds reads", guard, false},
    {"output", check, false},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* A row for each figure that concerns these runs, the speed-up behind the first. */
static ui_table_t *columns(const run_result_t *results, const char *const *heads, uint32_t count)
{
    const bool mix = results[0].workloads > 1;
    const uint32_t extra = count > 1; /* the speed-up needs something to compare with */
    uint32_t shown[ROWS], n = 0;
    for (uint32_t i = 0; i < ROWS; i++)
        if (mix || !rows[i].mix) shown[n++] = i;
    ui_table_t *t = ui_table_create(1 + n + extra, 1 + count);
    if (extra) ui_table_set(t, 2, 0, "speed-up");
    for (uint32_t c = 0; c < count; c++) {
        ui_table_set(t, 0, 1 + c, "%s", heads[c]);
        if (extra) ratio_cell(t, 2, 1 + c, results[0].cycles, results[c].cycles);
    }
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t at = 1 + i + (i > 0) * extra;
        ui_table_set(t, at, 0, "%s", rows[shown[i]].head);
        for (uint32_t c = 0; c < count; c++) rows[shown[i]].cell(t, at, 1 + c, &results[c]);
    }
    return t;
}

void summary(FILE *f, const run_result_t *results, const char *const *heads, uint32_t count)
{
    ui_table_t *t = columns(results, heads, count);
    const run_result_t *r = &results[0];
    fprintf(f, "%s on %s: %" PRIu32 " launch%s, %" PRIu64 " CTAs, %" PRIu32 " SMs at %.3f GHz\n\n", r->workload,
            r->machine, r->launches, r->launches == 1 ? "" : "es", r->ctas, r->sms, r->core_ghz);
    ui_table_print(t, f, ui_colour(f));
    ui_table_destroy(t);
    for (uint32_t c = 0; c < count; c++) summary_workloads(f, &results[c], heads[c]);
    for (uint32_t c = 0; c < count; c++) summary_kernels(f, &results[c], heads[c]);
}
