/* compare_table.c - the table of ctadel compare, and its summary: errors in cycles and Kendall's tau. Row locality is
 * column accesses per activation, as the reference defines it. */
#include "compare/compare.h"
#include "run/metrics.h"

#include "stats/rank.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TIE 0.01 /* rank_tau takes cycles that differ by less than this share as equal */

static bool counts(const compare_job_t *j) { return j->job.state == POOL_DONE && j->result.cycles > 0; }

static void pair(ui_table_t *t, uint32_t row, uint32_t col, int digits, double ours, double theirs)
{
    const double value[] = {ours, theirs};
    for (uint32_t i = 0; i < 2; i++)
        if (isnan(value[i])) ui_table_set(t, row, col + i, "-");
        else ui_table_set(t, row, col + i, "%.*f", digits, value[i]);
}

static void fill_row(ui_table_t *t, uint32_t row, const compare_row_t *ref, const compare_job_t *j)
{
    const run_result_t *r = &j->result;
    ui_table_set(t, row, 0, "%s", ref->kernel);
    ui_table_set(t, row, 1, "%s", ref->sched);
    ui_table_set(t, row, 2, "%" PRIu32, ref->ctas);
    ui_table_set(t, row, 4, "%.0f", ref->cycles);
    if (!counts(j)) {
        ui_table_set(t, row, 3, "%s", j->job.state == POOL_DONE ? "none" : "FAILED");
        return;
    }
    ui_table_set(t, row, 3, "%" PRIu64, r->cycles);
    ui_table_set(t, row, 5, "%+.1f", 100.0 * ((double)r->cycles / ref->cycles - 1.0));
    pair(t, row, 6, 3, metric_of("l1_miss", r), ref->l1_miss);
    pair(t, row, 8, 3, metric_of("l2_miss", r), ref->l2_miss);
    pair(t, row, 10, 1, metric_of("row_accesses", r), ref->row_locality);
    pair(t, row, 12, 3, metric_of("dram_bus", r), ref->bus_share);
}

ui_table_t *compare_table(const compare_ref_t *ref, const compare_job_t *jobs)
{
    static const char *const heads[] = {"kernel", "sched",   "CTAs",   "cycles",  "ref cycles", "error %",  "L1 miss",
                                        "ref L1", "L2 miss", "ref L2", "row acc", "ref row",    "DRAM bus", "ref bus"};
    enum { COLUMNS = sizeof heads / sizeof heads[0] };
    ui_table_t *t = ui_table_create(ref->count + 1, COLUMNS);
    for (uint32_t c = 0; c < COLUMNS; c++) ui_table_set(t, 0, c, "%s", heads[c]);
    for (uint32_t i = 0; i < ref->count; i++) fill_row(t, i + 1, &ref->row[i], &jobs[i]);
    return t;
}

/* ---- series: rows that share some of kernel, scheduler and CTA limit ---- */

typedef struct {
    double *ours, *theirs;
    uint32_t *row; /* of the reference */
    uint32_t count;
} series_t;

/* Fills `s` with the rows of this kernel, scheduler and CTA limit whose run counts. NULL or 0: any. */
static void select_rows(const compare_ref_t *ref, const compare_job_t *jobs, const char *kernel, const char *sched,
                        uint32_t ctas, series_t *s)
{
    s->count = 0;
    for (uint32_t i = 0; i < ref->count; i++) {
        const compare_row_t *r = &ref->row[i];
        if (!counts(&jobs[i]) || (kernel && strcmp(kernel, r->kernel) != 0) ||
            (sched && strcmp(sched, r->sched) != 0) || (ctas && ctas != r->ctas))
            continue;
        s->ours[s->count] = (double)jobs[i].result.cycles;
        s->theirs[s->count] = r->cycles;
        s->row[s->count++] = i;
    }
}

/* True if no row above i has row i's kernel (and, with_sched, its scheduler). */
static bool is_first(const compare_ref_t *ref, uint32_t i, bool with_sched)
{
    for (uint32_t k = 0; k < i; k++)
        if (strcmp(ref->row[k].kernel, ref->row[i].kernel) == 0 &&
            (!with_sched || strcmp(ref->row[k].sched, ref->row[i].sched) == 0))
            return false;
    return true;
}

static void print_tau(FILE *f, double tau)
{
    if (isnan(tau)) fprintf(f, "    -");
    else fprintf(f, "%+.2f", tau);
}

static void print_errors(FILE *f, const compare_ref_t *ref, const series_t *s)
{
    uint32_t which = 0;
    if (!s->count) {
        fputs("  no run to compare\n", f);
        return;
    }
    fprintf(f, "  error %5.1f %%", 100.0 * rank_geomean_error(s->ours, s->theirs, s->count));
    fprintf(f, "  worst %5.1f %%", 100.0 * rank_worst_error(s->ours, s->theirs, s->count, &which));
    const compare_row_t *r = &ref->row[s->row[which]];
    fprintf(f, "  (%s, %s, %" PRIu32 " CTAs)\n", r->kernel, r->sched, r->ctas);
}

/* Kendall's tau of the schedulers' order by cycles, the mean over the CTA limits at which two or more of them ran. NAN:
 * there is none. */
static double scheduler_tau(const compare_ref_t *ref, const compare_job_t *jobs, const char *kernel, series_t *s)
{
    double sum = 0.0;
    uint32_t limits = 0;
    for (uint32_t ctas = 1; ctas <= SCHED_SLOTS_MAX; ctas++) {
        select_rows(ref, jobs, kernel, NULL, ctas, s);
        const double tau = rank_tau(s->ours, s->theirs, s->count, TIE);
        if (isnan(tau)) continue;
        sum += tau;
        limits++;
    }
    return limits ? sum / limits : NAN;
}

static void print_summary(const compare_ref_t *ref, const compare_job_t *jobs, series_t *s, FILE *f)
{
    fputs("\ntau of the CTA-limit curve; error as a factor either way, geometric mean, worst\n", f);
    for (uint32_t i = 0; i < ref->count; i++) {
        const compare_row_t *r = &ref->row[i];
        if (!is_first(ref, i, true)) continue;
        select_rows(ref, jobs, r->kernel, r->sched, 0, s);
        fprintf(f, "%-12s %-10s ", r->kernel, r->sched);
        print_tau(f, rank_tau(s->ours, s->theirs, s->count, TIE));
        print_errors(f, ref, s);
    }
    fputs("\ntau of the schedulers' order, mean over the CTA limits\n", f);
    for (uint32_t i = 0; i < ref->count; i++) {
        if (!is_first(ref, i, false)) continue;
        fprintf(f, "%-12s %-10s ", ref->row[i].kernel, "");
        print_tau(f, scheduler_tau(ref, jobs, ref->row[i].kernel, s));
        fputc('\n', f);
    }
    select_rows(ref, jobs, NULL, NULL, 0, s);
    fprintf(f, "\n%-12s %-10s      ", "all", "");
    print_errors(f, ref, s);
}

void compare_summary(const compare_ref_t *ref, const compare_job_t *jobs, FILE *f)
{
    series_t s = {.ours = calloc(ref->count, sizeof *s.ours),
                  .theirs = calloc(ref->count, sizeof *s.theirs),
                  .row = calloc(ref->count, sizeof *s.row)};
    if (s.ours && s.theirs && s.row) print_summary(ref, jobs, &s, f);
    else fputs("out of memory\n", stderr);
    free(s.ours);
    free(s.theirs);
    free(s.row);
}
