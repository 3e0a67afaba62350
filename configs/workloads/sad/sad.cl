/* sad - sums of absolute differences between 4 x 4 blocks of a frame and all places around them in
 * another one: the search of a video encoder's motion estimation.
 *
 * A CTA of 61 threads takes one block. A thread takes three places side by side at a time: it reads
 * four rows of six pixels of the other frame, of which two neighbouring places share three in four.
 * Sums are gathered in shared memory; then 32 lanes store them, eight bytes each. */
#define B 4      /* pixels along a block's edge */
#define TRIPLE 3 /* places a thread takes at a time */
#define WRITERS 32
#define MOST_QUADS 274 /* of 33 x 33 places, four each, an even number */

/* Sums for three places from (x, y) on. Pixels beside the frame are those at its edge. */
static int3 compare(__local const ushort block[B][B], __global const ushort *other, int width,
                    int height, int x, int y)
{
    int3 sum = (int3)(0, 0, 0);
    for (int r = 0; r < B; r++) {
        int row = y + r < 0 ? 0 : y + r >= height ? height - 1 : y + r;
        int seen[B + TRIPLE - 1];
#pragma unroll
        for (int c = 0; c < B + TRIPLE - 1; c++) {
            int col = x + c < 0 ? 0 : x + c >= width ? width - 1 : x + c;
            seen[c] = other[row * width + col];
        }
#pragma unroll
        for (int c = 0; c < B; c++) {
            int own = block[r][c];
            sum.x += __builtin_abs(own - seen[c]);
            sum.y += __builtin_abs(own - seen[c + 1]);
            sum.z += __builtin_abs(own - seen[c + 2]);
        }
    }
    return sum;
}

__kernel void sad_block(__global ushort4 *sums, __global const ushort *frame,
                        __global const ushort *other, int width, int height, int places,
                        int quads)
{
    __local ushort block[B][B];
    __local ushort4 found[MOST_QUADS];
    __local ushort *sum = (__local ushort *)found;
    int t = TID_X, x0 = CTA_X * B, y0 = CTA_Y * B, reach = places / 2;
    int last = places * places; /* what follows up to a whole quad is zero */

    if (last + t < 4 * quads) sum[last + t] = 0;
    if (t < B * B) block[t / B][t % B] = frame[(y0 + t / B) * width + x0 + t % B];
    SYNC();

    int triples = places / TRIPLE;
    for (int i = t; i < triples * places; i += BLOCK_X) {
        int x = x0 + i % triples * TRIPLE - reach, y = y0 + i / triples - reach;
        int3 three = compare(block, other, width, height, x, y);
        sum[TRIPLE * i] = three.x;
        sum[TRIPLE * i + 1] = three.y;
        sum[TRIPLE * i + 2] = three.z;
    }
    SYNC();

    if (t >= WRITERS) return;
    __global ushort4 *out = sums + (long)(CTA_Y * GRID_X + CTA_X) * quads;
    for (int q = t; q < quads; q += WRITERS) out[q] = found[q];
}
