/* ptx_exec_bits.c - executes bit fields, counts, permutations. */
#include "ptx/ptx_lanes.h"

#include <stdbool.h>

static inline uint64_t low_bits(uint32_t n) { return n > 63 ? UINT64_MAX : (UINT64_C(1) << n) - 1; }

/* Bits [pos, pos + len) of a width-bit x, extended by zeros or by the sign. */
static inline uint64_t bfe(uint64_t x, uint32_t pos, uint32_t len, uint32_t width, bool is_signed)
{
    pos &= 0xff;
    len &= 0xff;
    const uint32_t room = pos < width ? width - pos : 0, taken = len < room ? len : room;
    const uint64_t field = taken ? (x >> pos) & low_bits(taken) : 0;
    const uint32_t top = pos + len > width ? width - 1 : pos + len - 1;
    if (!is_signed || !len || !(x >> top & 1)) return field;
    return field | ~low_bits(taken);
}

static inline uint64_t bfi(uint64_t x, uint64_t into, uint32_t pos, uint32_t len, uint32_t width)
{
    pos &= 0xff;
    len &= 0xff;
    if (pos >= width) return into;
    const uint64_t mask = low_bits(len < width - pos ? len : width - pos) << pos;
    return (into & ~mask) | ((x << pos) & mask);
}

static inline uint32_t reverse32(uint32_t x)
{
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(x);
}

static inline uint64_t reverse64(uint64_t x)
{
    return (uint64_t)reverse32((uint32_t)x) << 32 | reverse32((uint32_t)(x >> 32));
}

static inline uint32_t top_bit(uint64_t x) { return x ? 63 - (uint32_t)__builtin_clzll(x) : UINT32_MAX; }

static inline uint32_t top_shift(uint64_t x, uint32_t msb) { return x ? msb - top_bit(x) : UINT32_MAX; }

static inline uint64_t magnitude32(int32_t x) { return (uint32_t)(x < 0 ? ~x : x); }

static inline uint64_t magnitude64(int64_t x) { return (uint64_t)(x < 0 ? ~x : x); }

static inline uint32_t shf_left(uint32_t lo, uint32_t hi, uint32_t by)
{
    return by ? (uint32_t)(((uint64_t)hi << 32 | lo) >> (32 - by)) : hi;
}

static inline uint32_t shf_right(uint32_t lo, uint32_t hi, uint32_t by)
{
    return (uint32_t)(by > 31 ? hi : ((uint64_t)hi << 32 | lo) >> by);
}

static inline uint32_t lop3(uint32_t x, uint32_t y, uint32_t z, uint32_t table)
{
    uint32_t r = 0;
    for (uint32_t row = 0; row < 8; row++)
        if (table >> row & 1) r |= (row & 4 ? x : ~x) & (row & 2 ? y : ~y) & (row & 1 ? z : ~z);
    return r;
}

/* Selector nibbles of a mode, lowest byte first: bits 2..0 select a byte of {b, a}, bit 3 replicates its sign. */
static inline uint32_t selector(uint32_t z, uint32_t mode)
{
    const uint32_t k = z & 3;
    switch ((ptx_prmt_t)mode) {
    case P_INDEX: break;
    case P_F4E: return 0x3210 + 0x1111 * k;
    case P_B4E: return k | ((k + 7) & 7) << 4 | ((k + 6) & 7) << 8 | ((k + 5) & 7) << 12;
    case P_RC8: return 0x1111 * k;
    case P_ECL: return k | (k > 1 ? k : 1) << 4 | (k > 2 ? k : 2) << 8 | 3u << 12;
    case P_ECR: return (k < 1 ? k : 1) << 4 | (k < 2 ? k : 2) << 8 | k << 12;
    case P_RC16: return z & 1 ? 0x3232 : 0x1010;
    }
    return z;
}

static inline uint32_t prmt(uint32_t x, uint32_t y, uint32_t z, uint32_t mode)
{
    const uint64_t bytes = (uint64_t)y << 32 | x;
    const uint32_t sel = selector(z, mode);
    uint32_t r = 0;
    for (uint32_t k = 0; k < 4; k++) {
        const uint32_t nibble = sel >> (4 * k) & 15;
        uint32_t byte = (uint32_t)(bytes >> (8 * (nibble & 7))) & 0xff;
        if (nibble & 8) byte = byte & 0x80 ? 0xff : 0;
        r |= byte << (8 * k);
    }
    return r;
}

static inline uint32_t dp4a(uint32_t x, uint32_t y, uint32_t z, uint32_t signs)
{
    for (uint32_t k = 0; k < 32; k += 8) {
        const uint32_t a = x >> k & 0xff, b = y >> k & 0xff;
        const int32_t p = signs & 1 ? (int8_t)a : (int32_t)a, q = signs & 2 ? (int8_t)b : (int32_t)b;
        z += (uint32_t)(p * q);
    }
    return z;
}

/* `width` ones from bit `position` up. */
static inline uint32_t bmsk(uint32_t position, uint32_t width, bool clamp)
{
    const uint32_t from = position & 31, end = from + (width & 31);
    const bool none = clamp && position > 31, to_top = end > 31 || (clamp && width > 31);
    return none ? 0 : (UINT32_MAX << from) & ~(to_top ? 0 : UINT32_MAX << end);
}

/* The low `width` bits, extended by zeros or by the sign. */
static inline uint32_t szext(uint32_t x, uint32_t width, bool clamp, bool is_signed)
{
    const uint32_t n = width & 31;
    if (clamp && width > 31) return x;
    const uint32_t above = UINT32_MAX << n;
    const bool ones = is_signed && n && (x >> (n - 1) & 1);
    return (x & ~above) | (ones ? above : 0);
}

/* Halves of x by the low or the high two bytes of y. */
static inline uint32_t dp2a(uint32_t x, uint32_t y, uint32_t z, uint32_t mode)
{
    for (uint32_t k = 0; k < 2; k++) {
        const uint32_t a = x >> (16 * k) & 0xffff, b = y >> (8 * k + (mode & 4 ? 16 : 0)) & 0xff;
        const int32_t p = mode & 1 ? (int16_t)a : (int32_t)a, q = mode & 2 ? (int8_t)b : (int32_t)b;
        z += (uint32_t)(p * q);
    }
    return z;
}

/* The place of the offset-th one of x, counted from bit `base` up or, offset < 0, down. */
static inline uint32_t find_nth(uint32_t x, uint32_t base, int32_t offset)
{
    if (base > 31) return UINT32_MAX;
    if (!offset) return x >> base & 1 ? base : UINT32_MAX;
    uint32_t left = offset < 0 ? 0u - (uint32_t)offset : (uint32_t)offset;
    for (uint32_t at = base; at < 32; at += offset < 0 ? UINT32_MAX : 1u)
        if ((x >> at & 1) && !--left) return at;
    return UINT32_MAX;
}

/* cvt.pack: saturates x and y to `bits` bits, puts x above y, and z above both. */
static inline uint32_t cvt_pack(int32_t x, int32_t y, uint32_t z, uint32_t bits, bool is_signed)
{
    const int32_t most = (int32_t)low_bits(is_signed ? bits - 1 : bits), least = is_signed ? -most - 1 : 0;
    const uint32_t mask = (uint32_t)low_bits(bits);
    x = x < least ? least : x > most ? most : x;
    y = y < least ? least : y > most ? most : y;
    const uint32_t both = ((uint32_t)x & mask) << bits | ((uint32_t)y & mask);
    return bits == 16 ? both : z << (2 * bits) | both;
}

#define BFI_CASE(T, width)                                                                                             \
    case UOP(O_BFI, T_##T): {                                                                                          \
        ST_##T *D = d;                                                                                                 \
        const ST_##T *A = SRC(0), *B = SRC(1);                                                                         \
        const lane_u32 *C = SRC(2), *E = SRC(3);                                                                       \
        LANES D[i] = (VT_##T)bfi(A[i], B[i], C[i], E[i], width);                                                       \
        break;                                                                                                         \
    }

LANE_INLINE void body(const ptx_uop_t *u, void *d, const ptx_files_t *f)
{
    const uint32_t table = (uint32_t)u->imm, mode = u->mod;
    switch (u->op) {
        LANE_CASE_TO(O_POPC, U32, U32, (uint32_t)__builtin_popcount(x))
        LANE_CASE_TO(O_POPC, U64, U32, (uint32_t)__builtin_popcountll(x))
        LANE_CASE_TO(O_CLZ, U32, U32, x ? (uint32_t)__builtin_clz(x) : 32)
        LANE_CASE_TO(O_CLZ, U64, U32, x ? (uint32_t)__builtin_clzll(x) : 64)
        LANE_CASE_TO(O_BFIND, U32, U32, top_bit(x))
        LANE_CASE_TO(O_BFIND, S32, U32, top_bit(magnitude32(x)))
        LANE_CASE_TO(O_BFIND, U64, U32, top_bit(x))
        LANE_CASE_TO(O_BFIND, S64, U32, top_bit(magnitude64(x)))
        LANE_CASE_TO(O_BFINDSH, U32, U32, top_shift(x, 31))
        LANE_CASE_TO(O_BFINDSH, S32, U32, top_shift(magnitude32(x), 31))
        LANE_CASE_TO(O_BFINDSH, U64, U32, top_shift(x, 63))
        LANE_CASE_TO(O_BFINDSH, S64, U32, top_shift(magnitude64(x), 63))
        LANE_CASE(O_BREV, U32, reverse32(x))
        LANE_CASE(O_BREV, U64, reverse64(x))
        LANE_CASE_SHIFT(O_BFE, U32, bfe(x, y, w, 32, false))
        LANE_CASE_SHIFT(O_BFE, S32, bfe((uint32_t)x, y, w, 32, true))
        LANE_CASE_SHIFT(O_BFE, U64, bfe(x, y, w, 64, false))
        LANE_CASE_SHIFT(O_BFE, S64, bfe((uint64_t)x, y, w, 64, true))
        BFI_CASE(U32, 32)
        BFI_CASE(U64, 64)
        LANE_CASE(O_SHF_L_WRAP, U32, shf_left(x, y, z & 31))
        LANE_CASE(O_SHF_L_CLAMP, U32, shf_left(x, y, z > 32 ? 32 : z))
        LANE_CASE(O_SHF_R_WRAP, U32, shf_right(x, y, z & 31))
        LANE_CASE(O_SHF_R_CLAMP, U32, shf_right(x, y, z))
        LANE_CASE(O_LOP3, U32, lop3(x, y, z, table))
        LANE_CASE(O_PRMT, U32, prmt(x, y, z, mode))
        LANE_CASE(O_DP4A, U32, dp4a(x, y, z, mode))
        LANE_CASE(O_BMSK_WRAP, U32, bmsk(x, y, false))
        LANE_CASE(O_BMSK_CLAMP, U32, bmsk(x, y, true))
        LANE_CASE(O_SZEXT_WRAP, U32, szext(x, y, false, false))
        LANE_CASE(O_SZEXT_CLAMP, U32, szext(x, y, true, false))
        LANE_CASE(O_SZEXT_WRAP, S32, szext((uint32_t)x, (uint32_t)y, false, true))
        LANE_CASE(O_SZEXT_CLAMP, S32, szext((uint32_t)x, (uint32_t)y, true, true))
        LANE_CASE(O_DP2A, U32, dp2a(x, y, z, mode))
        LANE_CASE(O_FNS, U32, find_nth(x, y, (int32_t)z))
        LANE_CASE(O_CVTPACK, U32, cvt_pack((int32_t)x, (int32_t)y, z, mode, false))
        LANE_CASE(O_CVTPACK, S32, cvt_pack(x, y, (uint32_t)z, mode, true))
    default: ptx_missing(u->group, u->op);
    }
}

LANE_VARIANTS(ptx_alu_bits, body)
