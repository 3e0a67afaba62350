/* nw - Needleman-Wunsch: the best score of aligning two sequences, tiles of 16 x 16 by 16 threads.
 *
 * A launch takes a diagonal of tiles, the grid grows and shrinks by one. Inside a tile the threads go along its diagonals
 * with a barrier after each. Tiles as wide as a CTA, up to 16. */
#define B 16

typedef struct {
    int score[B + 1][B + 1], similar[B][B];
} tile_t;

static int greater(int x, int y) { return x > y ? x : y; }

static void tile(__local tile_t *m, __global int *score, __global const int *similar, int cols, int penalty, int column,
                 int row)
{
    const int t = TID_X, w = BLOCK_X;
    __global int *corner = score + row * w * cols + column * w;
    __global const int *pairs = similar + (row * w + 1) * cols + column * w + 1;

#pragma unroll 1
    for (int y = 0; y < w; y++) m->similar[y][t] = pairs[y * cols + t];
    if (t == 0) m->score[0][0] = corner[0];
    m->score[t + 1][0] = corner[(t + 1) * cols];
    m->score[0][t + 1] = corner[t + 1];
    SYNC();
#pragma unroll 1
    for (int d = 0; d < 2 * w - 1; d++) {
        const int y = d - t;
        if (y >= 0 && y < w) {
            const int gap = greater(m->score[y][t + 1], m->score[y + 1][t]) - penalty;
            m->score[y + 1][t + 1] = greater(m->score[y][t] + m->similar[y][t], gap);
        }
        SYNC();
    }
#pragma unroll 1
    for (int y = 0; y < w; y++) corner[(y + 1) * cols + t + 1] = m->score[y + 1][t + 1];
}

/* Diagonals up to the longest one, then those after it. */
__kernel void nw_grow(__global int *score, __global const int *similar, int cols, int penalty, int tiles)
{
    __local tile_t m;
    tile(&m, score, similar, cols, penalty, CTA_X, tiles - 1 - CTA_X);
}

__kernel void nw_shrink(__global int *score, __global const int *similar, int cols, int penalty, int tiles, int edge)
{
    __local tile_t m;
    tile(&m, score, similar, cols, penalty, edge - tiles + CTA_X, edge - 1 - CTA_X);
}
