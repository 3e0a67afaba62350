/* test_ports_reuse.c - the reuse cache of a sub-core: which operands are found in it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "ports_rig.h"

enum { A = 1, B = 2, C = 4 /* reuse bits of the positions */ };

/* The instruction passes; returns how many of its operands were found. */
static uint64_t found(rig_t *r, uint32_t sched, uint32_t warp, inst_control_t c)
{
    const winst_t in = fixed(&c);
    const uint64_t before = ports_counters(r->p)->reused;
    issue_from(r, &in, sched, warp);
    next(r, 6);
    assert_int_equal(ports_inside(r->p), 0);
    return ports_counters(r->p)->reused - before;
}

/* IADD3 R1, R2.reuse, R3, R4 of Listing 4. */
static void keep_r2(rig_t *r)
{
    start(r, REUSE_CACHE);
    assert_int_equal(found(r, 0, 0, reads(2, 3, 4, A)), 0);
}

/* Listing 4, example 1. */
static void a_kept_register_is_found_once(void **state)
{
    (void)state;
    rig_t r;
    keep_r2(&r);
    assert_int_equal(found(&r, 0, 0, reads(2, 7, 8, 0)), 1);
    assert_int_equal(found(&r, 0, 0, reads(2, 12, 13, 0)), 0);
    stop(&r);
}

/* Example 2. */
static void a_found_register_stays_by_its_own_reuse_bit(void **state)
{
    (void)state;
    rig_t r;
    keep_r2(&r);
    assert_int_equal(found(&r, 0, 0, reads(2, 7, 8, A)), 1);
    assert_int_equal(found(&r, 0, 0, reads(2, 12, 13, 0)), 1);
    stop(&r);
}

/* Example 3: R7 is in another bank. */
static void another_position_misses_and_leaves_the_value(void **state)
{
    (void)state;
    rig_t r;
    keep_r2(&r);
    assert_int_equal(found(&r, 0, 0, reads(7, 2, 8, 0)), 0);
    assert_int_equal(found(&r, 0, 0, reads(2, 12, 13, 0)), 1);
    stop(&r);
}

/* Example 4. */
static void another_register_at_the_bank_and_position_removes_the_value(void **state)
{
    (void)state;
    rig_t r;
    keep_r2(&r);
    assert_int_equal(found(&r, 0, 0, reads(4, 7, 8, 0)), 0);
    assert_int_equal(found(&r, 0, 0, reads(2, 12, 13, 0)), 0);
    stop(&r);
}

static void an_empty_position_leaves_the_value(void **state)
{
    (void)state;
    rig_t r;
    keep_r2(&r);
    assert_int_equal(found(&r, 0, 0, reads(NO, 7, 8, 0)), 0);
    assert_int_equal(found(&r, 0, 0, reads(2, 12, 13, 0)), 1);
    stop(&r);
}

static void another_warp_misses(void **state)
{
    (void)state;
    rig_t r;
    keep_r2(&r);
    assert_int_equal(found(&r, 0, 4, reads(2, 7, 8, 0)), 0);
    assert_int_equal(found(&r, 0, 0, reads(2, 12, 13, 0)), 0); /* removed by the other warp's */
    stop(&r);
}

static void another_sub_core_misses_and_leaves_the_value(void **state)
{
    (void)state;
    rig_t r;
    keep_r2(&r);
    assert_int_equal(found(&r, 1, 0, reads(2, 7, 8, 0)), 0);
    assert_int_equal(found(&r, 0, 0, reads(2, 12, 13, 0)), 1);
    stop(&r);
}

static void instructions_of_variable_latency_leave_the_value(void **state)
{
    (void)state;
    rig_t r;
    const inst_control_t c = reads(4, NO, NO, 0);
    const winst_t load = {.unit = UNIT_LDST, .control = &c};
    keep_r2(&r);
    issue(&r, &load);
    next(&r, 1);
    assert_int_equal(found(&r, 0, 0, reads(2, 12, 13, 0)), 1);
    stop(&r);
}

static void each_position_keeps_a_register(void **state)
{
    (void)state;
    rig_t r;
    start(&r, REUSE_CACHE);
    assert_int_equal(found(&r, 0, 0, reads(2, 4, 6, A | B | C)), 0);
    assert_int_equal(found(&r, 0, 0, reads(2, 4, 6, A | C)), 3);
    assert_int_equal(found(&r, 0, 0, reads(2, 4, 6, 0)), 2);
    stop(&r);
}

static void each_bank_keeps_a_register_of_a_position(void **state)
{
    (void)state;
    rig_t r;
    start(&r, REUSE_CACHE);
    assert_int_equal(found(&r, 0, 0, reads(2, NO, NO, A)), 0);
    assert_int_equal(found(&r, 0, 0, reads(3, NO, NO, A)), 0);
    assert_int_equal(found(&r, 0, 0, reads(2, NO, NO, 0)), 1);
    assert_int_equal(found(&r, 0, 0, reads(3, NO, NO, 0)), 1);
    stop(&r);
}

static void both_registers_of_64_bits_are_kept(void **state)
{
    (void)state;
    rig_t r;
    inst_control_t c = reads(2, NO, NO, A);
    c.operand_regs[0] = 2;
    start(&r, REUSE_CACHE);
    assert_int_equal(found(&r, 0, 0, c), 0);
    assert_int_equal(found(&r, 0, 0, c), 2);
    assert_int_equal(ports_counters(r.p)->operands, 4);
    stop(&r);
}

static void a_found_operand_needs_no_port(void **state)
{
    (void)state;
    static const struct {
        uint8_t reuse;
        uint32_t bubbles;
    } BY_REUSE[] = {{0, 2}, {A, 1}, {A | C, 0}, {A | B | C, 0}};
    for (uint32_t i = 0; i < sizeof BY_REUSE / sizeof BY_REUSE[0]; i++) {
        const inst_control_t c = reads(2, 4, 6, BY_REUSE[i].reuse);
        const winst_t in = fixed(&c);
        assert_int_equal(bubbles(&in, REUSE_CACHE), BY_REUSE[i].bubbles);
    }
}

static void without_a_reuse_cache_nothing_is_found(void **state)
{
    (void)state;
    rig_t r;
    const inst_control_t c = reads(2, 4, 6, A | B | C);
    const winst_t in = fixed(&c);
    start(&r, REUSE_NONE);
    assert_int_equal(found(&r, 0, 0, c), 0);
    assert_int_equal(found(&r, 0, 0, c), 0);
    assert_int_equal(bubbles(&in, REUSE_NONE), 2);
    stop(&r);
}

static void operands_are_counted_with_a_port_or_without(void **state)
{
    (void)state;
    rig_t r;
    keep_r2(&r);
    assert_int_equal(ports_counters(r.p)->operands, 3);
    found(&r, 0, 0, reads(2, 7, NO, 0));
    assert_int_equal(ports_counters(r.p)->operands, 5);
    assert_int_equal(ports_counters(r.p)->reused, 1);
    assert_int_equal(ports_counters(r.p)->waiting, 0);
    stop(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kept_register_is_found_once),
        cmocka_unit_test(a_found_register_stays_by_its_own_reuse_bit),
        cmocka_unit_test(another_position_misses_and_leaves_the_value),
        cmocka_unit_test(another_register_at_the_bank_and_position_removes_the_value),
        cmocka_unit_test(an_empty_position_leaves_the_value),
        cmocka_unit_test(another_warp_misses),
        cmocka_unit_test(another_sub_core_misses_and_leaves_the_value),
        cmocka_unit_test(instructions_of_variable_latency_leave_the_value),
        cmocka_unit_test(each_position_keeps_a_register),
        cmocka_unit_test(each_bank_keeps_a_register_of_a_position),
        cmocka_unit_test(both_registers_of_64_bits_are_kept),
        cmocka_unit_test(a_found_operand_needs_no_port),
        cmocka_unit_test(without_a_reuse_cache_nothing_is_found),
        cmocka_unit_test(operands_are_counted_with_a_port_or_without),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
