/* pvr - page view rank, the map phase: emits every record (visits, place of the URL) under its visits, so that sorting
 * the pairs ranks the pages. It does little more than copy byte by byte. */
#include "../mars.h"

#define BYTES 4

__kernel void pvr_count(__global const uint2 *ranks, __global uint *sizes, uint records)
{
    __local uint counters[MARS_THREADS][MARS_WORDS];
    const uint me = CTA_X * BLOCK_X + TID_X;
    if (me >= records) return;
    mars_counters_t *mine = &counters[TID_X];
    mars_begin(mine, 0, 0, 0);
    if (ranks[me].x > 0) mars_count(mine, BYTES, BYTES); /* a page that was never visited has no rank */
    mars_store(mine, sizes, me, records);
}

__kernel void pvr_map(__global const uint2 *ranks, __global const uint *sizes, __global uchar *keys,
                      __global uchar *values, __global uint4 *pairs, uint records)
{
    __local uint counters[MARS_THREADS][MARS_WORDS];
    const uint me = CTA_X * BLOCK_X + TID_X;
    if (me >= records) return;
    mars_counters_t *mine = &counters[TID_X];
    mars_begin(mine, sizes[me], sizes[records + me], sizes[2 * records + me]);
    const uint2 rank = ranks[me];
    if (rank.x == 0) return;
    const uint key[1] = {rank.x}, value[1] = {rank.y};
    mars_emit(mine, keys, values, pairs, key, BYTES, value, BYTES);
}
