/* The summary of finished runs: a column per run. Nothing in it depends on the host's speed. */
#include "cli.h"

#include <inttypes.h>
#include <string.h>

typedef void cell_fn(cli_table_t *t, uint32_t row, uint32_t col, const run_result_t *r);

static void share_cell(cli_table_t *t, uint32_t row, uint32_t col, uint64_t part, uint64_t whole)
{
    if (whole)
        cli_table_set(t, row, col, "%.1f %%", 100.0 * (double)part / (double)whole);
    else
        cli_table_set(t, row, col, "-");
}

static void ratio_cell(cli_table_t *t, uint32_t row, uint32_t col, uint64_t part, uint64_t whole)
{
    if (whole)
        cli_table_set(t, row, col, "%.3f", (double)part / (double)whole);
    else
        cli_table_set(t, row, col, "-");
}

static uint64_t sm_cycles(const run_result_t *r)
{
    return r->active + r->idle + r->mem_stall + r->core_stall;
}

static void cycles(cli_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    cli_table_set(t, row, col, "%" PRIu64, r->cycles);
}

static void ipc_thread(cli_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    ratio_cell(t, row, col, r->thread_insts, r->cycles);
}

static void ipc_warp(cli_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    ratio_cell(t, row, col, r->warp_insts, r->cycles);
}

static void warp_insts(cli_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    cli_table_set(t, row, col, "%" PRIu64, r->warp_insts);
}

static void l1_miss(cli_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    share_cell(t, row, col, r->l1_misses, r->l1_accesses);
}

static void l2_miss(cli_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    share_cell(t, row, col, r->l2_misses, r->l2_accesses);
}

static void row_hit(cli_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    share_cell(t, row, col, r->dram_row_hits, r->dram_row_hits + r->dram_row_misses);
}

static void bandwidth(cli_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    cli_table_set(t, row, col, "%.1f", r->dram_gbps);
}

static void peak_share(cli_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    if (r->dram_peak_gbps > 0.0)
        cli_table_set(t, row, col, "%.1f %%", 100.0 * r->dram_gbps / r->dram_peak_gbps);
    else
        cli_table_set(t, row, col, "-");
}

static void active(cli_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    share_cell(t, row, col, r->active, sm_cycles(r));
}

static void idle(cli_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    share_cell(t, row, col, r->idle, sm_cycles(r));
}

static void mem_stall(cli_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    share_cell(t, row, col, r->mem_stall, sm_cycles(r));
}

static void core_stall(cli_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    share_cell(t, row, col, r->core_stall, sm_cycles(r));
}

static void resident(cli_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    if (sm_cycles(r))
        cli_table_set(t, row, col, "%.2f / %" PRIu32,
                      (double)r->cta_sm_cycles / (double)sm_cycles(r), r->ctas_per_sm_max);
    else
        cli_table_set(t, row, col, "-");
}

static void energy(cli_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    if (run_energy_pj(r))
        cli_table_set(t, row, col, "%.4g", 1e-9 * (double)run_energy_pj(r));
    else
        cli_table_set(t, row, col, "-");
}

static void core_dynamic(cli_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    share_cell(t, row, col, r->core_dynamic_pj, run_energy_pj(r));
}

static void core_static(cli_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    share_cell(t, row, col, r->core_static_pj, run_energy_pj(r));
}

static void uncore(cli_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    share_cell(t, row, col, r->uncore_pj, run_energy_pj(r));
}

static void dram_energy(cli_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    share_cell(t, row, col, r->dram_pj, run_energy_pj(r));
}

static void power(cli_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    if (run_energy_pj(r)) /* cycles / GHz are ns, pJ / ns are mW */
        cli_table_set(t, row, col, "%.1f",
                      1e-3 * (double)run_energy_pj(r) * r->core_ghz / (double)r->cycles);
    else
        cli_table_set(t, row, col, "-");
}

static void per_energy(cli_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    if (run_energy_pj(r))
        cli_table_set(t, row, col, "%.3f", 1e3 * (double)r->thread_insts / (double)run_energy_pj(r));
    else
        cli_table_set(t, row, col, "-");
}

static void guard(cli_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    cli_table_set(t, row, col, "%" PRIu64, r->guard_reads);
}

static void check(cli_table_t *t, uint32_t row, uint32_t col, const run_result_t *r)
{
    /* a broken law or a lockstep difference fails a run whatever its output is */
    const char *word = r->verdict == WORKLOAD_FAIL   ? "FAIL"
                       : r->failed[0]                ? "CHECK FAILED"
                       : r->verdict == WORKLOAD_PASS ? "pass"
                                                     : "unchecked";
    cli_table_set(t, row, col, "%s", word);
}

static const struct {
    const char *head;
    cell_fn *cell;
} rows[] = {
    {"cycles", cycles},
    {"IPC (thread instructions)", ipc_thread},
    {"IPC (warp instructions)", ipc_warp},
    {"warp instructions", warp_insts},
    {"L1 miss rate", l1_miss},
    {"L2 miss rate", l2_miss},
    {"DRAM row hits", row_hit},
    {"DRAM GB/s", bandwidth},
    {"DRAM share of peak", peak_share},
    {"ACTIVE cycles", active},
    {"IDLE cycles", idle},
    {"MEM_STALL cycles", mem_stall},
    {"CORE_STALL cycles", core_stall},
    {"CTAs per SM, mean / max", resident},
    {"energy mJ", energy},
    {"  core dynamic", core_dynamic},
    {"  core static", core_static},
    {"  L2 and interconnect", uncore},
    {"  DRAM", dram_energy},
    {"mean power W", power},
    {"thread instructions per nJ", per_energy},
    {"reads beside buffers", guard},
    {"output", check},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* Several streams: who overlapped with whom. */
static void kernels(FILE *f, const run_result_t *r, const char *head)
{
    static const char *const heads[] = {"kernel",    "id",       "stream",     "CTAs",
                                        "launched", "first CTA", "last done", "ended"};
    enum { COLUMNS = sizeof heads / sizeof heads[0] };
    const uint32_t shown = r->launches < COSIM_KERNELS ? r->launches : COSIM_KERNELS;
    if (r->streams < 2) return;
    cli_table_t *t = cli_table_create(shown + 1, COLUMNS);
    for (uint32_t c = 0; c < COLUMNS; c++) cli_table_set(t, 0, c, "%s", heads[c]);
    for (uint32_t i = 0; i < shown; i++) {
        const run_kernel_t *k = &r->kernel[i];
        const uint64_t cell[] = {k->id,          k->stream,     k->ctas,     k->launch_cycle,
                                 k->first_cycle, k->last_cycle, k->end_cycle};
        cli_table_set(t, 1 + i, 0, "%s", k->name);
        for (uint32_t c = 1; c < COLUMNS; c++)
            cli_table_set(t, 1 + i, c, "%" PRIu64, cell[c - 1]);
    }
    fprintf(f, "\n%s: %" PRIu32 " streams, cycles of the kernels in the order of their ends\n", head,
            r->streams);
    cli_table_print(t, f, cli_colour(f));
    cli_table_destroy(t);
    if (r->launches > shown)
        fprintf(f, "and %" PRIu32 " more: --stats has all\n", r->launches - shown);
}

void cli_report(FILE *f, const run_result_t *results, const char *const *heads, uint32_t count)
{
    uint32_t extra = count > 1; /* the speed-up needs something to compare with */
    cli_table_t *t = cli_table_create(1 + ROWS + extra, 1 + count);
    for (uint32_t i = 0; i < ROWS; i++)
        cli_table_set(t, 1 + i + (i > 0) * extra, 0, "%s", rows[i].head);
    if (extra) cli_table_set(t, 2, 0, "speed-up");
    for (uint32_t c = 0; c < count; c++) {
        cli_table_set(t, 0, 1 + c, "%s", heads[c]);
        for (uint32_t i = 0; i < ROWS; i++)
            rows[i].cell(t, 1 + i + (i > 0) * extra, 1 + c, &results[c]);
        if (extra) ratio_cell(t, 2, 1 + c, results[0].cycles, results[c].cycles);
    }
    const run_result_t *r = &results[0];
    fprintf(f, "%s on %s: %" PRIu32 " launch%s, %" PRIu64 " CTAs, %" PRIu32 " SMs at %.3f GHz\n\n",
            r->workload, r->machine, r->launches, r->launches == 1 ? "" : "es", r->ctas, r->sms,
            r->core_ghz);
    cli_table_print(t, f, cli_colour(f));
    cli_table_destroy(t);
    for (uint32_t c = 0; c < count; c++) kernels(f, &results[c], heads[c]);
}
