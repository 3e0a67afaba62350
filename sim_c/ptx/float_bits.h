/* float_bits.h - a float and its bits, a double and its bits. */
#ifndef CTADEL_PTX_FLOAT_BITS_H
#define CTADEL_PTX_FLOAT_BITS_H

#include <stdint.h>
#include <string.h>

static inline uint32_t f32_bits(float x)
{
    uint32_t b;
    memcpy(&b, &x, sizeof b);
    return b;
}

static inline float f32_of(uint32_t b)
{
    float x;
    memcpy(&x, &b, sizeof x);
    return x;
}

static inline uint64_t f64_bits(double x)
{
    uint64_t b;
    memcpy(&b, &x, sizeof b);
    return b;
}

static inline double f64_of(uint64_t b)
{
    double x;
    memcpy(&x, &b, sizeof x);
    return x;
}

#endif
