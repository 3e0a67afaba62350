/* replace_plru.c - tree pseudo-LRU: a bit at each node of a binary tree over the ways points to the half used less
 * recently. A use turns the bits on its path away from itself. The victim is where the bits lead, except that a half
 * without an evictable way is never entered. Any number of ways: the tree is that of the next power of two. Source: So
 * and Rechtschaffen, IEEE Transactions on Computers 37(6), 1988. */
#include "mem/replace.h"

#include <stdlib.h>

struct replace {
    uint32_t levels;
    uint64_t tree[]; /* by set: bit n is node n, 1: the victim is in its upper half; children 2n and 2n + 1, root 1 */
};

static replace_t *create(uint32_t sets, uint32_t ways)
{
    replace_t *r = calloc(1, sizeof *r + (size_t)sets * sizeof r->tree[0]);
    if (!r) return NULL;
    while (1u << r->levels < ways) r->levels++;
    return r;
}

static void use(replace_t *r, uint32_t set, uint32_t way)
{
    uint64_t *tree = &r->tree[set];
    uint32_t node = 1;
    for (uint32_t level = r->levels; level-- > 0;) {
        const uint32_t upper = way >> level & 1;
        *tree = upper ? *tree & ~(UINT64_C(1) << node) : *tree | UINT64_C(1) << node;
        node = 2 * node + upper;
    }
}

static uint32_t victim(const replace_t *r, uint32_t set, const uint64_t ways[REPLACE_WORDS])
{
    uint32_t node = 1, way = 0;
    for (uint32_t level = r->levels; level-- > 0;) {
        const uint64_t half = (UINT64_C(1) << (1u << level)) - 1;
        uint32_t upper = r->tree[set] >> node & 1;
        if (!(ways[0] >> (way + (upper << level)) & half)) upper ^= 1;
        node = 2 * node + upper;
        way += upper << level;
    }
    return way;
}

const replace_ops_t replace_plru = {create, use, use, victim};
