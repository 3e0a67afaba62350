/* Every arithmetic instruction against a C expression: all pairs of 32 awkward operands. */
#include "ptx_fixture.h"

#include <math.h>

/* clang-format off: tables, a row per type or instruction */
#define CHECK_OF(T, name, bits_t)                                                                  \
    static T name(uint64_t raw)                                                                    \
    {                                                                                              \
        const bits_t b = (bits_t)raw;                                                              \
        T x;                                                                                       \
        memcpy(&x, &b, sizeof x);                                                                  \
        return x;                                                                                  \
    }
CHECK_OF(float, as_f, uint32_t)
CHECK_OF(double, as_d, uint64_t)

static uint64_t f_bits(float x)
{
    uint32_t b;
    memcpy(&b, &x, sizeof b);
    return b;
}

static uint64_t d_bits(double x)
{
    uint64_t b;
    memcpy(&b, &x, sizeof b);
    return b;
}

typedef uint64_t ref_fn(uint64_t A, uint64_t B, uint64_t C);
typedef enum { D16, D32, D64, DF32, DF64, DPRED } result_t;
typedef struct {
    const char *text; /* sources %hA %rA %rdA %fA %fdA and B, C; result %hD %rD %rdD %fD %fdD %pD */
    result_t result;
    ref_fn *ref;
} row_t;

/* Small letters: the operands as the types a row needs. */
#define REF(name, e)                                                                               \
    static uint64_t name(uint64_t A, uint64_t B, uint64_t C)                                       \
    {                                                                                              \
        const uint16_t ah = (uint16_t)A, bh = (uint16_t)B, ch = (uint16_t)C;                       \
        const int16_t sah = (int16_t)A, sbh = (int16_t)B;                                          \
        const uint32_t a = (uint32_t)A, b = (uint32_t)B, c = (uint32_t)C;                          \
        const int32_t sa = (int32_t)A, sb = (int32_t)B, sc = (int32_t)C;                           \
        const int64_t sA = (int64_t)A, sB = (int64_t)B;                                            \
        const float fa = as_f(A), fb = as_f(B), fc = as_f(C);                                      \
        const double da = as_d(A), db = as_d(B), dc = as_d(C);                                     \
        (void)ah, (void)bh, (void)ch, (void)sah, (void)sbh, (void)a, (void)b, (void)c, (void)sa;   \
        (void)sb, (void)sc, (void)sA, (void)sB, (void)fa, (void)fb, (void)fc, (void)da, (void)db;  \
        (void)dc;                                                                                  \
        return (uint64_t)(e);                                                                      \
    }

__extension__ typedef unsigned __int128 wide_t;
__extension__ typedef __int128 swide_t;

static int64_t clamp(int64_t v, int64_t lo, int64_t hi) { return v < lo ? lo : v > hi ? hi : v; }

static double fclamp(double x) { return x >= 0 ? (x > 1 ? 1 : x) : 0; }

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
REF(ref_lts32, sa < sb) REF(ref_ltu16, ah < bh) REF(ref_geu64, A >= B) REF(ref_ltf, fa < fb)
REF(ref_nef, fa < fb || fa > fb)
REF(ref_neuf, fa != fb) REF(ref_gtud, !(da <= db)) REF(ref_numd, da == da && db == db)
REF(ref_setpand, (sa > sb) & (a < 9u))
REF(ref_setle, sa <= sb ? 0xffffffff : 0) REF(ref_setf, f_bits(sa == sb ? 1.0f : 0.0f))
REF(ref_finite, isfinite(fa)) REF(ref_subnormal, fpclassify(fa) == FP_SUBNORMAL)

REF(ref_fadd, f_bits(fa + fb)) REF(ref_fsub, d_bits(da - db)) REF(ref_fmul, f_bits(fa * fb))
REF(ref_fmulftz, f_bits(ftz(ftz(fa) * ftz(fb)))) REF(ref_faddsat, f_bits((float)fclamp(fa + fb)))
REF(ref_ffma, f_bits(fmaf(fa, fb, fc))) REF(ref_dfma, d_bits(fma(da, db, dc)))
REF(ref_fdiv, f_bits(fa / fb))
REF(ref_ddiv, d_bits(da / db)) REF(ref_frcp, f_bits(1.0f / fa)) REF(ref_fsqrt, f_bits(sqrtf(fa)))
REF(ref_dsqrt, d_bits(sqrt(da))) REF(ref_fabs, f_bits(fabsf(fa))) REF(ref_fneg, f_bits(-fa))
REF(ref_fmin, f_bits(fmin_ptx(fa, fb))) REF(ref_dmax, d_bits(fmax_ptx(da, db)))
REF(ref_fminnan, f_bits(fa != fa || fb != fb ? NAN : fmin_ptx(fa, fb)))
REF(ref_fcopysign, f_bits(copysignf(fb, fa)))

REF(ref_f2s32, f2i(truncf(fa), -2147483648.0, 2147483648.0, 0, 0x80000000, 0x7fffffff))
REF(ref_f2u32, f2i(rint(fa), 0, 4294967296.0, 0, 0, 0xffffffff))
REF(ref_f2s8, f2i(floor(fa), -128, 127, 0, 0xffffff80, 127))
REF(ref_f2u64, f2i(truncf(fa), 0, 18446744073709551616.0, UINT64_C(1) << 63, 0, UINT64_MAX))
REF(ref_d2s64, f2i(trunc(da), -9223372036854775808.0, 9223372036854775808.0, UINT64_C(1) << 63,
               UINT64_C(1) << 63, INT64_MAX))
REF(ref_d2s32, f2i(ceil(da), -2147483648.0, 2147483647.0, 0x80000000, 0x80000000, 0x7fffffff))
REF(ref_s2f, f_bits((float)sa)) REF(ref_u2f, f_bits((float)a)) REF(ref_u64f, f_bits((float)A))
REF(ref_s64d, d_bits((double)sA)) REF(ref_d2f, f_bits((float)da)) REF(ref_f2d, d_bits(fa))
REF(ref_frni, f_bits(rintf(fa))) REF(ref_frmi, f_bits(floorf(fa)))
REF(ref_fsat, f_bits((float)fclamp(fa)))
REF(ref_s8s32, (int8_t)A) REF(ref_u8u64, (uint8_t)A) REF(ref_s16s64, (int16_t)A)
REF(ref_satu8s32, clamp(sa, 0, 255)) REF(ref_sats16u32, a > 32767 ? 32767 : a)
REF(ref_sats32s64, clamp(sA, INT32_MIN, INT32_MAX))
REF(ref_addcc_hi, (A + B) >> 32) REF(ref_subcc_hi, (A - B) >> 32)
REF(ref_madcc_hi, ((wide_t)a * b + C) >> 32)
REF(ref_madhi64, (uint64_t)(((wide_t)A * B) >> 64) + C)

#define SPLIT "cvt.u32.u64 %r10, %rdA; shr.u64 %rd10, %rdA, 32; cvt.u32.u64 %r11, %rd10;" \
              "cvt.u32.u64 %r12, %rdB; shr.u64 %rd10, %rdB, 32; cvt.u32.u64 %r13, %rd10;" \
              "shr.u64 %rd10, %rdC, 32; cvt.u32.u64 %r15, %rd10;"

static const row_t ROWS[] = {
    {"add.u16 %hD, %hA, %hB;", D16, ref_add16}, {"add.s32 %rD, %rA, %rB;", D32, ref_add32},
    {"add.s64 %rdD, %rdA, %rdB;", D64, ref_add64}, {"sub.s16 %hD, %hA, %hB;", D16, ref_sub16},
    {"sub.u64 %rdD, %rdA, %rdB;", D64, ref_sub64}, {"add.sat.s32 %rD, %rA, %rB;", D32, ref_addsat},
    {"sub.sat.s32 %rD, %rA, %rB;", D32, ref_subsat}, {"mul.lo.s16 %hD, %hA, %hB;", D16, ref_mul16},
    {"mul.lo.u32 %rD, %rA, %rB;", D32, ref_mul32}, {"mul.lo.s64 %rdD, %rdA, %rdB;", D64, ref_mul64},
    {"mul.hi.u16 %hD, %hA, %hB;", D16, ref_hiu16}, {"mul.hi.s16 %hD, %hA, %hB;", D16, ref_his16},
    {"mul.hi.u32 %rD, %rA, %rB;", D32, ref_hiu32}, {"mul.hi.s32 %rD, %rA, %rB;", D32, ref_his32},
    {"mul.hi.u64 %rdD, %rdA, %rdB;", D64, ref_hiu64},
    {"mul.hi.s64 %rdD, %rdA, %rdB;", D64, ref_his64},
    {"mul.wide.u16 %rD, %hA, %hB;", D32, ref_wideu16},
    {"mul.wide.s16 %rD, %hA, %hB;", D32, ref_wides16},
    {"mul.wide.u32 %rdD, %rA, %rB;", D64, ref_wideu32},
    {"mul.wide.s32 %rdD, %rA, %rB;", D64, ref_wides32},
    {"mad.lo.s32 %rD, %rA, %rB, %rC;", D32, ref_mad32},
    {"mad.lo.u64 %rdD, %rdA, %rdB, %rdC;", D64, ref_mad64},
    {"mad.hi.s32 %rD, %rA, %rB, %rC;", D32, ref_madhis32},
    {"mad.hi.u64 %rdD, %rdA, %rdB, %rdC;", D64, ref_madhi64},
    {"mad.wide.s32 %rdD, %rA, %rB, %rdC;", D64, ref_madwides32},
    {"mad.hi.sat.s32 %rD, %rA, %rB, %rC;", D32, ref_madhisat},
    {"mul24.lo.u32 %rD, %rA, %rB;", D32, ref_mul24u},
    {"mul24.lo.s32 %rD, %rA, %rB;", D32, ref_mul24s},
    {"mul24.hi.u32 %rD, %rA, %rB;", D32, ref_mul24hi},
    {"mad24.hi.s32 %rD, %rA, %rB, %rC;", D32, ref_mad24shi},
    {"sad.u32 %rD, %rA, %rB, %rC;", D32, ref_sadu},
    {"sad.s32 %rD, %rA, %rB, %rC;", D32, ref_sads}, {"div.u16 %hD, %hA, %hB;", D16, ref_divu16},
    {"div.s16 %hD, %hA, %hB;", D16, ref_divs16}, {"div.u32 %rD, %rA, %rB;", D32, ref_divu32},
    {"div.s32 %rD, %rA, %rB;", D32, ref_divs32}, {"div.u64 %rdD, %rdA, %rdB;", D64, ref_divu64},
    {"div.s64 %rdD, %rdA, %rdB;", D64, ref_divs64}, {"rem.u32 %rD, %rA, %rB;", D32, ref_remu32},
    {"rem.s32 %rD, %rA, %rB;", D32, ref_rems32}, {"rem.s64 %rdD, %rdA, %rdB;", D64, ref_rems64},
    {"abs.s16 %hD, %hA;", D16, ref_abs16}, {"abs.s32 %rD, %rA;", D32, ref_abs32},
    {"neg.s64 %rdD, %rdA;", D64, ref_neg64},
    {"min.s16 %hD, %hA, %hB;", D16, ref_mins16}, {"min.u32 %rD, %rA, %rB;", D32, ref_minu32},
    {"max.s64 %rdD, %rdA, %rdB;", D64, ref_maxs64}, {"max.u64 %rdD, %rdA, %rdB;", D64, ref_maxu64},
    {"and.b32 %rD, %rA, %rB;", D32, ref_and32}, {"or.b64 %rdD, %rdA, %rdB;", D64, ref_or64},
    {"xor.b16 %hD, %hA, %hB;", D16, ref_xor16}, {"not.b32 %rD, %rA;", D32, ref_not32},
    {"cnot.b64 %rdD, %rdA;", D64, ref_cnot64}, {"shl.b16 %hD, %hA, %rB;", D16, ref_shl16},
    {"shl.b32 %rD, %rA, %rB;", D32, ref_shl32}, {"shl.b64 %rdD, %rdA, %rB;", D64, ref_shl64},
    {"shr.u32 %rD, %rA, %rB;", D32, ref_shru32}, {"shr.s16 %hD, %hA, %rB;", D16, ref_shrs16},
    {"shr.s32 %rD, %rA, %rB;", D32, ref_shrs32}, {"shr.s64 %rdD, %rdA, %rB;", D64, ref_shrs64},
    {"shr.b64 %rdD, %rdA, %rB;", D64, ref_shru64}, {"popc.b32 %rD, %rA;", D32, ref_popc32},
    {"popc.b64 %rD, %rdA;", D32, ref_popc64}, {"clz.b32 %rD, %rA;", D32, ref_clz32},
    {"clz.b64 %rD, %rdA;", D32, ref_clz64}, {"bfind.u32 %rD, %rA;", D32, ref_findu32},
    {"bfind.s64 %rD, %rdA;", D32, ref_finds64}, {"bfind.shiftamt.u32 %rD, %rA;", D32, ref_findsh32},
    {"brev.b32 %rD, %rA;", D32, ref_brev32}, {"brev.b64 %rdD, %rdA;", D64, ref_brev64},
    {"bfe.u32 %rD, %rA, %rB, %rC;", D32, ref_bfeu32},
    {"bfe.s32 %rD, %rA, %rB, %rC;", D32, ref_bfes32},
    {"bfe.u64 %rdD, %rdA, %rB, %rC;", D64, ref_bfeu64},
    {"bfe.s64 %rdD, %rdA, %rB, %rC;", D64, ref_bfes64},
    {"bfe.s32 %rD, %rA, %rB, 7;", D32, ref_bfes32_7},
    {"bfi.b32 %rD, %rA, %rB, 5, %rC;", D32, ref_bfi32},
    {"bfi.b64 %rdD, %rdA, %rdB, 40, %rC;", D64, ref_bfi64},
    {"bfi.b32 %rD, %rA, %rB, %rC, 9;", D32, ref_bfi32w},
    {"shf.l.wrap.b32 %rD, %rA, %rB, %rC;", D32, ref_shflw},
    {"shf.l.clamp.b32 %rD, %rA, %rB, %rC;", D32, ref_shflc},
    {"shf.r.wrap.b32 %rD, %rA, %rB, %rC;", D32, ref_shfrw},
    {"shf.r.clamp.b32 %rD, %rA, %rB, %rC;", D32, ref_shfrc},
    {"lop3.b32 %rD, %rA, %rB, %rC, 0x6a;", D32, ref_lop3},
    {"prmt.b32 %rD, %rA, %rB, %rC;", D32, ref_prmt0},
    {"prmt.b32.b4e %rD, %rA, %rB, 1;", D32, ref_prmtb4e},
    {"prmt.b32.ecl %rD, %rA, %rB, 2;", D32, ref_prmtecl},
    {"prmt.b32.rc16 %rD, %rA, %rB, 1;", D32, ref_prmtrc16},
    {"setp.lt.s32 %p0, %rA, %rB; selp.b32 %rD, %rA, %rC, %p0;", D32, ref_selp32},
    {"slct.u32.s32 %rD, %rA, %rB, %rC;", D32, ref_slct32},
    {"slct.b64.f32 %rdD, %rdA, %rdB, %fC;", D64, ref_slctf},
    {"setp.lt.s32 %pD, %rA, %rB;", DPRED, ref_lts32},
    {"setp.lo.u16 %pD, %hA, %hB;", DPRED, ref_ltu16},
    {"setp.hs.u64 %pD, %rdA, %rdB;", DPRED, ref_geu64},
    {"setp.lt.f32 %pD, %fA, %fB;", DPRED, ref_ltf},
    {"setp.ne.f32 %pD, %fA, %fB;", DPRED, ref_nef},
    {"setp.neu.f32 %pD, %fA, %fB;", DPRED, ref_neuf},
    {"setp.gtu.f64 %pD, %fdA, %fdB;", DPRED, ref_gtud},
    {"setp.num.f64 %pD, %fdA, %fdB;", DPRED, ref_numd},
    {"setp.ge.u32 %p0, %rA, 9; setp.gt.and.s32 %pD, %rA, %rB, !%p0;", DPRED, ref_setpand},
    {"set.le.u32.s32 %rD, %rA, %rB;", D32, ref_setle},
    {"set.eq.f32.s32 %fD, %rA, %rB;", DF32, ref_setf},
    {"testp.finite.f32 %pD, %fA;", DPRED, ref_finite},
    {"testp.subnormal.f32 %pD, %fA;", DPRED, ref_subnormal},
    {"add.f32 %fD, %fA, %fB;", DF32, ref_fadd}, {"sub.rn.f64 %fdD, %fdA, %fdB;", DF64, ref_fsub},
    {"mul.f32 %fD, %fA, %fB;", DF32, ref_fmul}, {"mul.ftz.f32 %fD, %fA, %fB;", DF32, ref_fmulftz},
    {"add.sat.f32 %fD, %fA, %fB;", DF32, ref_faddsat},
    {"fma.rn.f32 %fD, %fA, %fB, %fC;", DF32, ref_ffma},
    {"mad.f32 %fD, %fA, %fB, %fC;", DF32, ref_ffma},
    {"fma.rn.f64 %fdD, %fdA, %fdB, %fdC;", DF64, ref_dfma},
    {"div.rn.f32 %fD, %fA, %fB;", DF32, ref_fdiv}, {"div.full.f32 %fD, %fA, %fB;", DF32, ref_fdiv},
    {"div.rn.f64 %fdD, %fdA, %fdB;", DF64, ref_ddiv}, {"rcp.approx.f32 %fD, %fA;", DF32, ref_frcp},
    {"sqrt.rn.f32 %fD, %fA;", DF32, ref_fsqrt}, {"sqrt.rn.f64 %fdD, %fdA;", DF64, ref_dsqrt},
    {"abs.f32 %fD, %fA;", DF32, ref_fabs}, {"neg.f32 %fD, %fA;", DF32, ref_fneg},
    {"min.f32 %fD, %fA, %fB;", DF32, ref_fmin}, {"max.f64 %fdD, %fdA, %fdB;", DF64, ref_dmax},
    {"min.NaN.f32 %fD, %fA, %fB;", DF32, ref_fminnan},
    {"copysign.f32 %fD, %fA, %fB;", DF32, ref_fcopysign},
    {"cvt.rzi.s32.f32 %rD, %fA;", D32, ref_f2s32}, {"cvt.rni.u32.f32 %rD, %fA;", D32, ref_f2u32},
    {"cvt.rmi.s8.f32 %rD, %fA;", D32, ref_f2s8}, {"cvt.rzi.u64.f32 %rdD, %fA;", D64, ref_f2u64},
    {"cvt.rzi.s64.f64 %rdD, %fdA;", D64, ref_d2s64}, {"cvt.rpi.s32.f64 %rD, %fdA;", D32, ref_d2s32},
    {"cvt.rn.f32.s32 %fD, %rA;", DF32, ref_s2f}, {"cvt.rn.f32.u32 %fD, %rA;", DF32, ref_u2f},
    {"cvt.rn.f32.u64 %fD, %rdA;", DF32, ref_u64f}, {"cvt.rn.f64.s64 %fdD, %rdA;", DF64, ref_s64d},
    {"cvt.rn.f32.f64 %fD, %fdA;", DF32, ref_d2f}, {"cvt.f64.f32 %fdD, %fA;", DF64, ref_f2d},
    {"cvt.rni.f32.f32 %fD, %fA;", DF32, ref_frni}, {"cvt.rmi.f32.f32 %fD, %fA;", DF32, ref_frmi},
    {"cvt.sat.f32.f32 %fD, %fA;", DF32, ref_fsat}, {"cvt.s32.s8 %rD, %rA;", D32, ref_s8s32},
    {"cvt.u64.u8 %rdD, %rdA;", D64, ref_u8u64}, {"cvt.s64.s16 %rdD, %hA;", D64, ref_s16s64},
    {"cvt.sat.u8.s32 %rD, %rA;", D32, ref_satu8s32},
    {"cvt.sat.s16.u32 %hD, %rA;", D16, ref_sats16u32},
    {"cvt.sat.s32.s64 %rD, %rdA;", D32, ref_sats32s64},
    {SPLIT "add.cc.u32 %r16, %r10, %r12; addc.u32 %rD, %r11, %r13;", D32, ref_addcc_hi},
    {SPLIT "sub.cc.u32 %r16, %r10, %r12; subc.u32 %rD, %r11, %r13;", D32, ref_subcc_hi},
    {SPLIT "mad.lo.cc.u32 %r16, %rA, %rB, %rC; madc.hi.u32 %rD, %rA, %rB, %r15;", D32,
     ref_madcc_hi},
};

/* clang-format on */

static const uint64_t VALUES[32] = {
    0, 1, 2, 5, 31, 32, 33, 64, 0xff, 0x7f, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff,
    UINT64_C(0x8000000000000000), UINT64_MAX, UINT64_C(0x7fffffffffffffff),
    UINT64_C(0x3ff000003f800000), UINT64_C(0xc00400004020cccd), UINT64_C(0x7ff800007fc00000),
    UINT64_C(0x7ff000007f800000), UINT64_C(0xfff00000ff800000), UINT64_C(0x0000000100000001),
    UINT64_C(0x4059200042c90000), UINT64_C(0xc1e00000cf000000), UINT64_C(0x41dfffffffc00000),
    UINT64_C(0x43e000004f000000), UINT64_C(0xbfe00000bf000000), UINT64_C(0x123456789abcdef0),
    UINT64_C(0xfedcba9876543210), UINT64_C(0x3fe000003f000001)};

static uint64_t narrow(uint64_t v, result_t result)
{
    switch (result) {
    case D16: return v & 0xffff;
    case D32: case DF32: return v & 0xffffffff;
    case DPRED: return v & 1;
    default: return v;
    }
}

static bool same(uint64_t found, uint64_t wanted, result_t result)
{
    if (found == wanted) return true;
    if (result == DF32) return isnan(as_f(found)) && isnan(as_f(wanted));
    return result == DF64 && isnan(as_d(found)) && isnan(as_d(wanted));
}

static const char *store_of(result_t result)
{
    switch (result) {
    case D16: return "st.global.u16 [%out], %hD;\n";
    case D32: return "st.global.u32 [%out], %rD;\n";
    case DF32: return "st.global.f32 [%out], %fD;\n";
    case DF64: return "st.global.f64 [%out], %fdD;\n";
    case DPRED: return "selp.u32 %rD, 1, 0, %pD;\nst.global.u32 [%out], %rD;\n";
    default: return "st.global.u64 [%out], %rdD;\n";
    }
}

static void check_row(const row_t *row, uint32_t lanes)
{
    static char body[4096];
    fix_t x;
    snprintf(body, sizeof body,
             ".reg .b16 %%hA, %%hB, %%hC, %%hD;\n.reg .b32 %%rA, %%rB, %%rC, %%rD;\n"
             ".reg .b64 %%rdA, %%rdB, %%rdC, %%rdD;\n.reg .f32 %%fA, %%fB, %%fC, %%fD;\n"
             ".reg .f64 %%fdA, %%fdB, %%fdC, %%fdD;\n.reg .pred %%pD;\n"
             "mad.wide.u32 %%rd1, %%t, 24, %%in;\nld.global.u64 %%rdA, [%%rd1];\n"
             "ld.global.u64 %%rdB, [%%rd1+8];\nld.global.u64 %%rdC, [%%rd1+16];\n"
             "cvt.u32.u64 %%rA, %%rdA; cvt.u32.u64 %%rB, %%rdB; cvt.u32.u64 %%rC, %%rdC;\n"
             "cvt.u16.u64 %%hA, %%rdA; cvt.u16.u64 %%hB, %%rdB; cvt.u16.u64 %%hC, %%rdC;\n"
             "mov.b32 %%fA, %%rA; mov.b32 %%fB, %%rB; mov.b32 %%fC, %%rC;\n"
             "mov.b64 %%fdA, %%rdA; mov.b64 %%fdB, %%rdB; mov.b64 %%fdC, %%rdC;\n%s\n%s",
             row->text, store_of(row->result));
    static char text[8192];
    snprintf(text, sizeof text, "%s%s%s%s", FIX_HEAD, FIX_ENTRY, body, FIX_TAIL);
    if (!fix_open(&x, text, 1024, lanes)) fail_msg("%s: %s", row->text, x.err.text);
    uint64_t *in = gmem_host(x.gmem, x.in_addr);
    for (uint32_t i = 0; i < 1024; i++) {
        in[3 * i] = VALUES[i % 32];
        in[3 * i + 1] = VALUES[i / 32];
        in[3 * i + 2] = VALUES[(i * 7 + i / 32 + 3) % 32];
    }
    if (!fix_run(&x)) fail_msg("%s: %s", row->text, x.err.text);
    for (uint32_t i = 0; i < 1024; i++) {
        const uint64_t raw = row->ref(in[3 * i], in[3 * i + 1], in[3 * i + 2]);
        const uint64_t wanted = narrow(raw, row->result);
        if (same(fix_out(&x, i), wanted, row->result)) continue;
        fail_msg("%s: of %llx %llx %llx found %llx, expected %llx", row->text,
                 (unsigned long long)in[3 * i], (unsigned long long)in[3 * i + 1],
                 (unsigned long long)in[3 * i + 2], (unsigned long long)fix_out(&x, i),
                 (unsigned long long)wanted);
    }
    fix_free(&x);
}

static void every_instruction_equals_its_c_expression(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) check_row(&ROWS[i], 32);
}

static void so_it_does_with_eight_lanes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i += 5) check_row(&ROWS[i], 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_instruction_equals_its_c_expression),
        cmocka_unit_test(so_it_does_with_eight_lanes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
