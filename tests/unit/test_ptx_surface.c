/* test_ptx_surface.c - suld and sust: bytes at any place of a surface, and outside it. */
#include "ptx_texture_rig.h"

static void surfaces_count_bytes(void **state)
{
    const texture_t t = {.width = 4,
                         .height = 2,
                         .pitch_bytes = 16,
                         .channels = 1,
                         .channel_bits = 32,
                         .format = TEXEL_UNSIGNED,
                         .is_array = true};
    static const uint32_t TEXELS[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    static const float NONE[8] = {0};
    fix_t x;
    (void)state;
    texture_run(&x, t,
                "shl.b32 %r2, %t, 2;\nmov.u32 %r3, 1;\nsuld.b.2d.b32.zero {%r4}, [%rd1, {%r2, %r3}];\n"
                "suld.b.2d.b32.clamp {%r5}, [%rd1, {%r2, %r3}];\nst.global.v2.u32 [%out], {%r4, %r5};\n"
                "add.u32 %r6, %r4, 100;\nmov.u32 %r3, 0;\nsust.b.2d.b32.zero [%rd1, {%r2, %r3}], {%r6};\n",
                NONE, 5, 1, TEXELS, sizeof TEXELS);
    for (uint32_t i = 0; i < 4; i++) assert_int_equal(fix_out(&x, i), UINT64_C(0x100000001) * (i + 5));
    assert_int_equal(fix_out(&x, 4), UINT64_C(8) << 32); /* outside: zero, and the last one */
    const uint32_t *now = (const uint32_t *)(const void *)((uint8_t *)gmem_host(x.gmem, x.in_addr) + TEXELS_AT);
    for (uint32_t i = 0; i < 8; i++) assert_int_equal(now[i], i < 4 ? 105 + i : 1 + i);
    fix_free(&x);
}

/* Each lane writes its texel to the place of its opposite. */
static void surfaces_of_other_widths(void **state)
{
    static const char *const MOVES[] = {
        "suld.b.1d.b8.trap {%r4}, [%rd1, {%r2}];\nsust.b.1d.b8.trap [%rd1, {%r3}], {%r4};\n",
        "suld.b.1d.b16.trap {%h1}, [%rd1, {%r2}];\nsust.b.1d.b16.trap [%rd1, {%r3}], {%h1};\n",
        "suld.b.1d.b64.trap {%rd2}, [%rd1, {%r2}];\nsust.b.1d.b64.trap [%rd1, {%r3}], {%rd2};\n"};
    static const float NONE[8] = {0};
    (void)state;
    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t bytes = i == 2 ? 8 : i + 1;
        texture_t t = {.width = 4, .channels = 1, .channel_bits = 8 * bytes, .is_array = true};
        t.pitch_bytes = 4 * bytes;
        if (i == 2) t.channels = 2, t.channel_bits = 32;
        uint8_t in[32];
        char body[512];
        fix_t x;
        for (uint32_t n = 0; n < sizeof in; n++) in[n] = (uint8_t)(n * 37 + 1);
        snprintf(body, sizeof body, "mul.lo.u32 %%r2, %%t, %u;\nsub.u32 %%r3, 3, %%t;\nmul.lo.u32 %%r3, %%r3, %u;\n%s",
                 bytes, bytes, MOVES[i]);
        texture_run(&x, t, body, NONE, 4, 1, in, 4 * bytes);
        const uint8_t *now = (const uint8_t *)gmem_host(x.gmem, x.in_addr) + TEXELS_AT;
        for (uint32_t n = 0; n < 4; n++) assert_memory_equal(now + n * bytes, in + (3 - n) * bytes, bytes);
        fix_free(&x);
    }
}

static void objects_tell_their_extents(void **state)
{
    static const float NONE[32] = {0};
    static const uint8_t TEXELS[7 * 5 * 3] = {0};
    texture_t t = {.width = 7, .height = 5, .depth = 3, .channels = 1, .channel_bits = 8, .is_array = true};
    fix_t x;
    (void)state;
    t.pitch_bytes = 7;
    t.slice_bytes = 35;
    texture_run(
        &x, t,
        "setp.lt.u32 %p1, %t, 3;\nmov.u32 %r4, 9;\n@%p1 txq.width.b32 %r4, [%rd1];\nsuq.height.b32 %r5, [%rd1];\n"
        "txq.depth.b32 %r6, [%rd1];\nst.global.v2.u32 [%out], {%r4, %r5};\nst.global.u32 [%out+512], %r6;\n",
        NONE, 4, 1, TEXELS, sizeof TEXELS);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(fix_out(&x, i), UINT64_C(5) << 32 | (i < 3 ? 7 : 9));
        assert_int_equal(fix_out(&x, i + 64), 3);
    }
    fix_free(&x);
    t.is_layered = true;
    texture_run(&x, t, "suq.array_size.b32 %r4, [%rd1];\nst.global.u32 [%out], %r4;\n", NONE, 4, 1, TEXELS,
                sizeof TEXELS);
    assert_int_equal(fix_out(&x, 3), 3);
    fix_free(&x);
    fix_expect_error("", "mov.u64 %rd1, 5;\ntxq.width.b32 %r1, [%rd1];\n", "in thread 0 uses 0x5; expected the handle");
    fix_expect_error("", "txq.width.b32 %r1, [%rd1+4];\n", "expected [register with the handle of an object]");
    fix_expect_error("", "txq.channel_order.b32 %r1, [%rd1];\n", "unsupported instruction 'txq.channel_order.b32'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(surfaces_count_bytes),
                                       cmocka_unit_test(surfaces_of_other_widths),
                                       cmocka_unit_test(objects_tell_their_extents)};
    return cmocka_run_group_tests_name("ptx_surface", tests, NULL, NULL);
}
