/* replace_lru.c - true LRU: of the ways that may be evicted, the one whose last hit or fill is oldest. */
#include "mem/replace.h"

#include <stdlib.h>

struct replace {
    uint64_t now; /* counts hits and fills */
    uint32_t ways;
    uint64_t used[]; /* by set and way: `now` at its last hit or fill */
};

static replace_t *create(uint32_t sets, uint32_t ways)
{
    replace_t *r = calloc(1, sizeof *r + (size_t)sets * ways * sizeof r->used[0]);
    if (r) r->ways = ways;
    return r;
}

static void use(replace_t *r, uint32_t set, uint32_t way) { r->used[set * r->ways + way] = ++r->now; }

static uint32_t victim(const replace_t *r, uint32_t set, const uint64_t ways[REPLACE_WORDS])
{
    const uint64_t *used = &r->used[set * r->ways];
    uint64_t first = UINT64_MAX; /* of all ways, the lowest `now` */
    uint32_t oldest = 0;
    for (uint32_t base = 0; base < r->ways; base += 64)
        for (uint64_t left = ways[base / 64]; left; left &= left - 1) {
            const uint32_t w = base + (uint32_t)__builtin_ctzll(left);
            if (used[w] >= first) continue;
            first = used[w];
            oldest = w;
        }
    return oldest;
}

const replace_ops_t replace_lru = {create, use, use, victim};
