/* The golden dispatcher with tiles of CTAs, CTA by CTA, on four SMs. */
#include "policies.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { SMS = 4, SLOTS = 4, WAIT = 80 /* cycles in which tiles are there and every free slot is taken */ };

static void *engine;
static disp_in_t in;
static disp_out_t out;

static void put(uint32_t addr, uint32_t value) { assert_true(engine_c_ops.reg_write(engine, addr, value)); }

static void cut(uint32_t x, uint32_t y, uint32_t z, uint32_t line)
{
    put(policy_params[PARAM_PLACE_TILE_X].addr, x);
    put(policy_params[PARAM_PLACE_TILE_Y].addr, y);
    put(policy_params[PARAM_PLACE_TILE_Z].addr, z);
    put(policy_params[PARAM_PLACE_TILE_LINE].addr, line);
}

static void launch(uint32_t kid, uint32_t grid_x, uint32_t grid_y, uint32_t grid_z)
{
    const uint32_t field[][2] = {{REG_K_GRID_X, grid_x}, {REG_K_GRID_Y, grid_y},
                                 {REG_K_GRID_Z, grid_z}, {REG_K_THREADS, 32},
                                 {REG_K_WARPS, 1},       {REG_K_REGS, 1},
                                 {REG_K_SMEM, 0},        {REG_K_FLAGS, 0},
                                 {REG_K_TMAX, SLOTS},    {REG_K_CMD, REG_K_CMD_LAUNCH}};
    for (size_t i = 0; i < sizeof field / sizeof field[0]; i++)
        put(REG_KERNEL + kid * REG_KERNEL_STRIDE + field[i][0], field[i][1]);
}

static int setup(void **state)
{
    (void)state;
    engine = engine_c_create(arb_policies[0], 1, SCHED_SMALL);
    in = (disp_in_t){.issue_ready = mask_all()};
    out = (disp_out_t){0};
    const uint32_t reg[][2] = {{REG_SM_ENABLE, (1u << SMS) - 1},
                               {REG_CAP_SLOTS, SLOTS},
                               {REG_CAP_WARPS, 64},
                               {REG_CAP_THREADS, 2048},
                               {REG_CAP_REGS, 64},
                               {REG_CAP_SMEM, 64},
                               {REG_POLICY, policy_value("tile")},
                               {REG_CTRL, REG_CTRL_INIT}};
    for (size_t i = 0; i < sizeof reg / sizeof reg[0]; i++) put(reg[i][0], reg[i][1]);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    engine_c_ops.destroy(engine);
    return 0;
}

typedef struct {
    uint32_t sm, slot, kid, x, y, z, lid;
} cta_t;

/* The CTAs of the next `cycles`. */
static uint32_t run(uint32_t cycles, cta_t *cta)
{
    uint32_t n = 0;
    for (uint32_t c = 0; c < cycles; c++) {
        if (out.issue_valid) cta[n++] = (cta_t){out.sm, out.slot, out.kid, out.x, out.y, out.z, out.lid};
        engine_c_ops.disp_step(engine, &in, &out);
    }
    return n;
}

static void retire(uint32_t sm, uint32_t slot)
{
    in.done_valid = mask_only(sm);
    in.done_slot[sm] = (uint8_t)slot;
    engine_c_ops.disp_step(engine, &in, &out);
    assert_true(mask_equal(out.done_ready, mask_only(sm)));
    in.done_valid = mask_none();
}

/* 4 x 4 CTAs in 2 x 2 tiles: each SM has a square of neighbours, row by row. */
static void squares(void **state)
{
    (void)state;
    cta_t c[64];
    cut(2, 2, 1, 1);
    launch(0, 4, 4, 1);
    assert_int_equal(run(WAIT, c), 16);
    for (uint32_t i = 0; i < 16; i++) {
        const uint32_t n = i / SMS;
        assert_int_equal(c[i].sm, i % SMS);
        assert_int_equal(c[i].x, c[i].sm % 2 * 2 + n % 2);
        assert_int_equal(c[i].y, c[i].sm / 2 * 2 + n / 2);
        assert_int_equal(c[i].lid, c[i].y * 4 + c[i].x);
    }
}

/* 5 x 3 CTAs: tiles of 3 x 2, 2 x 2, 3 x 1, 2 x 1; SM 3 is done first and takes from SM 0's, the largest left. */
static void uneven(void **state)
{
    (void)state;
    static const uint32_t lid[][2] = {{0, 0},  {1, 3},  {2, 10}, {3, 13}, {0, 1},  {1, 4},
                                      {2, 11}, {3, 14}, {0, 2},  {1, 8},  {2, 12}, {3, 5}};
    cta_t c[64];
    cut(2, 2, 1, 1);
    launch(0, 5, 3, 1);
    const uint32_t n = run(WAIT, c);
    assert_int_equal(n, 15);
    for (uint32_t i = 0; i < sizeof lid / sizeof lid[0]; i++) {
        assert_int_equal(c[i].sm, lid[i][0]);
        assert_int_equal(c[i].lid, lid[i][1]);
    }
}

/* An SM whose tile is used up takes from the largest: SM 1 alone has ended CTAs. */
static void largest_left(void **state)
{
    (void)state;
    cta_t c[64];
    cut(1, 4, 1, 1);
    launch(0, 6, 7, 1); /* tiles of 12, 12, 12 and 6 CTAs */
    assert_int_equal(run(WAIT, c), 16);
    for (uint32_t slot = 0; slot < 2; slot++) { /* none left of the tile of SM 3, 6 of SM 0's, 8 of 1's and 2's */
        retire(3, slot);
        retire(0, slot);
    }
    assert_int_equal(run(WAIT, c), 4);
    for (uint32_t i = 0; i < 4; i++) assert_int_equal(c[i].lid / 12, c[i].sm);
    retire(3, 2);
    assert_int_equal(run(WAIT, c), 1);
    assert_int_equal(c[0].lid, 16); /* of SM 1: the first of those with most left */
    retire(3, 3);
    assert_int_equal(run(WAIT, c), 1);
    assert_int_equal(c[0].lid, 28); /* of SM 2 now */
}

/* More tiles than SMs: who is done gets the next tile. */
static void more_tiles(void **state)
{
    (void)state;
    cta_t c[64];
    cut(4, 2, 1, 1);
    launch(0, 4, 4, 1); /* eight columns of two CTAs */
    assert_int_equal(run(WAIT, c), 16);
    for (uint32_t i = 0; i < 16; i++) {
        assert_int_equal(c[i].x, c[i].sm);
        assert_int_equal(c[i].y, i / SMS);
    }
}

/* Tiles of one CTA: an SM that has used up its tile gets another after all SMs have had one. */
static void small_tiles(void **state)
{
    (void)state;
    cta_t c[64];
    cut(1, 1, 1, 16);
    launch(0, 16, 1, 1);
    assert_int_equal(run(WAIT, c), 16);
    for (uint32_t i = 0; i < 16; i++) assert_true(c[i].lid == i && c[i].sm == i % SMS);
}

/* Cycles from launch to the first CTA, with a tile per SM. */
static uint32_t first_cta(uint32_t enable, uint32_t tiles)
{
    put(REG_SM_ENABLE, enable);
    cut(1, 1, 1, tiles);
    launch(0, 64, 1, 1);
    uint32_t cycles = 0;
    for (out.issue_valid = false; !out.issue_valid; cycles++) engine_c_ops.disp_step(engine, &in, &out);
    return cycles;
}

/* An SM takes CTAs while others wait for their tiles. */
static void any_sms(void **state)
{
    (void)state;
    const uint32_t alone = first_cta(1, 1);
    teardown(NULL);
    setup(NULL);
    assert_int_equal(first_cta((1u << SMS) - 1, SMS), alone);
}

/* One row is taken in linear order, unless `line` says otherwise; 0 tiles are one. */
static void one_row(void **state)
{
    (void)state;
    cta_t c[64];
    cut(2, 2, 1, 1);
    launch(0, 14, 1, 1);
    assert_int_equal(run(WAIT, c), 14);
    for (uint32_t i = 0; i < 14; i++) assert_true(c[i].lid == i && c[i].sm == i % SMS);
    teardown(NULL);
    setup(NULL);
    cut(0, 0, 0, 4);
    launch(0, 16, 1, 1);
    assert_int_equal(run(WAIT, c), 16);
    for (uint32_t i = 0; i < 16; i++) assert_int_equal(c[i].lid, c[i].sm * 4 + i / SMS);
}

static void planes(void **state)
{
    (void)state;
    cta_t c[64];
    cut(1, 2, 2, 1);
    launch(0, 2, 2, 4); /* four columns of two planes of two CTAs */
    assert_int_equal(run(WAIT, c), 16);
    for (uint32_t i = 0; i < 16; i++) {
        const uint32_t n = i / SMS;
        assert_int_equal(c[i].x, n % 2);
        assert_int_equal(c[i].y, c[i].sm % 2);
        assert_int_equal(c[i].z, c[i].sm / 2 * 2 + n / 2);
        assert_int_equal(c[i].lid, (c[i].z * 2 + c[i].y) * 2 + c[i].x);
    }
}

/* A grid of fewer columns than tiles along x, or rows than tiles along y, is cut along the other axis alone. */
static void thin(void **state)
{
    (void)state;
    cta_t c[64];
    cut(2, 2, 1, 1);
    put(policy_params[PARAM_PLACE_TILE_THIN].addr, 4);
    launch(0, 1, 16, 1);
    assert_int_equal(run(WAIT, c), 16);
    for (uint32_t i = 0; i < 16; i++) assert_int_equal(c[i].y, c[i].sm * 4 + i / SMS);
    teardown(NULL);
    setup(NULL);
    cut(2, 4, 1, 1);
    put(policy_params[PARAM_PLACE_TILE_THIN].addr, 4);
    launch(0, 4, 3, 1);
    assert_int_equal(run(WAIT, c), 12);
    for (uint32_t i = 0; i < 12; i++) assert_true(c[i].x == c[i].sm && c[i].y == i / SMS);
}

/* Tiles go to the SMs that are on; a second kernel is cut when the first has none left. */
static void some_sms(void **state)
{
    (void)state;
    cta_t c[64];
    put(REG_SM_ENABLE, 0xa);
    cut(2, 1, 1, 1);
    launch(0, 4, 1, 1);
    launch(1, 2, 2, 1);
    assert_int_equal(run(2 * WAIT, c), 8);
    for (uint32_t i = 0; i < 4; i++) assert_true(c[i].kid == 0 && c[i].lid == i);
    for (uint32_t i = 4; i < 8; i++) assert_true(c[i].kid == 1 && c[i].sm == 1 + c[i].x * 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(squares, setup, teardown),
        cmocka_unit_test_setup_teardown(uneven, setup, teardown),
        cmocka_unit_test_setup_teardown(largest_left, setup, teardown),
        cmocka_unit_test_setup_teardown(more_tiles, setup, teardown),
        cmocka_unit_test_setup_teardown(small_tiles, setup, teardown),
        cmocka_unit_test_setup_teardown(any_sms, setup, teardown),
        cmocka_unit_test_setup_teardown(one_row, setup, teardown),
        cmocka_unit_test_setup_teardown(planes, setup, teardown),
        cmocka_unit_test_setup_teardown(thin, setup, teardown),
        cmocka_unit_test_setup_teardown(some_sms, setup, teardown),
    };
    return cmocka_run_group_tests_name("place_tile", tests, NULL, NULL);
}
