/* Sequences and reference of nw. One letter in six differs between the two sequences; a table drawn from the seed
 * scores pairs of letters. The reference fills the matrix row by row. */
#include "workload/workload.h"

enum { LETTERS = 24, N_MAX = 16384 };

typedef struct {
    int64_t n;
    int32_t penalty;
    int32_t *similar, *score;
} align_t;

static align_t align(workload_ref_ctx_t *ctx)
{
    align_t a = {.n = workload_ref_param(ctx, "tile", 1, 16) * workload_ref_param(ctx, "tiles", 1, N_MAX / 16),
                 .penalty = (int32_t)workload_ref_param(ctx, "penalty", 0, 1000)};
    a.similar = workload_ref_buf(ctx, "similar", ELEM_S32, (a.n + 1) * (a.n + 1));
    a.score = workload_ref_buf(ctx, "score", ELEM_S32, (a.n + 1) * (a.n + 1));
    return a;
}

static unsigned letter(workload_ref_ctx_t *ctx) { return (unsigned)(workload_ref_random(ctx) >> 32) % LETTERS; }

static void nw_init(workload_ref_ctx_t *ctx)
{
    static const int32_t LEAST = -4;
    const align_t a = align(ctx);
    int32_t table[LETTERS][LETTERS];
    uint8_t down[N_MAX + 1], across[N_MAX + 1];
    for (int x = 0; x < LETTERS; x++) {
        for (int y = 0; y < x; y++) table[x][y] = table[y][x] = LEAST + (int32_t)(letter(ctx) % 6);
        table[x][x] = 4 + (int32_t)(letter(ctx) % 6);
    }
    for (int64_t i = 0; i <= a.n; i++) {
        down[i] = (uint8_t)letter(ctx);
        across[i] = letter(ctx) < LETTERS / 6 ? (uint8_t)letter(ctx) : down[i];
    }
    for (int64_t i = 0; i < (a.n + 1) * (a.n + 1); i++) {
        a.similar[i] = table[down[i / (a.n + 1)]][across[i % (a.n + 1)]];
        a.score[i] = 0;
    }
    for (int64_t i = 0; i <= a.n; i++) a.score[i] = a.score[i * (a.n + 1)] = (int32_t)-i * a.penalty;
}

static int32_t greater(int32_t x, int32_t y) { return x > y ? x : y; }

static void nw_expect(workload_ref_ctx_t *ctx)
{
    const align_t a = align(ctx);
    const int64_t cols = a.n + 1;
    for (int64_t y = 1; y <= a.n; y++)
        for (int64_t x = 1; x <= a.n; x++) {
            const int64_t i = y * cols + x;
            const int32_t gap = greater(a.score[i - cols], a.score[i - 1]) - a.penalty;
            a.score[i] = greater(a.score[i - cols - 1] + a.similar[i], gap);
        }
}

const workload_ref_t workload_ref_nw = {.name = "nw", .init = nw_init, .expect = nw_expect};
