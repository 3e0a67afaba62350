/* hot - HotSpot: temperatures of a chip's cells from their power, by explicit time steps.
 *
 * A pyramid: a CTA loads 16 x 16 cells and makes `steps` time steps in shared memory, each of which
 * is right one cell further from the edge; only the inner 16 - 2 * steps cells square are stored,
 * so that neighbouring CTAs overlap instead of exchanging. A cell at the chip's border is its own
 * missing neighbour. */
#define B 16
#define AMBIENT 80.0f

__kernel void hot_step(__global const float *power, __global const float *temp_in,
                       __global float *temp_out, int n, int steps, float step_by_cap, float rx_inv,
                       float ry_inv, float rz_inv)
{
    __local float temp[B][B], watt[B][B], next[B][B];
    int tx = TID_X, ty = TID_Y;
    int inner = B - 2 * steps;
    int x = (int)CTA_X * inner - steps + tx, y = (int)CTA_Y * inner - steps + ty;
    int inside = x >= 0 && x < n && y >= 0 && y < n;
    int i = y * n + x;

    if (inside) {
        temp[ty][tx] = temp_in[i];
        watt[ty][tx] = power[i];
    }
    SYNC();

    /* Neighbours, the cell itself at the chip's border. At the tile's edge they are never used. */
    int up = y > 0 ? ty - 1 : ty, down = y < n - 1 ? ty + 1 : ty;
    int left = x > 0 ? tx - 1 : tx, right = x < n - 1 ? tx + 1 : tx;

    int right_cell = 0;
    for (int s = 1; s <= steps; s++) {
        right_cell = inside && tx >= s && tx < B - s && ty >= s && ty < B - s;
        if (right_cell) {
            float t = temp[ty][tx];
            next[ty][tx] =
                t + step_by_cap * (watt[ty][tx] +
                                   (temp[down][tx] + temp[up][tx] - 2.0f * t) * ry_inv +
                                   (temp[ty][right] + temp[ty][left] - 2.0f * t) * rx_inv +
                                   (AMBIENT - t) * rz_inv);
        }
        SYNC();
        if (s == steps) break;
        if (right_cell) temp[ty][tx] = next[ty][tx];
        SYNC();
    }
    if (right_cell) temp_out[i] = next[ty][tx];
}
