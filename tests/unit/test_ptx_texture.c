/* Textures in kernels: values by hand. */
#include "ptx_texture_rig.h"

static float value(fix_t *x, uint32_t i) { return f32_of(fix_out(x, i)); }

static const float LINE[4] = {10.0f, 20.0f, 30.0f, 50.0f};

static void one_dimension(const texture_t *how, const float *coord, const float *wanted, uint32_t n)
{
    fix_t x;
    texture_run(&x, *how, "tex.1d.v4.f32.f32 {%f5,%f6,%f7,%f8}, [%rd1, {%f1}];\nst.global.v2.f32 [%out], {%f5, %f6};\n",
                coord, n, 1, LINE, sizeof LINE);
    for (uint32_t i = 0; i < n; i++) {
        assert_int_equal((uint32_t)fix_out(&x, i), f32_bits(wanted[i]));
        assert_int_equal(fix_out(&x, i) >> 32, 0); /* a channel that is not there */
    }
    fix_free(&x);
}

static void points_and_edges_of_a_line(void **state)
{
    texture_t t = {.width = 4,
                   .channels = 1,
                   .channel_bits = 32,
                   .format = TEXEL_FLOAT,
                   .is_array = true,
                   .edge = {TEXTURE_CLAMP},
                   .border = {7.0f}};
    static const float AT[] = {0.0f, 0.99f, 1.0f, 3.5f, -0.1f, 4.0f, 9.0f, -5.0f};
    static const float CLAMPED[] = {10, 10, 20, 50, 10, 50, 50, 10}, BORDER[] = {10, 10, 20, 50, 7, 7, 7, 7};
    static const float TURNS[] = {0.0f, 0.30f, 1.0f, 1.30f, -0.1f, 0.99f, -0.99f, 2.6f};
    static const float WRAPPED[] = {10, 20, 10, 20, 50, 50, 10, 30}, MIRRORED[] = {10, 20, 50, 30, 10, 50, 50, 30};
    (void)state;
    one_dimension(&t, AT, CLAMPED, 8);
    t.edge[0] = TEXTURE_WRAP; /* not normalised: clamps */
    one_dimension(&t, AT, CLAMPED, 8);
    t.edge[0] = TEXTURE_BORDER;
    one_dimension(&t, AT, BORDER, 8);
    t.is_normalised = true;
    t.edge[0] = TEXTURE_WRAP;
    one_dimension(&t, TURNS, WRAPPED, 8);
    t.edge[0] = TEXTURE_MIRROR;
    one_dimension(&t, TURNS, MIRRORED, 8);
}

static void a_line_is_filtered_with_8_bits_of_weight(void **state)
{
    texture_t t = {.width = 4,
                   .channels = 1,
                   .channel_bits = 32,
                   .format = TEXEL_FLOAT,
                   .is_array = true,
                   .filter = TEXTURE_LINEAR,
                   .edge = {TEXTURE_CLAMP}};
    /* 1.7 - 0.5: 1.2 of the way, as 51/256. */
    static const float AT[] = {0.5f, 1.0f, 1.75f, 1.7f, 0.0f, 4.0f};
    static const float WANTED[] = {10, 15, 22.5f, 20.0f + 10.0f * 51.0f / 256.0f, 10, 50};
    static const float OVER[] = {0.5f, 4.0f, 0.0f}, BORDER[] = {10, 25, 5};
    (void)state;
    one_dimension(&t, AT, WANTED, 6);
    t.edge[0] = TEXTURE_BORDER;
    one_dimension(&t, OVER, BORDER, 3);
}

static void linear_memory_is_read_by_integers(void **state)
{
    const texture_t t = {.width = 4, .channels = 2, .channel_bits = 16, .format = TEXEL_SIGNED};
    static const int16_t TEXELS[8] = {1, -2, 3, -4, 5, -6, 7, -8};
    static const float NONE[8] = {0};
    fix_t x;
    (void)state;
    texture_run(
        &x, t,
        "add.s32 %r2, %t, -1;\ntex.1d.v4.s32.s32 {%r3,%r4,%r5,%r6}, [%rd1, {%r2}];\nst.global.v2.u32 [%out], {%r3, "
        "%r4};\n",
        NONE, 6, 1, TEXELS, sizeof TEXELS);
    assert_int_equal(fix_out(&x, 0), 0); /* left of it */
    assert_int_equal(fix_out(&x, 5), 0);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal((int32_t)fix_out(&x, i + 1), TEXELS[2 * i]);
        assert_int_equal((int32_t)(fix_out(&x, i + 1) >> 32), TEXELS[2 * i + 1]);
    }
    fix_free(&x);
}

static void a_plane_of_bytes_is_filtered_as_normalised(void **state)
{
    const texture_t t = {.width = 2,
                         .height = 2,
                         .pitch_bytes = 8,
                         .channels = 4,
                         .channel_bits = 8,
                         .format = TEXEL_UNSIGNED,
                         .is_array = true,
                         .filter = TEXTURE_LINEAR,
                         .reads_normalised = true,
                         .edge = {TEXTURE_CLAMP, TEXTURE_CLAMP}};
    static const uint8_t TEXELS[16] = {0, 255, 51, 102, 255, 255, 0, 0, 0, 0, 255, 0, 255, 0, 0, 51};
    static const float AT[] = {0.5f, 0.5f, 1.0f, 0.5f, 1.0f, 1.0f};
    fix_t x;
    (void)state;
    texture_run(&x, t,
                "tex.2d.v4.f32.f32 {%f5,%f6,%f7,%f8}, [%rd1, {%f1, %f2}];\nst.global.v2.f32 [%out], {%f5, %f6};\n"
                "st.global.v2.f32 [%out+512], {%f7, %f8};\n",
                AT, 3, 2, TEXELS, sizeof TEXELS);
    assert_float_equal(value(&x, 0), 0.0f, 0);
    assert_float_equal(value(&x, 64), 0.2f, 0);
    assert_float_equal(value(&x, 1), 0.5f, 0);
    assert_float_equal(value(&x, 65), 0.1f, 0);
    assert_float_equal(value(&x, 2), 0.5f, 0);
    assert_float_equal(value(&x, 66), 0.3f, 1e-7f);
    assert_int_equal(fix_out(&x, 0) >> 32, f32_bits(1.0f));
    assert_int_equal(fix_out(&x, 2) >> 32, f32_bits(0.5f));
    fix_free(&x);
}

static void volumes_layers_and_cubes_find_their_slice(void **state)
{
    texture_t t = {.width = 2,
                   .height = 2,
                   .depth = 6,
                   .pitch_bytes = 8,
                   .slice_bytes = 16,
                   .channels = 1,
                   .channel_bits = 32,
                   .format = TEXEL_FLOAT,
                   .is_array = true,
                   .edge = {TEXTURE_CLAMP, TEXTURE_CLAMP, TEXTURE_CLAMP}};
    float texels[24];
    static const float AT[] = {1.5f, 0.5f, 2.5f, 0.0f, 1.0f, 9.0f};
    static const float ALONG[] = {1, 0.2f, -0.2f, -1, 0.2f, -0.2f, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0.2f, 0.2f, -1};
    fix_t x;
    (void)state;
    for (uint32_t i = 0; i < 24; i++) texels[i] = (float)i;
    texture_run(&x, t,
                "tex.3d.v4.f32.f32 {%f5,%f6,%f7,%f8}, [%rd1, {%f1, %f2, %f3, %f3}];\nst.global.f32 [%out], %f5;\n", AT,
                2, 3, texels, sizeof texels);
    assert_float_equal(value(&x, 0), 9.0f, 0); /* slice 2, row 0, column 1 */
    assert_float_equal(value(&x, 1), 22.0f, 0);
    fix_free(&x);
    t.is_layered = true;
    texture_run(
        &x, t,
        "add.u32 %r2, %t, 3;\ntex.a2d.v4.f32.f32 {%f5,%f6,%f7,%f8}, [%rd1, {%r2, %f1, %f2, %f2}];\nst.global.f32 "
        "[%out], "
        "%f5;\n",
        AT, 2, 2, texels, sizeof texels);
    assert_float_equal(value(&x, 0), 13.0f, 0);
    assert_float_equal(value(&x, 1), 17.0f, 0); /* 2.5, 0.0 */
    fix_free(&x);
    t.is_layered = false;
    t.is_cube = true;
    texture_run(&x, t,
                "tex.cube.v4.f32.f32 {%f5,%f6,%f7,%f8}, [%rd1, {%f1, %f2, %f3, %f3}];\nst.global.f32 [%out], %f5;\n",
                ALONG, 6, 3, texels, sizeof texels);
    for (uint32_t face = 0; face < 6; face++) assert_int_equal((uint32_t)value(&x, face) / 4, face);
    assert_float_equal(value(&x, 0), 1.0f, 0); /* +x: s = -z = 0.2, t = -y = -0.2 */
    fix_free(&x);
}

static void four_texels_are_gathered(void **state)
{
    const texture_t t = {.width = 2,
                         .height = 2,
                         .pitch_bytes = 8,
                         .channels = 1,
                         .channel_bits = 32,
                         .format = TEXEL_UNSIGNED,
                         .is_array = true,
                         .edge = {TEXTURE_CLAMP, TEXTURE_CLAMP}};
    static const uint32_t TEXELS[4] = {1, 2, 3, 4};
    static const float AT[] = {1.0f, 1.0f};
    fix_t x;
    (void)state;
    texture_run(&x, t,
                "tld4.r.2d.v4.u32.f32 {%r3,%r4,%r5,%r6}, [%rd1, {%f1, %f2}];\nst.global.v2.u32 [%out], {%r3, %r4};\n"
                "st.global.v2.u32 [%out+8], {%r5, %r6};\n",
                AT, 1, 2, TEXELS, sizeof TEXELS);
    assert_int_equal(fix_out(&x, 0), UINT64_C(4) << 32 | 3);
    assert_int_equal(fix_out(&x, 1), UINT64_C(1) << 32 | 2);
    fix_free(&x);
}

static void refused(const char *body, const char *why)
{
    char text[8192];
    fix_t x;
    snprintf(text, sizeof text, "%s%smov.u64 %%rd1, 5;\nmov.u32 %%r1, 0;\n%s%s", FIX_HEAD, FIX_ENTRY, body, FIX_TAIL);
    assert_false(fix_open(&x, text, 1, 32) && fix_run(&x));
    if (!strstr(x.err.text, why)) fail_msg("'%s' does not say '%s'", x.err.text, why);
    fix_free(&x);
}

static void mistakes_are_named(void **state)
{
    (void)state;
    refused("tex.1d.v4.f32.s32 {%f1,%f2,%f3,%f4}, [%rd1, {%r1}];\n",
            "0x5; expected the handle of a texture or surface object");
    refused("tex.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [%rd1, {%f1}];\n", "as many coordinates as the shape has");
    refused("tex.2d.v4.f32.f32 {%f1,%f2,%f3}, [%rd1, {%f1, %f2}];\n", "as many elements as the vector has");
    refused("tex.5d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [%rd1, {%f1}];\n", "unsupported instruction 'tex.5d.v4.f32.f32'");
    refused("ld.global.u32 %r1, [%in, {%r1}];\n", "expected 2 operands, found 3");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_and_edges_of_a_line),
        cmocka_unit_test(a_line_is_filtered_with_8_bits_of_weight),
        cmocka_unit_test(linear_memory_is_read_by_integers),
        cmocka_unit_test(a_plane_of_bytes_is_filtered_as_normalised),
        cmocka_unit_test(volumes_layers_and_cubes_find_their_slice),
        cmocka_unit_test(four_texels_are_gathered),
        cmocka_unit_test(mistakes_are_named),
    };
    return cmocka_run_group_tests_name("ptx_texture", tests, NULL, NULL);
}
