/* ipoly.c - the taps of each hash: higher bit i contributes the remainder of x^(bits + i). */
#include "mem/ipoly.h"

#include <assert.h>

ipoly_t ipoly_create(uint32_t places)
{
    static const struct {
        uint32_t places, polynomial, high_bits;
    } kinds[] = {{16, 0x13, 13}, {32, 0x25, 15}, {64, 0x43, 19}};
    ipoly_t p = {0};
    for (uint32_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        if (kinds[k].places != places) continue;
        p.bits = (uint32_t)__builtin_ctz(places);
        uint32_t remainder = kinds[k].polynomial - places;
        for (uint32_t i = 0; i < kinds[k].high_bits; i++) {
            for (uint32_t b = 0; b < p.bits; b++) p.taps[b] |= (remainder >> b & 1) << i;
            remainder <<= 1;
            if (remainder & places) remainder ^= kinds[k].polynomial;
        }
    }
    assert(p.bits || !places);
    return p;
}
