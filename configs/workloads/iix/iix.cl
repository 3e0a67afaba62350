/* iix - inverted index, the map phase: finds the links of HTML documents, and emits the document's number under the hash
 * of each link's address.
 *
 * A lane reads its own document byte by byte through a machine of five states. Documents are about a kilobyte apart and
 * have different lengths; while some lanes emit a link, the others wait. */
#include "../mars.h"

#define KEY 16
#define VALUE 4

enum { TEXT, TAG, ANCHOR, LINK, AFTER };

typedef struct {
    uint state, begin; /* first byte of the link */
    uint a, b;         /* FNV-1a and a second sum of its bytes */
} scan_t;

/* Steps the machine by the byte at `at`. True: a link ends before it. */
static bool step(scan_t *s, uchar byte, uint at)
{
    switch (s->state) {
    case TEXT: s->state = byte == '<' ? TAG : TEXT; break;
    case TAG: s->state = byte == 'a' ? ANCHOR : TEXT; break;
    case ANCHOR:
        if (byte == '"') *s = (scan_t){LINK, at + 1, 2166136261u, 1};
        else if (byte == '>') s->state = TEXT;
        break;
    case LINK:
        if (byte == '"') {
            s->state = AFTER;
            return true;
        }
        s->a = (s->a ^ byte) * 16777619u;
        s->b = (s->b << 5 | s->b >> 27) + byte;
        break;
    default: s->state = byte == '>' ? TEXT : AFTER; break;
    }
    return false;
}

__kernel void iix_count(__global const uchar *html, __global const uint2 *documents, __global uint *sizes, uint records)
{
    __local uint counters[MARS_THREADS][MARS_WORDS];
    const uint me = CTA_X * BLOCK_X + TID_X;
    if (me >= records) return;
    mars_counters_t *mine = &counters[TID_X];
    mars_begin(mine, 0, 0, 0);
    const uint2 document = documents[me];
    scan_t s = {TEXT, 0, 0, 0};
#pragma unroll 1
    for (uint i = 0; i < document.y; i++)
        if (step(&s, html[document.x + i], document.x + i)) mars_count(mine, KEY, VALUE);
    mars_store(mine, sizes, me, records);
}

__kernel void iix_map(__global const uchar *html, __global const uint2 *documents, __global const uint *sizes,
                      __global uchar *keys, __global uchar *values, __global uint4 *pairs, uint records)
{
    __local uint counters[MARS_THREADS][MARS_WORDS];
    const uint me = CTA_X * BLOCK_X + TID_X;
    if (me >= records) return;
    mars_counters_t *mine = &counters[TID_X];
    mars_begin(mine, sizes[me], sizes[records + me], sizes[2 * records + me]);
    const uint2 document = documents[me];
    scan_t s = {TEXT, 0, 0, 0};
#pragma unroll 1
    for (uint i = 0; i < document.y; i++) {
        const uint at = document.x + i;
        if (!step(&s, html[at], at)) continue;
        const uint key[KEY / 4] = {s.a, s.b, s.begin, at - s.begin}, value[VALUE / 4] = {me};
        mars_emit(mine, keys, values, pairs, key, KEY, value, VALUE);
    }
}
