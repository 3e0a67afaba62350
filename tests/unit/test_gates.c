/* The golden dispatcher with gates: 004's case of 17 CTAs on 4 cores CTA by CTA; SMs that drain, and
 * come back half-way; the two together. */
#include "policies.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { SMS = 4, SLOTS = 3, NOWHERE = 99 };
enum { LOOK = SCHED_SMS_MAX + 8 }; /* every SM of the built dispatcher is looked at */
/* README: bits of z and x, 37, p_a; the dispatcher needs two of them anyway, to find out who is wanted. */
enum { CREDITS_CYCLES = 16 + 24 + 38 + 1 - 2 };

static void *engine;
static disp_in_t in;
static disp_out_t out;

static void put(uint32_t addr, uint32_t value) { assert_true(engine_c_ops.reg_write(engine, addr, value)); }

static void set(uint32_t param, uint32_t value) { put(policy_params[param].addr, value); }

static void begin(const char *gates)
{
    engine = engine_c_create(arb_policies[0], 1, SCHED_SMALL);
    in = (disp_in_t){0};
    out = (disp_out_t){0};
    const uint32_t reg[][2] = {{REG_SM_ENABLE, (1u << SMS) - 1},  {REG_CAP_SLOTS, SLOTS},   {REG_CAP_WARPS, 64},
                               {REG_CAP_THREADS, 2048},           {REG_CAP_REGS, 64},       {REG_CAP_SMEM, 64},
                               {REG_POLICY, policy_value(gates)}, {REG_CTRL, REG_CTRL_INIT}};
    for (size_t i = 0; i < sizeof reg / sizeof reg[0]; i++) put(reg[i][0], reg[i][1]);
}

static int teardown(void **state)
{
    (void)state;
    engine_c_ops.destroy(engine);
    return 0;
}

static void launch(uint32_t ctas)
{
    const uint32_t field[][2] = {
        {REG_K_GRID_X, ctas}, {REG_K_GRID_Y, 1}, {REG_K_GRID_Z, 1}, {REG_K_THREADS, 32},
        {REG_K_WARPS, 1},     {REG_K_REGS, 1},   {REG_K_SMEM, 0},   {REG_K_CMD, REG_K_CMD_LAUNCH}};
    for (size_t i = 0; i < sizeof field / sizeof field[0]; i++) put(REG_KERNEL + field[i][0], field[i][1]);
}

/* One clock; the SM of the CTA that leaves, or NOWHERE. What was seen is what is taken. */
static uint32_t step(void)
{
    const uint32_t sm = out.issue_valid ? out.sm : NOWHERE;
    in.issue_ready = out.issue_valid ? mask_all() : mask_none();
    engine_c_ops.disp_step(engine, &in, &out);
    in.done_valid = mask_none();
    in.mon = NULL;
    return sm;
}

/* A CTA leaves `sm`, and within some cycles one follows there, or none anywhere. */
static void replaced(uint32_t sm, uint32_t slot, bool one)
{
    uint32_t got = NOWHERE;
    in.done_valid = mask_only(sm);
    in.done_slot[sm] = (uint8_t)slot;
    for (uint32_t i = 0; i < 8; i++) {
        const uint32_t to = step();
        assert_true(to == NOWHERE || got == NOWHERE);
        if (to != NOWHERE) got = to;
    }
    assert_int_equal(got, one ? sm : NOWHERE);
}

static void fill(uint32_t ctas, uint32_t *cycles)
{
    uint32_t n = 0;
    for (*cycles = 0; n < ctas && *cycles < 500; ++*cycles) {
        const uint32_t sm = step();
        if (sm == NOWHERE) continue;
        assert_int_equal(sm, n % SMS);
        n++;
    }
    assert_int_equal(n, ctas);
}

static void claso_17_ctas(void **state)
{
    (void)state;
    uint32_t cycles, without;
    begin("none");
    launch(17);
    fill(12, &without);
    engine_c_ops.destroy(engine);
    begin("claso");
    launch(17);
    fill(12, &cycles); /* CTA i on core i mod 4 */
    assert_int_equal(cycles - without, CREDITS_CYCLES);
    replaced(3, 1, true);  /* CTA 7 ends: CTA 12, a local credit */
    replaced(3, 2, true);  /* CTA 11: CTA 13, a local one and the global one */
    replaced(3, 0, false); /* CTA 3 */
    replaced(0, 1, true);  /* CTA 4: CTA 14 */
    replaced(0, 0, false); /* CTA 0: a local one is left, but no global one */
    replaced(0, 2, false);
    replaced(1, 0, true); /* CTA 15 */
    replaced(1, 1, false);
    replaced(2, 0, true); /* CTA 16, the last */
    replaced(2, 1, false);
    uint32_t issued;
    assert_true(engine_c_ops.reg_read(engine, REG_KERNEL + REG_K_ISSUED, &issued));
    assert_int_equal(issued, 17);
}

/* One global credit and two SMs that ask at once: one of them gets it. */
static void claso_last_credit(void **state)
{
    (void)state;
    uint32_t cycles, last = 0;
    begin("claso");
    put(REG_SM_ENABLE, 3);
    put(REG_CAP_SLOTS, 1);
    put(REG_CTRL, REG_CTRL_INIT);
    launch(3); /* two local credits each, one global one */
    for (cycles = 0; cycles < 100; cycles++) last += step() != NOWHERE;
    assert_int_equal(last, 2);
    in.done_valid = mask_only(0); /* both are free before the first is answered */
    in.done_slot[0] = in.done_slot[1] = 0;
    step();
    in.done_valid = mask_only(1);
    for (cycles = 0; cycles < 20; cycles++) last += step() != NOWHERE;
    assert_int_equal(last, 3);
}

/* 500 CTAs for an SM: 380 of each are let through free, then 120 credits count. */
static void claso_more_than_credits(void **state)
{
    (void)state;
    begin("claso");
    put(REG_SM_ENABLE, 3);
    put(REG_CTRL, REG_CTRL_INIT);
    launch(1000);
    uint32_t to[SMS] = {0};
    for (uint32_t i = 0; i < 100; i++) step();
    for (uint32_t i = 0; i < 6 * 2000 && to[0] < 2000; i++) { /* only SM 0 works */
        in.done_valid = i % 6 ? mask_none() : mask_only(0);
        in.done_slot[0] = (uint8_t)(i / 6 % SLOTS);
        const uint32_t sm = step();
        if (sm != NOWHERE) to[sm]++;
    }
    assert_int_equal(to[1], 0);
    assert_int_equal(2 * SLOTS + to[0], 760 + 120); /* the first of both, too, were free */
}

static disp_mon_t mon;

static void monitors(uint32_t cycles, uint32_t active)
{
    mon.cycles = (uint8_t)cycles;
    for (uint32_t s = 0; s < SMS; s++) mon.active[s] = (uint8_t)active;
    in.mon = &mon;
}

static void report(uint32_t cycles, uint32_t active)
{
    monitors(cycles, active);
    step();
}

static void settle(uint32_t cycles)
{
    while (cycles--) step();
}

static void dyncore_set(uint32_t off)
{
    set(PARAM_GATE_DYNCORE_WINDOW_CYCLES, 32);
    set(PARAM_GATE_DYNCORE_T_ACT_CYCLES, 64);
    set(PARAM_GATE_DYNCORE_SMS, off);
}

static void dyncore_begin(const char *gates, uint32_t off)
{
    begin(gates);
    dyncore_set(off);
}

static void dyncore_cancels(void **state)
{
    (void)state;
    uint32_t cycles;
    dyncore_begin("dyncore", 2);
    launch(40);
    fill(12, &cycles);
    report(16, 7);
    report(16, 8); /* 60 of 64 */
    settle(LOOK);
    assert_int_equal(mask_part(out.drain, 0), 0xc);
    replaced(3, 0, false); /* draining: two CTAs are left there */
    replaced(1, 0, true);
    report(16, 8);
    report(16, 8); /* 64: all come back, SM 3 gets its third CTA again */
    uint32_t got = NOWHERE;
    for (uint32_t i = 0; i < 10; i++) {
        const uint32_t sm = step();
        if (sm != NOWHERE) got = sm;
    }
    assert_int_equal(mask_part(out.drain, 0), 0);
    assert_int_equal(got, 3);
}

static void dyncore_keeps_one(void **state)
{
    (void)state;
    dyncore_begin("dyncore", 8);
    report(16, 0);
    report(16, 1);
    settle(LOOK);
    assert_int_equal(mask_part(out.drain, 0), 0xe);
    put(REG_SM_ENABLE, 0xe); /* the host takes the one that was left */
    settle(2);
    assert_int_equal(mask_part(out.drain, 0), 0);
    report(16, 0);
    report(16, 0); /* no SM issued: all stay on */
    put(REG_SM_ENABLE, 0xf);
    settle(LOOK);
    assert_int_equal(mask_part(out.drain, 0), 0);
}

static void dyncore_drains_most_of_a_large_machine(void **state)
{
    (void)state;
    static const uint32_t OFF[] = {64, 100, SCHED_SMS_MAX - 1, 255};
    engine = engine_c_create(arb_policies[0], 1, SCHED_LARGE);
    in = (disp_in_t){0};
    put(REG_POLICY, policy_value("dyncore"));
    for (size_t i = 0; i < sizeof OFF / sizeof OFF[0]; i++) {
        dyncore_set(OFF[i]);
        report(16, 1);
        report(16, 1);
        settle(LOOK);
        assert_int_equal(mask_count(out.drain), OFF[i] < SCHED_SMS_MAX ? OFF[i] : SCHED_SMS_MAX - 1);
    }
}

/* CLASO keeps CTAs for SMs that DYNCORE drains: when the others have spent theirs, nothing runs, and
 * the machine comes back to them. */
static void claso_with_dyncore(void **state)
{
    (void)state;
    dyncore_begin("claso+dyncore", 2);
    report(16, 1);
    report(16, 1);
    settle(LOOK);
    assert_int_equal(mask_part(out.drain, 0), 0xc);
    launch(16);
    uint32_t n = 0;
    uint8_t used[SMS] = {0}; /* CTAs end in the cycle after they begin */
    for (uint32_t i = 0; i < 1000 && n < 16; i++) {
        if (i % 16 == 15) monitors(16, 0);
        const uint8_t slot = out.slot;
        const uint32_t sm = step();
        if (sm == NOWHERE) continue;
        n++;
        used[sm]++;
        in.done_valid = mask_only(sm);
        in.done_slot[sm] = slot;
    }
    assert_int_equal(n, 16);
    for (uint32_t s = 0; s < SMS; s++) assert_int_equal(used[s], 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(claso_17_ctas, teardown),
        cmocka_unit_test_teardown(claso_last_credit, teardown),
        cmocka_unit_test_teardown(claso_more_than_credits, teardown),
        cmocka_unit_test_teardown(dyncore_cancels, teardown),
        cmocka_unit_test_teardown(dyncore_keeps_one, teardown),
        cmocka_unit_test_teardown(dyncore_drains_most_of_a_large_machine, teardown),
        cmocka_unit_test_teardown(claso_with_dyncore, teardown),
    };
    return cmocka_run_group_tests_name("gates", tests, NULL, NULL);
}
