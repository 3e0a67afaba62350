/* stn - seven-point stencil in 3-D, one Jacobi step: 32 x 4 threads march in z, two columns each.
 *
 * The planes below and above are in registers, the middle one in shared memory; neighbours outside
 * the tile of 64 x 4 come from global memory. Points on the surface are not written. */
#define BX 32
#define BY 4
#define WIDE (2 * BX)

typedef struct {
    int x, y, i;      /* column, and index of its point in the middle plane */
    int sx;           /* its place in the tile */
    float below, mid; /* a register copy of two planes */
} column_t;

static void step_column(column_t *c, float above, __local float (*tile)[WIDE],
                        __global const float *in, __global float *out, int nx, int ny, float c0,
                        float c1)
{
    int ty = TID_Y, sx = c->sx, i = c->i;
    if (c->x > 0 && c->x < nx - 1 && c->y > 0 && c->y < ny - 1) {
        float west = sx > 0 ? tile[ty][sx - 1] : in[i - 1];
        float east = sx < WIDE - 1 ? tile[ty][sx + 1] : in[i + 1];
        float north = ty > 0 ? tile[ty - 1][sx] : in[i - nx];
        float south = ty < BY - 1 ? tile[ty + 1][sx] : in[i + nx];
        out[i] = c1 * (above + c->below + north + south + west + east) - c0 * c->mid;
    }
    c->below = c->mid;
    c->mid = above;
    c->i = i + nx * ny;
}

__kernel void stn_step(__global const float *restrict in, __global float *restrict out, int nx,
                       int ny, int nz, float c0, float c1)
{
    __local float tile[BY][WIDE];
    int stride = nx * ny;
    column_t a, b;
    a.sx = TID_X;
    b.sx = TID_X + BX;
    a.x = CTA_X * WIDE + a.sx;
    b.x = CTA_X * WIDE + b.sx;
    a.y = b.y = CTA_Y * BY + TID_Y;
    a.below = in[a.y * nx + a.x];
    b.below = in[b.y * nx + b.x];
    a.i = a.y * nx + a.x + stride;
    b.i = b.y * nx + b.x + stride;
    a.mid = in[a.i];
    b.mid = in[b.i];

    for (int k = 1; k < nz - 1; k++) {
        tile[TID_Y][a.sx] = a.mid;
        tile[TID_Y][b.sx] = b.mid;
        SYNC();
        step_column(&a, in[a.i + stride], tile, in, out, nx, ny, c0, c1);
        step_column(&b, in[b.i + stride], tile, in, out, nx, ny, c0, c1);
        SYNC();
    }
}
