/* rng.c - xoshiro256**, and its seed from a number and a name. */
#include "workload/rng.h"

static uint64_t splitmix64(uint64_t *x)
{
    uint64_t z = *x += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static uint64_t rotl(uint64_t x, unsigned k) { return x << k | x >> (64 - k); }

rng_t rng_create(uint64_t seed, const char *name)
{
    uint64_t x = UINT64_C(0xcbf29ce484222325); /* FNV-1a of the name */
    for (const char *c = name; *c; c++) x = (x ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
    x ^= splitmix64(&seed);
    rng_t r;
    for (int i = 0; i < 4; i++) r.state[i] = splitmix64(&x);
    return r;
}

uint64_t rng_next(rng_t *r)
{
    uint64_t *s = r->state;
    uint64_t result = rotl(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotl(s[3], 45);
    return result;
}

double rng_real(rng_t *r) { return (double)(rng_next(r) >> 11) * 0x1p-53; }

uint64_t rng_below(rng_t *r, uint64_t bound)
{
    if (!bound) return rng_next(r);
    uint64_t skip = -bound % bound, x; /* rejects values below it, so that every remainder is equally likely */
    do x = rng_next(r);
    while (x < skip);
    return x % bound;
}
