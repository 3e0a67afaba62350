/* fd3 - finite differences of order eight in three dimensions: a tile of 16 x 16 threads marches along z.
 *
 * A plane's tile and four cells around it are in shared memory; the four planes before and behind are in registers. A row
 * of a tile is 16 words, half a line: neighbours along x use the other half, neighbours in x and y the cells around. */
#define TILE   16
#define RADIUS 4
#define SPAN   (TILE + 2 * RADIUS)

__kernel void fd3_step(__global float *out, __global const float *in, int nx, int ny, int nz, float c0, float c1,
                       float c2, float c3, float c4)
{
    __local float tile[SPAN][SPAN];
    const int tx = TID_X + RADIUS, ty = TID_Y + RADIUS;
    const int width = nx + 2 * RADIUS, plane = width * (ny + 2 * RADIUS);
    int at = (CTA_Y * TILE + ty) * width + CTA_X * TILE + tx;
    float behind[RADIUS], ahead[RADIUS], now;

    for (int r = RADIUS - 1; r >= 0; r--, at += plane) behind[r] = in[at];
    now = in[at];
    for (int r = 0; r < RADIUS; r++) ahead[r] = in[at + (r + 1) * plane];
#pragma unroll 1
    for (int z = 0; z < nz; z++, at += plane) {
        SYNC(); /* the former plane has been read */
        if (TID_Y < RADIUS) {
            tile[TID_Y][tx] = in[at - RADIUS * width];
            tile[TID_Y + TILE + RADIUS][tx] = in[at + TILE * width];
        }
        if (TID_X < RADIUS) {
            tile[ty][TID_X] = in[at - RADIUS];
            tile[ty][TID_X + TILE + RADIUS] = in[at + TILE];
        }
        tile[ty][tx] = now;
        SYNC();
        float sum = c0 * now;
        sum += c1 * (ahead[0] + behind[0] + tile[ty - 1][tx] + tile[ty + 1][tx] + tile[ty][tx - 1] + tile[ty][tx + 1]);
        sum += c2 * (ahead[1] + behind[1] + tile[ty - 2][tx] + tile[ty + 2][tx] + tile[ty][tx - 2] + tile[ty][tx + 2]);
        sum += c3 * (ahead[2] + behind[2] + tile[ty - 3][tx] + tile[ty + 3][tx] + tile[ty][tx - 3] + tile[ty][tx + 3]);
        sum += c4 * (ahead[3] + behind[3] + tile[ty - 4][tx] + tile[ty + 4][tx] + tile[ty][tx - 4] + tile[ty][tx + 4]);
        out[at] = sum;
        for (int r = RADIUS - 1; r > 0; r--) behind[r] = behind[r - 1];
        behind[0] = now;
        now = ahead[0];
        for (int r = 0; r < RADIUS - 1; r++) ahead[r] = ahead[r + 1];
        if (z + 1 < nz) ahead[RADIUS - 1] = in[at + (RADIUS + 1) * plane];
    }
}
