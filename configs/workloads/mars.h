/* mars.h - how the map kernels of the MapReduce workloads (pvc, pvr, ssc, iix) emit their pairs without atomic
 * operations, as Mars does (He et al., PACT 2008).
 *
 * Each thread maps one record. A first kernel counts what the record will emit; prefix sums over all records
 * (mars_scan, mars_shift) turn the counts into addresses; a second kernel maps the record again and writes there: keys
 * and values byte by byte, and an index record of four words for each pair. A thread keeps its five counters in shared
 * memory. */
#ifndef CTADEL_MARS_H
#define CTADEL_MARS_H

#define MARS_THREADS 256 /* of a CTA, at most */

enum { KEY_AT, VALUE_AT, PAIR_AT, KEY_BYTES, VALUE_BYTES, MARS_WORDS };

typedef struct { /* first the total that a record emits, then the place of its first pair */
    uint keys, values, pairs;
} mars_sizes_t;

typedef __local uint mars_counters_t[MARS_WORDS];

static void mars_begin(mars_counters_t *mine, uint keys, uint values, uint pairs)
{
    (*mine)[KEY_AT] = keys;
    (*mine)[VALUE_AT] = values;
    (*mine)[PAIR_AT] = pairs;
    (*mine)[KEY_BYTES] = 0;
    (*mine)[VALUE_BYTES] = 0;
}

static void mars_count(mars_counters_t *mine, uint key_bytes, uint value_bytes)
{
    (*mine)[KEY_AT] += key_bytes;
    (*mine)[VALUE_AT] += value_bytes;
    (*mine)[PAIR_AT] += 1;
}

/* Emits a pair. Key and value are private arrays of the thread. */
static void mars_emit(mars_counters_t *mine, __global uchar *keys, __global uchar *values, __global uint4 *pairs,
                      const uint *key, uint key_bytes, const uint *value, uint value_bytes)
{
    const uint key_at = (*mine)[KEY_AT], value_at = (*mine)[VALUE_AT], pair = (*mine)[PAIR_AT];
    for (uint i = 0; i < key_bytes; i++) keys[key_at + i] = (uchar)(key[i / 4] >> 8 * (i % 4));
    for (uint i = 0; i < value_bytes; i++) values[value_at + i] = (uchar)(value[i / 4] >> 8 * (i % 4));
    pairs[pair] = (uint4)(key_at, key_bytes, value_at, value_bytes);
    (*mine)[KEY_AT] = key_at + key_bytes;
    (*mine)[VALUE_AT] = value_at + value_bytes;
    (*mine)[PAIR_AT] = pair + 1;
    (*mine)[KEY_BYTES] += key_bytes;
    (*mine)[VALUE_BYTES] += value_bytes;
}

static void mars_store(mars_counters_t *mine, __global uint *sizes, uint record, uint records)
{
    sizes[record] = (*mine)[KEY_AT];
    sizes[records + record] = (*mine)[VALUE_AT];
    sizes[2 * records + record] = (*mine)[PAIR_AT];
}

/* Exclusive prefix sums inside each CTA of three arrays of sizes, which lie one after the other: row y of the grid
 * takes array y. `sums` gets each CTA's total. */
__kernel void mars_scan(__global uint *sizes, __global uint *sums, uint records)
{
    __local uint sum[2][MARS_THREADS];
    const uint i = CTA_X * BLOCK_X + TID_X, me = TID_X;
    __global uint *row = sizes + CTA_Y * records;
    const uint own = i < records ? row[i] : 0;
    uint from = 0;

    sum[0][me] = own;
    SYNC();
    for (uint step = 1; step < BLOCK_X; step *= 2, from = 1 - from) {
        sum[1 - from][me] = sum[from][me] + (me >= step ? sum[from][me - step] : 0);
        SYNC();
    }
    if (i < records) row[i] = sum[from][me] - own;
    if (me == BLOCK_X - 1) sums[CTA_Y * GRID_X + CTA_X] = sum[from][me];
}

/* Adds to each CTA's sums the totals of the CTAs before it. Every CTA adds up those totals itself. */
__kernel void mars_shift(__global uint *sizes, __global const uint *sums, uint records)
{
    __local uint part[MARS_THREADS];
    const uint i = CTA_X * BLOCK_X + TID_X, me = TID_X;
    uint before = 0;

    for (uint c = me; c < CTA_X; c += BLOCK_X) before += sums[CTA_Y * GRID_X + c];
    part[me] = before;
    SYNC();
    for (uint width = BLOCK_X / 2; width > 0; width /= 2) {
        if (me < width) part[me] += part[me + width];
        SYNC();
    }
    if (i < records) sizes[CTA_Y * records + i] += part[0];
}

#endif
