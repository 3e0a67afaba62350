/* Placements and reference of nqu. A board without a placement of the host starts with every square attacked, so it has
 * no solution. The reference places queens row by row and compares each with all before it. */
#include "workload/workload.h"

#include <stdlib.h>

enum { N_MAX = 20, PER_CTA = 96 };

typedef struct {
    int n, rows;
    int at[N_MAX];
    int64_t used, room;
    uint32_t *columns, *lefts, *rights;
} board_t;

static bool safe(const board_t *b, int row, int column)
{
    for (int r = 0; r < row; r++)
        if (b->at[r] == column || abs(b->at[r] - column) == row - r) return false;
    return true;
}

static uint64_t solutions(board_t *b, int row)
{
    uint64_t count = 0;
    if (row == b->n) return 1;
    for (b->at[row] = 0; b->at[row] < b->n; b->at[row]++) {
        if (safe(b, row, b->at[row])) count += solutions(b, row + 1);
    }
    return count;
}

/* The squares of row `rows` that the placed queens attack. */
static void attacked(board_t *b, int64_t i)
{
    for (int r = 0; r < b->rows; r++) {
        const int away = b->rows - r, left = b->at[r] + away, right = b->at[r] - away;
        b->columns[i] |= UINT32_C(1) << b->at[r];
        if (left < b->n) b->lefts[i] |= UINT32_C(1) << left;
        if (right >= 0) b->rights[i] |= UINT32_C(1) << right;
    }
}

static void place(board_t *b, int row, void (*visit)(board_t *b, int64_t i))
{
    if (row == b->rows) {
        if (b->used < b->room) visit(b, b->used++);
        return;
    }
    for (int column = 0; column < b->n; column++) {
        if (!safe(b, row, column)) continue;
        b->at[row] = column;
        place(b, row + 1, visit);
    }
}

static board_t board(workload_ref_ctx_t *ctx)
{
    const int64_t n = workload_ref_param(ctx, "n", 2, N_MAX);
    return (board_t){.n = (int)n,
                     .rows = (int)workload_ref_param(ctx, "rows", 1, n - 1),
                     .room = PER_CTA * workload_ref_param(ctx, "ctas", 1, WORKLOAD_REF_MAX_3D)};
}

static void nqu_init(workload_ref_ctx_t *ctx)
{
    board_t b = board(ctx);
    b.columns = workload_ref_buf(ctx, "columns", ELEM_U32, b.room);
    b.lefts = workload_ref_buf(ctx, "lefts", ELEM_U32, b.room);
    b.rights = workload_ref_buf(ctx, "rights", ELEM_U32, b.room);
    for (int64_t i = 0; i < b.room; i++) b.columns[i] = b.lefts[i] = b.rights[i] = 0;
    place(&b, 0, attacked);
    for (int64_t i = b.used; i < b.room; i++) b.columns[i] = UINT32_MAX;
}

static void count(board_t *b, int64_t i) { b->columns[i / PER_CTA] += (uint32_t)solutions(b, b->rows); }

static void nqu_expect(workload_ref_ctx_t *ctx)
{
    board_t b = board(ctx);
    b.columns = workload_ref_buf(ctx, "solutions", ELEM_U32, b.room / PER_CTA);
    for (int64_t i = 0; i < b.room / PER_CTA; i++) b.columns[i] = 0;
    place(&b, 0, count);
}

const workload_ref_t workload_ref_nqu = {.name = "nqu", .init = nqu_init, .expect = nqu_expect};
