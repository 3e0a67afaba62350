/* esp_ref.h - jump matrices and reference of esp and eip: powers, by squaring, of the matrix that steps one number. The
 * reference jumps by the bits of a sequence's number, the kernel by its base-4 digits. */
#ifndef CTADEL_ESP_REF_H
#define CTADEL_ESP_REF_H

#include "workload/workload.h"

#include <string.h>

enum { WORDS = 5, ROWS = WORDS * 32, DIGITS = 9, STATE_WORDS = 12, APART_LOG2 = 67, SEED = 1234 };
static const uint32_t TOP_BIT = UINT32_C(1) << 31;

typedef struct {
    uint32_t row[ROWS][WORDS]; /* row i: the next state of a state that has only bit i set, highest bit first */
} jump_t;

/* Steps the state by one number: Marsaglia's xorshift of five words. */
static void advance(uint32_t v[WORDS])
{
    uint32_t t = v[0] ^ v[0] >> 2, last = v[4];
    memmove(v, v + 1, (WORDS - 1) * sizeof *v);
    v[4] = (last ^ last << 4) ^ (t ^ t << 1);
}

static void apply(const jump_t *jump, uint32_t v[WORDS])
{
    uint32_t sum[WORDS] = {0};
    for (int r = 0; r < ROWS; r++)
        if (v[r / 32] & TOP_BIT >> r % 32)
            for (int k = 0; k < WORDS; k++) sum[k] ^= jump->row[r][k];
    memcpy(v, sum, sizeof sum);
}

static void square(jump_t *jump)
{
    jump_t once = *jump;
    for (int r = 0; r < ROWS; r++) apply(&once, jump->row[r]);
}

/* The jump from one sequence to the next. */
static jump_t next_sequence(void)
{
    jump_t jump = {{{0}}};
    for (int r = 0; r < ROWS; r++) {
        jump.row[r][r / 32] = TOP_BIT >> r % 32;
        advance(jump.row[r]);
    }
    for (int i = 0; i < APART_LOG2; i++) square(&jump);
    return jump;
}

static void esp_init(workload_ref_ctx_t *ctx)
{
    jump_t jump = next_sequence();
    uint32_t *jumps = workload_ref_buf(ctx, "jumps", ELEM_U32, DIGITS * ROWS * WORDS);

    for (int d = 0; d < DIGITS; d++) {
        memcpy(jumps + d * ROWS * WORDS, jump.row, sizeof jump.row);
        square(&jump);
        square(&jump);
    }
}

static void seeded(uint32_t seed, uint32_t state[STATE_WORDS])
{
    uint32_t mixed = seed * 0x9e3779b1u, more = (mixed ^ mixed >> 15) * 0x85ebca77u;
    memset(state, 0, STATE_WORDS * sizeof *state);
    state[0] = 6615241u + mixed;
    state[1] = 123456789u + mixed;
    state[2] = 362436069u ^ mixed;
    state[3] = 521288629u + more;
    state[4] = 88675123u ^ more;
    state[5] = 5783321u + mixed + more;
}

static void esp_expect(workload_ref_ctx_t *ctx)
{
    int64_t ctas = workload_ref_param(ctx, "ctas", 1, 1 << 24);
    int64_t threads = workload_ref_param(ctx, "threads", 1, 1024);
    int64_t every = workload_ref_param(ctx, "every", 1, 1 << 24);
    uint32_t *states = workload_ref_buf(ctx, "states", ELEM_U32, ctas * threads * STATE_WORDS);
    jump_t ahead[2 * DIGITS] = {next_sequence()};

    for (int b = 1; b < 2 * DIGITS; b++) {
        ahead[b] = ahead[b - 1];
        square(&ahead[b]);
    }
    for (int64_t i = 0; i < ctas * threads; i++) {
        uint32_t sequence = 0, *state = states + i * STATE_WORDS;
        for (int64_t d = i / threads % every; d < DIGITS; d += every) sequence |= (uint32_t)i & UINT32_C(3) << 2 * d;
        seeded(SEED ^ ((uint32_t)i & ~sequence), state);
        for (int b = 0; b < 2 * DIGITS; b++)
            if (sequence >> b & 1) apply(&ahead[b], state + 1);
    }
}

#endif
