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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(surfaces_count_bytes),
                                       cmocka_unit_test(surfaces_of_other_widths)};
    return cmocka_run_group_tests_name("ptx_surface", tests, NULL, NULL);
}
