/* ssc - similarity scores, the map phase: the cosine of the angle between two documents, for every pair of them.
 *
 * A record is a pair of documents. The lanes of a warp nearly always share the first document and have consecutive second
 * ones: a load of 16 bytes touches up to 32 lines, a kilobyte apart. */
#include "../mars.h"

__kernel void ssc_count(__global const uint2 *records_of, __global uint *sizes, uint records)
{
    __local uint counters[MARS_THREADS][MARS_WORDS];
    const uint me = CTA_X * BLOCK_X + TID_X;
    if (me >= records) return;
    mars_counters_t *mine = &counters[TID_X];
    mars_begin(mine, 0, 0, 0);
    if (records_of[me].x != records_of[me].y) mars_count(mine, 4, 8);
    mars_store(mine, sizes, me, records);
}

__kernel void ssc_map(__global const float4 *documents, __global const uint2 *records_of, __global const uint *sizes,
                      __global uchar *keys, __global uchar *values, __global uint4 *pairs, uint records, uint quads)
{
    __local uint counters[MARS_THREADS][MARS_WORDS];
    const uint me = CTA_X * BLOCK_X + TID_X;
    if (me >= records) return;
    mars_counters_t *mine = &counters[TID_X];
    mars_begin(mine, sizes[me], sizes[records + me], sizes[2 * records + me]);
    const uint2 of = records_of[me];
    if (of.x == of.y) return;
    __global const float4 *a = documents + of.x * quads, *b = documents + of.y * quads;
    float both = 0, first = 0, second = 0;
    for (uint q = 0; q < quads; q++) {
        const float4 x = a[q], y = b[q];
        both += x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
        first += x.x * x.x + x.y * x.y + x.z * x.z + x.w * x.w;
        second += y.x * y.x + y.y * y.y + y.z * y.z + y.w * y.w;
    }
    const float score = both * rsqrt_approx(first * second);
    const uint key[1] = {(uint)(score * 128.0f + 0.5f)}, value[2] = {of.x, of.y};
    mars_emit(mine, keys, values, pairs, key, 4, value, 8);
}
