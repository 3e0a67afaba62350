/* Reference of sto: computes MD5 (RFC 1321) and SHA-1 (RFC 3174) byte by byte; it takes MD5's table from the sine. */
#include "workload/workload.h"

#include <math.h>
#include <string.h>

enum { THREADS_MAX = 128, WINDOW = 52, BLOCK = 64, MD5_WORDS = 4, SHA1_WORDS = 5 };

static uint32_t rotated(uint32_t x, unsigned by) { return x << by | x >> (32 - by); }

/* Pads a message shorter than 56 bytes to one block, with its number of bits in the last eight bytes. */
static void padded(uint8_t block[BLOCK], const uint8_t *message, size_t bytes, bool big_endian)
{
    memset(block, 0, BLOCK);
    memcpy(block, message, bytes);
    block[bytes] = 0x80;
    for (size_t i = 0; i < 8; i++)
        block[BLOCK - 8 + i] = (uint8_t)((uint64_t)bytes * 8 >> 8 * (big_endian ? 7 - i : i));
}

static uint32_t word(const uint8_t *block, int i, bool big_endian)
{
    uint32_t value = 0;
    for (int b = 0; b < 4; b++) value |= (uint32_t)block[4 * i + b] << 8 * (big_endian ? 3 - b : b);
    return value;
}

static void md5(const uint8_t *message, size_t bytes, uint32_t digest[MD5_WORDS])
{
    static const unsigned turn[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
    static const uint32_t start[MD5_WORDS] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    uint8_t block[BLOCK];
    uint32_t a = start[0], b = start[1], c = start[2], d = start[3];
    padded(block, message, bytes, false);
    for (int i = 0; i < 64; i++) {
        uint32_t f = 0;
        int at = 0;
        switch (i / 16) {
        case 0: f = (b & c) | (~b & d), at = i; break;
        case 1: f = (b & d) | (c & ~d), at = (5 * i + 1) % 16; break;
        case 2: f = b ^ c ^ d, at = (3 * i + 5) % 16; break;
        default: f = c ^ (b | ~d), at = 7 * i % 16; break;
        }
        const uint32_t sine = (uint32_t)floor(fabs(sin(i + 1.0)) * 0x1p32);
        const uint32_t sum = a + f + sine + word(block, at, false);
        a = d, d = c, c = b;
        b += rotated(sum, turn[i / 16][i % 4]);
    }
    digest[0] = start[0] + a, digest[1] = start[1] + b, digest[2] = start[2] + c, digest[3] = start[3] + d;
}

static void sha1(const uint8_t *message, size_t bytes, uint32_t digest[SHA1_WORDS])
{
    static const uint32_t start[SHA1_WORDS] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    static const uint32_t constant[4] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
    uint8_t block[BLOCK];
    uint32_t w[80], h[SHA1_WORDS];
    padded(block, message, bytes, true);
    memcpy(h, start, sizeof h);
    for (int i = 0; i < 16; i++) w[i] = word(block, i, true);
    for (int i = 16; i < 80; i++) w[i] = rotated(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    for (int i = 0; i < 80; i++) {
        uint32_t f = h[1] ^ h[2] ^ h[3];
        if (i < 20) f = (h[1] & h[2]) | (~h[1] & h[3]);
        else if (i >= 40 && i < 60) f = (h[1] & h[2]) | (h[1] & h[3]) | (h[2] & h[3]);
        const uint32_t next = rotated(h[0], 5) + f + h[4] + constant[i / 20] + w[i];
        h[4] = h[3], h[3] = h[2], h[2] = rotated(h[1], 30), h[1] = h[0], h[0] = next;
    }
    for (int i = 0; i < SHA1_WORDS; i++) digest[i] = start[i] + h[i];
}

static void sto_expect(workload_ref_ctx_t *ctx)
{
    const int64_t windows =
        workload_ref_param(ctx, "threads", 1, THREADS_MAX) * workload_ref_param(ctx, "ctas", 1, WORKLOAD_REF_MAX_3D);
    const uint8_t *file = workload_ref_buf(ctx, "file", ELEM_U8, 4 * windows + WINDOW - 4);
    uint32_t *to_md5 = workload_ref_buf(ctx, "md5", ELEM_U32, MD5_WORDS * windows);
    uint32_t *to_sha1 = workload_ref_buf(ctx, "sha1", ELEM_U32, SHA1_WORDS * windows);
    for (int64_t i = 0; i < windows; i++) {
        uint32_t digest[SHA1_WORDS];
        md5(file + 4 * i, WINDOW, digest);
        for (int k = 0; k < MD5_WORDS; k++) to_md5[k * windows + i] = digest[k];
        sha1(file + 4 * i, WINDOW, digest);
        for (int k = 0; k < SHA1_WORDS; k++) to_sha1[k * windows + i] = digest[k];
    }
}

const workload_ref_t workload_ref_sto = {.name = "sto", .expect = sto_expect};
