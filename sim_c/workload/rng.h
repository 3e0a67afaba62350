/* rng.h - the generator xoshiro256**, seeded by splitmix64 (Blackman and Vigna): the same numbers on every host. */
#ifndef CTADEL_WORKLOAD_RNG_H
#define CTADEL_WORKLOAD_RNG_H

#include <stdint.h>

typedef struct {
    uint64_t state[4];
} rng_t;

/* A sequence that depends on seed and name, so that a buffer's contents do not depend on the other buffers. */
rng_t rng_create(uint64_t seed, const char *name);
uint64_t rng_next(rng_t *r);
double rng_real(rng_t *r);                    /* 0 <= x < 1, a multiple of 2^-53 */
uint64_t rng_below(rng_t *r, uint64_t bound); /* 0 <= x < bound, without bias; bound 0: any 64-bit number */

#endif
