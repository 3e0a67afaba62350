/* test_issue_bits.c - golden model of issue_bits: when the control bits of a warp's oldest instruction let it issue. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "issue_rig.h"

/* Cycles from the issue of an instruction to the first in which the warp may issue a plain one. */
static uint32_t next_after(inst_control_t c)
{
    rig_t r;
    uint32_t cycles = 1;
    start(&r, 1);
    oldest(&r, A, c);
    issue(&r, A);
    oldest(&r, A, PLAIN);
    for (; cycles < LONG && !ok(&r, A); cycles++) pass(&r, 1);
    stop(&r);
    return cycles;
}

/* The instruction issues, and the reservations are counted. */
static void issue_and_count(rig_t *r, uint32_t warp, inst_control_t c)
{
    oldest(r, warp, c);
    issue(r, warp);
    oldest(r, warp, PLAIN);
    pass(r, 1);
}

static void a_stall_bars_the_warp_for_its_cycles(void **state)
{
    (void)state;
    for (uint32_t s = 1; s <= 11; s++) assert_int_equal(next_after(stalls(s, false)), s);
    for (uint32_t s = 2; s <= 15; s++) assert_int_equal(next_after(stalls(s, true)), s);
}

static void stall_0_bars_like_stall_1(void **state)
{
    (void)state;
    assert_int_equal(next_after(stalls(0, false)), 1);
}

static void a_yield_bars_one_cycle_only(void **state)
{
    (void)state;
    assert_int_equal(next_after(stalls(1, true)), 2);
}

static void stalls_12_to_15_without_yield_are_2_cycles(void **state)
{
    (void)state;
    for (uint32_t s = 12; s <= 15; s++) assert_int_equal(next_after(stalls(s, false)), 2);
}

static void stall_0_with_yield_is_45_cycles(void **state)
{
    (void)state;
    assert_int_equal(next_after(stalls(0, true)), 45);
}

static void a_stall_bars_no_other_warp(void **state)
{
    (void)state;
    rig_t r;
    start(&r, 1);
    oldest(&r, A, stalls(8, true));
    issue(&r, A);
    assert_true(ok(&r, B));
    stop(&r);
}

static void a_reservation_is_seen_two_cycles_after_issue(void **state)
{
    (void)state;
    for (uint32_t read = 0; read < 2; read++) {
        rig_t r;
        start(&r, 1);
        oldest(&r, A, read ? reserves(CONTROL_NONE, 2) : reserves(2, CONTROL_NONE));
        issue(&r, A);
        oldest(&r, A, waits(1 << 2));
        assert_true(ok(&r, A));
        pass(&r, 1);
        assert_false(ok(&r, A));
        stop(&r);
    }
}

static void a_release_is_seen_in_the_next_cycle(void **state)
{
    (void)state;
    for (uint32_t read = 0; read < 2; read++) {
        rig_t r;
        start(&r, 1);
        issue_and_count(&r, A, read ? reserves(CONTROL_NONE, 5) : reserves(5, CONTROL_NONE));
        oldest(&r, A, waits(1 << 5));
        pass(&r, LONG);
        assert_false(ok(&r, A));
        read ? read_done(&r, A, 5) : written(&r, A, 5);
        assert_true(ok(&r, A));
        stop(&r);
    }
}

static void a_release_may_meet_its_reservation_at_one_edge(void **state)
{
    (void)state;
    rig_t r;
    start(&r, 1);
    oldest(&r, A, reserves(1, CONTROL_NONE));
    issue(&r, A);
    written(&r, A, 1);
    oldest(&r, A, waits(1 << 1));
    assert_true(ok(&r, A));
    stop(&r);
}

static void each_bit_of_the_wait_mask_is_a_counter(void **state)
{
    (void)state;
    for (uint32_t reserved = 0; reserved < CONTROL_COUNTERS; reserved++) {
        rig_t r;
        start(&r, 1);
        issue_and_count(&r, A, reserves(reserved, CONTROL_NONE));
        for (uint32_t c = 0; c < CONTROL_COUNTERS; c++) {
            oldest(&r, A, waits(1u << c));
            assert_int_equal(ok(&r, A), c != reserved);
        }
        oldest(&r, A, waits(0));
        assert_true(ok(&r, A));
        stop(&r);
    }
}

static void counters_of_another_warp_do_not_matter(void **state)
{
    (void)state;
    rig_t r;
    start(&r, 1);
    issue_and_count(&r, A, reserves(0, 1));
    oldest(&r, B, waits(3));
    assert_true(ok(&r, B));
    stop(&r);
}

static void depbar_lets_at_most_n_stay(void **state)
{
    (void)state;
    rig_t r;
    start(&r, 1);
    for (uint32_t i = 0; i < 3; i++) issue_and_count(&r, A, reserves(4, CONTROL_NONE));
    for (uint32_t n = 0; n < 5; n++) {
        oldest(&r, A, depbar(4, n));
        assert_int_equal(ok(&r, A), n >= 3);
    }
    oldest(&r, A, depbar(3, 0)); /* another counter */
    assert_true(ok(&r, A));
    stop(&r);
}

static void a_counter_at_60_takes_no_reservation(void **state)
{
    (void)state;
    for (uint32_t read = 0; read < 2; read++) {
        const inst_control_t c = read ? reserves(CONTROL_NONE, 0) : reserves(0, CONTROL_NONE);
        rig_t r;
        start(&r, 1);
        for (uint32_t i = 0; i < FULL; i++) issue_and_count(&r, A, c);
        assert_true(ok(&r, A)); /* without a reservation */
        oldest(&r, A, reserves(1, 2));
        assert_true(ok(&r, A));
        oldest(&r, A, c);
        assert_false(ok(&r, A));
        written(&r, A, 0);
        assert_true(ok(&r, A));
        stop(&r);
    }
}

static void an_instruction_may_reserve_one_counter_twice(void **state)
{
    (void)state;
    rig_t r;
    start(&r, 1);
    issue_and_count(&r, A, reserves(2, 2));
    oldest(&r, A, waits(1 << 2));
    read_done(&r, A, 2);
    assert_false(ok(&r, A));
    written(&r, A, 2);
    assert_true(ok(&r, A));
    stop(&r);
}

static void a_start_ends_stall_and_yield(void **state)
{
    (void)state;
    rig_t r;
    for (uint32_t late = 0; late < 2; late++) { /* at the edge of the issue, and later */
        start(&r, 1);
        oldest(&r, A, stalls(10, true));
        assert_true(ok(&r, A));
        edge(&r, (issue_in_t){.granted = A, .starts = late ? 0 : UINT64_C(1) << A});
        if (late) edge(&r, (issue_in_t){.granted = SCHED_NONE, .starts = UINT64_C(1) << A});
        assert_true(ok(&r, A));
        stop(&r);
    }
}

static void a_start_of_another_warp_ends_no_stall(void **state)
{
    (void)state;
    rig_t r;
    start(&r, 1);
    oldest(&r, A, stalls(10, true));
    issue(&r, A);
    edge(&r, (issue_in_t){.granted = SCHED_NONE, .starts = ~(UINT64_C(1) << A)});
    assert_false(ok(&r, A));
    stop(&r);
}

static void two_reads_and_two_results_count_at_one_edge(void **state)
{
    (void)state;
    rig_t r;
    start(&r, 1);
    issue_and_count(&r, A, reserves(0, 1));
    issue_and_count(&r, B, reserves(0, 1));
    oldest(&r, A, waits(3));
    oldest(&r, B, waits(3));
    edge(&r, (issue_in_t){
                 .granted = SCHED_NONE, .reads = 2, .read = {{A, 1}, {B, 1}}, .writes = 2, .write = {{A, 0}, {B, 0}}});
    assert_true(ok(&r, A));
    assert_true(ok(&r, B));
    stop(&r);
}

static void units_share_nothing(void **state)
{
    (void)state;
    rig_t r, other;
    start(&r, 2);
    other = r;
    r.unit = 1;
    issue_and_count(&r, A, reserves(0, CONTROL_NONE));
    oldest(&r, A, stalls(10, true));
    issue(&r, A);
    oldest(&other, A, waits(1));
    assert_false(ok(&r, A));
    assert_true(ok(&other, A));
    stop(&r);
}

/* The slices of head_i in rtl/issue/issue_bits.v. */
static void a_control_word_has_each_field_at_its_place(void **state)
{
    (void)state;
    const uint32_t none = 7u << 5 | 7u << 8 | 7u << 18;
    inst_control_t c = stalls(0, false);
    assert_int_equal(issue_word(&c), none);
    c = stalls(15, false);
    assert_int_equal(issue_word(&c), none | 15);
    c = stalls(0, true);
    assert_int_equal(issue_word(&c), none | 1 << 4);
    c = (inst_control_t){.write_counter = 5, .read_counter = 0, .atmost_counter = CONTROL_NONE};
    assert_int_equal(issue_word(&c), 5u << 5 | 7u << 18);
    c = (inst_control_t){.write_counter = 0, .read_counter = 5, .atmost_counter = CONTROL_NONE};
    assert_int_equal(issue_word(&c), 5u << 8 | 7u << 18);
    c = (inst_control_t){.wait = 0x3f, .atmost_counter = CONTROL_NONE};
    assert_int_equal(issue_word(&c), 0x3fu << 11 | 7u << 18);
    c = (inst_control_t){.atmost_counter = 5, .atmost_count = 63};
    assert_int_equal(issue_word(&c), 1u << 17 | 5u << 18 | 63u << 21);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stall_bars_the_warp_for_its_cycles),
        cmocka_unit_test(stall_0_bars_like_stall_1),
        cmocka_unit_test(a_yield_bars_one_cycle_only),
        cmocka_unit_test(stalls_12_to_15_without_yield_are_2_cycles),
        cmocka_unit_test(stall_0_with_yield_is_45_cycles),
        cmocka_unit_test(a_stall_bars_no_other_warp),
        cmocka_unit_test(a_reservation_is_seen_two_cycles_after_issue),
        cmocka_unit_test(a_release_is_seen_in_the_next_cycle),
        cmocka_unit_test(a_release_may_meet_its_reservation_at_one_edge),
        cmocka_unit_test(each_bit_of_the_wait_mask_is_a_counter),
        cmocka_unit_test(counters_of_another_warp_do_not_matter),
        cmocka_unit_test(depbar_lets_at_most_n_stay),
        cmocka_unit_test(a_counter_at_60_takes_no_reservation),
        cmocka_unit_test(an_instruction_may_reserve_one_counter_twice),
        cmocka_unit_test(a_start_ends_stall_and_yield),
        cmocka_unit_test(a_start_of_another_warp_ends_no_stall),
        cmocka_unit_test(two_reads_and_two_results_count_at_one_edge),
        cmocka_unit_test(units_share_nothing),
        cmocka_unit_test(a_control_word_has_each_field_at_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
