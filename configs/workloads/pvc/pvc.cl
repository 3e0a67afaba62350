/* pvc - page view count, the two map phases: lines of a log "URL <tab> address <tab> cookie".
 *
 * Phase 1 emits a line under the hash of all its bytes, so that equal visits meet; phase 2 emits a visit under the hash of
 * its URL. A lane reads its line byte by byte, lines are about 50 bytes apart: a warp touches 13 to 32 blocks of the L1
 * for each byte, and comes back to them for the next ones. */
#include "../mars.h"

#define KEY 16
#define VALUE 8

typedef struct {
    uint a, b; /* FNV-1a and a second sum of the bytes */
    uint bytes;
} hash_t;

/* Bytes of the line up to `stop`, at most `length`. */
static hash_t hashed(__global const uchar *line, uint length, uchar stop)
{
    hash_t h = {2166136261u, 1, 0};
#pragma unroll 1
    while (h.bytes < length) {
        const uchar byte = line[h.bytes];
        if (byte == stop) break;
        h.a = (h.a ^ byte) * 16777619u;
        h.b = (h.b << 5 | h.b >> 27) + byte;
        h.bytes++;
    }
    return h;
}

/* Returns the end of the second field; a tab ends a field. */
static uint second_field(__global const uchar *line, uint from, uint length)
{
    uint at = from + 1;
#pragma unroll 1
    while (at < length && line[at] != '\t') at++;
    return at;
}

__kernel void pvc_count(__global const uint2 *lines, __global uint *sizes, uint records)
{
    __local uint counters[MARS_THREADS][MARS_WORDS];
    const uint me = CTA_X * BLOCK_X + TID_X;
    if (me >= records) return;
    mars_counters_t *mine = &counters[TID_X];
    mars_begin(mine, 0, 0, 0);
    if (lines[me].y > 0) mars_count(mine, KEY, VALUE);
    mars_store(mine, sizes, me, records);
}

__kernel void pvc_map(__global const uchar *log, __global const uint2 *lines, __global const uint *sizes,
                      __global uchar *keys, __global uchar *values, __global uint4 *pairs, uint records, uint phase)
{
    __local uint counters[MARS_THREADS][MARS_WORDS];
    const uint me = CTA_X * BLOCK_X + TID_X;
    if (me >= records) return;
    mars_counters_t *mine = &counters[TID_X];
    mars_begin(mine, sizes[me], sizes[records + me], sizes[2 * records + me]);
    const uint2 line = lines[me];
    if (line.y == 0) return;
    const hash_t h = hashed(log + line.x, line.y, phase == 1 ? '\n' : '\t');
    const uint rest = phase == 1 ? line.y : second_field(log + line.x, h.bytes, line.y);
    const uint key[KEY / 4] = {h.a, h.b, line.x, h.bytes}, value[VALUE / 4] = {rest, 1};
    mars_emit(mine, keys, values, pairs, key, KEY, value, VALUE);
}
