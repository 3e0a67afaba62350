/* Device memory: placement, exact ends, guard bands, nearest buffer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ptx/gmem_access.h"

static void buffers_are_aligned_apart_and_zero(void **state)
{
    err_t err = {{0}};
    gmem_t *g = gmem_create(1 << 20);
    const uint64_t a = gmem_alloc(g, "a", 100, &err), b = gmem_alloc(g, "b", 256, &err);
    (void)state;
    assert_int_equal(a, GMEM_BASE + GMEM_GUARD_BYTES);
    assert_int_equal(b, a + 256 + GMEM_GUARD_BYTES);
    for (uint32_t i = 0; i < 100; i++) assert_int_equal(((uint8_t *)gmem_host(g, a))[i], 0);
    gmem_destroy(g);
}

static void a_gap_is_left_free_before_each_buffer(void **state)
{
    enum { GAP_BYTES = 512 };
    err_t err = {{0}};
    gmem_t *g = gmem_create(3 * GMEM_GUARD_BYTES + 2 * GAP_BYTES + 3 * GMEM_ALIGN_BYTES);
    gmem_set_gap(g, GAP_BYTES);
    const uint64_t a = gmem_alloc(g, "a", 100, &err), b = gmem_alloc(g, "b", 256, &err);
    (void)state;
    assert_int_equal(a, GMEM_BASE + GAP_BYTES + GMEM_GUARD_BYTES);
    assert_int_equal(b, a + 256 + GAP_BYTES + GMEM_GUARD_BYTES);
    assert_int_equal(gmem_where(g, a - GMEM_GUARD_BYTES, 4), GMEM_GUARD);
    assert_int_equal(gmem_where(g, a - GMEM_GUARD_BYTES - 4, 4), GMEM_OUTSIDE);
    assert_int_equal(gmem_alloc(g, "c", 1, &err), 0); /* no room for its gap */
    gmem_destroy(g);
}

static void ends_are_exact(void **state)
{
    err_t err = {{0}};
    gmem_t *g = gmem_create(1 << 20);
    const uint64_t a = gmem_alloc(g, "a", 100, &err), b = gmem_alloc(g, "b", 8, &err);
    uint32_t hint = 0;
    (void)state;
    assert_int_equal(gmem_where(g, a, 4), GMEM_OK);
    assert_int_equal(gmem_where(g, a + 96, 4), GMEM_OK);
    assert_int_equal(gmem_where(g, a + 97, 4), GMEM_GUARD);
    assert_int_equal(gmem_where(g, a - 1, 1), GMEM_GUARD);
    assert_int_equal(gmem_where(g, GMEM_BASE, 1), GMEM_GUARD);
    assert_int_equal(gmem_where(g, GMEM_BASE - 1, 1), GMEM_OUTSIDE);
    assert_int_equal(gmem_where(g, b + 256 + GMEM_GUARD_BYTES - 4, 4), GMEM_GUARD);
    assert_int_equal(gmem_where(g, b + 256 + GMEM_GUARD_BYTES - 3, 4), GMEM_OUTSIDE);
    assert_int_equal(gmem_where(g, UINT64_MAX, 4), GMEM_OUTSIDE);
    assert_null(gmem_span(g, a, b, &hint));
    assert_string_equal(gmem_span(g, b, b + 7, &hint)->name, "b");
    assert_int_equal(hint, 1);
    assert_string_equal(gmem_nearest(g, b - 8)->name, "b");
    assert_string_equal(gmem_nearest(g, a + 300)->name, "a");
    assert_string_equal(gmem_nearest(g, 0)->name, "a");
    gmem_destroy(g);
}

static void too_much_is_an_error(void **state)
{
    err_t err = {{0}};
    gmem_t *g = gmem_create(3 * GMEM_GUARD_BYTES);
    (void)state;
    assert_int_equal(gmem_alloc(g, "big", GMEM_GUARD_BYTES + 1, &err), 0);
    assert_non_null(strstr(err.text, "'big' of 4097 bytes does not fit"));
    err.text[0] = '\0';
    assert_int_equal(gmem_alloc(g, "huge", UINT64_MAX, &err), 0);
    err.text[0] = '\0';
    assert_int_equal(gmem_alloc(g, "none", 0, &err), 0);
    assert_non_null(strstr(err.text, "0 bytes"));
    gmem_destroy(g);
}

static void a_tag_finds_the_same_buffer_again(void **state)
{
    err_t err = {{0}};
    bool fresh = false;
    gmem_t *g = gmem_create(1 << 20);
    const uint64_t a = gmem_alloc_tagged(g, 7, "v", 16, &fresh, &err);
    (void)state;
    assert_true(fresh);
    assert_int_equal(gmem_alloc_tagged(g, 7, "v", 16, &fresh, &err), a);
    assert_false(fresh);
    assert_true(gmem_alloc_tagged(g, 9, "v", 16, &fresh, &err) != a);
    gmem_destroy(g);
}

/* Memories of workloads that run together: what is one's is outside for the other. */
static void the_next_one_stands_behind(void **state)
{
    err_t err = {{0}};
    gmem_t *g[3] = {gmem_create(5 * GMEM_GUARD_BYTES + 1)};
    uint64_t first[3], last[3];
    (void)state;
    for (uint32_t i = 0; i < 3; i++) {
        if (i) g[i] = gmem_create_behind(g[i - 1], 5 * GMEM_GUARD_BYTES + 1);
        first[i] = gmem_alloc(g[i], "a", 100, &err);
        last[i] = gmem_alloc(g[i], "b", GMEM_GUARD_BYTES, &err);
        assert_true(first[i] && last[i]);
        assert_int_equal(gmem_number(g[i]), i);
        assert_int_equal(first[i], gmem_first(g[i]) + GMEM_GUARD_BYTES);
        assert_int_equal(first[i] % GMEM_ALIGN_BYTES, 0);
        *(uint8_t *)gmem_host(g[i], first[i]) = (uint8_t)(1 + i);
    }
    for (uint32_t i = 0; i < 3; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            assert_int_equal(gmem_where(g[i], first[k], 4), i == k ? GMEM_OK : GMEM_OUTSIDE);
            assert_int_equal(gmem_where(g[i], last[k], 4), i == k ? GMEM_OK : GMEM_OUTSIDE);
        }
        if (i) assert_true(first[i] - GMEM_GUARD_BYTES >= last[i - 1] + 2 * GMEM_GUARD_BYTES);
        assert_int_equal(*gmem_arena(g[i]), 0);
        assert_int_equal(gmem_arena(g[i])[first[i] - gmem_first(g[i])], 1 + i);
    }
    for (uint32_t i = 0; i < 3; i++) gmem_destroy(g[i]);
}

static void a_freed_buffer_is_outside_and_its_place_is_used_again(void **state)
{
    err_t err = {{0}};
    gmem_t *g = gmem_create(1 << 20);
    (void)state;
    uint64_t at[3];
    for (uint32_t i = 0; i < 3; i++) at[i] = gmem_alloc(g, "a", 4 * GMEM_GUARD_BYTES, &err);
    const uint64_t left = gmem_left(g);
    memset(gmem_host(g, at[1]), 0xff, 4 * GMEM_GUARD_BYTES);
    assert_true(gmem_free(g, at[1]));
    assert_false(gmem_free(g, at[1]));
    assert_false(gmem_free(g, at[0] + 1));
    assert_int_equal(gmem_left(g), left + 4 * GMEM_GUARD_BYTES);
    assert_int_equal(gmem_where(g, at[1] + 2 * GMEM_GUARD_BYTES, 4), GMEM_OUTSIDE);
    assert_int_equal(gmem_where(g, at[1] - 4, 4), GMEM_GUARD);
    assert_int_equal(gmem_where(g, at[2] - 4, 4), GMEM_GUARD);
    assert_int_equal(gmem_alloc(g, "b", 4 * GMEM_GUARD_BYTES, &err), at[1]);
    for (uint32_t i = 0; i < 4 * GMEM_GUARD_BYTES; i++) assert_int_equal(((uint8_t *)gmem_host(g, at[1]))[i], 0);
    assert_true(gmem_alloc(g, "c", 1, &err) > at[2]);
    assert_string_equal(gmem_nearest(g, at[1] + 8)->name, "b");
    gmem_destroy(g);
}

static void a_mapped_arena_has_device_addresses_for_the_host(void **state)
{
    err_t err = {{0}};
    gmem_t *g = gmem_create_mapped(UINT64_C(1) << 32, &err);
    (void)state;
    assert_non_null(g);
    const uint64_t a = gmem_alloc(g, "a", 100000, &err);
    assert_ptr_equal(gmem_host(g, a), (void *)(uintptr_t)a);
    memset((void *)(uintptr_t)a, 0xff, 100000);
    assert_null(gmem_create_mapped(1 << 20, &err));
    assert_non_null(strstr(err.text, "cannot be mapped at 0x100000000"));
    assert_true(gmem_free(g, a));
    for (uint32_t i = 0; i < 100000; i++) assert_int_equal(((uint8_t *)(uintptr_t)a)[i], 0);
    gmem_destroy(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buffers_are_aligned_apart_and_zero),
        cmocka_unit_test(a_gap_is_left_free_before_each_buffer),
        cmocka_unit_test(ends_are_exact),
        cmocka_unit_test(the_next_one_stands_behind),
        cmocka_unit_test(too_much_is_an_error),
        cmocka_unit_test(a_tag_finds_the_same_buffer_again),
        cmocka_unit_test(a_freed_buffer_is_outside_and_its_place_is_used_again),
        cmocka_unit_test(a_mapped_arena_has_device_addresses_for_the_host),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
