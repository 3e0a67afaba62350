/* test_ptx_halves.c - arithmetic on 16-bit floats against a reference that searches the nearest code; types and
 * instructions that no other test holds. */
#include "ptx_lanes_ref.h"

#include <math.h>

static struct {
    bool bfloat, pair;
    char what; /* '-', '*', 'a' abs, 'n' neg, '<' min, '>' max */
} form;

static uint32_t infinity_code(void) { return form.bfloat ? 0x7f80 : 0x7c00; }

/* Value of a finite code without its sign. */
static double value_of(uint32_t code)
{
    const uint32_t fraction = form.bfloat ? 128 : 1024, exponent = code / fraction;
    const int least = form.bfloat ? -133 : -24;
    return exponent ? ldexp(code % fraction + fraction, least + (int)exponent - 1) : ldexp(code, least);
}

static uint32_t nearest(double x)
{
    uint32_t low = 0, high = infinity_code() - 1;
    if (x != x) return 0x7fff;
    const uint32_t sign = signbit(x) ? 0x8000 : 0, most = high;
    x = fabs(x);
    while (low < high) {
        const uint32_t middle = (low + high + 1) / 2;
        if (value_of(middle) <= x) low = middle;
        else high = middle - 1;
    }
    const double step = low == most ? value_of(most) - value_of(most - 1) : value_of(low + 1) - value_of(low);
    const double rest = x - value_of(low);
    return sign | (low + (rest > step / 2 || (rest == step / 2 && low % 2))); /* infinity follows the largest number */
}

static double half_value(uint32_t v)
{
    const uint32_t size = v & 0x7fff;
    const double x = size > infinity_code() ? NAN : size == infinity_code() ? INFINITY : value_of(size);
    return v & 0x8000 ? -x : x;
}

static uint32_t least_of(uint32_t a, uint32_t b, bool most)
{
    const bool a_nan = (a & 0x7fff) > infinity_code(), b_nan = (b & 0x7fff) > infinity_code();
    const int32_t x = a & 0x8000 ? -(int32_t)(a & 0x7fff) - 1 : (int32_t)a; /* -0 below +0 */
    const int32_t y = b & 0x8000 ? -(int32_t)(b & 0x7fff) - 1 : (int32_t)b;
    if (a_nan || b_nan) return a_nan && b_nan ? 0x7fff : a_nan ? b : a;
    return (x < y) != most ? a : b;
}

static uint32_t one(uint32_t a, uint32_t b)
{
    switch (form.what) {
    case '-': return nearest(half_value(a) - half_value(b));
    case '*': return nearest(half_value(a) * half_value(b));
    case 'a': return a & 0x7fff;
    case 'n': return a ^ 0x8000;
    default: return least_of(a, b, form.what == '>');
    }
}

static uint32_t half_ref(uint32_t a, uint32_t b, uint32_t c)
{
    (void)c;
    const uint32_t low = one(a & 0xffff, b & 0xffff);
    return form.pair ? low | one(a >> 16, b >> 16) << 16 : low;
}

/* A sum of bf16 may be inexact in a double; such operands differ so much that the smaller one decides no rounding. */
static void halves_equal_the_nearest_code(void **state)
{
    static const struct {
        const char *text;
        char what;
    } ROWS[] = {{"sub.f16 %h1, %h1, %h2;", '-'},   {"sub.bf16 %h1, %h1, %h2;", '-'}, {"sub.bf16x2 %r4, %r1, %r2;", '-'},
                {"sub.f16x2 %r4, %r1, %r2;", '-'}, {"mul.f16 %h1, %h1, %h2;", '*'},  {"mul.bf16x2 %r4, %r1, %r2;", '*'},
                {"abs.f16 %h1, %h1;", 'a'},        {"abs.bf16 %h1, %h1;", 'a'},      {"abs.f16x2 %r4, %r1;", 'a'},
                {"neg.f16 %h1, %h1;", 'n'},        {"neg.bf16 %h1, %h1;", 'n'},      {"neg.bf16x2 %r4, %r1;", 'n'},
                {"min.f16 %h1, %h1, %h2;", '<'},   {"min.bf16 %h1, %h1, %h2;", '<'}, {"min.f16x2 %r4, %r1, %r2;", '<'},
                {"max.f16 %h1, %h1, %h2;", '>'},   {"max.bf16 %h1, %h1, %h2;", '>'}, {"max.f16x2 %r4, %r1, %r2;", '>'}};
    (void)state;
    for (uint32_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        char text[512];
        form.what = ROWS[i].what;
        form.bfloat = strstr(ROWS[i].text, ".bf16") != NULL;
        form.pair = strstr(ROWS[i].text, "x2") != NULL;
        snprintf(text, sizeof text, "cvt.u16.u32 %%h1, %%r1;\ncvt.u16.u32 %%h2, %%r2;\n%s\n%s", ROWS[i].text,
                 form.pair ? "" : "mov.b32 %r4, {%h1, 0};");
        ref_run(text, half_ref);
    }
}

static void functions_of_halves_by_hand(void **state)
{
    (void)state;
    fix_expect_regs("",
                    "mov.b16 %h1, 0x4200;\nex2.approx.f16 %h2, %h1;\ncvt.u32.u16 %r2, %h2;\nmov.b16 %h1, 0x7f80;\n"
                    "tanh.approx.bf16 %h2, %h1;\ncvt.u32.u16 %r3, %h2;\nmov.b32 %r7, 0xfc000000;\n"
                    "tanh.approx.f16x2 %r4, %r7;\nmov.b32 %r7, 0xff808000;\ntanh.approx.bf16x2 %r5, %r7;\n"
                    "cvt.rn.bf16.f32 %h1, 0f40408000;\ncvt.u32.u16 %r6, %h1;\n",
                    (const uint32_t[]){0x4800, 0x3f80, 0xbc000000, 0xbf808000, 0x4040}, 5);
    fix_expect_regs("", "mov.f64 %fd1, 4.0;\nrsqrt.approx.f64 %fd2, %fd1;\nmov.b64 {%r2, %r3}, %fd2;\n",
                    (const uint32_t[]){0, 0x3fe00000}, 2);
}

static void loads_without_a_space_of_their_own(void **state)
{
    (void)state;
    fix_expect_regs(
        ".global .align 8 .b64 v = 0xf1f2f3f4f5f6f7f8;\n",
        "ldu.global.u8 %r2, [v];\nldu.global.u16 %h1, [v];\ncvt.u32.u16 %r3, %h1;\nldu.global.u32 %r4, [v];\n"
        "ldu.global.f32 %f1, [v];\nmov.b32 %r5, %f1;\nldu.global.u64 %rd1, [v];\nshr.u64 %rd1, %rd1, 32;\n"
        "ldu.global.f64 %fd1, [v];\nmov.b64 {_, %r6}, %fd1;\nxor.b32 %r6, %r6, 1;\n",
        (const uint32_t[]){0xf8, 0xf7f8, 0xf5f6f7f8, 0xf5f6f7f8, 0xf1f2f3f5}, 5);
}

static void some_only_take_a_slot(void **state)
{
    fix_t x, y;
    (void)state;
    fix_body(&x, "", "st.global.u32 [%out], 7;\n", 32, 32);
    fix_body(&y, "", "brkpt;\npmevent 3;\nnanosleep.u32 100;\nst.global.u32 [%out], 7;\n", 32, 32);
    assert_int_equal(fix_out(&y, 5), 7);
    assert_int_equal(y.insts, x.insts + 3);
    fix_free(&x);
    fix_free(&y);
}

static void lanes_match_64_bits(void **state)
{
    fix_t x;
    (void)state;
    fix_body(&x, "",
             "and.b32 %r1, %t, 3;\ncvt.u64.u32 %rd1, %r1;\nshl.b64 %rd1, %rd1, 40;\n"
             "match.any.sync.b64 %r2, %rd1, -1;\nst.global.u32 [%out], %r2;\n",
             32, 32);
    for (uint32_t t = 0; t < 32; t++) assert_int_equal(fix_out(&x, t), 0x11111111u << t % 4);
    fix_free(&x);
}

static void hardware_that_no_machine_has(void **state)
{
    (void)state;
    fix_expect_error("", "wmma.load.a.sync.aligned.row.m16n16k16.f16 {%r1}, [%rd1];\n", "no machine has tensor cores");
    fix_expect_error("", "tcgen05.wait::ld.sync.aligned;\n", "no machine has tensor cores");
    fix_expect_error("", "multimem.ld_reduce.global.add.u32 %r1, [%rd1];\n",
                     "no machine has addresses of several GPUs");
    fix_expect_error("", "tensormap.replace.tile.rank.shared::cta.b1024.b32 [%rd1], 2;\n",
                     "no machine has tensor maps");
    fix_expect_error("", "clusterlaunchcontrol.try_cancel.async.b128 [%r1], [%r2];\n", "no machine has launches that");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(halves_equal_the_nearest_code),
        cmocka_unit_test(functions_of_halves_by_hand),
        cmocka_unit_test(loads_without_a_space_of_their_own),
        cmocka_unit_test(some_only_take_a_slot),
        cmocka_unit_test(lanes_match_64_bits),
        cmocka_unit_test(hardware_that_no_machine_has),
    };
    return cmocka_run_group_tests_name("ptx_halves", tests, NULL, NULL);
}
