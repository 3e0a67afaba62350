/* scp - scalar products of pairs of vectors; a CTA takes every gridDim-th pair.
 *
 * 1024 partial sums in shared memory, four per thread, then a tree. */
#define SUMS 1024

__kernel void scp_dot(__global float *result, __global const float *a, __global const float *b,
                      int vectors, int elements)
{
    __local float sums[SUMS];

    for (int v = CTA_X; v < vectors; v += GRID_X) {
        int base = v * elements, end = base + elements;
        for (int s = TID_X; s < SUMS; s += BLOCK_X) {
            float sum = 0.0f;
            for (int i = base + s; i < end; i += SUMS) sum += a[i] * b[i];
            sums[s] = sum;
        }
        for (int width = SUMS / 2; width > 0; width >>= 1) {
            SYNC();
            for (int s = TID_X; s < width; s += BLOCK_X) sums[s] += sums[s + width];
        }
        if (TID_X == 0) result[v] = sums[0];
        SYNC(); /* thread 0 reads sums[0] before the next pair's sums overwrite it */
    }
}
