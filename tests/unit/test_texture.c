/* Texture objects: what they may be, and which texels an access reads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ptx/float_bits.h"
#include "ptx/texture_read.h"

static void an_object_needs_texels(void **state)
{
    err_t err = {{0}};
    gmem_t *g = gmem_create(1 << 16);
    texture_t t = {.width = 16, .height = 4, .pitch_bytes = 64, .channels = 1, .channel_bits = 32, .is_array = true};
    uint64_t handle;
    (void)state;
    t.addr = gmem_alloc(g, "a", 255, &err);
    assert_false(texture_create(g, &t, &handle, &err));
    assert_non_null(strstr(err.text, "256 bytes at"));
    t.height = 3;
    assert_true(texture_create(g, &t, &handle, &err));
    assert_ptr_not_equal(texture_of(g, handle), &t);
    assert_int_equal(texture_of(g, handle)->height, 3);
    assert_null(texture_of(g, handle + 1));
    assert_true(texture_destroy(g, handle));
    assert_false(texture_destroy(g, handle));
    gmem_destroy(g);
}

/* A block of 64 bytes by 8 rows is 512 bytes, row by row. */
static void caches_see_blocks(void **state)
{
    texture_t t = {.addr = 4096,
                   .width = 32,
                   .height = 16,
                   .pitch_bytes = 128,
                   .channels = 1,
                   .channel_bits = 32,
                   .is_array = true};
    (void)state;
    assert_int_equal(texture_address(&t, 0, 0, 0), 4096);
    assert_int_equal(texture_address(&t, 4, 1, 0), 4096 + 64 + 4);
    assert_int_equal(texture_address(&t, 64, 0, 0), 4096 + 512);
    assert_int_equal(texture_address(&t, 68, 9, 0), 4096 + 3 * 512 + 64 + 4);
    t.is_array = false;
    assert_int_equal(texture_address(&t, 68, 9, 0), 4096 + 9 * 128 + 68);
}

static void a_filtered_access_names_its_texels(void **state)
{
    const texture_t t = {.width = 4,
                         .height = 4,
                         .pitch_bytes = 16,
                         .channels = 1,
                         .channel_bits = 32,
                         .format = TEXEL_FLOAT,
                         .filter = TEXTURE_LINEAR,
                         .edge = {TEXTURE_BORDER, TEXTURE_BORDER}};
    static const float ZEROS[16];
    texture_query_t q = {.shape = SHAPE_2D, .gather = -1, .coord = {f32_bits(2.0f), f32_bits(1.0f)}};
    texture_answer_t a;
    (void)state;
    texture_read(&t, (const uint8_t *)ZEROS, &q, &a);
    assert_int_equal(a.texels, 4);
    assert_int_equal(a.addr[0], 4);
    assert_int_equal(a.addr[1], 8);
    assert_int_equal(a.addr[3], 24);
    q.coord[0] = f32_bits(0.0f);
    texture_read(&t, (const uint8_t *)ZEROS, &q, &a);
    assert_int_equal(a.texels, 2); /* the border is not in memory */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_object_needs_texels),
        cmocka_unit_test(caches_see_blocks),
        cmocka_unit_test(a_filtered_access_names_its_texels),
    };
    return cmocka_run_group_tests_name("texture", tests, NULL, NULL);
}
