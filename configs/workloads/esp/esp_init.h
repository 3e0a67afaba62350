/* esp_init.h - initialises a random number generator per thread, each to its own sequence.
 *
 * Marsaglia's xorwow: five words of xorshift state and a counter. To begin sequence n, the state jumps n * 2^67 numbers
 * ahead. A jump is a linear map of 160 bits: for each set bit, from the highest bit of the first word on, it xors a row
 * of five words of the matrix. Each base-4 digit of n has a matrix, which is applied as often as the digit says: lanes
 * with smaller digits wait, and half of the working lanes skip each row. Vectors are volatile, so that they lie in
 * local memory, where older compilers put them; a sum stays in registers for the 32 rows of a word. */
#ifndef CTADEL_ESP_INIT_H
#define CTADEL_ESP_INIT_H

#define WORDS  5
#define ROWS   (WORDS * 32)
#define DIGITS 9
#define STATE_WORDS                                                                                                    \
    12 /* counter, five words of state; the rest holds pairs of normal deviates, of which there are none yet */

static void jump(volatile uint *vector, volatile uint *result, __global const uint *matrix)
{
    for (int k = 0; k < WORDS; k++) result[k] = 0;
#pragma unroll 1
    for (int i = 0; i < WORDS; i++) {
        uint word = vector[i], sum[WORDS];
        for (int k = 0; k < WORDS; k++) sum[k] = result[k];
#pragma unroll 4
        for (int j = 0; j < 32; j++, matrix += WORDS, word <<= 1)
            if (word >> 31)
                for (int k = 0; k < WORDS; k++) sum[k] ^= matrix[k];
        for (int k = 0; k < WORDS; k++) result[k] = sum[k];
    }
    for (int k = 0; k < WORDS; k++) vector[k] = result[k];
}

/* A thread's sequence number uses one in `every` digits of the thread's number, from digit (CTA number modulo `every`)
 * on. The other digits go into the seed, so that no two threads have the same state. */
__kernel void esp_init(__global uint *states, __global const uint *jumps, uint seed, int every)
{
    volatile uint vector[WORDS], result[WORDS];
    uint me = CTA_X * BLOCK_X + TID_X, taken = 0;
    for (int digit = CTA_X % every; digit < DIGITS; digit += every) taken |= 3u << 2 * digit;

    uint mixed = (seed ^ (me & ~taken)) * 0x9e3779b1u, more = (mixed ^ mixed >> 15) * 0x85ebca77u;
    vector[0] = 123456789u + mixed;
    vector[1] = 362436069u ^ mixed;
    vector[2] = 521288629u + more;
    vector[3] = 88675123u ^ more;
    vector[4] = 5783321u + mixed + more;
    for (int digit = CTA_X % every; digit < DIGITS; digit += every)
#pragma unroll 1
        for (int left = me >> 2 * digit & 3; left > 0; left--) jump(vector, result, jumps + digit * ROWS * WORDS);

    __global uint *state = states + me * STATE_WORDS;
    state[0] = 6615241u + mixed;
    for (int k = 0; k < WORDS; k++) state[1 + k] = vector[k];
    for (int k = 1 + WORDS; k < STATE_WORDS; k++) state[k] = 0;
}

#endif
