/* replace.h - which line of a set a cache replaces: a table of functions for each policy, in replace_WORD.c.
 *
 * To add a policy: a file replace_WORD.c with a replace_ops_t replace_WORD, and a word in CACHE_REPLACEMENTS
 * (config/machine_cache.h). */
#ifndef CTADEL_MEM_REPLACE_H
#define CTADEL_MEM_REPLACE_H

#include <stddef.h>
#include <stdint.h>

enum { REPLACE_WAYS_MAX = 256, REPLACE_WORDS = REPLACE_WAYS_MAX / 64 };

typedef struct replace replace_t; /* a policy's state for one cache; each file defines its own */

typedef struct replace_ops {
    replace_t *(*create)(uint32_t sets, uint32_t ways); /* one block, freed by free(); NULL only when out of memory */
    /* An access to the line; left out if the last call was for it, too */
    void (*hit)(replace_t *r, uint32_t set, uint32_t way);
    void (*taken)(replace_t *r, uint32_t set, uint32_t way); /* the way takes a new line */
    /* Selects one of the ways that may be evicted (way w: bit w % 64 of word w / 64; not all 0). It returns the same
     * way until the next hit or taken. Policies other than lru have at most 64 ways, in the first word. */
    uint32_t (*victim)(const replace_t *r, uint32_t set, const uint64_t ways[REPLACE_WORDS]);
} replace_ops_t;

#endif
