/* tags.c - in a set of many ways the search reads an array of marks, a byte for each way, as the host compares many at
 * once: an L1D that shares its memory may have 256 ways. The line numbers and the rest of a way lie in arrays of their
 * own. */
#include "mem/tags.h"

#include "mem/replace.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FEW_WAYS = 8 /* their line numbers are one line of the host's cache */ };

#define OPS(word, name) extern const replace_ops_t replace_##word;
#define ROW(word, name) [name] = &replace_##word,
CACHE_REPLACEMENTS(OPS)

tags_t *tags_create(const cache_cfg_t *cfg)
{
    static const replace_ops_t *const policy[] = {CACHE_REPLACEMENTS(ROW)};
    assert(cfg->sets && cfg->ways && (cfg->sets & (cfg->sets - 1)) == 0 && cfg->ways <= REPLACE_WAYS_MAX);
    const uint32_t count = cfg->sets * cfg->ways;
    tags_t *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->sets = cfg->sets;
    t->ways = t->in_use = cfg->ways;
    t->index = cfg->index;
    t->hash = ipoly_create(cfg->index == INDEX_IPOLY ? cfg->sets : 0);
    t->used = -1;
    t->policy = policy[cfg->replacement];
    t->line = malloc(count * sizeof *t->line);
    t->tag = calloc(count, sizeof *t->tag);
    t->order = t->policy->create(t->sets, t->ways);
    if (t->ways > FEW_WAYS) t->mark = calloc(count, sizeof *t->mark);
    if ((!t->mark && t->ways > FEW_WAYS) || !t->line || !t->tag || !t->order) {
        tags_destroy(t);
        return NULL;
    }
    for (uint32_t i = 0; i < count; i++) {
        t->line[i] = TAGS_NO_LINE;
        t->tag[i].mshr = MSHR_NONE;
    }
    return t;
}

void tags_destroy(tags_t *t)
{
    if (!t) return;
    free(t->mark);
    free(t->line);
    free(t->tag);
    free(t->order);
    free(t);
}

/* Set: address bits 7..11, xor bits 13, 14, 15, 17, 19; with 64 sets, bit 12 is the most significant bit. */
static uint32_t fermi_set(const tags_t *t, uint64_t line)
{
    const uint64_t high = (line >> 6 & 7) | (line >> 10 & 1) << 3 | (line >> 12 & 1) << 4;
    return (uint32_t)(((line & 31) ^ high) | (line & 32 & (t->sets - 1)));
}

static uint32_t set_of(const tags_t *t, uint64_t line)
{
    if (t->index == INDEX_FERMI) return fermi_set(t, line);
    return ((uint32_t)line & (t->sets - 1)) ^ ipoly_hash(&t->hash, line >> t->hash.bits);
}

/* Never 0, which marks a free way. */
static uint8_t mark_of(uint64_t line)
{
    const uint8_t top = (uint8_t)(line * UINT64_C(0x9e3779b97f4a7c15) >> 56);
    return top ? top : 1;
}

/* Apart, so that the search of a few ways saves no registers. */
__attribute__((noinline)) static int32_t search_marks(tags_t *t, uint32_t first, uint64_t line)
{
    const uint8_t mark = mark_of(line), *end = &t->mark[first + t->in_use];
    for (const uint8_t *at = &t->mark[first]; (at = memchr(at, mark, (size_t)(end - at))); at++)
        if (t->line[at - t->mark] == line) return t->found = (int32_t)(at - t->mark);
    return -1;
}

int32_t tags_search(tags_t *t, uint64_t line)
{
    const uint32_t first = set_of(t, line) * t->ways; /* a set's ways are neighbours */
    if (t->mark) return search_marks(t, first, line);
    for (uint32_t i = first; i < first + t->in_use; i++)
        if (t->line[i] == line) return t->found = (int32_t)i;
    return -1;
}

int32_t tags_victim(const tags_t *t, uint64_t line)
{
    const uint32_t set = set_of(t, line), first = set * t->ways;
    uint64_t evictable[REPLACE_WORDS] = {0}, any = 0;
    const uint8_t *free_way = t->mark ? memchr(&t->mark[first], 0, t->in_use) : NULL;
    if (free_way) return (int32_t)(free_way - t->mark);
    for (uint32_t w = 0; w < t->in_use; w++) {
        if (t->line[first + w] == TAGS_NO_LINE) return (int32_t)(first + w);
        evictable[w / 64] |= (uint64_t)(t->tag[first + w].mshr == MSHR_NONE) << w % 64;
    }
    for (uint32_t i = 0; i < REPLACE_WORDS; i++) any |= evictable[i];
    return any ? (int32_t)(first + t->policy->victim(t->order, set, evictable)) : -1;
}

/* To use the way again that was used last changes nothing, whatever the policy. */
void tags_use(tags_t *t, int32_t way)
{
    t->used = way;
    const uint32_t set = set_of(t, t->line[way]);
    t->policy->hit(t->order, set, (uint32_t)way - set * t->ways);
}

void tags_take(tags_t *t, int32_t way, uint64_t line)
{
    assert(t->tag[way].mshr == MSHR_NONE);
    if (t->mark) t->mark[way] = mark_of(line);
    t->line[way] = line;
    t->found = t->used = way;
    t->tag[way] = (tag_t){.mshr = MSHR_NONE};
    const uint32_t set = set_of(t, line);
    t->policy->taken(t->order, set, (uint32_t)way - set * t->ways);
}

void tags_resize(tags_t *t, uint32_t ways)
{
    assert(ways && ways <= t->ways);
    for (uint32_t i = 0; i < t->sets * t->ways; i++) {
        if (i % t->ways < ways || t->line[i] == TAGS_NO_LINE) continue;
        if (t->tag[i].mshr == MSHR_EXPECTED) t->tag[i].mshr = MSHR_NONE; /* no fill is under way that would free it */
        tags_drop(t, (int32_t)i);
    }
    t->in_use = ways;
    t->found = 0;
    t->used = -1;
}

void tags_drop(tags_t *t, int32_t way)
{
    tag_t *tag = &t->tag[way];
    tag->valid = tag->dirty = tag->want = 0;
    if (tag->mshr != MSHR_NONE) return; /* its fill frees the way */
    if (t->mark) t->mark[way] = 0;
    t->line[way] = TAGS_NO_LINE;
}
