/* test_ptx_wide.c - .b128 registers, accesses of 32 bytes, atomics of 16 to 128 bits and of vectors of floats. */
#include "launch_code.h"
#include "ptx_fixture.h"

#include "ptx/ptx_half.h"
#include "ptx/ptx_uop.h"

static const char HEAD[] = ".version 8.8\n.target sm_100\n.address_size 64\n";

static void run(fix_t *x, const char *body, uint32_t threads, const void *in, size_t bytes)
{
    static char text[8192];
    snprintf(text, sizeof text, "%s%s.reg .b128 x<4>;\n%s%s", HEAD, FIX_ENTRY, body, FIX_TAIL);
    if (!fix_open(x, text, threads, 32)) fail_msg("%s", x->err.text);
    memcpy(gmem_host(x->gmem, x->in_addr), in, bytes);
    if (!fix_run(x)) fail_msg("%s", x->err.text);
}

static void registers_of_128_bits(void **state)
{
    static const uint64_t IN[4] = {1, 2, UINT64_C(0x0123456789abcdef), UINT64_C(0xfedcba9876543210)};
    fix_t x;
    (void)state;
    run(&x,
        "ld.global.b128 x0, [%in+16]; mov.b128 {%rd1, %rd2}, x0; mov.b128 x1, {%rd2, %rd1}; mov.b128 x2, x1;\n"
        "st.global.b128 [%out], x2; mov.b128 {%rd3, _}, x2; st.global.b64 [%out+16], %rd3;\n",
        1, IN, sizeof IN);
    assert_int_equal(fix_out(&x, 0), IN[3]);
    assert_int_equal(fix_out(&x, 1), IN[2]);
    assert_int_equal(fix_out(&x, 2), IN[3]);
    fix_free(&x);
    fix_expect_error("", ".reg .b128 y; cvt.u64.u32 y, %r1;\n", "64-bit register");
}

static void accesses_of_32_bytes(void **state)
{
    uint32_t in[8 * 32];
    fix_t x;
    (void)state;
    for (uint32_t i = 0; i < 8 * 32; i++) in[i] = i * 2654435761u;
    run(&x,
        "mul.wide.u32 %rd1, %t, 32; add.s64 %in, %in, %rd1; mul.wide.u32 %rd2, %t, 24; add.s64 %out, %out, %rd2;\n"
        "ld.global.v8.b32 {%r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8}, [%in];\n"
        "st.global.v8.b32 [%out], {%r8, %r7, %r6, %r5, %r4, %r3, %r2, %r1};\n",
        32, in, sizeof in);
    const uint32_t *out = gmem_host(x.gmem, x.out_addr);
    for (uint32_t i = 0; i < 8 * 32; i++) assert_int_equal(out[i], in[i ^ 7]);
    fix_free(&x);
    run(&x, "ld.global.v4.b64 {%rd1, _, %rd3, %rd4}, [%in];\nst.global.v4.b64 [%out], {%rd4, %rd3, %rd1, %rd1};\n", 1,
        in, sizeof in);
    assert_int_equal(fix_out(&x, 0), (uint64_t)in[7] << 32 | in[6]);
    assert_int_equal(fix_out(&x, 1), (uint64_t)in[5] << 32 | in[4]);
    assert_int_equal(fix_out(&x, 2), (uint64_t)in[1] << 32 | in[0]);
    fix_free(&x);
    fix_expect_error(".shared .align 32 .b8 s[64];\n",
                     "ld.shared.v8.b32 {%r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8}, [s];\n", "up to 16 bytes");
}

/* 32 lanes take turns: a lock word of 16 bits next to a neighbour that must not change; 128 bits compared as a whole.
 */
static void compare_and_swap(void **state)
{
    static const uint64_t IN[4] = {UINT64_C(0xaaaa0000bbbb0007), 0, 5, 6};
    fix_t x;
    (void)state;
    run(&x,
        "mov.b16 %h1, 7; mov.b16 %h2, 9; atom.global.cas.b16 %h3, [%in], %h1, %h2; cvt.u32.u16 %r1, %h3;\n"
        "mov.u64 %rd1, 5; mov.u64 %rd2, 6; mov.b128 x0, {%rd1, %rd2}; mov.u64 %rd3, 7; cvt.u64.u32 %rd4, %t;\n"
        "mov.b128 x1, {%rd3, %rd4}; atom.global.cas.b128 x2, [%in+16], x0, x1; mov.b128 {%rd5, %rd6}, x2;\n"
        "cvt.u32.u64 %r2, %rd5; shl.b32 %r2, %r2, 16; or.b32 %r1, %r1, %r2; st.global.u32 [%out], %r1;\n",
        32, IN, sizeof IN);
    const uint64_t *in = gmem_host(x.gmem, x.in_addr);
    assert_int_equal(in[0], UINT64_C(0xaaaa0000bbbb0009));
    assert_int_equal(in[2], 7);
    assert_int_equal(in[3], 0); /* of lane 0, which came first */
    for (uint32_t t = 0; t < 32; t++) assert_int_equal((uint32_t)fix_out(&x, t), t ? 9 | 7 << 16 : 7 | 5 << 16);
    fix_free(&x);
    run(&x,
        "cvt.u64.u32 %rd1, %t; add.u64 %rd2, %rd1, 100; mov.b128 x0, {%rd1, %rd2};\n"
        "atom.global.exch.b128 x1, [%in], x0; mov.b128 {%rd3, %rd4}, x1; st.global.u64 [%out], %rd4;\n",
        32, IN, sizeof IN);
    for (uint32_t t = 0; t < 32; t++) assert_int_equal(fix_out(&x, t), t ? t + 99 : 0);
    fix_free(&x);
}

static uint16_t half(float v) { return ptx_half_of(v, R_RN); }

/* 1 + 0.5, 2 + 1; 4 + 0.5, -1 + 1; 65504 + 16 overflows; the largest of NaN, 16 and -0, 16. */
static void sums_of_floats(void **state)
{
    static const float WIDE[4] = {1, 2, 3, 4}, WANTED[4] = {2, 4, 6, 8};
    uint16_t in[16] = {half(1), half(2), ptx_bfloat_of(4, R_RN), ptx_bfloat_of(-1, R_RN), half(65504), 0,
                       0x7e00,  0x8000};
    fix_t x;
    float old;
    (void)state;
    memcpy(in + 8, WIDE, sizeof WIDE);
    run(&x,
        "mov.b32 %r1, 0x3c003800; mov.b32 %r2, 0x3f803f00; mov.b16 %h1, 0x4c00; mov.f32 %f1, 0f3F800000;\n"
        "mov.f32 %f2, 0f40000000; atom.global.add.noftz.f16x2 %r3, [%in], %r1;\n"
        "red.global.add.noftz.bf16x2 [%in+4], %r2; red.global.add.noftz.f16 [%in+8], %h1;\n"
        "red.global.v2.f16.max.noftz [%in+12], {%h1, %h1};\n"
        "atom.global.v4.f32.add {%f3, %f4, %f5, %f6}, [%in+16], {%f1, %f2, %f1, %f2};\n"
        "red.global.v2.f32.add [%in+24], {%f2, %f2}; st.global.u32 [%out], %r3; st.global.f32 [%out+4], %f6;\n",
        1, in, sizeof in);
    const uint16_t *got = gmem_host(x.gmem, x.in_addr);
    const uint16_t wanted[8] = {half(1.5f), half(3), ptx_bfloat_of(4.5, R_RN), 0, 0x7c00, 0, 0x4c00, 0x4c00};
    for (uint32_t i = 0; i < 8; i++) assert_int_equal(got[i], wanted[i]);
    assert_memory_equal(got + 8, WANTED, sizeof WANTED);
    assert_int_equal((uint32_t)fix_out(&x, 0), (uint32_t)half(2) << 16 | half(1));
    memcpy(&old, (uint8_t *)gmem_host(x.gmem, x.out_addr) + 4, sizeof old);
    assert_true(old == 4);
    fix_free(&x);
    fix_expect_error("", "red.global.add.f16x2 [%in], %r1;\n", "noftz");
    fix_expect_error("", "atom.global.v8.f32.add _, [%in], {%f1, %f2, %f1, %f2, %f1, %f2, %f1, %f2};\n", "16 bytes");
}

/* The scoreboard knows every register of an access of 32 bytes, the address and the guard. */
static void wide_accesses_are_awaited(void **state)
{
    static const char BODY[] = "@%p1 ld.global.v8.b32 {%r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8}, [%in];\n"
                               "@%p1 st.global.v8.b32 [%out], {%r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8};\n";
    fix_t x;
    (void)state;
    run(&x, BODY, 1, "", 1);
    const launch_code_t code = code_of(&x.launch);
    const winst_t *load = code.at[code.count - 3], *store = code.at[code.count - 2];
    assert_int_equal(load->ndst, 8);
    assert_int_equal(load->nsrc, 2);
    assert_int_equal(store->nsrc, 10);
    for (uint32_t d = 0; d < 8; d++) assert_int_equal(store->src[d + 2], load->dst[d]);
    fix_free(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(wide_accesses_are_awaited),
                                       cmocka_unit_test(registers_of_128_bits), cmocka_unit_test(accesses_of_32_bytes),
                                       cmocka_unit_test(compare_and_swap), cmocka_unit_test(sums_of_floats)};
    return cmocka_run_group_tests_name("ptx_wide", tests, NULL, NULL);
}
