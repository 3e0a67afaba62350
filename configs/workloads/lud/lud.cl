/* lud - LU decomposition without pivots, in place, blocks of 16 x 16: the diagonal block by one CTA, the blocks beside and
 * below it, then all others; the grid shrinks with every step. */
#define B 16

__kernel void lud_diagonal(__global float *m, int n, int at)
{
    __local float block[B][B];
    const int t = TID_X;
    __global float *corner = m + at * n + at;
    for (int y = 0; y < B; y++) block[y][t] = corner[y * n + t];
    SYNC();
    for (int k = 0; k < B - 1; k++) {
        if (t > k) {
            float sum = block[t][k];
            for (int j = 0; j < k; j++) sum -= block[t][j] * block[j][k];
            block[t][k] = sum / block[k][k];
        }
        SYNC();
        if (t > k) {
            float sum = block[k + 1][t];
            for (int j = 0; j < k + 1; j++) sum -= block[k + 1][j] * block[j][t];
            block[k + 1][t] = sum;
        }
        SYNC();
    }
    for (int y = 0; y < B; y++) corner[y * n + t] = block[y][t];
}

/* 32 threads: the first 16 take a column each of a block beside the diagonal, the others a row each of a block below. */
__kernel void lud_perimeter(__global float *m, int n, int at)
{
    __local float diagonal[B][B], row[B][B], column[B][B];
    const int t = TID_X & (B - 1), far = at + (CTA_X + 1) * B;
    const int of_row = TID_X < B;

    for (int y = of_row ? 0 : 1; y < B; y += 2) diagonal[y][t] = m[(at + y) * n + at + t];
    for (int y = 0; y < B; y++) {
        if (of_row) row[y][t] = m[(at + y) * n + far + t];
        else column[y][t] = m[(far + y) * n + at + t];
    }
    SYNC();
    if (of_row) {
        for (int y = 1; y < B; y++)
            for (int k = 0; k < y; k++) row[y][t] -= diagonal[y][k] * row[k][t];
    } else {
        for (int x = 0; x < B; x++) {
            for (int k = 0; k < x; k++) column[t][x] -= column[t][k] * diagonal[k][x];
            column[t][x] /= diagonal[x][x];
        }
    }
    SYNC();
    for (int y = 0; y < B; y++) {
        if (of_row) m[(at + y) * n + far + t] = row[y][t];
        else m[(far + y) * n + at + t] = column[y][t];
    }
}

__kernel void lud_internal(__global float *m, int n, int at)
{
    __local float row[B][B], column[B][B];
    const int x = at + (CTA_X + 1) * B + TID_X, y = at + (CTA_Y + 1) * B + TID_Y;
    float sum = 0.0f;
    row[TID_Y][TID_X] = m[(at + TID_Y) * n + x];
    column[TID_Y][TID_X] = m[y * n + at + TID_X];
    SYNC();
    for (int k = 0; k < B; k++) sum += column[TID_Y][k] * row[k][TID_X];
    m[y * n + x] -= sum;
}
