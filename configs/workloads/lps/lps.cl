/* lps - one Jacobi iteration of Laplace's equation in 3-D, 16 x 8 columns, marching in z.
 *
 * Shared memory holds three planes of the tile with a rim of one point; a plane's storage is used
 * again three planes later. One barrier per plane is enough: the rim of a plane is read only while
 * it is the middle one, a point's planes above and below only by its own thread, and the store of
 * plane k + 3 comes after the barrier of plane k + 1. Points on the surface keep their value. */
#define BX 16
#define BY 8
#define PITCH (BX + 2)
#define PLANE ((BX + 2) * (BY + 2))

/* Loads the thread's point of plane k and, for threads at the tile's edge, the rim beside it. */
static void load_plane(__local float *plane, __global const float *in, int i, int nx, int tx,
                       int ty, int has_west, int has_east, int has_north, int has_south)
{
    __local float *at = plane + (ty + 1) * PITCH + tx + 1;
    at[0] = in[i];
    if (tx == 0 && has_west) at[-1] = in[i - 1];
    if (tx == BX - 1 && has_east) at[1] = in[i + 1];
    if (ty == 0 && has_north) at[-PITCH] = in[i - nx];
    if (ty == BY - 1 && has_south) at[PITCH] = in[i + nx];
}

__kernel void lps_laplace(__global const float *restrict in, __global float *restrict out, int nx,
                          int ny, int nz)
{
    __local float planes[3 * PLANE];
    int tx = TID_X, ty = TID_Y, x = CTA_X * BX + tx, y = CTA_Y * BY + ty;
    int stride = nx * ny, i = y * nx + x, at = (ty + 1) * PITCH + tx + 1;
    int west = x > 0, east = x < nx - 1, north = y > 0, south = y < ny - 1;
    int surface = !(west && east && north && south);
    __local float *below = planes, *mid = planes + PLANE, *above = planes + 2 * PLANE;

    load_plane(mid, in, i, nx, tx, ty, west, east, north, south);
    for (int k = 0; k < nz; k++, i += stride) {
        if (k < nz - 1)
            load_plane(above, in, i + stride, nx, tx, ty, west, east, north, south);
        SYNC();
        float u = mid[at];
        if (!surface && k > 0 && k < nz - 1)
            u = (mid[at - 1] + mid[at + 1] + mid[at - PITCH] + mid[at + PITCH] + below[at] +
                 above[at]) * (1.0f / 6.0f);
        out[i] = u;
        __local float *free = below;
        below = mid;
        mid = above;
        above = free;
    }
}
