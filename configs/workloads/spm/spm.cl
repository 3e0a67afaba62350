/* spm - sparse matrix times vector, the matrix by jagged diagonals.
 *
 * Rows are sorted by their number of entries, the longest first. Diagonal k holds the k-th entry of
 * every row that has one, so that a warp's lanes read neighbouring entries; rows are padded with
 * zeros to the longest of their group of 32. The result is scattered to the order rows had before. */
#define GROUP 32

__kernel void spm_jds(__global float *y, __global const float *value, __global const int *column,
                      __global const int *permutation, __global const float *x,
                      __global const int *diagonal, __global const int *length, int rows)
{
    int row = CTA_X * BLOCK_X + TID_X;
    if (row >= rows) return;

    int entries = length[row / GROUP];
    float sum = 0.0f;
#pragma unroll 1
    for (int k = 0; k < entries; k++) {
        int j = diagonal[k] + row;
        sum += value[j] * x[column[j]];
    }
    y[permutation[row]] = sum;
}
