/* eip - estimate of pi: each thread sets its generator to its own sequence, draws points in a square and counts those
 * inside the quarter circle; a tree in shared memory adds up the counts of a CTA. */
#include "../esp/esp_init.h"

static uint next(uint v[WORDS], uint *counter)
{
    const uint t = v[0] ^ v[0] >> 2;
    for (int k = 0; k < WORDS - 1; k++) v[k] = v[k + 1];
    v[WORDS - 1] = (v[WORDS - 1] ^ v[WORDS - 1] << 4) ^ (t ^ t << 1);
    *counter += 362437u;
    return v[WORDS - 1] + *counter;
}

/* Coordinates have 16 bits, so the comparison is exact. */
static uint coordinate(uint random) { return random >> 16; }

__kernel void eip_value(__global uint *inside, __global uint *states, int points)
{
    __local uint sums[256];
    const uint me = CTA_X * BLOCK_X + TID_X;
    __global uint *state = states + me * STATE_WORDS;
    uint counter = state[0], v[WORDS], hits = 0;

    for (int k = 0; k < WORDS; k++) v[k] = state[1 + k];
    for (int p = 0; p < points; p++) {
        const ulong x = coordinate(next(v, &counter)), y = coordinate(next(v, &counter));
        hits += x * x + y * y <= 65535ul * 65535ul;
    }
    sums[TID_X] = hits;
    for (uint width = BLOCK_X / 2; width > 0; width /= 2) {
        SYNC();
        if (TID_X < width) sums[TID_X] += sums[TID_X + width];
    }
    if (TID_X == 0) inside[CTA_X] = sums[0];
}
