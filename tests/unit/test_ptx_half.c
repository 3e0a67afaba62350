/* test_ptx_half.c - 16-bit floats: every value there and back, roundings by hand, arithmetic in kernels. */
#include "ptx_fixture.h"

#include "ptx/float_bits.h"
#include "ptx/ptx_half.h"
#include "ptx/ptx_uop.h"

#include <math.h>

static void every_half_survives(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 65536; i++) {
        const float h = ptx_half_to_float((uint16_t)i), b = ptx_bfloat_to_float((uint16_t)i);
        const uint32_t bits = f32_bits(b);
        if (h == h) assert_int_equal(ptx_half_of(h, R_RN), i);
        else assert_int_equal(ptx_half_of(h, R_RN), 0x7fff);
        if (b != b) continue;
        assert_int_equal(bits, i << 16); /* a bfloat is the upper half of an f32 */
        assert_int_equal(ptx_bfloat_of(b, R_RN), i);
    }
}

static void roundings_by_hand(void **state)
{
    static const struct {
        double x;
        uint16_t rn, rz, rm, rp;
    } ROW[] = {{1.0, 0x3c00, 0x3c00, 0x3c00, 0x3c00},
               {1.0 + 0x1p-11, 0x3c00, 0x3c00, 0x3c00, 0x3c01}, /* a tie, to even */
               {1.0 + 3 * 0x1p-11, 0x3c02, 0x3c01, 0x3c01, 0x3c02},
               {-(1.0 + 0x1p-12), 0xbc00, 0xbc00, 0xbc01, 0xbc00},
               {65504.0, 0x7bff, 0x7bff, 0x7bff, 0x7bff},
               {65519.99, 0x7bff, 0x7bff, 0x7bff, 0x7c00},
               {65520.0, 0x7c00, 0x7bff, 0x7bff, 0x7c00},
               {-1e30, 0xfc00, 0xfbff, 0xfc00, 0xfbff},
               {0x1p-24, 0x0001, 0x0001, 0x0001, 0x0001}, /* the least subnormal */
               {0x1p-25, 0x0000, 0x0000, 0x0000, 0x0001},
               {-0x1p-25, 0x8000, 0x8000, 0x8001, 0x8000},
               {0x1p-14 - 0x1p-26, 0x0400, 0x03ff, 0x03ff, 0x0400},
               {INFINITY, 0x7c00, 0x7c00, 0x7c00, 0x7c00}};
    (void)state;
    for (uint32_t i = 0; i < sizeof ROW / sizeof *ROW; i++) {
        assert_int_equal(ptx_half_of(ROW[i].x, R_RN), ROW[i].rn);
        assert_int_equal(ptx_half_of(ROW[i].x, R_RZ), ROW[i].rz);
        assert_int_equal(ptx_half_of(ROW[i].x, R_RM), ROW[i].rm);
        assert_int_equal(ptx_half_of(ROW[i].x, R_RP), ROW[i].rp);
    }
    assert_int_equal(ptx_bfloat_of(1.0 + 0x1p-8, R_RN), 0x3f80);
    assert_int_equal(ptx_bfloat_of(1.0 + 0x1p-8 + 0x1p-40, R_RN), 0x3f81);
}

static void pairs_add_multiply_and_fuse(void **state)
{
    (void)state;
    /* {1.5, -2} with {2.5, 0.25} */
    fix_expect_regs("",
                    "mov.b32 %r10, 0xc0003e00;\nmov.b32 %r11, 0x34004100;\nadd.f16x2 %r2, %r10, %r11;\n"
                    "sub.rn.f16x2 %r3, %r10, %r11;\nmul.f16x2 %r4, %r10, %r11;\nfma.rn.f16x2 %r5, %r10, %r11, %r10;\n"
                    "neg.f16x2 %r6, %r10;\n",
                    (const uint32_t[]){0xbf004400, 0xc080bc00, 0xb8004380, 0xc1004540, 0x4000be00}, 5);
    fix_expect_regs("",
                    "mov.b32 %r10, 0xc0003fc0;\nmov.b32 %r11, 0x3e804020;\nadd.bf16x2 %r2, %r10, %r11;\n"
                    "max.bf16x2 %r3, %r10, %r11;\nmin.bf16x2 %r4, %r10, %r11;\nabs.bf16x2 %r5, %r10;\n"
                    "fma.rn.relu.bf16x2 %r6, %r10, %r11, %r10;\n",
                    (const uint32_t[]){0xbfe04080, 0x3e804020, 0xc0003fc0, 0x40003fc0, 0x000040a8}, 5);
}

/* (1 + 1/128) * 1.5 lies between two bfloats, 0x3fc1 and 0x3fc2; what is added lies far below the last bit of a double.
 */
static void a_fused_sum_is_rounded_once(void **state)
{
    (void)state;
    fix_expect_regs("",
                    "{ .reg .b16 a, b, c; mov.b16 a, 0x3f81; mov.b16 b, 0x3fc0; mul.bf16 c, a, b; cvt.u32.u16 %r2, c;\n"
                    "mov.b16 c, 0x0080; fma.rn.bf16 c, a, b, c; cvt.u32.u16 %r3, c;\n"
                    "mov.b16 c, 0x8080; fma.rn.bf16 c, a, b, c; cvt.u32.u16 %r4, c; }\n",
                    (const uint32_t[]){0x3fc2, 0x3fc2, 0x3fc1}, 3);
    fix_expect_regs("", "{ .reg .b16 a, c; mov.b16 c, 0x3f80; add.bf16 a, c, 0x3b80; cvt.u32.u16 %r2, a; }\n",
                    (const uint32_t[]){0x3f80}, 1);
}

static void conversions_and_comparisons(void **state)
{
    (void)state;
    fix_expect_regs("",
                    "{ .reg .f16 h, g; .reg .f32 f; cvt.rn.f16.f32 h, 0f40490FDB; cvt.f32.f16 f, h; mov.b32 %r2, f;\n"
                    "cvt.rn.f16.s32 g, -2049; mov.b32 %r3, {h, g}; cvt.rzi.s32.f16 %r4, g; cvt.rni.f16.f16 h, h;\n"
                    "mov.b32 %r5, {h, h}; cvt.rn.f16x2.f32 %r6, 0f3F800000, 0fC0000000; }\n",
                    (const uint32_t[]){0x40490000, 0xe8004248, (uint32_t)-2048, 0x42004200, 0x3c00c000}, 5);
    fix_expect_regs(
        "",
        "{ .reg .b16 h, g; mov.b16 h, 0x3c00; mov.b16 g, 0x8000; setp.gt.f16 %p1, h, g; mov.b16 %h8, 0; setp.eq.f16 "
        "%p2, g, %h8;\n"
        "mov.b16 h, 0x7e00; setp.leu.f16 %p3, h, g; setp.le.f16 %p4, h, g; selp.u32 %r2, 1, 0, %p1; selp.u32 %r3, "
        "1, 0, "
        "%p2; selp.u32 %r4, 1, 0, %p3; selp.u32 %r5, 1, 0, %p4; }\n",
        (const uint32_t[]){1, 1, 1, 0}, 4);
}

/* The least value that .sat leaves is +0: of -0, of negative numbers, and of NaN. */
static void saturation_leaves_no_negative_zero(void **state)
{
    (void)state;
    fix_expect_regs("",
                    "mov.b32 %r10, 0x7e008000; mov.b32 %r11, 0x3c003c00; mul.sat.f16x2 %r2, %r10, %r11;\n"
                    "mov.f32 %f1, 0f80000000; add.sat.f32 %f2, %f1, %f1; mov.b32 %r3, %f2; cvt.sat.f32.f32 %f3, %f1;\n"
                    "mov.b32 %r4, %f3; mov.b16 %h1, 0x8000; cvt.sat.f16.f16 %h2, %h1; cvt.u32.u16 %r5, %h2;\n"
                    "mov.f64 %fd1, 0d8000000000000000; cvt.sat.f64.f64 %fd2, %fd1; mov.b64 {%r7, %r6}, %fd2;\n",
                    (const uint32_t[]){0, 0, 0, 0, 0}, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_half_survives),         cmocka_unit_test(roundings_by_hand),
        cmocka_unit_test(pairs_add_multiply_and_fuse), cmocka_unit_test(a_fused_sum_is_rounded_once),
        cmocka_unit_test(conversions_and_comparisons), cmocka_unit_test(saturation_leaves_no_negative_zero),
    };
    return cmocka_run_group_tests_name("ptx_half", tests, NULL, NULL);
}
