/* test_ptx_types.c - the types of an instruction that test_ptx_arith.c leaves out, against C expressions. */
#include "ptx_lanes_ref.h"
#include "ptx_row.h"

__extension__ typedef unsigned __int128 types_u128;

static uint16_t types_rem(int32_t a, int32_t b) { return (uint16_t)(b ? a % b : -1); }

static double types_min(double x, double y)
{
    if (x != x || y != y) return x != x ? y : x;
    return x < y || (x == y && signbit(x)) ? x : y;
}

static uint32_t types_find(uint64_t x)
{
    uint32_t n = UINT32_MAX;
    for (uint32_t i = 0; i < 64; i++)
        if (x >> i & 1) n = i;
    return n;
}

/* clang-format off */
REF(ref_subu16, ah - bh) REF(ref_subf, f32_bits(fa - fb)) REF(ref_muld, f64_bits(da * db))
REF(ref_madu16, ah * bh + ch) REF(ref_madd, f64_bits(fma(da, db, dc)))
REF(ref_mad24u, (a & 0xffffff) * (b & 0xffffff) + c)
REF(ref_remu16, types_rem(ah, bh)) REF(ref_rems16, types_rem(sah, sbh)) REF(ref_remu64, B ? A % B : UINT64_MAX)
REF(ref_sadu16, ch + (ah > bh ? ah - bh : bh - ah)) REF(ref_sads16, ch + (sah > sbh ? sah - sbh : sbh - sah))
REF(ref_sadu64, C + (A > B ? A - B : B - A)) REF(ref_sads64, C + (sA > sB ? A - B : B - A))
REF(ref_abss64, sA < 0 ? 0 - A : A) REF(ref_absd, f64_bits(fabs(da))) REF(ref_negs16, -sah) REF(ref_negs32, 0 - a)
REF(ref_negd, f64_bits(-da)) REF(ref_minu16, ah < bh ? ah : bh) REF(ref_minu64, A < B ? A : B)
REF(ref_mins64, sA < sB ? sA : sB) REF(ref_mind, f64_bits(types_min(da, db))) REF(ref_maxu16, ah > bh ? ah : bh)
REF(ref_maxs16, sah > sbh ? sah : sbh) REF(ref_maxs32, sa > sb ? sa : sb)
REF(ref_maxf, f32_bits((float)-types_min(-fa, -fb)))
REF(ref_cnot16, ah == 0) REF(ref_cnot32, a == 0) REF(ref_and16, ah & bh) REF(ref_or16, ah | bh)
REF(ref_not16, ~ah) REF(ref_not64, ~A) REF(ref_orp, (a < b) | (sa < sb)) REF(ref_xorp, (a < b) ^ (sa < sb))
REF(ref_notp, !(a < b)) REF(ref_shru16, b > 15 ? 0 : ah >> b) REF(ref_finds32, types_find(sa < 0 ? ~a : a))
REF(ref_findu64, types_find(A)) REF(ref_copyd, f64_bits(copysign(db, da))) REF(ref_finited, isfinite(da))
REF(ref_movd, A) REF(ref_selu16, a < b ? ah : ch) REF(ref_self, a < b ? a : c) REF(ref_seld, a < b ? A : C)
REF(ref_slctu16, sc >= 0 ? ah : bh) REF(ref_slctd, sc >= 0 ? A : B)
REF(ref_lts16, sah < sbh) REF(ref_lts64, sA < sB) REF(ref_sets16, sah < sbh ? UINT32_MAX : 0)
REF(ref_setu64, A < B ? UINT32_MAX : 0) REF(ref_sets64, sA < sB ? UINT32_MAX : 0) REF(ref_setd, da < db ? UINT32_MAX : 0)
REF(ref_addcu64, ((types_u128)A + B) >> 64) REF(ref_subcu64, A - B - (B < C))
REF(ref_madcu64, (uint64_t)(A * B) + C + (A + B < A)) REF(ref_frcpd, f64_bits(1.0 / da))

static const row_t ROWS[] = {
    {"sub.u16 %hD, %hA, %hB;", D16, ref_subu16}, {"sub.f32 %fD, %fA, %fB;", DF32, ref_subf},
    {"mul.f64 %fdD, %fdA, %fdB;", DF64, ref_muld}, {"mad.lo.u16 %hD, %hA, %hB, %hC;", D16, ref_madu16},
    {"mad.rn.f64 %fdD, %fdA, %fdB, %fdC;", DF64, ref_madd}, {"mad24.lo.u32 %rD, %rA, %rB, %rC;", D32, ref_mad24u},
    {"rem.u16 %hD, %hA, %hB;", D16, ref_remu16}, {"rem.s16 %hD, %hA, %hB;", D16, ref_rems16},
    {"rem.u64 %rdD, %rdA, %rdB;", D64, ref_remu64}, {"sad.u16 %hD, %hA, %hB, %hC;", D16, ref_sadu16},
    {"sad.s16 %hD, %hA, %hB, %hC;", D16, ref_sads16}, {"sad.u64 %rdD, %rdA, %rdB, %rdC;", D64, ref_sadu64},
    {"sad.s64 %rdD, %rdA, %rdB, %rdC;", D64, ref_sads64}, {"abs.s64 %rdD, %rdA;", D64, ref_abss64},
    {"abs.f64 %fdD, %fdA;", DF64, ref_absd}, {"neg.s16 %hD, %hA;", D16, ref_negs16}, {"neg.s32 %rD, %rA;", D32, ref_negs32},
    {"neg.f64 %fdD, %fdA;", DF64, ref_negd}, {"min.u16 %hD, %hA, %hB;", D16, ref_minu16},
    {"min.u64 %rdD, %rdA, %rdB;", D64, ref_minu64}, {"min.s64 %rdD, %rdA, %rdB;", D64, ref_mins64},
    {"min.f64 %fdD, %fdA, %fdB;", DF64, ref_mind}, {"max.u16 %hD, %hA, %hB;", D16, ref_maxu16},
    {"max.s16 %hD, %hA, %hB;", D16, ref_maxs16}, {"max.s32 %rD, %rA, %rB;", D32, ref_maxs32},
    {"max.f32 %fD, %fA, %fB;", DF32, ref_maxf}, {"cnot.b16 %hD, %hA;", D16, ref_cnot16}, {"cnot.b32 %rD, %rA;", D32, ref_cnot32},
    {"and.b16 %hD, %hA, %hB;", D16, ref_and16}, {"or.b16 %hD, %hA, %hB;", D16, ref_or16}, {"not.b16 %hD, %hA;", D16, ref_not16},
    {"not.b64 %rdD, %rdA;", D64, ref_not64},
    {"setp.lt.u32 %p1, %rA, %rB; setp.lt.s32 %p2, %rA, %rB; or.pred %pD, %p1, %p2;", DPRED, ref_orp},
    {"setp.lt.u32 %p1, %rA, %rB; setp.lt.s32 %p2, %rA, %rB; xor.pred %pD, %p1, %p2;", DPRED, ref_xorp},
    {"setp.lt.u32 %p1, %rA, %rB; not.pred %pD, %p1;", DPRED, ref_notp}, {"shr.u16 %hD, %hA, %rB;", D16, ref_shru16},
    {"bfind.s32 %rD, %rA;", D32, ref_finds32}, {"bfind.u64 %rD, %rdA;", D32, ref_findu64},
    {"copysign.f64 %fdD, %fdA, %fdB;", DF64, ref_copyd}, {"testp.finite.f64 %pD, %fdA;", DPRED, ref_finited},
    {"mov.f64 %fdD, %fdA;", DF64, ref_movd}, {"setp.lt.u32 %p1, %rA, %rB; selp.u16 %hD, %hA, %hC, %p1;", D16, ref_selu16},
    {"setp.lt.u32 %p1, %rA, %rB; selp.f32 %fD, %fA, %fC, %p1;", DF32, ref_self},
    {"setp.lt.u32 %p1, %rA, %rB; selp.f64 %fdD, %fdA, %fdC, %p1;", DF64, ref_seld},
    {"slct.u16.s32 %hD, %hA, %hB, %rC;", D16, ref_slctu16}, {"slct.f64.s32 %fdD, %fdA, %fdB, %rC;", DF64, ref_slctd},
    {"setp.lt.s16 %pD, %hA, %hB;", DPRED, ref_lts16}, {"setp.lt.s64 %pD, %rdA, %rdB;", DPRED, ref_lts64},
    {"set.lt.u32.s16 %rD, %hA, %hB;", D32, ref_sets16}, {"set.lt.u32.u64 %rD, %rdA, %rdB;", D32, ref_setu64},
    {"set.lt.u32.s64 %rD, %rdA, %rdB;", D32, ref_sets64}, {"set.lt.u32.f64 %rD, %fdA, %fdB;", D32, ref_setd},
    {"add.cc.u64 %rd9, %rdA, %rdB; addc.u64 %rdD, 0, 0;", D64, ref_addcu64},
    {"sub.cc.u64 %rd9, %rdB, %rdC; subc.u64 %rdD, %rdA, %rdB;", D64, ref_subcu64},
    {"add.cc.u64 %rd9, %rdA, %rdB; madc.lo.u64 %rdD, %rdA, %rdB, %rdC;", D64, ref_madcu64},
    {"rcp.rn.f64 %fdD, %fdA;", DF64, ref_frcpd},
};
/* clang-format on */

static void every_type_equals_its_c_expression(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) check_row(&ROWS[i], 32);
}

static uint32_t dot_unsigned(uint32_t a, uint32_t b, uint32_t c)
{
    for (uint32_t i = 0; i < 32; i += 8) c += (a >> i & 255) * (b >> i & 255);
    return c;
}

static uint32_t dot_signed(uint32_t a, uint32_t b, uint32_t c)
{
    for (uint32_t i = 0; i < 32; i += 8) c += (uint32_t)((int8_t)(a >> i) * (int8_t)(b >> i));
    return c;
}

static uint32_t difference(uint32_t a, uint32_t b, uint32_t c)
{
    (void)c;
    return a - b;
}

static uint32_t sums_of_bytes(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t r = 0;
    (void)c;
    for (uint32_t i = 0; i < 32; i += 8) r |= (((a >> i) + (b >> i)) & 255) << i;
    return r;
}

static uint32_t least_of_bytes(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t r = 0;
    (void)c;
    for (uint32_t i = 0; i < 32; i += 8) r |= ((int8_t)(a >> i) < (int8_t)(b >> i) ? a >> i & 255 : b >> i & 255) << i;
    return r;
}

static uint32_t most_of_bytes(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t r = 0;
    (void)c;
    for (uint32_t i = 0; i < 32; i += 8) r |= ((a >> i & 255) > (b >> i & 255) ? a >> i & 255 : b >> i & 255) << i;
    return r;
}

static uint32_t most_of_halves(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t r = 0;
    (void)c;
    for (uint32_t i = 0; i < 32; i += 16)
        r |= ((a >> i & 65535) > (b >> i & 65535) ? a >> i & 65535 : b >> i & 65535) << i;
    return r;
}

static uint32_t smaller_halves(uint32_t a, uint32_t b, uint32_t c)
{
    return (c & 0) | ((int16_t)a < (int16_t)b) | (uint32_t)((int16_t)(a >> 16) < (int16_t)(b >> 16)) << 16;
}

static uint32_t averages_of_halves(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t r = 0;
    (void)c;
    for (uint32_t i = 0; i < 32; i += 16) r |= ((a >> i & 65535) + (b >> i & 65535) + 1) / 2 << i;
    return r;
}

static uint32_t averages_of_bytes(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t r = 0;
    (void)c;
    for (uint32_t i = 0; i < 32; i += 8) {
        const int32_t sum = (int8_t)(a >> i) + (int8_t)(b >> i);
        r |= (uint32_t)((sum + (sum > 0)) >> 1 & 255) << i; /* halves away from zero */
    }
    return r;
}

/* A bf16 is the upper half of an f32. */
static bool bf16_less(uint32_t a, uint32_t b) { return f32_of(a << 16) < f32_of(b << 16); }

static uint32_t less_low(uint32_t a, uint32_t b, uint32_t c) { return (c & 0) | bf16_less(a, b); }

static uint32_t less_both(uint32_t a, uint32_t b, uint32_t c)
{
    return (c & 0) | (bf16_less(a, b) ? 0x3f80u : 0) | (bf16_less(a >> 16, b >> 16) ? 0x3f800000u : 0);
}

static void parts_of_words(void **state)
{
    (void)state;
    ref_run("dp4a.u32.u32 %r4, %r1, %r2, %r3;", dot_unsigned);
    ref_run("dp4a.s32.s32 %r4, %r1, %r2, %r3;", dot_signed);
    ref_run("vsub.s32.s32.s32 %r4, %r1, %r2;", difference);
    ref_run("vadd4.u32.u32.u32 %r4, %r1, %r2, %r3;", sums_of_bytes);
    ref_run("vmin4.s32.s32.s32 %r4, %r1, %r2, %r3;", least_of_bytes);
    ref_run("vmax4.u32.u32.u32 %r4, %r1, %r2, %r3;", most_of_bytes);
    ref_run("vmax2.u32.u32.u32 %r4, %r1, %r2, %r3;", most_of_halves);
    ref_run("vset2.s32.s32.lt %r4, %r1, %r2, %r3;", smaller_halves);
    ref_run("vavrg4.s32.s32.s32 %r4, %r1, %r2, %r3;", averages_of_bytes);
    ref_run("cvt.u16.u32 %h1, %r1;\ncvt.u16.u32 %h2, %r2;\nsetp.lt.bf16 %p1, %h1, %h2;\nselp.u32 %r4, 1, 0, %p1;",
            less_low);
    ref_run("set.lt.bf16x2.bf16x2 %r4, %r1, %r2;", less_both);
    ref_run("vavrg2.u32.u32.u32 %r4, %r1, %r2, %r3;", averages_of_halves);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_type_equals_its_c_expression),
                                       cmocka_unit_test(parts_of_words)};
    return cmocka_run_group_tests_name("ptx_types", tests, NULL, NULL);
}
