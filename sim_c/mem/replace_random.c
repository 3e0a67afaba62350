/* replace_random.c - a random one of the ways that may be evicted, from a xorshift generator (Marsaglia, 2003). The
 * generator starts from the same seed in every cache and steps when a line is taken, so the same run selects the same
 * victims. */
#include "mem/replace.h"

#include <stdlib.h>

#define SEED UINT64_C(0x9e3779b97f4a7c15)

struct replace {
    uint64_t random;
};

static replace_t *create(uint32_t sets, uint32_t ways)
{
    (void)sets, (void)ways;
    replace_t *r = malloc(sizeof *r);
    if (r) r->random = SEED;
    return r;
}

static void hit(replace_t *r, uint32_t set, uint32_t way) { (void)r, (void)set, (void)way; }

static void taken(replace_t *r, uint32_t set, uint32_t way)
{
    (void)set, (void)way;
    r->random ^= r->random << 13;
    r->random ^= r->random >> 7;
    r->random ^= r->random << 17;
}

static uint32_t victim(const replace_t *r, uint32_t set, const uint64_t ways[REPLACE_WORDS])
{
    uint64_t left = ways[0];
    (void)set;
    for (uint32_t skip = (uint32_t)(r->random >> 32) % (uint32_t)__builtin_popcountll(left); skip; skip--)
        left &= left - 1;
    return (uint32_t)__builtin_ctzll(left);
}

const replace_ops_t replace_random = {create, hit, taken, victim};
