/* test_sas_tiler.c - the golden tiler: the tiles of [SAS §III-B], clipped ones, none empty, any
 * first, askers in turn. */
#include "sas_loops.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { TILES_MAX = 100, CYCLES_MAX = 1000 };

static sas_tile_t got[TILES_MAX];
static uint32_t to[TILES_MAX];

/* A whole loop with every SM asking; the number of tiles. */
static uint32_t deal(const sas_loop_t *loop, uint32_t askers)
{
    sas_tiler_t t;
    uint32_t count = 0;
    sas_tiler_reset(&t, askers);
    sas_tiler_clock(&t, loop, true, UINT64_MAX);
    for (uint32_t cycle = 0; !t.none && cycle < CYCLES_MAX; cycle++) {
        sas_tiler_clock(&t, loop, false, UINT64_MAX);
        if (t.to == SAS_NONE) continue;
        assert_true(count < TILES_MAX);
        to[count] = t.to;
        got[count++] = t.tile;
    }
    assert_true(t.none);
    return count;
}

static void expect(uint32_t n, uint32_t row, uint32_t col, uint32_t row_end, uint32_t col_end)
{
    assert_int_equal(got[n].lower.at[0], 0);
    assert_int_equal(got[n].upper.at[0], 1);
    assert_int_equal(got[n].lower.at[1], row);
    assert_int_equal(got[n].lower.at[2], col);
    assert_int_equal(got[n].upper.at[1], row_end);
    assert_int_equal(got[n].upper.at[2], col_end);
}

/* Four SMs of four contexts on 1024 x 1024: four tiles for S-tile, sixteen for I-tile [SAS §III-B].
 */
static void test_paper(void **state)
{
    (void)state;
    const sas_loop_t s = sas_grid(1024, 1024, 2, 2, 0, 0), i = sas_grid(1024, 1024, 4, 4, 0, 0);
    assert_int_equal(deal(&s, 4), 4);
    for (uint32_t n = 0; n < 4; n++) {
        expect(n, n / 2 * 512, n % 2 * 512, n / 2 * 512 + 512, n % 2 * 512 + 512);
        assert_int_equal(to[n], n);
    }
    assert_int_equal(deal(&i, 4), 16);
    for (uint32_t n = 0; n < 16; n++) {
        expect(n, n / 4 * 256, n % 4 * 256, n / 4 * 256 + 256, n % 4 * 256 + 256);
        assert_int_equal(to[n], n % 4);
    }
}

static void test_first(void **state)
{
    (void)state;
    const sas_loop_t loop = sas_grid(20, 30, 2, 3, 1, 2); /* seed 5 of 6 */
    const uint32_t order[] = {5, 0, 1, 2, 3, 4};
    assert_int_equal(deal(&loop, 2), 6);
    for (uint32_t n = 0; n < 6; n++)
        expect(n, order[n] / 3 * 10, order[n] % 3 * 10, order[n] / 3 * 10 + 10, order[n] % 3 * 10 + 10);
}

/* HotSpot's 300 x 300 on 64 contexts: 38 a side, 34 in the last row and column. */
static void test_clipped(void **state)
{
    (void)state;
    const sas_loop_t loop = sas_grid(300, 300, 8, 8, 0, 0);
    assert_int_equal(deal(&loop, 4), 64);
    expect(0, 0, 0, 38, 38);
    expect(7, 0, 266, 38, 300);
    expect(63, 266, 266, 300, 300);
}

/* Nine in six tiles are two each: five tiles, the sixth would be empty. */
static void test_empty(void **state)
{
    (void)state;
    const sas_loop_t loop = sas_grid(1, 9, 1, 6, 0, 0), nothing = {.upper = {{1, 0, 5}}, .edge = {{1, 1, 1}}};
    assert_int_equal(deal(&loop, 4), 5);
    expect(4, 0, 8, 1, 9);
    assert_int_equal(deal(&nothing, 4), 0);
}

static void test_top_of_field(void **state)
{
    (void)state;
    const sas_loop_t loop = {.lower = {{0, 0, 40000}},
                             .upper = {{1, 1, 65535}},
                             .stride = {{1, 1, 1}},
                             .edge = {{65535, 65535, 20000}},
                             .first = {{0, 0, 60000}}};
    assert_int_equal(deal(&loop, 1), 2);
    expect(0, 0, 60000, 1, 65535);
    expect(1, 0, 40000, 1, 60000);
}

/* An asker before the first loop waits; one just answered is masked for a cycle. */
static void test_turns(void **state)
{
    (void)state;
    const sas_loop_t loop = sas_grid(1, 9, 1, 9, 0, 0);
    const uint32_t want[] = {2, 0, 1, SAS_NONE, 1, SAS_NONE};
    const uint64_t ask[] = {4, 5, 6, 2, 2, 2};
    sas_tiler_t t;
    sas_tiler_reset(&t, 3);
    for (int i = 0; i < 4; i++) sas_tiler_clock(&t, &loop, false, 7);
    assert_true(t.to == SAS_NONE && !t.none);
    sas_tiler_clock(&t, &loop, true, 0);
    for (int i = 0; i < 3; i++) sas_tiler_clock(&t, &loop, false, 0);
    for (int i = 0; i < 6; i++) {
        sas_tiler_clock(&t, &loop, false, ask[i]);
        assert_int_equal(t.to, want[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_paper),        cmocka_unit_test(test_first),
                                       cmocka_unit_test(test_clipped),      cmocka_unit_test(test_empty),
                                       cmocka_unit_test(test_top_of_field), cmocka_unit_test(test_turns)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
