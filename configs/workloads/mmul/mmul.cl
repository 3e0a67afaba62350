/* mmul - c = a b, tiled through shared memory; all extents are multiples of 16.
 *
 * a is h x k, b is k x w. A CTA makes one 16x16 tile of c from a row of tiles of a and a column of
 * tiles of b, each element of a tile loaded once from global and used 16 times from shared memory. */
#define TILE 16

__kernel void mmul(__global float *c, __global const float *a, __global const float *b, int k, int w)
{
    __local float ta[TILE][TILE], tb[TILE][TILE];
    int tx = TID_X, ty = TID_Y;
    int row = CTA_Y * TILE + ty, column = CTA_X * TILE + tx;
    float sum = 0.0f;

    for (int first = 0; first < k; first += TILE) {
        ta[ty][tx] = a[row * k + first + tx];
        tb[ty][tx] = b[(first + ty) * w + column];
        SYNC();
#pragma unroll
        for (int i = 0; i < TILE; i++) sum += ta[ty][i] * tb[i][tx];
        SYNC();
    }
    c[row * w + column] = sum;
}
