/* test_sm_fetch_banks.c - I-cache banks: fetches that meet in a bank, wait, or miss. */
#include "fetch_rig.h"

/* The second waits a cycle, and not longer: it is the first of the next. */
static void both_2_meets_in_a_bank(void **state)
{
    (void)state;
    rig_t r;
    start_warm(&r, FETCH_BOTH_2, 2);
    begin(&r, 0, 0, 3);
    begin(&r, 1, 0, 3);
    expect(&r, "1 4 2 5 3 6 -");
    assert_int_equal(counted(&r, "sm0.fetch_bank_conflicts"), 5);
    stop(&r);
}

/* Kernel 1 has code in both banks: what waits for one does not keep kernel 0 from the other. */
static void a_waiting_fetch_shares_the_next_cycle(void **state)
{
    (void)state;
    rig_t r;
    start_warm(&r, FETCH_BOTH_2, 2);
    begin(&r, 0, 0, 1); /* 1 */
    begin(&r, 1, 0, 1); /* 2 meets 1 */
    begin(&r, 0, 1, 2); /* 3, 4 */
    begin(&r, 1, 0, 1); /* 5 */
    expect(&r, "1 23 45 -");
    assert_int_equal(counted(&r, "sm0.fetch_bank_conflicts"), 1);
    stop(&r);
}

/* Warps at the same place of their code meet in its bank. The place beside one that waits is for the
 * kernel in turn. */
static void rr_2_meets_in_a_bank(void **state)
{
    (void)state;
    rig_t r;
    start_warm(&r, FETCH_RR_2, 2);
    begin(&r, 0, 0, 4);
    begin(&r, 1, 1, 2);
    /* 1 and 2 meet; 2 beside kernel 1's 5; 3 and 4 meet; 4 beside 6 */
    expect(&r, "1 25 3 46 -");
    assert_int_equal(counted(&r, "sm0.fetch_bank_conflicts"), 2);
    stop(&r);
}

static void a_kernel_alone_fills_the_place_beside_one_that_waits(void **state)
{
    (void)state;
    rig_t r;
    start_warm(&r, FETCH_RR_2, 2);
    begin(&r, 0, 0, 2);
    begin(&r, 0, 1, 1);
    expect(&r, "1 23 -");
    stop(&r);
}

static void one_bank_is_one_fetch_per_cycle(void **state)
{
    (void)state;
    static const char *const EXPECTED[] = {"1 2 3 4 -", "1 2 3 4 -", "1 3 2 4 -"};
    for (uint32_t policy = FETCH_NULL_1; policy <= FETCH_BOTH_2; policy++) {
        rig_t r;
        start_warm(&r, policy, 1);
        begin(&r, 0, 0, 2);
        begin(&r, 1, 1, 2);
        expect(&r, EXPECTED[policy]);
        stop(&r);
    }
}

/* A line further than the last bank is bank 0 again. */
static void banks_follow_line_addresses(void **state)
{
    (void)state;
    rig_t r;
    start_warm(&r, FETCH_BOTH_2, 2);
    begin(&r, 0, 0, 1);
    begin(&r, 1, 2, 1);
    expect(&r, "1 2 -");
    assert_int_equal(counted(&r, "sm0.fetch_bank_conflicts"), 1);
    stop(&r);
}

/* Two misses go out in one cycle, unless the I-cache has one MSHR: the other tries until it is free. */
static void misses_do_not_wait_for_each_other(void **state)
{
    (void)state;
    for (uint32_t mshrs = 1; mshrs <= 2; mshrs++) {
        rig_t r;
        start(&r, FETCH_BOTH_2, 2, mshrs);
        begin(&r, 0, 0, 1);
        begin(&r, 1, 1, 1);
        cycle(&r);
        assert_int_equal(counted(&r, "sm0.fetches"), mshrs);
        for (uint32_t c = 0; c < WARM_CYCLES && r.ready != 3; c++) cycle(&r);
        assert_int_equal(r.ready, 3);
        assert_int_equal(counted(&r, "sm0.fetches"), 2);
        assert_int_equal(counted(&r, "sm0.fetch_bank_conflicts"), 0);
        stop(&r);
    }
}

/* One bank and one MSHR, which is taken: a fetch that waits behind one that is refused meets no fetch.
 * It does when the MSHR is free and the other goes. */
static void a_refused_fetch_is_no_conflict(void **state)
{
    (void)state;
    rig_t r;
    start(&r, FETCH_BOTH_2, 1, 1);
    begin(&r, 0, 0, 1);
    cycle(&r); /* takes the MSHR */
    begin(&r, 1, 1, 1);
    begin(&r, 2, 2, 1);
    cycle(&r);
    cycle(&r);
    assert_int_equal(counted(&r, "sm0.l1i.stall_mshr"), 2);
    assert_int_equal(counted(&r, "sm0.fetch_bank_conflicts"), 0);
    for (uint32_t c = 0; c < 2 * WARM_CYCLES && r.ready != 7; c++) cycle(&r);
    assert_int_equal(r.ready, 7);
    assert_int_equal(counted(&r, "sm0.fetches"), 3);
    assert_int_equal(counted(&r, "sm0.fetch_bank_conflicts"), 1);
    stop(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_2_meets_in_a_bank),
        cmocka_unit_test(a_waiting_fetch_shares_the_next_cycle),
        cmocka_unit_test(rr_2_meets_in_a_bank),
        cmocka_unit_test(a_kernel_alone_fills_the_place_beside_one_that_waits),
        cmocka_unit_test(one_bank_is_one_fetch_per_cycle),
        cmocka_unit_test(banks_follow_line_addresses),
        cmocka_unit_test(misses_do_not_wait_for_each_other),
        cmocka_unit_test(a_refused_fetch_is_no_conflict),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
