/* sm_mask.h - a set of SMs, passed by value. Up to 64 SMs it is one word, and as fast as one. */
#ifndef CTADEL_BASE_SM_MASK_H
#define CTADEL_BASE_SM_MASK_H

#include "base/bits.h"
#include "base/sizes.h"

#include <stdbool.h>
#include <stdint.h>

enum { SM_MASK_WORDS = (SCHED_SMS_MAX + 63) / 64 };

typedef struct {
    uint64_t word[SM_MASK_WORDS]; /* SM s: bit s % 64 of word s / 64 */
} sm_mask_t;

static inline sm_mask_t sms_none(void)
{
    const sm_mask_t m = {{0}};
    return m;
}

static inline bool sms_has(sm_mask_t m, uint32_t s) { return m.word[s / 64] >> s % 64 & 1; }
static inline void sms_add(sm_mask_t *m, uint32_t s) { m->word[s / 64] |= UINT64_C(1) << s % 64; }
static inline void sms_drop(sm_mask_t *m, uint32_t s) { m->word[s / 64] &= ~(UINT64_C(1) << s % 64); }

static inline sm_mask_t sms_only(uint32_t s)
{
    sm_mask_t m = sms_none();
    sms_add(&m, s);
    return m;
}

static inline sm_mask_t sms_below(uint32_t n) /* the n lowest; n up to SCHED_SMS_MAX */
{
    sm_mask_t m;
    for (uint32_t w = 0, from = 0; w < SM_MASK_WORDS; w++, from += 64)
        m.word[w] = n <= from ? 0 : n - from >= 64 ? UINT64_MAX : (UINT64_C(1) << (n - from)) - 1;
    return m;
}

static inline sm_mask_t sms_all(void) { return sms_below(SCHED_SMS_MAX); }

static inline sm_mask_t sms_and(sm_mask_t a, sm_mask_t b)
{
    for (uint32_t w = 0; w < SM_MASK_WORDS; w++) a.word[w] &= b.word[w];
    return a;
}

static inline sm_mask_t sms_or(sm_mask_t a, sm_mask_t b)
{
    for (uint32_t w = 0; w < SM_MASK_WORDS; w++) a.word[w] |= b.word[w];
    return a;
}

static inline sm_mask_t sms_without(sm_mask_t a, sm_mask_t b)
{
    for (uint32_t w = 0; w < SM_MASK_WORDS; w++) a.word[w] &= ~b.word[w];
    return a;
}

static inline bool sms_any(sm_mask_t m)
{
    uint64_t any = 0;
    for (uint32_t w = 0; w < SM_MASK_WORDS; w++) any |= m.word[w];
    return any != 0;
}

static inline bool sms_equal(sm_mask_t a, sm_mask_t b)
{
    uint64_t differ = 0;
    for (uint32_t w = 0; w < SM_MASK_WORDS; w++) differ |= a.word[w] ^ b.word[w];
    return !differ;
}

static inline uint32_t sms_count(sm_mask_t m)
{
    uint32_t count = 0;
    for (uint32_t w = 0; w < SM_MASK_WORDS; w++) count += bits_set(m.word[w]);
    return count;
}

static inline uint32_t sms_lowest(sm_mask_t m) /* of a set that is not empty */
{
    uint32_t w = 0;
    while (w + 1 < SM_MASK_WORDS && !m.word[w]) w++;
    return 64 * w + (uint32_t)__builtin_ctzll(m.word[w]);
}

/* Visits the SMs of a set, by number: for (sms_walk_t walk = sms_walk(set); sms_next(&walk);) ... walk.sm. */
typedef struct {
    sm_mask_t left;
    uint32_t word, sm;
} sms_walk_t;

static inline sms_walk_t sms_walk(sm_mask_t set)
{
    const sms_walk_t walk = {set, 0, 0};
    return walk;
}

static inline bool sms_next(sms_walk_t *walk)
{
    while (!walk->left.word[walk->word])
        if (++walk->word == SM_MASK_WORDS) return false;
    uint64_t *left = &walk->left.word[walk->word];
    walk->sm = 64 * walk->word + (uint32_t)__builtin_ctzll(*left);
    *left &= *left - 1;
    return true;
}

/* The 32 SMs from 32 * part on, as registers and pins have them. */
static inline uint32_t sms_part(sm_mask_t m, uint32_t part) { return (uint32_t)(m.word[part / 2] >> part % 2 * 32); }

static inline void sms_set_part(sm_mask_t *m, uint32_t part, uint32_t bits)
{
    const uint32_t shift = part % 2 * 32;
    m->word[part / 2] = (m->word[part / 2] & ~((uint64_t)UINT32_MAX << shift)) | (uint64_t)bits << shift;
}

enum { SM_MASK_PARTS = (SCHED_SMS_MAX + 31) / 32 };

#endif
