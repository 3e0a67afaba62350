/* test_ptx_float.c - pairs of f32, mixed widths, minima of three and by sign, small formats, pairs of 16-bit integers.
 */
#include "ptx_lanes_ref.h"

#include "ptx/ptx_half.h"
#include "ptx/ptx_uop.h"

#include <math.h>

static uint32_t bits(float f) { return f != f ? 0x7fffffff : (uint32_t)f32_bits(f); }

static uint32_t least_by_sign(uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t x = a & 0x7fffffff, y = b & 0x7fffffff, nan = 0x7f800000;
    (void)c;
    if (x > nan && y > nan) return 0x7fffffff;
    const uint32_t r = x > nan ? y : y > nan ? x : x < y ? x : y;
    return r | ((a ^ b) & 0x80000000);
}

static uint32_t largest_magnitude(uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t v[3] = {a & 0x7fffffff, b & 0x7fffffff, c & 0x7fffffff};
    uint32_t r = 0;
    for (uint32_t i = 0; i < 3; i++) {
        if (v[i] > 0x7f800000) return 0x7fffffff;
        if (v[i] > r) r = v[i];
    }
    return r;
}

static uint32_t with_half(uint32_t a, uint32_t b, uint32_t c)
{
    (void)c;
    return bits((float)((double)ptx_half_to_float((uint16_t)a) + (double)f32_of(b)));
}

static uint32_t upper_of_pair(uint32_t a, uint32_t b, uint32_t c)
{
    return bits(fmaf(f32_of(b), f32_of(a), f32_of(c)));
}

static uint32_t least_pair(uint32_t a, uint32_t b, uint32_t c)
{
    int16_t lo = (int16_t)a < (int16_t)b ? (int16_t)a : (int16_t)b;
    int16_t hi = (int16_t)(a >> 16) < (int16_t)(b >> 16) ? (int16_t)(a >> 16) : (int16_t)(b >> 16);
    (void)c;
    lo = lo < 0 ? 0 : lo;
    hi = hi < 0 ? 0 : hi;
    return (uint32_t)(uint16_t)hi << 16 | (uint16_t)lo;
}

static uint32_t sum_pair(uint32_t a, uint32_t b, uint32_t c)
{
    (void)c;
    return ((a & 0xffff0000) + (b & 0xffff0000)) | ((a + b) & 0xffff);
}

static uint32_t tf32(uint32_t a, uint32_t b, uint32_t c)
{
    (void)b, (void)c;
    if ((a & 0x7fffffff) > 0x7f800000) return 0x7fffffff;
    return (a & 0x7fffffff) == 0x7f800000 ? a : (a + 0x1000) & 0xffffe000;
}

#define CANON "setp.nan.f32 %p1, %f4, %f4; mov.b32 %r4, %f4; @%p1 mov.b32 %r4, 0x7fffffff;"
#define REALS "mov.b32 %f1, %r1; mov.b32 %f2, %r2; mov.b32 %f3, %r3; "

static void against_c(void **state)
{
    (void)state;
    ref_run(REALS "min.xorsign.abs.f32 %f4, %f1, %f2; mov.b32 %r4, %f4;", least_by_sign);
    ref_run(REALS "max.NaN.abs.f32 %f4, %f1, %f2, %f3; mov.b32 %r4, %f4;", largest_magnitude);
    ref_run(REALS "cvt.u16.u32 %h1, %r1; add.rn.f32.f16 %f4, %h1, %f2; " CANON, with_half);
    ref_run("mov.b64 %rd2, {%r3, %r1}; mov.b64 %rd3, {%r1, %r2}; mov.b64 %rd4, {%r2, %r3}; fma.rn.f32x2 %rd5, %rd2, "
            "%rd3, %rd4; mov.b64 {_, %r4}, %rd5; mov.b32 %f4, %r4; " CANON,
            upper_of_pair);
    ref_run("min.relu.s16x2 %r4, %r1, %r2;", least_pair);
    ref_run("add.u16x2 %r4, %r1, %r2;", sum_pair);
    ref_run(REALS "cvt.rna.tf32.f32 %r4, %f1;", tf32);
}

/* Each input as f32, and its code in the low value of the pair. */
static void small_formats_by_hand(void **state)
{
    static const struct {
        const char *to;
        float x;
        uint32_t code;
    } ROWS[] = {{"satfinite.e4m3x2", 1.0f, 0x38},     {"satfinite.e4m3x2", -448.0f, 0xfe},
                {"satfinite.e4m3x2", 1e9f, 0x7e},     {"satfinite.e4m3x2", 0x1p-9f, 0x01},
                {"satfinite.e4m3x2", 0x1p-10f, 0x00}, {"satfinite.e4m3x2", 1.0625f, 0x38},
                {"satfinite.e4m3x2", 1.1875f, 0x3a},  {"satfinite.e4m3x2", NAN, 0x7f},
                {"satfinite.e5m2x2", 1.0f, 0x3c},     {"satfinite.e5m2x2", INFINITY, 0x7b},
                {"satfinite.e5m2x2", -0.0f, 0x80},    {"satfinite.relu.e5m2x2", -3.0f, 0x00}};
    fix_t x;
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 "mov.b32 %%f1, 0x%08x; cvt.rn.%s.f32 %%h1, 0f00000000, %%f1; cvt.u32.u16 %%r1, %%h1;\n"
                 "st.global.u32 [%%out], %%r1;\n",
                 ROWS[i].x != ROWS[i].x ? 0x7fc00000 : bits(ROWS[i].x), ROWS[i].to);
        fix_body(&x, "", text, 1, 32);
        if ((uint32_t)fix_out(&x, 0) != ROWS[i].code) fail_msg("%s: 0x%x", text, (uint32_t)fix_out(&x, 0));
        fix_free(&x);
    }
}

/* Every code of e4m3 widens to an f16 and narrows back to itself. */
static void small_formats_survive(void **state)
{
    fix_t x;
    (void)state;
    fix_body(&x, "",
             "cvt.u16.u32 %h1, %t; cvt.rn.f16x2.e4m3x2 %r1, %h1; cvt.rn.satfinite.e4m3x2.f16x2 %h2, %r1;\n"
             "cvt.u32.u16 %r2, %h2; st.global.u32 [%out], %r2; st.global.u32 [%out+4], %r1;\n",
             256, 32);
    for (uint32_t i = 0; i < 256; i++) {
        assert_int_equal((uint32_t)fix_out(&x, i), i == 0xff ? 0x7f : i); /* one NaN */
        if (i == 0x38) assert_int_equal(fix_out(&x, i) >> 32, 0x3c00);
    }
    fix_free(&x);
}

/* Results of any sign and size, and eight registers that are in use during the conversion. */
static void satfinite_writes_only_its_result(void **state)
{
    static const struct {
        const char *cvt;
        uint32_t result;
    } ROWS[] = {{"cvt.rn.satfinite.e4m3x2.f16x2 %h1, %r1; cvt.u32.u16 %r10, %h1;", 0xb8c0},
                {"cvt.rn.satfinite.e5m2x2.f16x2 %h1, %r1; cvt.u32.u16 %r10, %h1;", 0xbcc0},
                {"cvt.rn.satfinite.e4m3x2.f32 %h1, %f1, %f2; cvt.u32.u16 %r10, %h1;", 0xc244},
                {"cvt.rna.satfinite.tf32.f32 %r10, %f1;", 0xc0200000},
                {"cvt.rna.satfinite.tf32.f32 %r10, %f2;", 0x40400000},
                {"cvt.rn.satfinite.f16x2.f32 %r10, %f1, %f2;", 0xc1004200},
                {"cvt.rn.satfinite.bf16x2.f32 %r10, %f1, %f2;", 0xc0204040}};
    (void)state;
    for (size_t row = 0; row < sizeof ROWS / sizeof *ROWS; row++) {
        char text[2048];
        uint32_t used = (uint32_t)snprintf(text, sizeof text,
                                           "mov.b32 %%r1, 0xbc00c000; mov.f32 %%f1, 0fC0200000; mov.f32 %%f2, "
                                           "0f40400000;\n");
        for (uint32_t r = 2; r < 10; r++)
            used += (uint32_t)snprintf(text + used, sizeof text - used, "mad.lo.u32 %%r%u, %%t, 0x10000001, 0x%x;\n", r,
                                       r << 28);
        used += (uint32_t)snprintf(text + used, sizeof text - used, "%s\n", ROWS[row].cvt);
        for (uint32_t r = 2; r < 11; r++)
            used += (uint32_t)snprintf(text + used, sizeof text - used, "st.global.u32 [%%out+%u], %%r%u;\n",
                                       (r - 2) * 256, r);
        fix_t x;
        fix_body(&x, "", text, 32, 32);
        for (uint32_t t = 0; t < 32; t++) {
            for (uint32_t r = 2; r < 10; r++)
                assert_int_equal((uint32_t)fix_out(&x, (r - 2) * 32 + t), t * 0x10000001 + (r << 28));
            assert_int_equal((uint32_t)fix_out(&x, 8 * 32 + t), ROWS[row].result);
        }
        fix_free(&x);
    }
}

static void exponentials_of_halves(void **state)
{
    fix_t x;
    (void)state;
    fix_body(&x, "",
             "ex2.approx.f16x2 %r1, 0x4200bc00; st.global.u32 [%out], %r1; mov.b16 %h1, 0x7c00; tanh.approx.f16 %h2, "
             "%h1;\ncvt.u32.u16 %r2, %h2; st.global.u32 [%out+4], %r2; ex2.approx.ftz.bf16x2 %r3, 0x40003f80; "
             "st.global.u32 [%out+8], %r3;\n",
             1, 32);
    assert_int_equal((uint32_t)fix_out(&x, 0), 0x48003800); /* 2^3, 2^-1 */
    assert_int_equal(fix_out(&x, 0) >> 32, 0x3c00);
    assert_int_equal((uint32_t)fix_out(&x, 1), 0x40804000);
    fix_free(&x);
    fix_expect_error("", "ex2.approx.bf16 %h1, %h2;\n", "unsupported");
    fix_expect_error("", "cvt.rn.e4m3x2.f32 %h1, %f1, %f2;\n", "unsupported");
}

/* The exponent field of the f32, rounded up if asked and if not exact; 2^-127 is a subnormal f32. */
static uint32_t ue8m0_ref(uint32_t bits, bool up, bool sat)
{
    const uint32_t size = bits & 0x7fffffff, exponent = size >> 23;
    if (size > 0x7f800000) return 0xff;
    const bool more = up && size < 0x7f800000 && size > 0x400000 && (size & 0x7fffff);
    return sat && exponent + more == 0xff ? 0xfe : exponent + more;
}

static void powers_of_two_without_sign(void **state)
{
    static const uint32_t IN[] = {0,          0x80000000, 1,          0x3fffff,   0x400000,   0x400001,   0x7fffff,
                                  0x800000,   0x800001,   0x3f800000, 0xbf800001, 0x3fffffff, 0x40490fdb, 0x7f000000,
                                  0x7f000001, 0x7f7fffff, 0x7f800000, 0xff800000, 0x7f800001, 0x7fc00000, 0xff7f0000,
                                  0x00410000, 0x80400000, 0x7f7f0000, 0x3f810000, 0x42280000, 0xc2c80000, 0x00010000};
    enum { VALUES = sizeof IN / sizeof *IN };
    static const char *const FORMS[] = {"rz", "rp", "rz.satfinite", "rp.satfinite"};
    char text[2048];
    (void)state;
    for (uint32_t f = 0; f < 4; f++) {
        fix_t x;
        snprintf(text, sizeof text,
                 "%s%smul.wide.u32 %%rd1, %%t, 4; add.u64 %%in, %%in, %%rd1; ld.global.f32 %%f1, [%%in];\n"
                 "cvt.%s.ue8m0x2.f32 %%h1, %%f1, 0f40000000; cvt.u32.u16 %%r1, %%h1; st.global.u32 [%%out], %%r1;\n"
                 "mov.b32 %%r2, %%f1; shr.u32 %%r2, %%r2, 16; or.b32 %%r2, %%r2, 0x41000000;\n"
                 "cvt.%s.ue8m0x2.bf16x2 %%h2, %%r2; cvt.u32.u16 %%r3, %%h2; st.global.u32 [%%out+4], %%r3;\n"
                 "cvt.rn.bf16x2.ue8m0x2 %%r4, %%h2; st.global.u32 [%%out+1024], %%r4;\n" FIX_TAIL,
                 ".version 8.8\n.target sm_100a\n.address_size 64\n", FIX_ENTRY, FORMS[f], FORMS[f]);
        if (!fix_open(&x, text, VALUES, 32)) fail_msg("%s", x.err.text);
        memcpy(gmem_host(x.gmem, x.in_addr), IN, sizeof IN);
        if (!fix_run(&x)) fail_msg("%s", x.err.text);
        for (uint32_t i = 0; i < VALUES; i++) {
            const uint32_t whole = ue8m0_ref(IN[i], f & 1, f & 2), half = ue8m0_ref(IN[i] & 0xffff0000, f & 1, f & 2);
            const uint32_t back = half == 0xff ? 0x7fff : half ? half << 7 : 0x40;
            assert_int_equal(fix_out(&x, i), (uint64_t)(0x8200 | half) << 32 | whole << 8 | 0x80);
            assert_int_equal(fix_out(&x, i + 128), 0x82u << 23 | back);
        }
        fix_free(&x);
    }
    fix_expect_error("", "cvt.rn.ue8m0x2.f32 %h1, %f1, %f2;\n", "unsupported instruction 'cvt.rn.ue8m0x2.f32'");
    fix_expect_error("", "cvt.rz.relu.ue8m0x2.f32 %h1, %f1, %f2;\n", "unsupported instruction 'cvt.rz.relu.ue8m0x2");
    fix_expect_error("", "cvt.rz.ue8m0x2.f16x2 %h1, %r1;\n", "unsupported instruction 'cvt.rz.ue8m0x2.f16x2'");
    fix_expect_error("", "cvt.rz.bf16x2.ue8m0x2 %r1, %h1;\n", "unsupported instruction 'cvt.rz.bf16x2.ue8m0x2'");
}

/* As ptxas 13.0 refuses them. */
static void what_ptxas_refuses(void **state)
{
    (void)state;
    fix_expect_error("", "add.f32 %f1, %f2,\n-0f3F800000;\n",
                     "test.ptx:20: constant expression with a sign before a 0f");
    fix_expect_error("", "mov.f32 %f1, +0f3F800000;\n", "allowed: 0f with the sign in its bits, 0d…, 1.5");
    fix_expect_error("", "ld.global.u32 %r1, [%in-4];\n", "test.ptx:19: expected an offset as in +4 or +-4, found '-'");
    fix_expect_error(".global .u32 v;\n", "mov.u64 %rd1, v-4;\n", "expected an offset as in +4 or +-4, found '-'");
    fix_expect_error("", "fma.f16 %h1, %h2, %h3, %h4;\n",
                     "unsupported instruction 'fma.f16' in kernel 'k'; supported: fma.{rn,");
    fix_expect_error("", "fma.bf16x2 %r1, %r2, %r3, %r4;\n", "unsupported instruction 'fma.bf16x2'");
    fix_expect_error("", "fma.f64 %fd1, %fd2, %fd3, %fd4;\n", "unsupported instruction 'fma.f64'");
    fix_expect_error("", "fma.f32x2 %rd1, %rd2, %rd3, %rd4;\n", "unsupported instruction 'fma.f32x2'");
    fix_expect_error("", "fma.f32.f16 %f1, %h2, %h3, %f4;\n", "unsupported instruction 'fma.f32.f16'");
    fix_expect_error("", "mad.f32 %f1, %f2, %f3, %f4;\n", "unsupported instruction 'mad.f32'");
    fix_expect_error("", "div.f32 %f1, %f2, %f3;\n", "unsupported instruction 'div.f32'");
    fix_expect_error("", "sqrt.f64 %fd1, %fd2;\n", "unsupported instruction 'sqrt.f64'");
    fix_expect_error("", "rcp.f32 %f1, %f2;\n", "unsupported instruction 'rcp.f32'");
    fix_expect_error("", "cvt.rn.satfinite.tf32.f32 %r1, %f1;\n",
                     "'cvt.rn.satfinite.tf32.f32' in kernel 'k' for sm_75; allowed: .target sm_100 or newer, or .rna");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(against_c),
                                       cmocka_unit_test(small_formats_by_hand),
                                       cmocka_unit_test(small_formats_survive),
                                       cmocka_unit_test(powers_of_two_without_sign),
                                       cmocka_unit_test(satfinite_writes_only_its_result),
                                       cmocka_unit_test(what_ptxas_refuses),
                                       cmocka_unit_test(exponentials_of_halves)};
    return cmocka_run_group_tests_name("ptx_float", tests, NULL, NULL);
}
