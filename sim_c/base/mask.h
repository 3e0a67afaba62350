/* mask.h - a set of small numbers, passed by value: of SMs, of their ports of the interconnect, of L2 slices. Numbers
 * are below SCHED_SMS_MAX, so there may be no more ports or slices than SMs. Built for up to 64 SMs it is one word, and
 * as fast as one. */
#ifndef CTADEL_BASE_MASK_H
#define CTADEL_BASE_MASK_H

#include "base/bits.h"
#include "base/sizes.h"

#include <stdbool.h>
#include <stdint.h>

enum { MASK_WORDS = (SCHED_SMS_MAX + 63) / 64 };

typedef struct {
    uint64_t word[MASK_WORDS]; /* number i: bit i % 64 of word i / 64 */
} mask_t;

typedef mask_t sm_mask_t; /* of SMs */

static inline mask_t mask_none(void)
{
    const mask_t m = {{0}};
    return m;
}

static inline bool mask_has(mask_t m, uint32_t i) { return m.word[i / 64] >> i % 64 & 1; }
static inline void mask_add(mask_t *m, uint32_t i) { m->word[i / 64] |= UINT64_C(1) << i % 64; }
static inline void mask_drop(mask_t *m, uint32_t i) { m->word[i / 64] &= ~(UINT64_C(1) << i % 64); }

static inline void mask_put(mask_t *m, uint32_t i, bool in) /* adds or drops it */
{
    uint64_t *word = &m->word[i / 64];
    *word = (*word & ~(UINT64_C(1) << i % 64)) | (uint64_t)in << i % 64;
}

static inline mask_t mask_only(uint32_t i)
{
    mask_t m = mask_none();
    mask_add(&m, i);
    return m;
}

static inline mask_t mask_below(uint32_t n) /* the n lowest; n up to SCHED_SMS_MAX */
{
    mask_t m;
    for (uint32_t w = 0, from = 0; w < MASK_WORDS; w++, from += 64)
        m.word[w] = n <= from ? 0 : n - from >= 64 ? UINT64_MAX : (UINT64_C(1) << (n - from)) - 1;
    return m;
}

static inline mask_t mask_all(void) { return mask_below(SCHED_SMS_MAX); }

static inline mask_t mask_and(mask_t a, mask_t b)
{
    for (uint32_t w = 0; w < MASK_WORDS; w++) a.word[w] &= b.word[w];
    return a;
}

static inline mask_t mask_or(mask_t a, mask_t b)
{
    for (uint32_t w = 0; w < MASK_WORDS; w++) a.word[w] |= b.word[w];
    return a;
}

static inline mask_t mask_without(mask_t a, mask_t b)
{
    for (uint32_t w = 0; w < MASK_WORDS; w++) a.word[w] &= ~b.word[w];
    return a;
}

static inline bool mask_any(mask_t m)
{
    uint64_t any = 0;
    for (uint32_t w = 0; w < MASK_WORDS; w++) any |= m.word[w];
    return any != 0;
}

static inline bool mask_equal(mask_t a, mask_t b)
{
    uint64_t differ = 0;
    for (uint32_t w = 0; w < MASK_WORDS; w++) differ |= a.word[w] ^ b.word[w];
    return !differ;
}

static inline uint32_t mask_count(mask_t m)
{
    uint32_t count = 0;
    for (uint32_t w = 0; w < MASK_WORDS; w++) count += bits_set(m.word[w]);
    return count;
}

static inline uint32_t mask_lowest(mask_t m) /* of a set that is not empty */
{
    uint32_t w = 0;
    while (w + 1 < MASK_WORDS && !m.word[w]) w++;
    return 64 * w + (uint32_t)__builtin_ctzll(m.word[w]);
}

/* Round robin: of a set that is not empty the lowest from `turn` on, or the lowest of all if there is none. */
static inline uint32_t mask_choose(mask_t m, uint32_t turn)
{
    uint32_t w = turn / 64;
    for (uint64_t left = m.word[w] & UINT64_MAX << turn % 64;; left = m.word[w]) {
        if (left) return 64 * w + (uint32_t)__builtin_ctzll(left);
        if (++w == MASK_WORDS) return mask_lowest(m);
    }
}

/* Visits a set in ascending order: for (mask_walk_t walk = mask_walk(set); mask_next(&walk);) ... walk.at. */
typedef struct {
    mask_t set;
    uint64_t left; /* of the word that is visited */
    uint32_t word, words, at;
} mask_walk_t;

/* Of a set whose numbers lie in the first `words` words: for loops that run in every cycle. */
static inline mask_walk_t mask_walk_words(mask_t set, uint32_t words)
{
    const mask_walk_t walk = {.set = set, .left = set.word[0], .words = words};
    return walk;
}

static inline mask_walk_t mask_walk(mask_t set) { return mask_walk_words(set, MASK_WORDS); }

static inline bool mask_next(mask_walk_t *walk)
{
    while (!walk->left) {
        if (++walk->word >= walk->words) return false;
        walk->left = walk->set.word[walk->word];
    }
    walk->at = 64 * walk->word + (uint32_t)__builtin_ctzll(walk->left);
    walk->left &= walk->left - 1;
    return true;
}

/* Adds a number above walk->at to those that are still to be visited. */
static inline void mask_walk_add(mask_walk_t *walk, uint32_t i)
{
    mask_add(&walk->set, i);
    if (i / 64 == walk->word) walk->left |= UINT64_C(1) << i % 64;
}

static inline uint32_t mask_words(uint32_t n) { return (n + 63) / 64; } /* that hold the numbers below n */

/* The n numbers from n * part on; n is a power of two below 64. */
static inline uint64_t mask_group(mask_t m, uint32_t part, uint32_t n)
{
    return m.word[n * part / 64] >> n * part % 64 & ((UINT64_C(1) << n) - 1);
}

/* The 32 numbers from 32 * part on, as registers and pins have them. */
static inline uint32_t mask_part(mask_t m, uint32_t part) { return (uint32_t)(m.word[part / 2] >> part % 2 * 32); }

static inline void mask_set_part(mask_t *m, uint32_t part, uint32_t bits)
{
    const uint32_t shift = part % 2 * 32;
    m->word[part / 2] = (m->word[part / 2] & ~((uint64_t)UINT32_MAX << shift)) | (uint64_t)bits << shift;
}

enum { MASK_PARTS = (SCHED_SMS_MAX + 31) / 32 };

#endif
