/* dispatch_table.c - the table of ctadel compare-dispatch, a place policy per row. */
#include "compare/dispatch.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* Below 0: x stands above y. */
static int better(double x, double y) { return (x < y) - (x > y); }

static int best_first(const void *a, const void *b)
{
    const dispatch_job_t *x = a, *y = b;
    const dispatch_score_t *s = &x->score, *t = &y->score;
    if (x->scored != y->scored) return x->scored ? -1 : 1;
    int order = better(s->same_sm, t->same_sm);
    if (!order && !isnan(s->starts) && !isnan(t->starts)) order = better(s->starts, t->starts);
    if (!order) order = better(fabs(t->tail_more), fabs(s->tail_more));
    return order ? order : (x->number > y->number) - (x->number < y->number);
}

void dispatch_sort(dispatch_job_t *jobs, uint32_t count) { qsort(jobs, count, sizeof *jobs, best_first); }

/* Per cent with a sign, but for those that round to 0. */
static double rounded(double share) { return fabs(100.0 * share) < 0.05 ? 0.0 : 100.0 * share; }

static void fill_row(ui_table_t *t, uint32_t row, const dispatch_job_t *j)
{
    const dispatch_score_t *s = &j->score;
    ui_table_set(t, row, 0, "%s", j->place);
    ui_table_set(t, row, 1, "%.1f", 100.0 * s->same_sm);
    ui_table_set(t, row, 2, "%.1f", 100.0 * s->relabelled);
    if (isnan(s->starts)) ui_table_set(t, row, 3, "-");
    else ui_table_set(t, row, 3, "%.3f", s->starts);
    ui_table_set(t, row, 4, "%.1f", 100.0 * s->tail);
    ui_table_set(t, row, 5, "%+.1f", rounded(s->tail_more));
    ui_table_set(t, row, 6, "%" PRIu64, s->cycles);
}

ui_table_t *dispatch_table(const dispatch_job_t *jobs, uint32_t count)
{
    static const char *const heads[] = {"place",  "same SM %",    "relabelled %", "starts",
                                        "tail %", "tail - log %", "cycles"};
    enum { COLUMNS = sizeof heads / sizeof heads[0] };
    uint32_t scored = 0;
    while (scored < count && jobs[scored].scored) scored++;
    ui_table_t *t = ui_table_create(scored + 1, COLUMNS);
    for (uint32_t c = 0; c < COLUMNS; c++) ui_table_set(t, 0, c, "%s", heads[c]);
    for (uint32_t i = 0; i < scored; i++) fill_row(t, i + 1, &jobs[i]);
    return t;
}
