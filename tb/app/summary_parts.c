/* summary_parts.c - prints the parts of a run: the workloads of a mix, the kernels of several streams. */
#include "app/app.h"

#include <inttypes.h>

static const char *const columns[] = {"workload", "alone", "in the mix", "slow-down", "warp instructions",
                                      "IPC",      "SP",    "SFU",        "LD/ST",     "output"};
enum { MIX_COLUMNS = sizeof columns / sizeof columns[0], COLUMN_SP = 6, COLUMN_OUTPUT = 9 };

static void utilisation(ui_table_t *t, uint32_t row, const run_result_t *r, const uint64_t busy[3])
{
    const uint64_t unit_cycles[] = {r->sp_unit_cycles, r->sfu_unit_cycles, r->ldst_unit_cycles};
    for (uint32_t u = 0; u < 3; u++)
        ui_table_set(t, row, COLUMN_SP + u, "%.1f %%", 100.0 * (double)busy[u] / (double)unit_cycles[u]);
}

static void fill_row(ui_table_t *t, uint32_t row, const run_result_t *r, const run_workload_t *p)
{
    static const char *const verdict[] = {
        [WORKLOAD_PASS] = "pass", [WORKLOAD_FAIL] = "FAIL", [WORKLOAD_UNCHECKED] = "unchecked"};
    const uint64_t busy[] = {p->busy[UNIT_SP], p->busy[UNIT_SFU], p->busy[UNIT_LDST]};
    ui_table_set(t, row, 0, "%s", p->name);
    ui_table_set(t, row, 1, "%" PRIu64, p->alone_cycles);
    ui_table_set(t, row, 2, "%" PRIu64, p->cycles);
    ui_table_set(t, row, 3, "%.3f", (double)p->cycles / (double)p->alone_cycles);
    ui_table_set(t, row, 4, "%" PRIu64, p->warp_insts);
    ui_table_set(t, row, 5, "%.3f", (double)p->thread_insts / (double)p->cycles);
    utilisation(t, row, r, busy);
    ui_table_set(t, row, COLUMN_OUTPUT, "%s", verdict[p->verdict]);
}

void summary_workloads(FILE *f, const run_result_t *r, const char *head)
{
    const uint64_t busy[] = {r->sp_busy, r->sfu_busy, r->ldst_busy};
    const uint32_t all = 1 + r->workloads;
    if (r->workloads < 2) return;
    ui_table_t *t = ui_table_create(2 + r->workloads, MIX_COLUMNS);
    for (uint32_t c = 0; c < MIX_COLUMNS; c++) ui_table_set(t, 0, c, "%s", columns[c]);
    for (uint32_t w = 0; w < r->workloads; w++) fill_row(t, 1 + w, r, &r->part[w]);
    ui_table_set(t, all, 0, "all");
    ui_table_set(t, all, 2, "%" PRIu64, r->cycles);
    ui_table_set(t, all, 4, "%" PRIu64, r->sm_warp_insts);
    ui_table_set(t, all, 5, "%.3f", (double)r->sm_thread_insts / (double)r->cycles);
    utilisation(t, all, r, busy);
    fprintf(f, "\n%s: cycles of each workload alone (under the baseline) and in the mix, share of the units\n", head);
    ui_table_print(t, f, ui_colour(f));
    ui_table_destroy(t);
}

void summary_kernels(FILE *f, const run_result_t *r, const char *head)
{
    static const char *const heads[] = {"kernel",   "id",        "stream",    "CTAs",
                                        "launched", "first CTA", "last done", "ended"};
    enum { COLUMNS = sizeof heads / sizeof heads[0] };
    const uint32_t shown = r->launches < COSIM_KERNELS ? r->launches : COSIM_KERNELS;
    if (r->streams < 2) return;
    ui_table_t *t = ui_table_create(shown + 1, COLUMNS);
    for (uint32_t c = 0; c < COLUMNS; c++) ui_table_set(t, 0, c, "%s", heads[c]);
    for (uint32_t i = 0; i < shown; i++) {
        const run_kernel_t *k = &r->kernel[i];
        const uint64_t cell[] = {k->id,          k->stream,     k->ctas,     k->launch_cycle,
                                 k->first_cycle, k->last_cycle, k->end_cycle};
        ui_table_set(t, 1 + i, 0, "%s", k->name);
        for (uint32_t c = 1; c < COLUMNS; c++) ui_table_set(t, 1 + i, c, "%" PRIu64, cell[c - 1]);
    }
    fprintf(f, "\n%s: %" PRIu32 " streams, cycles of the kernels in the order of their ends\n", head, r->streams);
    ui_table_print(t, f, ui_colour(f));
    ui_table_destroy(t);
    if (r->launches > shown) fprintf(f, "and %" PRIu32 " more: --stats has all\n", r->launches - shown);
}

void summary_refused(FILE *f, const run_result_t *results, const char *const *heads, uint32_t count)
{
    uint32_t shown[WHY_CLASS_COUNT], rows = 0;
    if (!results[0].why) return;
    for (uint32_t class = 0; class < WHY_CLASS_COUNT; class ++) {
        uint64_t cycles = 0;
        for (uint32_t c = 0; c < count; c++) cycles += results[c].refused_cycles[class];
        if (cycles && class != WHY_CLASS_DISPATCHED) shown[rows++] = class;
    }
    ui_table_t *t = ui_table_create(1 + rows, 1 + count);
    for (uint32_t c = 0; c < count; c++) {
        const run_result_t *r = &results[c];
        uint64_t all = 0; /* laws of the run: the cycles of all SMs, above 0 */
        for (uint32_t class = 0; class < WHY_CLASS_COUNT; class ++) all += r->refused_cycles[class];
        ui_table_set(t, 0, 1 + c, "%s", heads[c]);
        for (uint32_t i = 0; i < rows; i++) {
            ui_table_set(t, 1 + i, 0, "%s", why_word(shown[i]));
            ui_table_set(t, 1 + i, 1 + c, "%.1f %%", 100.0 * (double)r->refused_cycles[shown[i]] / (double)all);
        }
    }
    fputs("\nSM cycles without a CTA dispatched, by cause (docs/why.md)\n", f);
    ui_table_print(t, f, ui_colour(f));
    ui_table_destroy(t);
}

void summary_difference(FILE *f, const run_result_t *r)
{
    const difference_t *d = &r->difference.what;
    char rtl[24], c[24];
    difference_value(d->rtl, rtl);
    difference_value(d->c, c);
    fprintf(f, "%s on %s, %s: the RTL and the golden model differ\n\n", r->workload, r->machine, r->label);
    fprintf(f, "cycle   %" PRIu64 "\nunit    %s\nsignal  %s (%s)\nrtl     %s\nc       %s\n", d->cycle, d->unit,
            d->signal, d->wave, rtl, c);
    fprintf(f, "\nwaves: %s, the last %d cycles up to the difference\nview: gtkwave %s %s\n", COSIM_LOCKSTEP_WAVES,
            COSIM_LOCKSTEP_CYCLES, COSIM_LOCKSTEP_WAVES, COSIM_LOCKSTEP_SAVE);
    fprintf(f, "save file: the signal, then those of %s.gtkw\n", r->difference.unit_save);
}
