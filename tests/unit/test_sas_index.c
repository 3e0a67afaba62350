/* test_sas_index.c - the golden index generator by hand-worked tiles: row-major order, strides, one
 * index per cycle. */
#include "policy/sas.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const sas_vec_t ONES = {{1, 1, 1}};

static void take(sas_index_t *x, const sas_vec_t *stride, const sas_tile_t *tile)
{
    sas_index_reset(x);
    sas_index_clock(x, stride, tile, false);
    assert_int_equal(x->phase, SAS_SETUP);
    sas_index_clock(x, stride, NULL, true); /* ready before there is an index: nothing is taken */
}

static void expect(sas_index_t *x, const sas_vec_t *stride, const uint16_t (*want)[SAS_LEVELS], uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(x->phase, SAS_WALK);
        assert_memory_equal(x->at.at, want[i], sizeof want[i]);
        assert_int_equal(sas_index_last(x, stride), i + 1 == count);
        sas_index_clock(x, stride, NULL, true);
    }
    assert_int_equal(x->phase, SAS_IDLE);
}

/* The loop of [SAS Fig. 2]: i = 0:2:60, j = 0:2:80; here its first rows' ends. */
static void test_strides(void **state)
{
    (void)state;
    const sas_vec_t stride = {{1, 2, 2}};
    const sas_tile_t tile = {{{0, 56, 75}}, {{1, 60, 80}}};
    const uint16_t want[][SAS_LEVELS] = {{0, 56, 75}, {0, 56, 77}, {0, 56, 79}, {0, 58, 75}, {0, 58, 77}, {0, 58, 79}};
    sas_index_t x;
    take(&x, &stride, &tile);
    expect(&x, &stride, want, 6);
}

static void test_three_levels(void **state)
{
    (void)state;
    const sas_tile_t tile = {{{4, 1, 0}}, {{6, 3, 1}}};
    const uint16_t want[][SAS_LEVELS] = {{4, 1, 0}, {4, 2, 0}, {5, 1, 0}, {5, 2, 0}};
    sas_index_t x;
    take(&x, &ONES, &tile);
    expect(&x, &ONES, want, 4);
}

static void test_end_of_field(void **state)
{
    (void)state;
    const sas_vec_t stride = {{65535, 65535, 40000}};
    const sas_tile_t tile = {{{65534, 0, 20000}}, {{65535, 65535, 65535}}};
    const uint16_t want[][SAS_LEVELS] = {{65534, 0, 20000}, {65534, 0, 60000}};
    sas_index_t x;
    take(&x, &stride, &tile);
    expect(&x, &stride, want, 2);
}

static void test_stall(void **state)
{
    (void)state;
    const sas_tile_t tile = {{{0, 0, 7}}, {{1, 1, 9}}};
    const uint16_t want[][SAS_LEVELS] = {{0, 0, 7}, {0, 0, 8}};
    sas_index_t x;
    take(&x, &ONES, &tile);
    for (int i = 0; i < 3; i++) sas_index_clock(&x, &ONES, &tile, false); /* nor is a tile taken */
    expect(&x, &ONES, want, 2);
}

/* A 512 x 512 tile of [SAS §III-B] takes as many cycles as it has indices. */
static void test_rate(void **state)
{
    (void)state;
    const sas_tile_t tile = {{{0, 512, 512}}, {{1, 1024, 1024}}};
    sas_index_t x;
    uint32_t cycles = 0;
    for (take(&x, &ONES, &tile); x.phase == SAS_WALK; cycles++) {
        assert_int_equal(x.at.at[1], 512 + cycles / 512);
        assert_int_equal(x.at.at[2], 512 + cycles % 512);
        sas_index_clock(&x, &ONES, NULL, true);
    }
    assert_int_equal(cycles, 512 * 512);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_strides), cmocka_unit_test(test_three_levels),
                                       cmocka_unit_test(test_end_of_field), cmocka_unit_test(test_stall),
                                       cmocka_unit_test(test_rate)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
