/* summary.c - prints the summary of finished runs: a column per run, a row per metric that has a head (run/metrics.c).
 * Nothing in it depends on the host's speed, so outputs can be compared. */
#include "app/app.h"
#include "run/metrics.h"

#include <inttypes.h>

static const char *output_word(const run_result_t *r)
{
    /* A run that breaks a check fails, even if its output is right. */
    return r->verdict == WORKLOAD_FAIL   ? "FAIL"
           : r->failed[0]                ? "CHECK FAILED"
           : r->verdict == WORKLOAD_PASS ? "pass"
           : r->program_judges           ? "left to the program"
                                         : "unchecked";
}

/* Selects the metrics to show of these runs. Returns their number. */
static uint32_t choose(bool mix, const metric_t *shown[], uint32_t max)
{
    uint32_t n = 0;
    const metric_t *m;
    for (uint32_t i = 0; (m = metric_at(i)); i++)
        if (m->head && (mix || !m->mix) && n < max) shown[n++] = m;
    return n;
}

/* Makes a row for each metric. With several runs, the speed-up follows the first metric; the output is last. */
static ui_table_t *columns(const run_result_t *results, const char *const *heads, uint32_t count)
{
    enum { METRICS_MAX = 64 };
    const metric_t *shown[METRICS_MAX];
    const uint32_t n = choose(results[0].workloads > 1, shown, METRICS_MAX);
    const uint32_t extra = count > 1; /* the row of the speed-up over the first run */
    ui_table_t *t = ui_table_create(2 + n + extra, 1 + count);
    if (extra) ui_table_set(t, 2, 0, "speed-up");
    ui_table_set(t, 1 + n + extra, 0, "output");
    for (uint32_t i = 0; i < n; i++) ui_table_set(t, 1 + i + (i > 0) * extra, 0, "%s", shown[i]->head);
    for (uint32_t c = 0; c < count; c++) {
        const run_result_t *r = &results[c];
        ui_table_set(t, 0, 1 + c, "%s", heads[c]);
        for (uint32_t i = 0; i < n; i++) {
            char text[METRIC_TEXT_BYTES];
            metric_text(shown[i], r, text);
            ui_table_set(t, 1 + i + (i > 0) * extra, 1 + c, "%s", text);
        }
        if (extra && r->cycles) ui_table_set(t, 2, 1 + c, "%.3f", (double)results[0].cycles / (double)r->cycles);
        else if (extra) ui_table_set(t, 2, 1 + c, "-");
        ui_table_set(t, 1 + n + extra, 1 + c, "%s", output_word(r));
    }
    return t;
}

void summary(FILE *f, const run_result_t *results, const char *const *heads, uint32_t count)
{
    ui_table_t *t = columns(results, heads, count);
    const run_result_t *r = &results[0];
    ui_origin_t origin = {.machine = ""};
    char text[UI_ORIGIN_TEXT_BYTES];
    ui_origin_add(&origin, r->machine, r->size, NULL, r->version);
    ui_origin_text(&origin, text);
    fprintf(f, "%s on %s: %" PRIu32 " launch%s, %" PRIu64 " CTAs, %" PRIu32 " SMs at %.3f GHz\n%s\n\n", r->workload,
            r->machine, r->launches, r->launches == 1 ? "" : "es", r->ctas, r->sms, r->core_ghz, text);
    ui_table_print(t, f, ui_colour(f));
    ui_table_destroy(t);
    summary_refused(f, results, heads, count);
    for (uint32_t c = 0; c < count; c++) summary_workloads(f, &results[c], heads[c]);
    for (uint32_t c = 0; c < count; c++) summary_kernels(f, &results[c], heads[c]);
}
