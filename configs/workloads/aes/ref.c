/* Tables, keys and reference of aes. The reference follows FIPS 197 byte by byte: substitute, shift rows, mix columns,
 * add the round key. It uses none of the kernel's tables. */
#include "workload/workload.h"

#include <string.h>

enum { COLUMNS = 4, BLOCK = 16, ROUNDS = 10, TABLE = 256, WORDS_PER_CTA = 256 };
static const uint8_t KEY[BLOCK] = {0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6,
                                   0xab, 0xf7, 0x15, 0x88, 0x09, 0xcf, 0x4f, 0x3c}; /* FIPS 197, Appendix A.1 */

static uint8_t doubled(uint8_t x) { return (uint8_t)(x << 1 ^ (x & 0x80 ? 0x1b : 0)); }

/* Substitution box: inverse in GF(2^8), by powers of the generator 3, then the affine map. */
static void make_box(uint8_t box[TABLE])
{
    uint8_t power = 1, inverse = 1;
    do {
        power ^= doubled(power);
        inverse ^= (uint8_t)(inverse << 1);
        inverse ^= (uint8_t)(inverse << 2);
        inverse ^= (uint8_t)(inverse << 4);
        if (inverse & 0x80) inverse ^= 0x09;
        uint8_t mapped = inverse;
        for (int turn = 1; turn <= 4; turn++) mapped ^= (uint8_t)(inverse << turn | inverse >> (8 - turn));
        box[power] = mapped ^ 0x63;
    } while (power != 1);
    box[0] = 0x63;
}

/* Expands the key into round keys, byte by byte. */
static void expand(const uint8_t box[TABLE], uint8_t key[(ROUNDS + 1) * BLOCK])
{
    uint8_t constant = 1;
    memcpy(key, KEY, BLOCK);
    for (int word = COLUMNS; word < (ROUNDS + 1) * COLUMNS; word++) {
        uint8_t *to = key + 4 * word, last[4];
        memcpy(last, to - 4, sizeof last);
        if (word % COLUMNS == 0) {
            const uint8_t first = last[0];
            for (int i = 0; i < 3; i++) last[i] = box[last[i + 1]];
            last[3] = box[first];
            last[0] ^= constant;
            constant = doubled(constant);
        }
        for (int i = 0; i < 4; i++) to[i] = to[i - BLOCK] ^ last[i];
    }
}

static void aes_init(workload_ref_ctx_t *ctx)
{
    uint32_t *tables = workload_ref_buf(ctx, "tables", ELEM_U32, 4 * TABLE);
    uint32_t *keys = workload_ref_buf(ctx, "keys", ELEM_U32, (ROUNDS + 1) * COLUMNS);
    uint8_t box[TABLE], key[(ROUNDS + 1) * BLOCK];
    make_box(box);
    expand(box, key);
    memcpy(keys, key, sizeof key);    /* little endian, like the device */
    for (int x = 0; x < TABLE; x++) { /* a column of the mixing matrix times the substituted byte */
        const uint32_t once = box[x], twice = doubled(box[x]),
                       column = twice | once << 8 | once << 16 | (once ^ twice) << 24;
        for (int k = 0; k < 4; k++) tables[k * TABLE + x] = k ? column << 8 * k | column >> (32 - 8 * k) : column;
    }
}

static void mix(uint8_t state[BLOCK])
{
    for (int c = 0; c < BLOCK; c += 4) {
        uint8_t was[4];
        memcpy(was, state + c, sizeof was);
        for (int r = 0; r < 4; r++) {
            const uint8_t next = was[(r + 1) % 4];
            state[c + r] = doubled(was[r]) ^ next ^ doubled(next) ^ was[(r + 2) % 4] ^ was[(r + 3) % 4];
        }
    }
}

static void encrypt(const uint8_t box[TABLE], const uint8_t *key, uint8_t state[BLOCK])
{
    for (int i = 0; i < BLOCK; i++) state[i] ^= key[i];
    for (int round = 1; round <= ROUNDS; round++) {
        uint8_t moved[BLOCK];
        for (int i = 0; i < BLOCK; i++) moved[i] = box[state[(i + 4 * (i % 4)) % BLOCK]];
        memcpy(state, moved, sizeof moved);
        if (round < ROUNDS) mix(state);
        for (int i = 0; i < BLOCK; i++) state[i] ^= key[round * BLOCK + i];
    }
}

static void aes_expect(workload_ref_ctx_t *ctx)
{
    const int64_t words = WORDS_PER_CTA * workload_ref_param(ctx, "ctas", 1, WORKLOAD_REF_MAX_3D);
    const uint32_t *plain = workload_ref_buf(ctx, "plain", ELEM_U32, words);
    uint32_t *cipher = workload_ref_buf(ctx, "cipher", ELEM_U32, words);
    uint8_t box[TABLE], key[(ROUNDS + 1) * BLOCK];
    make_box(box);
    expand(box, key);
    for (int64_t w = 0; w < words; w += COLUMNS) {
        uint8_t state[BLOCK];
        memcpy(state, plain + w, BLOCK);
        encrypt(box, key, state);
        memcpy(cipher + w, state, BLOCK);
    }
}

const workload_ref_t workload_ref_aes = {.name = "aes", .init = aes_init, .expect = aes_expect};
