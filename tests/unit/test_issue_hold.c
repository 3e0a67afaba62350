/* test_issue_hold.c - golden model of issue_bits while its sub-core stands still: what waits longer, what goes on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "issue_rig.h"

/* A cycle in which the sub-core stands still. */
static void stand(rig_t *r, issue_in_t in)
{
    in.granted = SCHED_NONE;
    in.hold = true;
    edge(r, in);
}

static void stall_and_yield_stand_still_with_the_sub_core(void **state)
{
    (void)state;
    for (uint32_t held = 0; held < 4; held++)
        for (uint32_t yield = 0; yield < 2; yield++) {
            uint32_t cycles = 1;
            rig_t r;
            start(&r, 1);
            oldest(&r, A, yield ? stalls(1, true) : stalls(4, false));
            issue(&r, A);
            for (uint32_t i = 0; i < held; i++, cycles++) stand(&r, (issue_in_t){0});
            for (; cycles < LONG && !ok(&r, A); cycles++) pass(&r, 1);
            assert_int_equal(cycles, held + (yield ? 2 : 4));
            stop(&r);
        }
}

static void counters_change_while_the_sub_core_stands_still(void **state)
{
    (void)state;
    rig_t r;
    start(&r, 1);
    oldest(&r, A, reserves(2, CONTROL_NONE));
    issue(&r, A);
    oldest(&r, A, waits(1 << 2));
    stand(&r, (issue_in_t){0});
    assert_false(ok(&r, A));
    stand(&r, (issue_in_t){.writes = 1, .write = {{A, 2}}});
    assert_true(ok(&r, A));
    stop(&r);
}

static void a_start_ends_stall_and_yield_while_the_sub_core_stands_still(void **state)
{
    (void)state;
    rig_t r;
    start(&r, 1);
    oldest(&r, A, stalls(10, true));
    issue(&r, A);
    stand(&r, (issue_in_t){.starts = UINT64_C(1) << A});
    assert_true(ok(&r, A));
    stop(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stall_and_yield_stand_still_with_the_sub_core),
        cmocka_unit_test(counters_change_while_the_sub_core_stands_still),
        cmocka_unit_test(a_start_ends_stall_and_yield_while_the_sub_core_stands_still),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
