/* The golden dispatcher under DYNCTA by hand-worked vectors, SM 0 alone: the example of [DYNCTA §4.1] (N = 4),
 * decisions below, at and above each threshold, and the letting through of paused CTAs. */
#include "policies.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { REPORTS = 2048 / MON_CYCLES };

static void *engine;
static disp_in_t in;
static disp_out_t out;
static disp_mon_t mon;

static void put(uint32_t addr, uint32_t value) { assert_true(engine_c_ops.reg_write(engine, addr, value)); }

static void launch(uint32_t kid, uint32_t tmax)
{
    const uint32_t field[][2] = {{REG_K_GRID_X, 1000}, {REG_K_GRID_Y, 1},  {REG_K_GRID_Z, 1},
                                 {REG_K_THREADS, 32},  {REG_K_WARPS, 1},   {REG_K_REGS, 1},
                                 {REG_K_SMEM, 0},      {REG_K_TMAX, tmax}, {REG_K_CMD, REG_K_CMD_LAUNCH}};
    for (size_t i = 0; i < sizeof field / sizeof field[0]; i++)
        put(REG_KERNEL + kid * REG_KERNEL_STRIDE + field[i][0], field[i][1]);
}

static int setup(void **state)
{
    (void)state;
    engine = engine_c_create(arb_policies[0], 1, SCHED_SMALL);
    in = (disp_in_t){.issue_ready = mask_all()};
    const uint32_t reg[][2] = {
        {REG_SM_ENABLE, 1},
        {REG_CAP_SLOTS, 8},
        {REG_CAP_WARPS, 64},
        {REG_CAP_THREADS, 2048},
        {REG_CAP_REGS, 64},
        {REG_CAP_SMEM, 64},
        {REG_POLICY, policy_value("dyncta")},
        {REG_CTRL, REG_CTRL_INIT},
        {policy_params[PARAM_LIMIT_DYNCTA_RELEASE_CYCLES].addr, 65535}}; /* none is let through */
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
    engine_c_ops.disp_step(engine, &in, &out);
    in.mon = NULL;
    in.done_valid = mask_none();
}

static uint32_t settle(void) /* CTAs that leave the dispatcher until it rests */
{
    uint32_t ctas = 0;
    for (uint32_t i = 0; i < 2 * SCHED_SMS_MAX; i++) {
        ctas += out.issue_valid;
        step();
    }
    assert_true(out.sleep);
    return ctas;
}

static void report(uint32_t idle, uint32_t mem)
{
    mon = (disp_mon_t){.cycles = MON_CYCLES};
    mon.idle[0] = (uint8_t)idle;
    mon.mem[0] = (uint8_t)mem;
    in.mon = &mon;
    step();
}

static uint32_t part(uint32_t *left)
{
    const uint32_t n = *left < MON_CYCLES ? *left : MON_CYCLES;
    *left -= n;
    return n;
}

/* A window with these counts on SM 0; then the slots that are paused, and the CTAs that enter. */
static void decide(uint32_t idle, uint32_t mem, slot_mask_t paused, uint32_t enter)
{
    for (uint32_t r = 0; r < REPORTS; r++) {
        const uint32_t i = part(&idle);
        report(i, part(&mem));
    }
    const slot_mask_t before = out.paused[0];
    step(); /* SM 0's counts are read one edge after the report, */
    assert_int_equal(out.paused[0], before);
    step(); /* its n follows at the next */
    assert_int_equal(out.paused[0], paused);
    if (before != paused) assert_false(out.sleep);
    assert_int_equal(settle(), enter);
    assert_int_equal(out.paused[0], paused);
}

static void leave(uint32_t slot)
{
    in.done_valid = mask_only(0);
    in.done_slot[0] = (uint8_t)slot;
    step();
    in.done_valid = mask_none();
    step(); /* it is booked a clock after it was taken */
}

static void story(void **state)
{
    (void)state;
    launch(0, 4);
    assert_int_equal(settle(), 2); /* n = N/2: CTA 1 and 2 */
    decide(16, 384, 0, 1);         /* n = 3: CTA 3 */
    decide(15, 384, 1 << 2, 0);    /* n = 2: CTA 3 is paused */
    decide(0, 385, 3 << 1, 0);     /* n = 1: CTA 2 as well */
    decide(0, 2048, 3 << 1, 0);    /* 1 is the least */
    decide(0, 127, 1 << 2, 0);     /* n = 2: CTA 2 resumes */
    decide(0, 127, 0, 0);          /* n = 3: CTA 3 resumes, none enters */
    decide(0, 127, 0, 1);          /* n = 4: CTA 4 */
    decide(2048, 0, 0, 0);         /* N is the most */
}

static void thresholds(void **state)
{
    (void)state;
    launch(0, 8);
    assert_int_equal(settle(), 4);
    decide(15, 128, 0, 0);      /* below t_idle, at t_mem_l */
    decide(15, 383, 0, 0);      /* below t_mem_h */
    decide(16, 383, 0, 1);      /* at t_idle: 5 */
    decide(17, 2048, 0, 1);     /* 6 */
    decide(0, 127, 0, 1);       /* below t_mem_l: 7 */
    decide(15, 384, 1 << 6, 0); /* at t_mem_h: 6 */
}

static void a_paused_cta_resumes_when_another_ends(void **state)
{
    (void)state;
    launch(0, 8);
    settle();
    decide(0, 400, 1 << 3, 0);
    decide(0, 400, 3 << 2, 0);
    leave(0); /* the oldest: one edge later the next in age resumes */
    assert_int_equal(out.paused[0], 3 << 2);
    step();
    assert_int_equal(out.paused[0], 1 << 3);
    assert_int_equal(settle(), 0);
    leave(3); /* a paused one ends: none is paused, none enters */
    assert_int_equal(out.paused[0], 0);
    assert_int_equal(settle(), 0);
    leave(1); /* below n: a CTA enters, in the lowest slot; it is the youngest */
    assert_int_equal(settle(), 1);
    decide(0, 400, 1 << 0, 0);
}

static void an_n_of_one_still_runs(void **state)
{
    (void)state;
    launch(0, 1);
    assert_int_equal(settle(), 1);
    decide(0, 2048, 0, 0);
    leave(0);
    assert_int_equal(settle(), 1);
}

static void a_launch_starts_anew(void **state)
{
    (void)state;
    launch(0, 8);
    settle();
    decide(16, 0, 0, 1); /* 5 */
    launch(1, 4);        /* n = 2: three of five are paused */
    settle();
    assert_int_equal(out.paused[0], 7 << 2);
}

/* For 256 of every 64 + 256 cycles, whatever they issue; a launch does not put it off. */
static void paused_ctas_are_let_through(void **state)
{
    (void)state;
    put(policy_params[PARAM_LIMIT_DYNCTA_RELEASE_CYCLES].addr, 64);
    put(policy_params[PARAM_LIMIT_DYNCTA_WINDOW_CYCLES].addr, 60000);
    launch(0, 8);
    settle();
    report(0, 16);
    launch(1, 2); /* n = 1 */
    settle();
    for (uint32_t turn = 0; turn < 3; turn++) {
        for (uint32_t i = turn ? 0 : 1; i < 3; i++) report(0, 16);
        assert_int_equal(out.paused[0], 7 << 1);
        for (uint32_t i = 0; i < 16; i++) {
            report(0, 16);
            assert_int_equal(out.paused[0], 0);
        }
        report(0, 16);
        assert_int_equal(out.paused[0], 7 << 1);
    }
}

static void as_many_as_an_sm_has_slots(void **state)
{
    (void)state;
    launch(0, REG_K_TMAX_MASK); /* N = SCHED_SLOTS_SMALL, of which the machine has 8 */
    assert_int_equal(settle(), 8);
    for (uint32_t n = SCHED_SLOTS_SMALL / 2 - 1; n > 0; n--) decide(0, 400, 0xffu & 0xffu << n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(story, setup, teardown),
        cmocka_unit_test_setup_teardown(thresholds, setup, teardown),
        cmocka_unit_test_setup_teardown(a_paused_cta_resumes_when_another_ends, setup, teardown),
        cmocka_unit_test_setup_teardown(an_n_of_one_still_runs, setup, teardown),
        cmocka_unit_test_setup_teardown(a_launch_starts_anew, setup, teardown),
        cmocka_unit_test_setup_teardown(paused_ctas_are_let_through, setup, teardown),
        cmocka_unit_test_setup_teardown(as_many_as_an_sm_has_slots, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
