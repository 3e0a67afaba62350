/* ipoly.h - a polynomial hash of an index, which spreads strides of powers of two over 16, 32 or 64 places.
 *
 * The bits of a number are the coefficients of a polynomial over GF(2). The place is the remainder of the number that
 * index and higher bits form, by x^4+x+1, x^5+x^2+1 or x^6+x+1: index XOR hash, where the hash depends on the higher
 * bits only. Given the higher bits, the same XOR leads back to the index. Of the higher bits it takes the lowest 13, 15
 * or 19, as GPGPU-Sim's ipoly_hash_function does. Source: Rau, ISCA 1991. */
#ifndef CTADEL_MEM_IPOLY_H
#define CTADEL_MEM_IPOLY_H

#include <stdint.h>

enum { IPOLY_BITS_MAX = 6 };

typedef struct {
    uint32_t bits;                 /* of an index; 0: the hash is always 0 */
    uint32_t taps[IPOLY_BITS_MAX]; /* by bit of the hash: higher bits whose sum it is */
} ipoly_t;

ipoly_t ipoly_create(uint32_t places); /* 16, 32 or 64; 0: the hash is always 0 */

static inline uint32_t ipoly_hash(const ipoly_t *p, uint64_t high)
{
    uint32_t hash = 0;
    for (uint32_t b = 0; b < p->bits; b++) hash |= (uint32_t)__builtin_parity((uint32_t)high & p->taps[b]) << b;
    return hash;
}

#endif
