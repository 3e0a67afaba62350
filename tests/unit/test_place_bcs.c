/* The golden dispatcher with blocks of CTAs: [LCS Fig. 9] on 4 cores, CTA by CTA. */
#include "policies.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { SMS = 4, SLOTS = 4 };

static void *engine;
static disp_in_t in;
static disp_out_t out;

static void put(uint32_t addr, uint32_t value) { assert_true(engine_c_ops.reg_write(engine, addr, value)); }

static void launch_entry(uint32_t kid, uint32_t grid_x, uint32_t grid_y, bool two_d, uint32_t tmax)
{
    const uint32_t field[][2] = {{REG_K_GRID_X, grid_x}, {REG_K_GRID_Y, grid_y},
                                 {REG_K_GRID_Z, 1},      {REG_K_THREADS, 32},
                                 {REG_K_WARPS, 1},       {REG_K_REGS, 1},
                                 {REG_K_SMEM, 0},        {REG_K_FLAGS, two_d},
                                 {REG_K_TMAX, tmax},     {REG_K_CMD, REG_K_CMD_LAUNCH}};
    for (size_t i = 0; i < sizeof field / sizeof field[0]; i++)
        put(REG_KERNEL + kid * REG_KERNEL_STRIDE + field[i][0], field[i][1]);
}

static void launch(uint32_t grid_x, uint32_t grid_y, bool two_d, uint32_t tmax)
{
    launch_entry(0, grid_x, grid_y, two_d, tmax);
}

static int setup(void **state)
{
    (void)state;
    engine = engine_c_create(arb_policies[0], 1, SCHED_SMALL);
    in = (disp_in_t){.issue_ready = mask_all()};
    out = (disp_out_t){0};
    const uint32_t reg[][2] = {{REG_SM_ENABLE, (1u << SMS) - 1},  {REG_CAP_SLOTS, SLOTS},   {REG_CAP_WARPS, 64},
                               {REG_CAP_THREADS, 2048},           {REG_CAP_REGS, 64},       {REG_CAP_SMEM, 64},
                               {REG_POLICY, policy_value("bcs")}, {REG_CTRL, REG_CTRL_INIT}};
    for (size_t i = 0; i < sizeof reg / sizeof reg[0]; i++) put(reg[i][0], reg[i][1]);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    engine_c_ops.destroy(engine);
    return 0;
}

/* The CTAs of the next `cycles`: which SM each went to, and whether it was marked as of a block. */
static uint32_t run(uint32_t cycles, uint8_t *sm, bool *block)
{
    uint32_t n = 0;
    for (uint32_t c = 0; c < cycles; c++) {
        if (out.issue_valid) {
            sm[n] = out.sm;
            block[n++] = out.block;
        }
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

static void fig9(void **state)
{
    (void)state;
    uint8_t sm[64];
    bool block[64];
    launch(8, 4, true, SLOTS);
    assert_int_equal(run(40, sm, block), SMS * SLOTS);
    for (uint32_t i = 0; i < SMS * SLOTS; i++) {
        assert_int_equal(sm[i], i / 2 % SMS);
        assert_int_equal(block[i], i % 2);
    }
}

static void waits_for_room(void **state)
{
    (void)state;
    uint8_t sm[64];
    bool block[64];
    launch(8, 4, true, SLOTS);
    run(40, sm, block);
    retire(0, 0);
    retire(2, 3);
    assert_int_equal(run(8, sm, block), 0);
    retire(2, 1);
    assert_int_equal(run(8, sm, block), 2);
    assert_true(sm[0] == 2 && sm[1] == 2 && !block[0] && block[1]);
}

static void odd_end(void **state)
{
    (void)state;
    uint8_t sm[64];
    bool block[64];
    launch(3, 3, true, SLOTS);
    assert_int_equal(run(20, sm, block), 9);
    assert_true(sm[8] == 0 && !block[8]);
}

static void sizes(void **state)
{
    (void)state;
    uint8_t sm[64];
    bool block[64];
    launch(8, 1, false, SLOTS); /* 1-D: no blocks */
    assert_int_equal(run(20, sm, block), 8);
    for (uint32_t i = 0; i < 8; i++) assert_true(sm[i] == i % SMS && !block[i]);
    engine_c_ops.destroy(engine);
    setup(NULL);
    put(policy_params[PARAM_PLACE_BCS_BLOCK].addr, 3);
    launch(6, 2, true, SLOTS); /* threes; a fourth slot of an SM stays empty */
    assert_int_equal(run(20, sm, block), 12);
    for (uint32_t i = 0; i < 12; i++) assert_true(sm[i] == i / 3 && block[i] == (i % 3 != 0));
}

static void never_above_tmax(void **state)
{
    (void)state;
    uint8_t sm[64];
    bool block[64];
    put(policy_params[PARAM_PLACE_BCS_BLOCK].addr, 4);
    launch(6, 2, true, 2); /* blocks of min(4, 2) */
    assert_int_equal(run(20, sm, block), 2 * SMS);
    for (uint32_t i = 0; i < 2 * SMS; i++) assert_true(sm[i] == i / 2 && block[i] == i % 2);
}

/* Kernel 1 has taken room on every SM but the last: kernel 0's pairs go where both CTAs fit, and only there. */
static void room_for_the_whole_block(void **state)
{
    (void)state;
    uint8_t sm[64];
    bool block[64];
    const uint32_t other[][2] = {
        {REG_K_GRID_X, 3}, {REG_K_GRID_Y, 1}, {REG_K_GRID_Z, 1}, {REG_K_THREADS, 32}, {REG_K_WARPS, 24},
        {REG_K_REGS, 1},   {REG_K_SMEM, 0},   {REG_K_FLAGS, 0},  {REG_K_TMAX, 2},     {REG_K_CMD, REG_K_CMD_LAUNCH}};
    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++)
        put(REG_KERNEL + REG_KERNEL_STRIDE + other[i][0], other[i][1]);
    assert_int_equal(run(20, sm, block), 3); /* 40 of 64 warps are left on SMs 0 to 2 */
    put(REG_KERNEL + REG_K_WARPS, 24);
    const uint32_t pairs[][2] = {{REG_K_GRID_X, 6},
                                 {REG_K_GRID_Y, 1},
                                 {REG_K_GRID_Z, 1},
                                 {REG_K_THREADS, 32},
                                 {REG_K_REGS, 1},
                                 {REG_K_SMEM, 0},
                                 {REG_K_FLAGS, REG_K_FLAGS_TWO_D},
                                 {REG_K_TMAX, 2},
                                 {REG_K_CMD, REG_K_CMD_LAUNCH}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) put(REG_KERNEL + pairs[i][0], pairs[i][1]);
    assert_int_equal(run(20, sm, block), 2); /* one would fit on SMs 0 to 2, two do not */
    assert_true(sm[0] == 3 && sm[1] == 3 && !block[0] && block[1]);
    retire(1, 0);
    assert_int_equal(run(10, sm, block), 2);
    assert_true(sm[0] == 1 && sm[1] == 1 && !block[0] && block[1]);
}

/* T_max says two where one fits: no SM will ever take the pair, so the kernel ends. */
static void a_block_that_fits_nowhere(void **state)
{
    (void)state;
    uint8_t sm[64];
    bool block[64];
    uint32_t status;
    put(REG_CAP_WARPS, 1);
    put(REG_CTRL, REG_CTRL_INIT);
    launch(4, 1, true, 2);
    assert_int_equal(run(20, sm, block), 0);
    assert_true(engine_c_ops.reg_read(engine, REG_KERNEL + REG_K_STATUS, &status));
    assert_int_equal(status, REG_K_STATUS_ABORTED | 3);
}

/* Two kernels at once: CTAs 2i and 2i + 1 of each go one behind the other to one SM, the odd last one alone. */
static void pairs_of_two_kernels(const char *place, uint32_t param)
{
    uint32_t ctas[2] = {1}, last_sm = 0, last_kid = 0, switches = 0; /* CTA 0 waits for the end of the launches */
    put(REG_POLICY, policy_value(place));
    put(policy_params[param].addr, 2);
    launch_entry(0, 2, 4, true, SLOTS);
    launch_entry(1, 3, 3, true, SLOTS);
    for (uint32_t c = 0; c < 60; c++) {
        if (out.issue_valid) {
            assert_int_equal(out.lid, ctas[out.kid]++);
            assert_int_equal(out.block, out.lid % 2);
            assert_true(!out.block || (out.sm == last_sm && out.kid == last_kid));
            switches += out.kid != last_kid;
            last_sm = out.sm;
            last_kid = out.kid;
        }
        engine_c_ops.disp_step(engine, &in, &out);
    }
    assert_true(ctas[0] == 8 && ctas[1] >= 8 && switches > 0);
}

static void pairs_on_shared_sms(void **state)
{
    (void)state;
    pairs_of_two_kernels("mixed_bcs", PARAM_PLACE_MIXED_BCS_BLOCK);
}

static void pairs_on_sets_of_sms(void **state)
{
    (void)state;
    pairs_of_two_kernels("spatial", PARAM_PLACE_SPATIAL_BLOCK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(fig9, setup, teardown),
        cmocka_unit_test_setup_teardown(waits_for_room, setup, teardown),
        cmocka_unit_test_setup_teardown(odd_end, setup, teardown),
        cmocka_unit_test_setup_teardown(sizes, setup, teardown),
        cmocka_unit_test_setup_teardown(room_for_the_whole_block, setup, teardown),
        cmocka_unit_test_setup_teardown(a_block_that_fits_nowhere, setup, teardown),
        cmocka_unit_test_setup_teardown(never_above_tmax, setup, teardown),
        cmocka_unit_test_setup_teardown(pairs_on_shared_sms, setup, teardown),
        cmocka_unit_test_setup_teardown(pairs_on_sets_of_sms, setup, teardown),
    };
    return cmocka_run_group_tests_name("place_bcs", tests, NULL, NULL);
}
