/* test_limit_lcs.c - lazy CTA scheduling through the golden dispatcher, as a host and one SM see it: a
 * kernel fills the SM, one report of instruction counts, the first completion, then how many CTAs
 * still enter. Worked vectors: [LCS Fig. 7(b)] and the corners of the rule. */
#include "policies.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SLOTS = 4, SETTLE_CYCLES = 60 };

static const sched_ops_t *const OPS = &engine_c_ops;

typedef struct {
    void *e;
    disp_in_t in;
    disp_out_t out;
    disp_mon_t mon;
    uint32_t entered[3]; /* CTAs SM 0, 1 and 2 have taken */
} rig_t;

static void write(rig_t *r, uint32_t addr, uint32_t value) { assert_true(OPS->reg_write(r->e, addr, value)); }

static void clock_disp(rig_t *r, uint32_t cycles)
{
    while (cycles--) {
        r->in.issue_ready = r->out.issue_valid ? mask_all() : mask_none();
        if (r->out.issue_valid) r->entered[r->out.sm]++;
        OPS->disp_step(r->e, &r->in, &r->out);
        r->in.done_valid = mask_none();
        r->in.mon = NULL;
    }
}

static void complete(rig_t *r, uint32_t sm, uint8_t slot)
{
    r->in.done_valid = mask_only(sm);
    r->in.done_slot[sm] = slot;
    clock_disp(r, 1);
    assert_true(mask_equal(r->out.done_ready, mask_only(sm)));
    clock_disp(r, SETTLE_CYCLES);
}

static void launch(rig_t *r, uint32_t tmax)
{
    write(r, REG_KERNEL + REG_K_GRID_X, 1000);
    write(r, REG_KERNEL + REG_K_GRID_Y, 1);
    write(r, REG_KERNEL + REG_K_GRID_Z, 1);
    write(r, REG_KERNEL + REG_K_THREADS, 32);
    write(r, REG_KERNEL + REG_K_WARPS, 1);
    write(r, REG_KERNEL + REG_K_TMAX, tmax);
    write(r, REG_KERNEL + REG_K_CMD, REG_K_CMD_LAUNCH);
    r->out.issue_valid = false;
    clock_disp(r, SETTLE_CYCLES);
}

static rig_t machine(uint32_t sms, uint32_t rounding, uint32_t scope)
{
    rig_t r = {.e = engine_c_create(arb("gto"), 1, SCHED_SMALL)};
    assert_non_null(r.e);
    assert_true(limit_policies[policies("lcs").limit]->monitors);
    write(&r, REG_POLICY, policy_value("lcs"));
    write(&r, REG_SM_ENABLE, (1u << sms) - 1);
    write(&r, REG_CAP_SLOTS, SLOTS);
    write(&r, REG_CAP_WARPS, 48);
    write(&r, REG_CAP_THREADS, 1536);
    write(&r, policy_params[PARAM_LIMIT_LCS_ROUNDING].addr, rounding);
    write(&r, policy_params[PARAM_LIMIT_LCS_SCOPE].addr, scope);
    write(&r, REG_CTRL, REG_CTRL_INIT);
    return r;
}

static void report(rig_t *r, uint32_t sm, uint8_t a, uint8_t b, uint8_t c, uint8_t d)
{
    const uint8_t inst[SLOTS] = {a, b, c, d};
    memcpy(r->mon.inst[sm], inst, sizeof inst);
    r->mon.cycles = MON_CYCLES;
    r->in.mon = &r->mon;
    clock_disp(r, 1);
    memset(&r->mon, 0, sizeof r->mon);
}

static void fig_7b_under_the_three_roundings(void **state)
{
    (void)state;
    static const uint8_t INST[SLOTS] = {4, 3, 3, 0}; /* 10 / 4 */
    static const uint32_t EXPECTED[] = {2, 3, 3};
    for (uint32_t how = 0; how < 3; how++) {
        rig_t r = machine(1, how, 0);
        launch(&r, SLOTS);
        assert_int_equal(r.entered[0], 4);
        report(&r, 0, INST[0], INST[1], INST[2], INST[3]);
        complete(&r, 0, 0); /* three are left */
        assert_int_equal(r.entered[0], 4);
        complete(&r, 0, 1); /* two */
        assert_int_equal(r.entered[0], EXPECTED[how] == 3 ? 5 : 4);
        complete(&r, 0, 2);
        assert_int_equal(r.entered[0], EXPECTED[how] == 3 ? 6 : 5);
        OPS->destroy(r.e);
    }
}

static void equal_counts_keep_t_max(void **state)
{
    (void)state;
    for (uint8_t inst = 0; inst < 9; inst += 4) { /* nothing issued: nothing known */
        rig_t r = machine(1, 0, 0);
        launch(&r, SLOTS);
        report(&r, 0, inst, inst, inst, inst);
        complete(&r, 0, 2);
        assert_int_equal(r.entered[0], 5);
        OPS->destroy(r.e);
    }
}

static void never_above_t_max(void **state)
{
    (void)state;
    rig_t r = machine(1, 0, 0);
    launch(&r, 2); /* the host says two, though four fit: no limit before the decision */
    assert_int_equal(r.entered[0], 4);
    report(&r, 0, 5, 5, 5, 5);
    complete(&r, 0, 0);
    complete(&r, 0, 1);
    assert_int_equal(r.entered[0], 4);
    complete(&r, 0, 2);
    assert_int_equal(r.entered[0], 5);
    OPS->destroy(r.e);
}

static void one_is_the_least(void **state)
{
    (void)state;
    rig_t r = machine(1, 0, 0);
    launch(&r, SLOTS);
    report(&r, 0, 100, 0, 0, 0);
    complete(&r, 0, 0);
    complete(&r, 0, 1);
    complete(&r, 0, 2);
    assert_int_equal(r.entered[0], 4); /* one is left, one is enough */
    complete(&r, 0, 3);
    assert_int_equal(r.entered[0], 5); /* an empty SM is never refused */
    OPS->destroy(r.e);
}

static void it_is_lazy(void **state)
{
    (void)state;
    rig_t r = machine(1, 0, 0);
    launch(&r, SLOTS);
    report(&r, 0, 4, 4, 1, 0); /* 9 / 4 */
    complete(&r, 0, 0);
    complete(&r, 0, 1);
    assert_int_equal(r.entered[0], 4);
    for (uint32_t i = 0; i < 5; i++) { /* whatever is issued later: two stay two */
        report(&r, 0, 60, 60, 60, 60);
        complete(&r, 0, i ? 0 : 2);
        assert_int_equal(r.entered[0], 5 + i);
    }
    OPS->destroy(r.e);
}

static void a_disabled_sm_leaves_the_decision_to_the_next(void **state)
{
    (void)state;
    rig_t r = machine(3, 0, 1);
    write(&r, REG_SM_ENABLE, 6); /* SM 0 is off */
    launch(&r, SLOTS);
    assert_int_equal(r.entered[0], 0);
    assert_int_equal(r.entered[1] + r.entered[2], 8);
    report(&r, 1, 4, 0, 0, 0); /* T_new 1 */
    complete(&r, 1, 0);
    complete(&r, 2, 0);
    assert_int_equal(r.entered[1], 4);
    assert_int_equal(r.entered[2], 4);
    OPS->destroy(r.e);
}

/* Straight at the model: two kernels on SM 0, entry 1 alone in slot 3. */
static void a_saturated_kernel_stops_no_other(void **state)
{
    (void)state;
    const limit_policy_t *lcs = limit_policies[0];
    for (uint32_t i = 0; strcmp(lcs->name, "limit_lcs"); i++) lcs = limit_policies[i];
    void *st = calloc(1, lcs->state_bytes);
    assert_non_null(st);
    disp_view_t v = {.sms = 1,
                     .sm_slots = SCHED_SLOTS_SMALL,
                     .kernels = SCHED_KERNELS_SMALL,
                     .sm_enable = {{1}},
                     .tmax = {SLOTS, SLOTS},
                     .block = {1, 1},
                     .slots = {{0x7, 0x8}}};
    lcs->init(st, &v);
    lcs->start(st, &v, 0);
    lcs->start(st, &v, 1);
    disp_mon_t mon = {.inst = {{1, 1, 1, 127}}};
    disp_edge_t e = {.book_sm = SCHED_NONE, .done_sm = SCHED_NONE, .mon = &mon};
    for (uint32_t i = 0; i < 515; i++) lcs->clock(st, &v, &e);
    assert_int_equal(lcs->saturated(st), 0);
    for (uint32_t i = 0; i < 5; i++) lcs->clock(st, &v, &e);
    assert_int_equal(lcs->saturated(st), 2);
    mon = (disp_mon_t){.inst = {{100, 0, 0, 127}}};
    for (uint32_t i = 0; i < 20; i++) lcs->clock(st, &v, &e); /* 2520 : 520 : 520 */
    e.mon = NULL;
    e.done_sm = 0;
    lcs->clock(st, &v, &e);
    e.done_sm = SCHED_NONE;
    while (lcs->clock(st, &v, &e)) continue;
    assert_true(lcs->ok(st, &v, 0, 0, 0));
    assert_false(lcs->ok(st, &v, 0, 0, 1));
    assert_true(lcs->ok(st, &v, 0, 1, 3)); /* the other has not decided */
    lcs->start(st, &v, 1);
    assert_int_equal(lcs->saturated(st), 0);
    free(st);
}

/* T_new of a kernel that goes in blocks, T_max 8: four CTAs have issued a, b, c and d. */
static uint32_t tnew_of(uint32_t rounding, uint32_t block, const uint8_t inst[SLOTS])
{
    const limit_policy_t *lcs = limit_policies[policies("lcs").limit];
    void *st = calloc(1, lcs->state_bytes);
    disp_view_t v = {.sms = 1,
                     .sm_slots = SCHED_SLOTS_SMALL,
                     .kernels = SCHED_KERNELS_SMALL,
                     .sm_enable = {{1}},
                     .tmax = {8},
                     .block = {block},
                     .slots = {{0xf}}};
    disp_mon_t mon = {0};
    disp_edge_t e = {.book_sm = SCHED_NONE, .mon = &mon};
    policy_regs_t regs = {0};
    v.param[PARAM_LIMIT_LCS_ROUNDING] = rounding;
    memcpy(mon.inst[0], inst, SLOTS);
    lcs->init(st, &v);
    lcs->start(st, &v, 0);
    lcs->clock(st, &v, &e); /* a report and the completion */
    e = (disp_edge_t){.book_sm = SCHED_NONE, .done_sm = SCHED_NONE};
    while (lcs->clock(st, &v, &e)) continue;
    lcs->watch(st, &regs);
    free(st);
    return regs.lcs.tnew[0][0];
}

/* Not first to CTAs: 3.2 is 4 to the nearest block of two, and 2.2 rounded up is. */
static void a_ratio_is_rounded_once(void **state)
{
    (void)state;
    static const struct {
        uint8_t inst[SLOTS];
        uint32_t block, tnew[3]; /* down, up, to the nearest */
    } CASE[] = {{{5, 5, 5, 1}, 2, {2, 4, 4}}, {{5, 5, 1, 0}, 2, {2, 4, 2}}, {{5, 5, 5, 5}, 2, {4, 4, 4}},
                {{5, 0, 0, 0}, 2, {2, 2, 2}}, {{5, 5, 5, 5}, 3, {3, 6, 3}}, {{2, 2, 2, 1}, 3, {3, 6, 3}},
                {{4, 4, 4, 4}, 8, {8, 8, 8}}, {{0, 0, 0, 0}, 3, {6, 6, 6}}};
    for (size_t i = 0; i < sizeof CASE / sizeof CASE[0]; i++)
        for (uint32_t how = 0; how < 3; how++)
            assert_int_equal(tnew_of(how, CASE[i].block, CASE[i].inst), CASE[i].tnew[how]);
}

static void sm_0_decides_for_all_or_each_for_itself(void **state)
{
    (void)state;
    for (uint32_t scope = 0; scope < 2; scope++) {
        rig_t r = machine(2, 0, scope);
        launch(&r, SLOTS);
        assert_int_equal(r.entered[0] + r.entered[1], 8);
        report(&r, 0, 4, 0, 0, 0); /* T_new 1 */
        complete(&r, 0, 0);
        report(&r, 1, 5, 5, 5, 5); /* of its own it would keep four */
        complete(&r, 1, 0);
        assert_int_equal(r.entered[0], 4);
        assert_int_equal(r.entered[1], scope ? 4 : 5);
        OPS->destroy(r.e);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(fig_7b_under_the_three_roundings),
                                       cmocka_unit_test(equal_counts_keep_t_max),
                                       cmocka_unit_test(never_above_t_max),
                                       cmocka_unit_test(one_is_the_least),
                                       cmocka_unit_test(it_is_lazy),
                                       cmocka_unit_test(a_disabled_sm_leaves_the_decision_to_the_next),
                                       cmocka_unit_test(a_saturated_kernel_stops_no_other),
                                       cmocka_unit_test(a_ratio_is_rounded_once),
                                       cmocka_unit_test(sm_0_decides_for_all_or_each_for_itself)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
