/* Matrix and reference of spm: makes a random symmetric band matrix, and multiplies its rows by x in f64. */
#include "workload/workload.h"

#include <stdlib.h>

enum { GROUP = 32, DIAGONALS = 64, SPARE = 32 * 64, ROWS_MAX = 1 << 20 }; /* as in spm.yaml */
enum { ENTRIES = 49, MEAN = 13 }; /* entries, at most: of one row, and of a row on average */
enum { USUAL = 11, RARE = 29 };   /* a row has entries in fewer later columns than this */

typedef struct {
    int32_t entries, column[ENTRIES];
    float value[ENTRIES];
} row_t;

static void put(row_t *row, int64_t column, float value)
{
    row->column[row->entries] = (int32_t)column;
    row->value[row->entries++] = value;
}

static bool has(const row_t *row, int64_t column)
{
    for (int32_t k = 0; k < row->entries; k++)
        if (row->column[k] == column) return true;
    return false;
}

static float value(workload_ref_ctx_t *ctx) { return (float)(int32_t)(workload_ref_random(ctx) >> 32) / 2147483648.0f; }

/* Gives every row an entry on the diagonal, a few in later columns at most `band` away, and their mirror images. One in
 * 16 rows gets more entries, so that lengths vary as those of a mesh of unequal elements. */
static void make_rows(workload_ref_ctx_t *ctx, row_t *row, int64_t rows, int64_t band)
{
    int64_t total = rows;
    for (int64_t i = 0; i < rows; i++) put(&row[i], i, value(ctx));
    for (int64_t i = 0; i < rows; i++) {
        uint64_t most = workload_ref_random(ctx) % 16 == 0 ? RARE : USUAL;
        uint64_t links = workload_ref_random(ctx) % most;
        for (uint64_t l = 0; l < links; l++) {
            int64_t j = i + 1 + (int64_t)(workload_ref_random(ctx) % (uint64_t)band);
            float v = value(ctx);
            if (j >= rows || total + 2 > MEAN * rows || row[i].entries == ENTRIES || row[j].entries == ENTRIES ||
                has(&row[i], j))
                continue;
            put(&row[i], j, v);
            put(&row[j], i, v);
            total += 2;
        }
    }
}

/* Sorts the rows, the longest first; rows of equal length keep their order. */
static void sort_rows(const row_t *row, int64_t rows, int32_t *permutation)
{
    int64_t at = 0;
    for (int32_t entries = ENTRIES; entries > 0; entries--)
        for (int64_t i = 0; i < rows; i++)
            if (row[i].entries == entries) permutation[at++] = (int32_t)i;
}

typedef struct {
    float *value;
    int32_t *column, *permutation, *diagonal, *length;
} jagged_t;

static void cut_diagonals(const row_t *row, int64_t rows, const jagged_t *m)
{
    int64_t groups = (rows + GROUP - 1) / GROUP, at = 0;
    for (int64_t g = 0; g < groups; g++) m->length[g] = row[m->permutation[g * GROUP]].entries;
    for (int32_t k = 0; k < DIAGONALS; k++) {
        m->diagonal[k] = (int32_t)at;
        for (int64_t g = 0; g < groups && m->length[g] > k; g++)
            for (int64_t i = g * GROUP; i < (g + 1) * GROUP; i++, at++) {
                const row_t *r = i < rows ? &row[m->permutation[i]] : NULL;
                bool real = r && k < r->entries;
                m->value[at] = real ? r->value[k] : 0;
                m->column[at] = real ? r->column[k] : 0;
            }
    }
}

static void spm_init(workload_ref_ctx_t *ctx)
{
    int64_t rows = workload_ref_param(ctx, "rows", 1, ROWS_MAX);
    int64_t band = workload_ref_param(ctx, "band", 1, WORKLOAD_REF_MAX);
    int64_t room = MEAN * rows + SPARE;
    jagged_t m = {workload_ref_buf(ctx, "value", ELEM_F32, room), workload_ref_buf(ctx, "column", ELEM_S32, room),
                  workload_ref_buf(ctx, "permutation", ELEM_S32, rows),
                  workload_ref_buf(ctx, "diagonal", ELEM_S32, DIAGONALS),
                  workload_ref_buf(ctx, "length", ELEM_S32, (rows + GROUP - 1) / GROUP)};
    row_t *row = workload_ref_room(ctx, rows, sizeof *row);

    make_rows(ctx, row, rows, band);
    sort_rows(row, rows, m.permutation);
    cut_diagonals(row, rows, &m);
}

static void spm_expect(workload_ref_ctx_t *ctx)
{
    int64_t rows = workload_ref_param(ctx, "rows", 1, ROWS_MAX), room = MEAN * rows + SPARE;
    const float *v = workload_ref_own(ctx, "value", ELEM_F32, room);
    const int32_t *column = workload_ref_own(ctx, "column", ELEM_S32, room);
    const int32_t *permutation = workload_ref_own(ctx, "permutation", ELEM_S32, rows);
    const int32_t *diagonal = workload_ref_own(ctx, "diagonal", ELEM_S32, DIAGONALS);
    const float *x = workload_ref_buf(ctx, "x", ELEM_F32, rows);
    float *y = workload_ref_buf(ctx, "y", ELEM_F32, rows);

    for (int64_t i = 0; i < rows; i++) {
        double sum = 0;
        /* A diagonal starts at the longest row and ends at the last row that has an entry in it. */
        for (int k = 0; k + 1 < DIAGONALS && diagonal[k] + i < diagonal[k + 1]; k++)
            sum += (double)v[diagonal[k] + i] * (double)x[column[diagonal[k] + i]];
        y[permutation[i]] = (float)sum;
    }
}

const workload_ref_t workload_ref_spm = {.name = "spm", .init = spm_init, .expect = spm_expect};
