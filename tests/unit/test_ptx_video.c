/* test_ptx_video.c - video instructions, bit counts, dot products and packs against plain C. */
#include "ptx_lanes_ref.h"

typedef long long wide_t;
__extension__ typedef __int128 huge_t;

static wide_t least(wide_t x, wide_t y) { return x < y ? x : y; }

static wide_t most(wide_t x, wide_t y) { return x > y ? x : y; }

static uint32_t add_sat_parts(uint32_t a, uint32_t b, uint32_t c)
{
    (void)c;
    return (uint32_t)((wide_t)(uint8_t)a + (int16_t)(b >> 16));
}

static uint32_t add_merge(uint32_t a, uint32_t b, uint32_t c)
{
    const wide_t r = (wide_t)(int8_t)(a >> 24) + (int32_t)b;
    return (c & 0xffff00ff) | ((uint32_t)least(most(r, -128), 127) & 0xff) << 8;
}

static uint32_t sub_min(uint32_t a, uint32_t b, uint32_t c)
{
    return (uint32_t)least(least(most((wide_t)a - b, 0), UINT32_MAX), c);
}

static uint32_t absdiff_add(uint32_t a, uint32_t b, uint32_t c)
{
    const wide_t p = (int16_t)a, q = (int16_t)b;
    return (uint32_t)(p > q ? p - q : q - p) + c;
}

static uint32_t max_max(uint32_t a, uint32_t b, uint32_t c)
{
    return (uint32_t)most(most((int32_t)a, (wide_t)b), (int32_t)c);
}

static uint32_t min_half(uint32_t a, uint32_t b, uint32_t c)
{
    return (c & 0xffff) | (uint32_t)least((int8_t)(a >> 8), (uint8_t)b) << 16;
}

static uint32_t set_add(uint32_t a, uint32_t b, uint32_t c) { return ((wide_t)a < (int32_t)b) + c; }

static uint32_t limited(huge_t r, huge_t low, huge_t high) { return (uint32_t)(r > high ? high : r < low ? low : r); }

static uint32_t shift_left(uint32_t a, uint32_t b, uint32_t c)
{
    (void)c;
    return limited((huge_t)(int32_t)a << least((uint8_t)b, 32), INT32_MIN, INT32_MAX);
}

static uint32_t shift_left_unsigned(uint32_t a, uint32_t b, uint32_t c)
{
    return limited((huge_t)a << least((uint8_t)b, 32), 0, c);
}

static uint32_t shift_right(uint32_t a, uint32_t b, uint32_t c) { return (uint32_t)((int32_t)a >> (b & 31)) + c; }

static uint32_t mad_minus(uint32_t a, uint32_t b, uint32_t c)
{
    return (uint32_t)(-((wide_t)(int8_t)a * (int16_t)(b >> 16)) + (int32_t)c);
}

static uint32_t mad_scaled(uint32_t a, uint32_t b, uint32_t c)
{
    return limited(((huge_t)(int32_t)a * (int32_t)b + (int32_t)c + 1) >> 15, INT32_MIN, INT32_MAX);
}

static uint32_t mad_unsigned(uint32_t a, uint32_t b, uint32_t c) { return limited(((huge_t)a * b + c) >> 7, 0, ~0u); }

static void scalar_forms(void **state)
{
    (void)state;
    ref_run("vadd.s32.u32.s32.sat %r4, %r1.b0, %r2.h1;", add_sat_parts);
    ref_run("vadd.s32.s32.s32.sat %r4.b1, %r1.b3, %r2, %r3;", add_merge);
    ref_run("vsub.u32.u32.u32.sat.min %r4, %r1, %r2, %r3;", sub_min);
    ref_run("vabsdiff.u32.s32.s32.add %r4, %r1.h0, %r2.h0, %r3;", absdiff_add);
    ref_run("vmax.s32.s32.u32.max %r4, %r1, %r2, %r3;", max_max);
    ref_run("vmin.s32.s32.u32 %r4.h1, %r1.b1, %r2.b0, %r3;", min_half);
    ref_run("vset.u32.s32.lt.add %r4, %r1, %r2, %r3;", set_add);
    ref_run("vshl.s32.s32.u32.sat.clamp %r4, %r1, %r2.b0;", shift_left);
    ref_run("vshl.u32.u32.u32.sat.clamp.min %r4, %r1, %r2.b0, %r3;", shift_left_unsigned);
    ref_run("vshl.u32.u32.u32.clamp.min %r4, %r1, %r2.b0, %r3;", shift_left_unsigned);
    ref_run("vshr.s32.s32.u32.wrap.add %r4, %r1, %r2, %r3;", shift_right);
    ref_run("vmad.s32.s32.s32 %r4, -%r1.b0, %r2.h1, %r3;", mad_minus);
    ref_run("vmad.s32.s32.s32.po.sat.shr15 %r4, %r1, %r2, %r3;", mad_scaled);
    ref_run("vmad.u32.u32.u32.sat.shr7 %r4, %r1, %r2, %r3;", mad_unsigned);
}

/* Applies f to the n parts of a and b, chosen by a digit string each, and merges into c or adds to it. */
typedef wide_t part_fn_t(wide_t a, wide_t b);
typedef struct {
    part_fn_t *f;
    uint32_t n;
    const char *a, *b; /* highest part first */
    bool a_signed, b_signed, sat, sat_signed, add;
    uint32_t mask;
} simd_t;
static simd_t simd;

static wide_t piece(uint64_t both, char digit, uint32_t bits, bool is_signed)
{
    const wide_t v = (wide_t)(both >> ((uint32_t)(digit - '0') * bits) & ((1u << bits) - 1));
    return is_signed && v >= 1 << (bits - 1) ? v - (1 << bits) : v;
}

static uint32_t simd_ref(uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t bits = 32 / simd.n;
    uint32_t d = simd.add ? c : 0;
    for (uint32_t i = 0; i < simd.n; i++) {
        const uint32_t ones = ((1u << bits) - 1) << i * bits;
        const uint64_t both = (uint64_t)b << 32 | a;
        const bool chosen = simd.mask >> i & 1;
        wide_t r = simd.f(piece(both, simd.a[simd.n - 1 - i], bits, simd.a_signed),
                          piece(both, simd.b[simd.n - 1 - i], bits, simd.b_signed));
        const wide_t top = simd.sat_signed ? (1 << (bits - 1)) - 1 : (1 << bits) - 1;
        if (simd.sat) r = least(most(r, simd.sat_signed ? -top - 1 : 0), top);
        if (simd.add) d += chosen ? (uint32_t)r : 0;
        else d |= (chosen ? (uint32_t)r << i * bits : c) & ones;
    }
    return d;
}

static wide_t plus(wide_t a, wide_t b) { return a + b; }

static wide_t minus(wide_t a, wide_t b) { return a - b; }

static wide_t apart(wide_t a, wide_t b) { return a > b ? a - b : b - a; }

static wide_t average(wide_t a, wide_t b) /* halves away from zero */
{
    const wide_t s = a + b;
    return s >= 0 ? (s + 1) / 2 : -((1 - s) / 2);
}

static wide_t under(wide_t a, wide_t b) { return a < b; }

static wide_t same(wide_t a, wide_t b) { return a == b; }

static void simd_forms(void **state)
{
    static const struct {
        const char *inst;
        simd_t s;
    } ROWS[] = {
        {"vadd2.u32.u32.u32 %r4, %r1, %r2, %r3;", {plus, 2, "10", "32", 0, 0, 0, 0, 0, 3}},
        {"vadd2.s32.s32.u32.sat %r4.h1, %r1.h01, %r2.h13, %r3;", {plus, 2, "01", "13", 1, 0, 1, 1, 0, 2}},
        {"vsub2.s32.u32.u32.add %r4.h0, %r1, %r2, %r3;", {minus, 2, "10", "32", 0, 0, 0, 0, 1, 1}},
        {"vsub4.u32.s32.u32.sat %r4, %r1, %r2, %r3;", {minus, 4, "3210", "7654", 1, 0, 1, 0, 0, 15}},
        {"vadd4.s32.s32.s32.sat %r4.b310, %r1.b7130, %r2.b4444, %r3;", {plus, 4, "7130", "4444", 1, 1, 1, 1, 0, 11}},
        {"vavrg2.s32.s32.s32 %r4, %r1, %r2, %r3;", {average, 2, "10", "32", 1, 1, 0, 0, 0, 3}},
        {"vavrg4.u32.u32.u32.add %r4, %r1, %r2, %r3;", {average, 4, "3210", "7654", 0, 0, 0, 0, 1, 15}},
        {"vabsdiff2.u32.s32.s32.sat %r4, %r1, %r2, %r3;", {apart, 2, "10", "32", 1, 1, 1, 0, 0, 3}},
        {"vabsdiff4.u32.u32.u32 %r4, %r1, %r2, %r3;", {apart, 4, "3210", "7654", 0, 0, 0, 0, 0, 15}},
        {"vabsdiff4.u32.s32.u32.add %r4, %r1, %r2, %r3;", {apart, 4, "3210", "7654", 1, 0, 0, 0, 1, 15}},
        {"vmin2.s32.s32.u32 %r4, %r1, %r2, %r3;", {least, 2, "10", "32", 1, 0, 0, 0, 0, 3}},
        {"vmin4.u32.u32.u32 %r4, %r1, %r2, %r3;", {least, 4, "3210", "7654", 0, 0, 0, 0, 0, 15}},
        {"vmax2.s32.s32.s32.add %r4, %r1, %r2, %r3;", {most, 2, "10", "32", 1, 1, 0, 0, 1, 3}},
        {"vmax4.s32.s32.s32 %r4.b2, %r1.b0123, %r2, %r3;", {most, 4, "0123", "7654", 1, 1, 0, 0, 0, 4}},
        {"vset2.u32.u32.lt %r4, %r1, %r2, %r3;", {under, 2, "10", "32", 0, 0, 0, 0, 0, 3}},
        {"vset4.s32.u32.eq.add %r4.b20, %r1, %r2, %r3;", {same, 4, "3210", "7654", 1, 0, 0, 0, 1, 5}}};
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        simd = ROWS[i].s;
        ref_run(ROWS[i].inst, simd_ref);
    }
}

static uint32_t dot_low(uint32_t a, uint32_t b, uint32_t c)
{
    return c + (uint32_t)((int16_t)a * (uint8_t)b + (int16_t)(a >> 16) * (uint8_t)(b >> 8));
}

static uint32_t dot_high(uint32_t a, uint32_t b, uint32_t c)
{
    return c + (uint32_t)((uint16_t)a * (int8_t)(b >> 16) + (uint16_t)(a >> 16) * (int8_t)(b >> 24));
}

static uint32_t mad24_sat(uint32_t a, uint32_t b, uint32_t c)
{
    const wide_t p = ((wide_t)((int32_t)(a << 8) >> 8) * ((int32_t)(b << 8) >> 8) >> 16) + (int32_t)c;
    return (uint32_t)least(most(p, INT32_MIN), INT32_MAX);
}

static uint32_t third_one(uint32_t a, uint32_t b, uint32_t c)
{
    (void)c;
    for (uint32_t at = b & 31, seen = 0; at < 32; at++)
        if (a & 1u << at && ++seen == 3) return at;
    return UINT32_MAX;
}

static uint32_t second_one_down(uint32_t a, uint32_t b, uint32_t c)
{
    (void)c;
    for (int at = (int)(b & 31), seen = 0; at >= 0; at--)
        if (a & 1u << at && ++seen == 2) return (uint32_t)at;
    return UINT32_MAX;
}

static uint32_t is_one(uint32_t a, uint32_t b, uint32_t c)
{
    (void)c;
    return a & 1u << (b & 31) ? b & 31 : UINT32_MAX;
}

static uint32_t pack_u8(uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t x = (uint32_t)least(most((int32_t)a, 0), 255), y = (uint32_t)least(most((int32_t)b, 0), 255);
    return c << 16 | x << 8 | y;
}

static uint32_t pack_s4(uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t x = (uint32_t)least(most((int32_t)a, -8), 7) & 15, y = (uint32_t)least(most((int32_t)b, -8), 7) & 15;
    return c << 8 | x << 4 | y;
}

static uint32_t pack_s16(uint32_t a, uint32_t b, uint32_t c)
{
    (void)c;
    const wide_t x = least(most((int32_t)a, -32768), 32767), y = least(most((int32_t)b, -32768), 32767);
    return (uint32_t)x << 16 | (uint16_t)y;
}

static uint32_t table_and_predicate(uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t r = (a & b) | (~a & c); /* 0xca */
    return r != 0 || (int32_t)a >= 0 ? r + 1 : r;
}

static uint32_t select_not(uint32_t a, uint32_t b, uint32_t c) { return (int32_t)a < (int32_t)b ? c : a; }

static uint32_t not_and(uint32_t a, uint32_t b, uint32_t c) { return a >= b && b < c ? 1 : 0; }

static uint32_t bytes_turned(uint32_t a, uint32_t b, uint32_t c)
{
    (void)b, (void)c;
    return __builtin_bswap32(a);
}

static void integers(void **state)
{
    (void)state;
    ref_run("dp2a.lo.s32.u32 %r4, %r1, %r2, %r3;", dot_low);
    ref_run("dp2a.hi.u32.s32 %r4, %r1, %r2, %r3;", dot_high);
    ref_run("mad24.hi.sat.s32 %r4, %r1, %r2, %r3;", mad24_sat);
    ref_run("and.b32 %r2, %r2, 31; fns.b32 %r4, %r1, %r2, 3;", third_one);
    ref_run("and.b32 %r2, %r2, 31; fns.b32 %r4, %r1, %r2, -2;", second_one_down);
    ref_run("and.b32 %r2, %r2, 31; fns.b32 %r4, %r1, %r2, 0;", is_one);
    ref_run("cvt.pack.sat.u8.s32.b32 %r4, %r1, %r2, %r3;", pack_u8);
    ref_run("cvt.pack.sat.s4.s32.b32 %r4, %r1, %r2, %r3;", pack_s4);
    ref_run("cvt.pack.sat.s16.s32 %r4, %r1, %r2;", pack_s16);
    ref_run("{ .reg .b8 b<4>; mov.b32 {b0, b1, b2, b3}, %r1; mov.b32 %r4, {b3, b2, b1, b0}; }", bytes_turned);
}

static void negated_predicates(void **state)
{
    (void)state;
    ref_run("setp.lt.s32 %p1, %r1, 0; lop3.or.b32 %r4|%p2, %r1, %r2, %r3, 0xca, !%p1; @%p2 add.u32 %r4, %r4, 1;",
            table_and_predicate);
    ref_run("setp.lt.s32 %p1, %r1, %r2; selp.b32 %r4, %r1, %r3, !%p1;", select_not);
    ref_run("setp.lt.u32 %p1, %r1, %r2; setp.ge.u32 %p2, %r2, %r3; mov.pred %p3, !%p2; and.pred %p4, !%p1, %p3; "
            "selp.u32 %r4, 1, 0, %p4;",
            not_and);
    fix_expect_error("", "add.s32 %r1, %r2.b0, 1;\n", "a register without sign or part");
    fix_expect_error("", "vadd.s32.s32.s32 %r1, %r2.b4, %r3;\n", ".b0 to .b3");
    fix_expect_error("", "vadd4.s32.s32.s32 %r1.b01, %r2, %r3, %r4;\n", "a mask");
}

static uint32_t constants(uint32_t a, uint32_t b, uint32_t c)
{
    (void)b, (void)c;
    return a + 19 + 2 + 7 + 12 + 1 + 0xfffffffb + 32 + 15 + 11 + 3;
}

static void constant_expressions(void **state)
{
    (void)state;
    ref_run("add.u32 %r4, %r1, (1 << 4) | 3; add.u32 %r4, %r4, -(3 - 5); add.u32 %r4, %r4, 5 > 3 ? 7 : 8;\n"
            "add.u32 %r4, %r4, (1+2)*4; add.u32 %r4, %r4, !0 && 7 % 3 == 1; add.u32 %r4, %r4, ~4; add.u32 %r4, %r4, "
            "WARP_SZ; add.u32 %r4, %r4, 017; add.u32 %r4, %r4, 0b1011U; add.u32 %r4, %r4, -1 < 0U ? 9 : 3;",
            constants);
    fix_expect_error("", "mov.u32 %r1, 5 / (3 - 3);\n", "division by zero");
    fix_expect_error("", "mov.u32 %r1, 5 + 0f3f800000;\n", "stands alone");
    fix_expect_error("", "mov.u32 %r1, 1.0 << 2;\n", "allowed: + - * /");
    fix_expect_error("", "mov.u32 %r1, (1;\n", "expected ')'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scalar_forms),       cmocka_unit_test(simd_forms),           cmocka_unit_test(integers),
        cmocka_unit_test(negated_predicates), cmocka_unit_test(constant_expressions),
    };
    return cmocka_run_group_tests_name("ptx_video", tests, NULL, NULL);
}
