/* tags.h - the tag array of a sectored set-associative cache; L1 and L2 share it. The policy of replace.h that
 * cache_cfg_t names selects the line to replace.
 *
 * Valid bits are kept per unit of 32 bytes for any sector size: the smallest thing that the level above writes. The
 * cache decides which sectors to fetch. */
#ifndef CTADEL_MEM_TAGS_H
#define CTADEL_MEM_TAGS_H

#include "config/machine.h"
#include "mem/ipoly.h"

enum { WORD_BYTES = 4, UNIT_BYTES = 32, LINE_UNITS_MAX = 8, MSHR_NONE = 0xffff, MSHR_EXPECTED = 0xfffe };
enum { UNIT_WORDS = UNIT_BYTES / WORD_BYTES, UNIT_WORDS_MASK = (1 << UNIT_WORDS) - 1 };

typedef struct {
    uint16_t mshr; /* MSHR of an outstanding fill; MSHR_NONE: none, the way may be evicted;
                      MSHR_EXPECTED: none, but the way may not be evicted before it is filled */
    uint8_t valid; /* bit u: unit u is valid */
    uint8_t dirty; /* bit u: unit u must be written to the next level */
    uint8_t want;  /* bit u: the outstanding fill makes unit u valid */
    uint8_t warp;  /* L1: warp whose access took the way, */
    uint8_t lane;  /* and its lowest lane */
} tag_t;

/* For tags.c and the inline calls below, which every look-up makes. */
typedef struct {
    uint64_t *line; /* by set and way */
    uint8_t *mark; /* with many ways: a hash of the line, 0: free; a search reads these, then lines whose mark agrees */
    tag_t *tag;    /* the rest, by the same index */
    const struct replace_ops *policy;
    struct replace *order; /* the policy's state */
    uint32_t sets, ways;
    uint32_t in_use; /* ways of a set that hold lines, the first ones */
    cache_index_t index;
    ipoly_t hash;        /* INDEX_IPOLY: of the line number above the set's bits */
    int32_t found, used; /* ways that the last search found; that an access used last; neighbouring ones often agree */
} tags_t;

/* Uses sets, ways, index and replacement of cfg. NULL only when out of memory. */
tags_t *tags_create(const cache_cfg_t *cfg);
void tags_destroy(tags_t *t); /* NULL is fine */

int32_t tags_search(tags_t *t, uint64_t line); /* tags_find without the last result */
/* Way to replace in the line's set: a free one, else the policy's choice among those without an outstanding fill; -1:
 * none. Changes nothing. */
int32_t tags_victim(const tags_t *t, uint64_t line);
void tags_use(tags_t *t, int32_t way);                 /* tags_touch of another way than before */
void tags_take(tags_t *t, int32_t way, uint64_t line); /* replaces the way's line; no unit of the new one is valid */
/* No unit is valid, dirty or wanted; frees the way, or its fill will */
void tags_drop(tags_t *t, int32_t way);

/* From now on a set holds so many lines, 1 to its ways. Lines in ways beyond are dropped; none may be dirty. */
void tags_resize(tags_t *t, uint32_t ways);

#define TAGS_NO_LINE UINT64_MAX

static inline int32_t tags_find(tags_t *t, uint64_t line) /* way index over all sets; -1: absent */
{
    return t->line[t->found] == line ? t->found : tags_search(t, line);
}

static inline void tags_touch(tags_t *t, int32_t way) /* a hit */
{
    if (way != t->used) tags_use(t, way);
}

static inline uint64_t tags_line(const tags_t *t, int32_t way) { return t->line[way]; } /* TAGS_NO_LINE: free */
static inline tag_t *tags_at(tags_t *t, int32_t way) { return &t->tag[way]; }
static inline uint32_t tags_ways(const tags_t *t) { return t->sets * t->ways; } /* of all sets together */

/* Mask of the units that `bytes` bytes from `offset` in the line touch. */
static inline uint8_t units_of(uint32_t offset, uint32_t bytes)
{
    const uint32_t first = offset / UNIT_BYTES, last = (offset + bytes - 1) / UNIT_BYTES;
    return (uint8_t)((2u << last) - (1u << first));
}

/* The mask rounded out to whole sectors of `sector_units` units. */
static inline uint8_t units_sectors(uint8_t units, uint32_t sector_units)
{
    const uint32_t sector = (1u << sector_units) - 1;
    uint32_t out = 0;
    if (sector_units == 1) return units;
    for (uint32_t u = 0; u < LINE_UNITS_MAX; u += sector_units)
        if (units >> u & sector) out |= sector << u;
    return (uint8_t)out;
}

/* First byte and length of the smallest range that holds all units of a mask (not 0). */
static inline uint32_t units_first_byte(uint8_t units) { return (uint32_t)__builtin_ctz(units) * UNIT_BYTES; }

static inline uint32_t units_span_bytes(uint8_t units)
{
    return (32u - (uint32_t)__builtin_clz(units)) * UNIT_BYTES - units_first_byte(units);
}

#endif
