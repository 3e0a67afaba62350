/* sla - prefix sums of a large array. A thread loads four elements in one access of 16 bytes; a CTA sums its 1024
 * elements in shared memory; a second kernel does the same with the CTAs' totals; a third adds to each CTA the total of
 * those before it. */
#define THREADS 256

/* Returns the exclusive prefix sum of the threads' values. The last thread also gets the total. */
static uint before_me(__local uint *sum, uint value)
{
    const uint t = TID_X;
    uint at = t; /* zeros in front, so that no lane tests the index */
    sum[at] = 0;
    at += THREADS;
    sum[at] = value;
    for (uint step = 1; step < THREADS; step *= 2) {
        SYNC();
        const uint both = sum[at] + sum[at - step];
        SYNC();
        sum[at] = both;
    }
    return sum[at] - value;
}

__kernel void sla_scan(__global uint4 *out, __global const uint4 *in, __global uint *totals)
{
    __local uint sum[2 * THREADS];
    const uint i = CTA_X * THREADS + TID_X;
    uint4 x = in[i];
    x.y += x.x;
    x.z += x.y;
    x.w += x.z;
    const uint before = before_me(sum, x.w);
    if (TID_X == THREADS - 1) totals[CTA_X] = before + x.w;
    out[i] = (uint4)(before, before + x.x, before + x.y, before + x.z);
}

/* One CTA computes the prefix sums of the totals, THREADS at a time. */
__kernel void sla_totals(__global uint *totals, uint count)
{
    __local uint sum[2 * THREADS];
    uint carry = 0;
    for (uint from = 0; from < count; from += THREADS) {
        const uint i = from + TID_X, value = i < count ? totals[i] : 0;
        const uint before = before_me(sum, value);
        if (i < count) totals[i] = carry + before;
        SYNC();
        carry += sum[2 * THREADS - 1];
        SYNC();
    }
}

__kernel void sla_add(__global uint4 *out, __global const uint *totals)
{
    const uint i = CTA_X * THREADS + TID_X, add = totals[CTA_X]; /* one word for the whole CTA */
    uint4 x = out[i];
    x.x += add;
    x.y += add;
    x.z += add;
    x.w += add;
    out[i] = x;
}
