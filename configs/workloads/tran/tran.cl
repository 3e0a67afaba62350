/* tran - eight ways to move an n x n matrix, n a multiple of 16, one 16x16 tile per CTA.
 *
 * Two copies set the pace that the transposes are measured against; two partial transposes show
 * which half of the work (inside a tile, between tiles) costs what. */
#define TILE 16

/* Element index of this thread in tile (tile_x, tile_y). */
static int at(int tile_x, int tile_y, int n)
{
    return (tile_y * TILE + TID_Y) * n + tile_x * TILE + TID_X;
}

__kernel void copy(__global float *out, __global const float *in, int n)
{
    int i = at(CTA_X, CTA_Y, n);
    out[i] = in[i];
}

__kernel void copy_shared(__global float *out, __global const float *in, int n)
{
    __local float tile[TILE][TILE];
    int i = at(CTA_X, CTA_Y, n);
    tile[TID_Y][TID_X] = in[i];
    SYNC();
    out[i] = tile[TID_Y][TID_X];
}

/* Reads along rows, writes along columns: the writes do not coalesce. */
__kernel void naive(__global float *out, __global const float *in, int n)
{
    int x = CTA_X * TILE + TID_X, y = CTA_Y * TILE + TID_Y;
    out[x * n + y] = in[y * n + x];
}

/* Turned in shared memory, which is read down a column: all lanes of a row on one bank pair. */
__kernel void coalesced(__global float *out, __global const float *in, int n)
{
    __local float tile[TILE][TILE];
    tile[TID_Y][TID_X] = in[at(CTA_X, CTA_Y, n)];
    SYNC();
    out[at(CTA_Y, CTA_X, n)] = tile[TID_X][TID_Y];
}

/* A column of padding spreads a column over the banks. */
__kernel void padded(__global float *out, __global const float *in, int n)
{
    __local float tile[TILE][TILE + 1];
    tile[TID_Y][TID_X] = in[at(CTA_X, CTA_Y, n)];
    SYNC();
    out[at(CTA_Y, CTA_X, n)] = tile[TID_X][TID_Y];
}

/* Tiles in diagonal order, so that CTAs that run together write to different memory controllers. */
__kernel void diagonal(__global float *out, __global const float *in, int n)
{
    __local float tile[TILE][TILE + 1];
    int tile_y = CTA_X, tile_x = (CTA_X + CTA_Y) % GRID_X;
    tile[TID_Y][TID_X] = in[at(tile_x, tile_y, n)];
    SYNC();
    out[at(tile_y, tile_x, n)] = tile[TID_X][TID_Y];
}

/* Every tile turned, but left in its place. */
__kernel void fine(__global float *out, __global const float *in, int n)
{
    __local float tile[TILE][TILE + 1];
    int i = at(CTA_X, CTA_Y, n);
    tile[TID_Y][TID_X] = in[i];
    SYNC();
    out[i] = tile[TID_X][TID_Y];
}

/* Every tile in its new place, but not turned. */
__kernel void coarse(__global float *out, __global const float *in, int n)
{
    __local float tile[TILE][TILE + 1];
    tile[TID_Y][TID_X] = in[at(CTA_X, CTA_Y, n)];
    SYNC();
    out[at(CTA_Y, CTA_X, n)] = tile[TID_Y][TID_X];
}
