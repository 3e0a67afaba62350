/* bits.h - bits of a mask, counted without a call: __builtin_popcountll is one of libgcc unless the compiler may assume
 * a processor that has the instruction. */
#ifndef CTADEL_BASE_BITS_H
#define CTADEL_BASE_BITS_H

#include <stdint.h>

static inline uint32_t bits_set(uint64_t mask)
{
    mask -= mask >> 1 & UINT64_C(0x5555555555555555);
    mask = (mask & UINT64_C(0x3333333333333333)) + (mask >> 2 & UINT64_C(0x3333333333333333));
    mask = (mask + (mask >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (uint32_t)(mask * UINT64_C(0x0101010101010101) >> 56);
}

#endif
