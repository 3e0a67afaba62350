/* ptx_arith_ref.h - what every arithmetic instruction must give, as C expressions over the operands. */
#ifndef CTADEL_TESTS_PTX_ARITH_REF_H
#define CTADEL_TESTS_PTX_ARITH_REF_H

#include "ptx_row.h"

/* clang-format off */
__extension__ typedef unsigned __int128 wide_t;
__extension__ typedef __int128 swide_t;

static int64_t clamp(int64_t v, int64_t lo, int64_t hi) { return v < lo ? lo : v > hi ? hi : v; }

static double fclamp(double x) { return x > 0 ? (x > 1 ? 1 : x) : 0; }

static float ftz(float x) { return fpclassify(x) == FP_SUBNORMAL ? copysignf(0, x) : x; }

static uint64_t f2i(double x, double lo, double hi, uint64_t nan, uint64_t lowest, uint64_t highest)
{
    if (x != x) return nan;
    if (x <= lo) return lowest;
    if (x >= hi) return highest;
    return x < 0 ? (uint64_t)(int64_t)x : (uint64_t)x;
}

static float fmin_ptx(float x, float y)
{
    if (x == 0 && y == 0) return signbit(x) ? x : y;
    return x != x ? y : y != y || x < y ? x : y; /* fminf differs for signalling NaN */
}

static double fmax_ptx(double x, double y)
{
    if (x == 0 && y == 0) return signbit(x) ? y : x;
    return x != x ? y : y != y || x > y ? x : y;
}

static uint64_t bfe_ref(uint64_t x, uint32_t pos, uint32_t len, uint32_t width, bool is_signed)
{
    uint64_t r = 0;
    pos &= 255;
    len &= 255;
    const uint32_t last = pos + len - 1 < width - 1 ? pos + len - 1 : width - 1;
    const bool sign = is_signed && len && (x >> last & 1);
    for (uint32_t i = 0; i < width; i++)
        r |= (uint64_t)(i < len && pos + i < width ? x >> (pos + i) & 1 : sign) << i;
    return r;
}

static uint64_t bfi_ref(uint64_t x, uint64_t y, uint32_t pos, uint32_t len, uint32_t width)
{
    pos &= 255;
    len &= 255;
    for (uint32_t i = 0; i < len && pos + i < width; i++)
        y = (y & ~(UINT64_C(1) << (pos + i))) | (x >> i & 1) << (pos + i);
    return y;
}

static uint64_t rev_ref(uint64_t x, uint32_t width)
{
    uint64_t r = 0;
    for (uint32_t i = 0; i < width; i++) r |= (x >> i & 1) << (width - 1 - i);
    return r;
}

static uint64_t find_ref(uint64_t x, uint32_t width)
{
    for (uint32_t i = width; i-- > 0;)
        if (x >> i & 1) return i;
    return 0xffffffff;
}

static uint32_t prmt_ref(uint32_t x, uint32_t y, uint32_t sel)
{
    uint32_t r = 0;
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t n = sel >> (4 * i) & 15, from = (n & 7) < 4 ? x : y;
        uint32_t byte = from >> (8 * (n & 3)) & 255;
        if (n & 8) byte = byte >> 7 ? 255 : 0;
        r |= byte << (8 * i);
    }
    return r;
}

static int32_t s24(uint32_t x) { return (int32_t)(x << 8) / 256; }

REF(ref_add16, ah + bh) REF(ref_add32, a + b) REF(ref_add64, A + B) REF(ref_sub16, ah - bh)
REF(ref_sub64, A - B)
REF(ref_addsat, clamp((int64_t)sa + sb, INT32_MIN, INT32_MAX))
REF(ref_subsat, clamp((int64_t)sa - sb, INT32_MIN, INT32_MAX))
REF(ref_mul16, (uint32_t)ah * bh) REF(ref_mul32, a * b) REF(ref_mul64, A * B)
REF(ref_hiu16, ((uint32_t)ah * bh) >> 16) REF(ref_his16, (sah * sbh) >> 16)
REF(ref_hiu32, ((uint64_t)a * b) >> 32) REF(ref_his32, ((int64_t)sa * sb) >> 32)
REF(ref_hiu64, ((wide_t)A * B) >> 64) REF(ref_his64, ((swide_t)sA * sB) >> 64)
REF(ref_wideu16, (uint32_t)ah * bh) REF(ref_wides16, sah * sbh) REF(ref_wideu32, (uint64_t)a * b)
REF(ref_wides32, (int64_t)sa * sb)
REF(ref_mad32, a * b + c) REF(ref_mad64, A * B + C)
REF(ref_madhis32, (((int64_t)sa * sb) >> 32) + sc)
REF(ref_madwides32, (uint64_t)((int64_t)sa * sb) + C)
REF(ref_madhisat, clamp((((int64_t)sa * sb) >> 32) + sc, INT32_MIN, INT32_MAX))
REF(ref_mul24u, (uint64_t)(a & 0xffffff) * (b & 0xffffff)) REF(ref_mul24s, (int64_t)s24(a) * s24(b))
REF(ref_mul24hi, ((uint64_t)(a & 0xffffff) * (b & 0xffffff)) >> 16)
REF(ref_mad24shi, (((int64_t)s24(a) * s24(b)) >> 16) + sc)
REF(ref_sadu, c + (a > b ? a - b : b - a)) REF(ref_sads, c + (sa > sb ? a - b : b - a))
REF(ref_divu16, bh ? ah / bh : -1) REF(ref_divs16, sbh ? sah / sbh : -1)
REF(ref_divu32, b ? a / b : ~0u)
REF(ref_divs32, sb ? (int64_t)sa / sb : -1) REF(ref_divu64, B ? A / B : ~UINT64_C(0))
REF(ref_divs64, sB ? (swide_t)sA / sB : -1) REF(ref_remu32, b ? a % b : ~0u)
REF(ref_rems32, sb ? (int64_t)sa % sb : -1) REF(ref_rems64, sB ? (swide_t)sA % sB : -1)
REF(ref_abs16, sah < 0 ? -sah : sah) REF(ref_abs32, sa < 0 ? -(int64_t)sa : sa)
REF(ref_neg64, 0 - A)
REF(ref_mins16, sah < sbh ? sah : sbh) REF(ref_minu32, a < b ? a : b)
REF(ref_maxs64, sA > sB ? sA : sB)
REF(ref_maxu64, A > B ? A : B)
REF(ref_and32, a & b) REF(ref_or64, A | B) REF(ref_xor16, ah ^ bh) REF(ref_not32, ~a)
REF(ref_cnot64, A == 0)
REF(ref_shl16, b > 15 ? 0 : (uint32_t)ah << b) REF(ref_shl32, b > 31 ? 0 : a << b)
REF(ref_shl64, b > 63 ? 0 : A << b) REF(ref_shru32, b > 31 ? 0 : a >> b)
REF(ref_shrs16, sah >> (b > 15 ? 15 : b)) REF(ref_shrs32, sa >> (b > 31 ? 31 : b))
REF(ref_shrs64, sA >> (b > 63 ? 63 : b)) REF(ref_shru64, b > 63 ? 0 : A >> b)
REF(ref_popc32, __builtin_popcount(a)) REF(ref_popc64, __builtin_popcountll(A))
REF(ref_clz32, a ? __builtin_clz(a) : 32) REF(ref_clz64, A ? __builtin_clzll(A) : 64)
REF(ref_findu32, find_ref(a, 32)) REF(ref_finds64, find_ref(sA < 0 ? ~A : A, 64))
REF(ref_findsh32, a ? 31 - find_ref(a, 32) : 0xffffffff)
REF(ref_brev32, rev_ref(a, 32)) REF(ref_brev64, rev_ref(A, 64))
REF(ref_bfeu32, bfe_ref(a, b, c, 32, false)) REF(ref_bfes32, bfe_ref(a, b, c, 32, true))
REF(ref_bfeu64, bfe_ref(A, b, c, 64, false)) REF(ref_bfes64, bfe_ref(A, b, c, 64, true))
REF(ref_bfes32_7, bfe_ref(a, b, 7, 32, true)) REF(ref_bfi32, bfi_ref(a, b, 5, c, 32))
REF(ref_bfi64, bfi_ref(A, B, 40, c, 64)) REF(ref_bfi32w, bfi_ref(a, b, c, 9, 32))
REF(ref_shflw, (c & 31) ? b << (c & 31) | a >> (32 - (c & 31)) : b)
REF(ref_shflc, c >= 32 ? a : c ? b << c | a >> (32 - c) : b)
REF(ref_shfrw, (c & 31) ? a >> (c & 31) | b << (32 - (c & 31)) : a)
REF(ref_shfrc, c >= 32 ? b : c ? a >> c | b << (32 - c) : a)
REF(ref_lop3, (a & b) ^ c) REF(ref_prmt0, prmt_ref(a, b, c))
REF(ref_prmtb4e, prmt_ref(a, b, 0x6701))
REF(ref_prmtecl, prmt_ref(a, b, 0x3222)) REF(ref_prmtrc16, prmt_ref(a, b, 0x3232))
REF(ref_selp32, sa < sb ? a : c) REF(ref_slct32, sc >= 0 ? a : b) REF(ref_slctf, fc >= 0 ? A : B)
REF(ref_slctftz, fc >= 0 || (fc < 0 && fc > -0x1p-126f) ? A : B)
REF(ref_lts32, sa < sb) REF(ref_ltu16, ah < bh) REF(ref_geu64, A >= B) REF(ref_ltf, fa < fb)
REF(ref_nef, fa < fb || fa > fb)
REF(ref_neuf, fa != fb) REF(ref_gtud, !(da <= db)) REF(ref_numd, da == da && db == db)
REF(ref_setpand, (sa > sb) & (a < 9u))
REF(ref_setle, sa <= sb ? 0xffffffff : 0) REF(ref_setf, f32_bits(sa == sb ? 1.0f : 0.0f))
REF(ref_finite, isfinite(fa)) REF(ref_subnormal, fpclassify(fa) == FP_SUBNORMAL)

REF(ref_fadd, f32_bits(fa + fb)) REF(ref_fsub, f64_bits(da - db)) REF(ref_fmul, f32_bits(fa * fb))
REF(ref_fmulftz, f32_bits(ftz(ftz(fa) * ftz(fb)))) REF(ref_faddsat, f32_bits((float)fclamp(fa + fb)))
REF(ref_ffma, f32_bits(fmaf(fa, fb, fc))) REF(ref_dfma, f64_bits(fma(da, db, dc)))
REF(ref_fdiv, f32_bits(fa / fb))
REF(ref_ddiv, f64_bits(da / db)) REF(ref_frcp, f32_bits(1.0f / fa)) REF(ref_fsqrt, f32_bits(sqrtf(fa)))
REF(ref_dsqrt, f64_bits(sqrt(da))) REF(ref_fabs, f32_bits(fabsf(fa))) REF(ref_fneg, f32_bits(-fa))
REF(ref_fmin, f32_bits(fmin_ptx(fa, fb))) REF(ref_dmax, f64_bits(fmax_ptx(da, db)))
REF(ref_fminnan, f32_bits(fa != fa || fb != fb ? NAN : fmin_ptx(fa, fb)))
REF(ref_fcopysign, f32_bits(copysignf(fb, fa)))

REF(ref_f2s32, f2i(truncf(fa), -2147483648.0, 2147483648.0, 0, 0x80000000, 0x7fffffff))
REF(ref_f2u32, f2i(rint(fa), 0, 4294967296.0, 0, 0, 0xffffffff))
REF(ref_f2s8, f2i(floor(fa), -128, 127, 0, 0xffffff80, 127))
REF(ref_f2u64, f2i(truncf(fa), 0, 18446744073709551616.0, UINT64_C(1) << 63, 0, UINT64_MAX))
REF(ref_d2s64, f2i(trunc(da), -9223372036854775808.0, 9223372036854775808.0, UINT64_C(1) << 63,
               UINT64_C(1) << 63, INT64_MAX))
REF(ref_d2s32, f2i(ceil(da), -2147483648.0, 2147483647.0, 0x80000000, 0x80000000, 0x7fffffff))
REF(ref_s2f, f32_bits((float)sa)) REF(ref_u2f, f32_bits((float)a)) REF(ref_u64f, f32_bits((float)A))
REF(ref_s64d, f64_bits((double)sA)) REF(ref_d2f, f32_bits((float)da)) REF(ref_f2d, f64_bits(fa))
REF(ref_frni, f32_bits(rintf(fa))) REF(ref_frmi, f32_bits(floorf(fa)))
REF(ref_fsat, f32_bits((float)fclamp(fa)))
REF(ref_s8s32, (int8_t)A) REF(ref_u8u64, (uint8_t)A) REF(ref_s16s64, (int16_t)A)
REF(ref_satu8s32, clamp(sa, 0, 255)) REF(ref_sats16u32, a > 32767 ? 32767 : a)
REF(ref_sats32s64, clamp(sA, INT32_MIN, INT32_MAX))
REF(ref_addcc_hi, (A + B) >> 32) REF(ref_subcc_hi, (A - B) >> 32)
REF(ref_madcc_hi, ((wide_t)a * b + C) >> 32)
REF(ref_madhi64, (uint64_t)(((wide_t)A * B) >> 64) + C)
/* clang-format on */

#endif
