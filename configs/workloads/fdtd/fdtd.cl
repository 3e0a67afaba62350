/* fdtd - finite differences of order 8 in 3-D (radius 4), 16 x 16 columns, marching in z.
 *
 * The nine points of a column are in registers and shift by one per plane; the middle plane, with a
 * rim of four, is in shared memory. The input has a margin of four points on every side, so that no
 * thread tests for the border. */
#define B 16
#define R 4

__constant float coeff[R + 1] = {0.50f, 0.10f, 0.05f, 0.025f, 0.0125f};

__kernel void fdtd_step(__global const float *restrict in, __global float *restrict out, int pitch,
                        int plane, int nz)
{
    __local float tile[B + 2 * R][B + 2 * R];
    int tx = TID_X, ty = TID_Y, sx = tx + R, sy = ty + R;
    int i = (CTA_Y * B + ty) * pitch + CTA_X * B + tx;
    float column[2 * R + 1];

#pragma unroll
    for (int r = 1; r <= 2 * R; r++) column[r] = in[i + (r - 1 - R) * plane];

    for (int z = 0; z < nz; z++) {
#pragma unroll
        for (int r = 0; r < 2 * R; r++) column[r] = column[r + 1];
        column[2 * R] = in[i + R * plane];

        SYNC(); /* the last plane's tile has been read */
        tile[sy][sx] = column[R];
        if (ty < R) {
            tile[ty][sx] = in[i - R * pitch];
            tile[sy + B][sx] = in[i + B * pitch];
        }
        if (tx < R) {
            tile[sy][tx] = in[i - R];
            tile[sy][sx + B] = in[i + B];
        }
        SYNC();

        float sum = coeff[0] * column[R];
#pragma unroll
        for (int r = 1; r <= R; r++)
            sum += coeff[r] * (column[R - r] + column[R + r] + tile[sy - r][sx] +
                               tile[sy + r][sx] + tile[sy][sx - r] + tile[sy][sx + r]);
        out[i] = sum;
        i += plane;
    }
}
