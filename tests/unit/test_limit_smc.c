/* The golden dispatcher under SMC by hand-worked vectors: four SMs, two kernels, windows of 64 cycles: whose SM is
 * whose, how many CTAs each holds, and where the border comes to rest. */
#include "policies.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { SMS = 4, SLOTS = 3, REPORTS = 64 / MON_CYCLES, QUIET = 200 };

static void *engine;
static disp_in_t in;
static disp_out_t out;
static disp_mon_t mon;
static uint8_t held[SMS][SCHED_SLOTS_MAX]; /* 0: free, else kernel + 1 */

static void put(uint32_t addr, uint32_t value) { assert_true(engine_c_ops.reg_write(engine, addr, value)); }

static void launch(uint32_t kid, uint32_t ctas)
{
    const uint32_t field[][2] = {{REG_K_GRID_X, ctas}, {REG_K_GRID_Y, 1},   {REG_K_GRID_Z, 1},
                                 {REG_K_THREADS, 32},  {REG_K_WARPS, 1},    {REG_K_REGS, 1},
                                 {REG_K_SMEM, 0},      {REG_K_TMAX, SLOTS}, {REG_K_CMD, REG_K_CMD_LAUNCH}};
    for (size_t i = 0; i < sizeof field / sizeof field[0]; i++)
        put(REG_KERNEL + kid * REG_KERNEL_STRIDE + field[i][0], field[i][1]);
}

static int setup(void **state)
{
    (void)state;
    engine = engine_c_create(arb_policies[0], 1, SCHED_SMALL);
    in = (disp_in_t){0};
    out = (disp_out_t){0};
    memset(held, 0, sizeof held);
    const uint32_t reg[][2] = {{REG_SM_ENABLE, (1u << SMS) - 1},
                               {REG_CAP_SLOTS, SLOTS},
                               {REG_CAP_WARPS, 64},
                               {REG_CAP_THREADS, 2048},
                               {REG_CAP_REGS, 64},
                               {REG_CAP_SMEM, 64},
                               {REG_POLICY, policy_value("mixed+smc")},
                               {REG_CTRL, REG_CTRL_INIT},
                               {policy_params[PARAM_LIMIT_SMC_WINDOW_CYCLES].addr, 64}};
    for (size_t i = 0; i < sizeof reg / sizeof reg[0]; i++) put(reg[i][0], reg[i][1]);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    engine_c_ops.destroy(engine);
    return 0;
}

static void step(void)
{
    in.issue_ready = out.issue_valid ? mask_all() : mask_none(); /* what was seen is what is taken */
    if (out.issue_valid) held[out.sm][out.slot] = (uint8_t)(out.kid + 1);
    engine_c_ops.disp_step(engine, &in, &out);
    for (uint32_t s = 0; s < SMS; s++)
        if (mask_has(out.done_ready, s)) {
            held[s][in.done_slot[s]] = 0;
            mask_drop(&in.done_valid, s);
        }
    in.mon = NULL;
}

static void settle(void)
{
    for (uint32_t i = 0; i < QUIET; i++) step();
}

/* Every CTA that is there ends, and others come. */
static void turn_over(void)
{
    for (uint32_t c = 0; c < SLOTS; c++) {
        for (uint32_t s = 0; s < SMS; s++)
            if (held[s][c]) {
                in.done_slot[s] = (uint8_t)c;
                mask_add(&in.done_valid, s);
            }
        settle();
    }
}

/* A window in which each SM issues so much per report; then what the SMs hold, as "aa bbb": kernels 0 and 1. */
static void window(const uint8_t issued[SMS], const char *expected)
{
    mon = (disp_mon_t){.cycles = MON_CYCLES};
    memcpy(mon.issued, issued, SMS);
    for (uint32_t r = 0; r < REPORTS; r++) {
        in.mon = &mon;
        step();
    }
    settle();
    turn_over();
    turn_over();
    char text[64], *at = text;
    for (uint32_t s = 0; s < SMS; s++) {
        for (uint32_t k = 1; k <= 2; k++)
            for (uint32_t c = 0; c < SLOTS; c++)
                if (held[s][c] == k) *at++ = (char)('a' + k - 1);
        *at++ = s + 1 < SMS ? ' ' : 0;
    }
    assert_string_equal(text, expected);
}

#define EACH(a, b, c, d)                                                                                               \
    (const uint8_t[SMS]) { a, b, c, d }

static void story(void **state)
{
    (void)state;
    launch(0, 10000);
    launch(1, 10000);
    settle();
    window(EACH(10, 10, 32, 32), "aa aa bb bb");    /* the first of T_max = 3 is the best so far */
    window(EACH(12, 12, 32, 33), "a a bbb bbb");    /* a: more; b: 195 is not more than 192 + 3: back to 3 */
    window(EACH(12, 12, 0, 0), "aa aa bbb bbb");    /* a: no more: back to 2; best 24 and 64 a report */
    window(EACH(12, 12, 32, 32), "aa aa aa bbb");   /* the split as it is: 2; up */
    window(EACH(12, 12, 12, 31), "aa bbb bbb bbb"); /* 1.5 + 31/64 < 2: back, and down */
    window(EACH(12, 32, 32, 34), "aa bbb bbb bbb"); /* 0.5 + 98/64 > 2: b has the three, and a no more to give */
    window(EACH(60, 1, 1, 1), "aa bbb bbb bbb");    /* found */
}

/* No move helps, to neither side. */
static void a_move_that_does_not_help_is_taken_back(void **state)
{
    (void)state;
    launch(1, 10000);
    launch(0, 10000); /* kernel 1 is the earlier one */
    settle();
    window(EACH(10, 10, 10, 10), "bb bb aa aa");
    window(EACH(1, 1, 1, 1), "bbb bbb aaa aaa");
    window(EACH(10, 10, 10, 10), "bbb bbb bbb aaa");
    window(EACH(10, 10, 10, 9), "bbb aaa aaa aaa"); /* back, and down */
    window(EACH(20, 10, 5, 4), "bbb bbb aaa aaa");  /* 1 + 0.95 < 2: back */
    window(EACH(60, 1, 1, 1), "bbb bbb aaa aaa");
}

/* The kernel that is left gets every SM, and T_max. */
static void one_ends(void **state)
{
    (void)state;
    launch(0, 10000);
    settle();
    launch(1, 10000);
    settle();
    window(EACH(10, 10, 10, 10), "aa aa bb bb");
    put(REG_KERNEL + REG_K_CMD, REG_K_CMD_ABORT);
    turn_over();
    window(EACH(0, 0, 0, 0), "bbb bbb bbb bbb");
    launch(2, 10000);
    settle();
    turn_over();
    for (uint32_t s = 0; s < SMS; s++)
        for (uint32_t c = 0; c < SLOTS; c++) assert_int_equal(held[s][c], s < SMS / 2 ? 2 : 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(story, setup, teardown),
        cmocka_unit_test_setup_teardown(a_move_that_does_not_help_is_taken_back, setup, teardown),
        cmocka_unit_test_setup_teardown(one_ends, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
