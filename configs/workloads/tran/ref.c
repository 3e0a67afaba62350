/* Reference of tran: computes where each of the eight kernels must put every element. */
#include "workload/workload.h"

enum { TILE = 16 };

typedef enum { COPY, TRANSPOSE, TURN_TILES, MOVE_TILES } move_t;

static int64_t destination(move_t move, int64_t x, int64_t y, int64_t n)
{
    int64_t in_x = x % TILE, in_y = y % TILE, tile_x = x - in_x, tile_y = y - in_y;
    switch (move) {
    case TRANSPOSE: return x * n + y;
    case TURN_TILES: return (tile_y + in_x) * n + tile_x + in_y;
    case MOVE_TILES: return (tile_x + in_y) * n + tile_y + in_x;
    default: return y * n + x;
    }
}

static void tran_expect(workload_ref_ctx_t *ctx)
{
    static const struct {
        const char *buffer;
        move_t move;
    } outs[] = {
        {"out_copy", COPY},        {"out_copy_shared", COPY},   {"out_naive", TRANSPOSE}, {"out_coalesced", TRANSPOSE},
        {"out_padded", TRANSPOSE}, {"out_diagonal", TRANSPOSE}, {"out_fine", TURN_TILES}, {"out_coarse", MOVE_TILES},
    };
    int64_t n = workload_ref_param(ctx, "n", 1, WORKLOAD_REF_MAX);
    int64_t whole = (n + TILE - 1) / TILE * TILE; /* tiles move as a whole */
    const float *in = workload_ref_buf(ctx, "in", ELEM_F32, n * n);

    for (unsigned k = 0; k < sizeof outs / sizeof outs[0]; k++) {
        float *out = workload_ref_buf(ctx, outs[k].buffer, ELEM_F32, whole * whole);
        for (int64_t y = 0; y < n; y++)
            for (int64_t x = 0; x < n; x++) out[destination(outs[k].move, x, y, n)] = in[y * n + x];
    }
}

const workload_ref_t workload_ref_tran = {.name = "tran", .expect = tran_expect};
