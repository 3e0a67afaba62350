/* machine_cache.h - fields of a cache in a machine: L1D, L1I, L1C and L1T of an SM, and an L2 slice. */
#ifndef CTADEL_CONFIG_MACHINE_CACHE_H
#define CTADEL_CONFIG_MACHINE_CACHE_H

#include <stdint.h>

typedef enum {
    WRITE_THROUGH, /* no write-allocate; a hit is updated */
    WRITE_EVICT,   /* no write-allocate; a hit line is evicted (Fermi L1) */
    WRITE_BACK     /* write-allocate without fetch: sectors written are marked, read-miss fetches */
} cache_write_t;

typedef enum {               /* function from a line's number to its set */
               INDEX_LINEAR, /* low bits of the line number */
               INDEX_FERMI   /* xor-hashed, as measured on a GTX 470: Nugteren et al., HPCA 2014 */
} cache_index_t;

typedef enum {                   /* how long an MSHR counts as occupied */
               MSHR_FREE_FILLED, /* until its data have arrived */
               MSHR_FREE_SERVED  /* until the last access that waited for them has its answer */
} mshr_free_t;

typedef enum { ALLOCATE_MISS, ALLOCATE_FILL } cache_allocate_t; /* when a read that misses takes a way */

/* X(word, name): a word of a machine file, and its name in the enum. */
#define MACHINE_ENUM(word, name) name,

/* Policy that selects the line of a set to replace: X(word, name), implemented by mem/replace_WORD.c. */
#define CACHE_REPLACEMENTS(X) X(lru, REPLACE_LRU) X(plru, REPLACE_PLRU) X(random, REPLACE_RANDOM)
typedef enum { CACHE_REPLACEMENTS(MACHINE_ENUM) } cache_replacement_t;

typedef struct {
    uint32_t sets; /* power of two */
    uint32_t ways;
    uint32_t line_bytes;   /* power of two, 32..256 */
    uint32_t sector_bytes; /* = line_bytes: not sectored */
    uint32_t mshrs;        /* outstanding lines */
    mshr_free_t mshr_free;
    uint32_t mshr_merges;        /* accesses per MSHR, the first included */
    uint32_t miss_queue;         /* requests waiting for the next level */
    uint32_t hit_latency_cycles; /* access to data, pipelined */
    cache_write_t write;
    cache_index_t index;
    cache_replacement_t replacement;
    cache_allocate_t allocate; /* fill: L1I, L1C and L1T only, not sectored */
} cache_cfg_t;

#endif
