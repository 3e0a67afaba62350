/* machine_cache.h - fields of a cache in a machine: L1D, L1I, L1C and L1T of an SM, and an L2 slice. */
#ifndef CTADEL_CONFIG_MACHINE_CACHE_H
#define CTADEL_CONFIG_MACHINE_CACHE_H

#include <stdint.h>

/* Each set of words is written once: X(word, name) is a word of a machine file and its name in the enum. */
#define MACHINE_ENUM(word, name) name,

/* clang-format off */
/* What a write does to its line. */
#define CACHE_WRITES(X) \
    X(write_through, WRITE_THROUGH) /* no write-allocate; a hit is updated */ \
    X(through_allocate, WRITE_THROUGH_ALLOCATE) /* L1D: write-through, and the line takes a way: sectors that a write fills can be read */ \
    X(write_evict, WRITE_EVICT) /* no write-allocate; a hit line is evicted (Fermi L1) */ \
    X(local_back, WRITE_LOCAL_BACK) /* L1D: write_evict; a store to local memory that hits makes the line dirty */ \
    X(write_back, WRITE_BACK) /* write-allocate without fetch: sectors written are marked, read-miss fetches */
typedef enum { CACHE_WRITES(MACHINE_ENUM) } cache_write_t;

/* Function from a line's number to its set. */
#define CACHE_INDICES(X) \
    X(linear, INDEX_LINEAR) /* low bits of the line number */ \
    X(fermi, INDEX_FERMI) /* xor-hashed, as measured on a GTX 470: Nugteren et al., HPCA 2014 */ \
    X(ipoly, INDEX_IPOLY) /* low bits, hashed by a polynomial of the others: mem/ipoly.h */
typedef enum { CACHE_INDICES(MACHINE_ENUM) } cache_index_t;

/* What cache_cfg_t.mshrs and mshr_merges count. */
#define MSHR_COUNTS(X) \
    X(line, MSHR_OF_LINE) /* lines, and accesses per line */ \
    X(sector, MSHR_OF_SECTOR) /* sectors, and accesses per sector */
typedef enum { MSHR_COUNTS(MACHINE_ENUM) } mshr_of_t;

/* How long an MSHR counts as occupied. */
#define MSHR_FREES(X) \
    X(filled, MSHR_FREE_FILLED) /* until its data have arrived */ \
    X(served, MSHR_FREE_SERVED) /* until the last access that waited for them has its answer */
typedef enum { MSHR_FREES(MACHINE_ENUM) } mshr_free_t;

/* When a read that misses takes a way. */
#define CACHE_ALLOCATES(X) X(miss, ALLOCATE_MISS) X(fill, ALLOCATE_FILL)
typedef enum { CACHE_ALLOCATES(MACHINE_ENUM) } cache_allocate_t;

/* Policy that selects the line of a set to replace, implemented by mem/replace_WORD.c. */
#define CACHE_REPLACEMENTS(X) X(lru, REPLACE_LRU) X(plru, REPLACE_PLRU) X(random, REPLACE_RANDOM)
typedef enum { CACHE_REPLACEMENTS(MACHINE_ENUM) } cache_replacement_t;
/* clang-format on */

typedef struct {
    uint32_t sets; /* power of two */
    uint32_t ways;
    uint32_t line_bytes;   /* power of two, 32..256 */
    uint32_t sector_bytes; /* = line_bytes: not sectored */
    uint32_t mshrs;        /* outstanding lines or sectors */
    mshr_of_t mshr_of;
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
