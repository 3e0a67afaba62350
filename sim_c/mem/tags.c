/* tags.c - the search runs over an array of line numbers alone: eight ways of a set are one line of
 * the host's cache. Everything else about a way lies beside it, touched only when the way is
 * chosen. */
#include "mem/tags.h"

#include <assert.h>
#include <stdlib.h>

struct tags {
    uint64_t *line; /* by set and way: a search reads only these */
    tag_t *tag;     /* the rest, by the same index */
    uint64_t stamp;
    uint32_t sets, ways;
    cache_index_t index;
};

tags_t *tags_create(uint32_t sets, uint32_t ways, cache_index_t index)
{
    assert(sets && ways && (sets & (sets - 1)) == 0);
    const uint32_t count = sets * ways;
    tags_t *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->line = malloc(count * sizeof *t->line);
    t->tag = calloc(count, sizeof *t->tag);
    if (!t->line || !t->tag) {
        tags_destroy(t);
        return NULL;
    }
    t->sets = sets;
    t->ways = ways;
    t->index = index;
    for (uint32_t i = 0; i < count; i++) {
        t->line[i] = TAGS_NO_LINE;
        t->tag[i].mshr = MSHR_NONE;
    }
    return t;
}

void tags_destroy(tags_t *t)
{
    if (!t) return;
    free(t->line);
    free(t->tag);
    free(t);
}

/* Bits 7..11 of the address, xor bits 13, 14, 15, 17, 19; with 64 sets bit 12 is above them. */
static uint32_t fermi_set(const tags_t *t, uint64_t line)
{
    const uint64_t high = (line >> 6 & 7) | (line >> 10 & 1) << 3 | (line >> 12 & 1) << 4;
    return (uint32_t)(((line & 31) ^ high) | (line & 32 & (t->sets - 1)));
}

/* A set's ways are neighbours. */
static uint32_t first_way(const tags_t *t, uint64_t line)
{
    const uint32_t low = (uint32_t)line & (t->sets - 1);
    return (t->index == INDEX_FERMI ? fermi_set(t, line) : low) * t->ways;
}

int32_t tags_find(const tags_t *t, uint64_t line)
{
    const uint32_t first = first_way(t, line);
    for (uint32_t i = first; i < first + t->ways; i++)
        if (t->line[i] == line) return (int32_t)i;
    return -1;
}

int32_t tags_victim(const tags_t *t, uint64_t line)
{
    const uint32_t first = first_way(t, line);
    uint64_t oldest = UINT64_MAX;
    int32_t victim = -1;
    for (uint32_t i = first; i < first + t->ways; i++) {
        if (t->line[i] == TAGS_NO_LINE) return (int32_t)i;
        if (t->tag[i].mshr != MSHR_NONE || t->tag[i].used >= oldest) continue;
        oldest = t->tag[i].used;
        victim = (int32_t)i;
    }
    return victim;
}

uint64_t tags_line(const tags_t *t, int32_t way) { return t->line[way]; }

tag_t *tags_at(tags_t *t, int32_t way) { return &t->tag[way]; }

uint32_t tags_ways(const tags_t *t) { return t->sets * t->ways; }

void tags_touch(tags_t *t, int32_t way) { t->tag[way].used = ++t->stamp; }

void tags_take(tags_t *t, int32_t way, uint64_t line)
{
    assert(t->tag[way].mshr == MSHR_NONE);
    t->line[way] = line;
    t->tag[way] = (tag_t){.mshr = MSHR_NONE};
    tags_touch(t, way);
}

void tags_drop(tags_t *t, int32_t way)
{
    tag_t *tag = &t->tag[way];
    tag->valid = tag->dirty = tag->want = 0;
    if (tag->mshr == MSHR_NONE) t->line[way] = TAGS_NO_LINE; /* else the fill frees it */
}
