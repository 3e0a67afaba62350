/* hst - histogram of bytes in 64 bins, by their upper six bits.
 *
 * hst_count: a CTA of 64 threads counts its share in 16 histograms in shared memory, by atomic
 * additions; lane l of a half-warp uses histogram l, and the histograms are interleaved, so that
 * different lanes are in different banks. Then thread b adds up bin b. hst_merge: one CTA per bin
 * adds the CTAs' counts. */
#define BINS 64
#define COPIES 16

static void count_word(__local uint *mine, uint word)
{
    __sync_fetch_and_add(mine + ((word >> 2) & 63) * COPIES, 1u);
    __sync_fetch_and_add(mine + ((word >> 10) & 63) * COPIES, 1u);
    __sync_fetch_and_add(mine + ((word >> 18) & 63) * COPIES, 1u);
    __sync_fetch_and_add(mine + (word >> 26) * COPIES, 1u);
}

__kernel void hst_count(__global const uint4 *data, int quads, __global uint *partial)
{
    __local uint counts[BINS * COPIES];
    int t = TID_X;
    for (int i = t; i < BINS * COPIES; i += BINS) counts[i] = 0;
    SYNC();

    __local uint *mine = counts + (t % COPIES);
    for (int i = CTA_X * BINS + t; i < quads; i += GRID_X * BINS) {
        uint4 q = data[i];
        count_word(mine, q.x);
        count_word(mine, q.y);
        count_word(mine, q.z);
        count_word(mine, q.w);
    }
    SYNC();

    uint sum = 0;
    for (int i = 0; i < COPIES; i++) /* each thread starts at another copy: another bank */
        sum += counts[t * COPIES + (i + t) % COPIES];
    partial[CTA_X * BINS + t] = sum;
}

__kernel void hst_merge(__global uint *histogram, __global const uint *partial, int parts)
{
    __local uint sums[BINS];
    int t = TID_X;
    uint sum = 0;
    for (int p = t; p < parts; p += BINS) sum += partial[p * BINS + CTA_X];
    sums[t] = sum;
    for (int width = BINS / 2; width > 0; width >>= 1) {
        SYNC();
        if (t < width) sums[t] += sums[t + width];
    }
    if (t == 0) histogram[CTA_X] = sums[0];
}
