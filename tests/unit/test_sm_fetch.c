/* test_sm_fetch.c - fetch policies: whose instructions an SM fetches, by warps and kernels. */
#include "fetch_rig.h"

/* Kernels make no difference, nor do banks. */
static void null_1_fetches_for_one_warp_at_a_time(void **state)
{
    (void)state;
    rig_t r;
    start_warm(&r, FETCH_NULL_1, 2);
    begin(&r, 1, 0, 3);
    begin(&r, 0, 1, 2);
    begin(&r, 1, 0, 1);
    expect(&r, "1 2 3 4 5 6 - -");
    assert_int_equal(counted(&r, "sm0.fetch_bank_conflicts"), 0);
    stop(&r);
}

/* Warp 1 asks again while others wait: its turn is behind theirs. */
static void warps_fetch_in_turn(void **state)
{
    (void)state;
    for (uint32_t policy = FETCH_NULL_1; policy <= FETCH_BOTH_2; policy++) {
        rig_t r;
        start_warm(&r, policy, 1);
        begin(&r, 1, 0, 6);
        r.grant = 1;
        const uint64_t before = counted(&r, "sm0.fetches");
        for (uint32_t c = 0; c < 2; c++) cycle(&r);
        assert_int_equal(r.grant, NO_GRANT); /* warp 1 has issued and asks */
        uint64_t had = 1;
        for (uint32_t c = 0; c < 5; c++) {
            cycle(&r);
            assert_int_equal(r.ready, had | UINT64_C(4) << c);
            had = r.ready;
        }
        cycle(&r);
        assert_int_equal(r.ready, 0x7f);
        assert_int_equal(counted(&r, "sm0.fetches") - before, 7);
        stop(&r);
    }
}

static void the_warp_that_fetched_is_the_last(void **state)
{
    (void)state;
    rig_t r;
    start_warm(&r, FETCH_NULL_1, 1);
    begin(&r, 0, 0, 1);
    issue(&r, 1);
    begin(&r, 0, 0, 1); /* asks from the same cycle on */
    expect(&r, "2 1 -");
    stop(&r);
}

static void both_2_fetches_for_one_warp_of_each_kernel(void **state)
{
    (void)state;
    rig_t r;
    start_warm(&r, FETCH_BOTH_2, 2);
    begin(&r, 0, 0, 3);
    begin(&r, 1, 1, 4);
    expect(&r, "14 25 36 7 -");
    assert_int_equal(counted(&r, "sm0.fetch_bank_conflicts"), 0);
    stop(&r);
}

static void both_2_fetches_once_for_a_kernel_alone(void **state)
{
    (void)state;
    rig_t r;
    start_warm(&r, FETCH_BOTH_2, 2);
    begin(&r, 1, 0, 1);
    begin(&r, 1, 1, 2);
    expect(&r, "1 2 3 -");
    stop(&r);
}

/* Warp 1 is one of kernel 0 until its CTA ends, and then one of kernel 1. */
static void a_warp_belongs_to_one_kernel(void **state)
{
    (void)state;
    rig_t r;
    start_warm(&r, FETCH_BOTH_2, 2);
    begin(&r, 0, 0, 1);
    for (uint32_t insts = 0; insts < 3; insts++) issue(&r, 1);
    cycle(&r);
    assert_int_equal(sm_resident_ctas(r.sm), 1);
    issue(&r, 0);
    for (uint32_t c = 0; c < 2; c++) cycle(&r); /* warp 0 has fetched, and kernel 0 has the turn */
    begin(&r, 1, 0, 1);
    begin(&r, 1, 1, 1);
    expect(&r, "1 2 -");
    stop(&r);
}

static void both_2_takes_three_kernels_in_turn(void **state)
{
    (void)state;
    rig_t r;
    start_warm(&r, FETCH_BOTH_2, 4);
    begin(&r, 0, 0, 2); /* 1, 2 */
    begin(&r, 1, 1, 2); /* 3, 4 */
    begin(&r, 2, 2, 2); /* 5, 6 */
    expect(&r, "13 45 26 -");
    stop(&r);
}

static void rr_2_fetches_for_two_warps_of_one_kernel(void **state)
{
    (void)state;
    rig_t r;
    start_warm(&r, FETCH_RR_2, 2);
    for (uint32_t kid = 0; kid < 2; kid++)
        for (uint32_t w = 0; w < 4; w++) begin(&r, kid, w % 2, 1);
    begin(&r, 0, 0, 1); /* 9: alone of its kernel, and kernel 1 has none left */
    expect(&r, "12 56 34 78 9 -");
    assert_int_equal(counted(&r, "sm0.fetch_bank_conflicts"), 0);
    stop(&r);
}

/* Kernel 0 has its turn and one warp: the place left stays empty. */
static void rr_2_does_not_mix_kernels(void **state)
{
    (void)state;
    rig_t r;
    start_warm(&r, FETCH_RR_2, 2);
    begin(&r, 0, 0, 1);
    begin(&r, 1, 1, 1);
    begin(&r, 1, 0, 1);
    expect(&r, "1 23 -");
    stop(&r);
}

/* Cycles in which warp 0, which misses, and warp 1, which requests in cycle `asks`, can issue. */
static void arrivals(line_arrives_t how, uint64_t asks, uint64_t of_warp[2])
{
    rig_t r;
    machine(&r, FETCH_NULL_1, 2, 2);
    r.m.sm.line_arrives = how;
    build(&r, &OPS);
    begin(&r, 0, 0, 1);
    while (r.now < WARM_CYCLES) {
        const uint64_t before = r.ready;
        if (r.now == asks) begin(&r, 0, 0, 1);
        cycle(&r);
        for (uint32_t w = 0; w < 2; w++)
            if ((r.ready & ~before) >> w & 1) of_warp[w] = r.now - 1;
    }
    assert_int_equal(r.ready, asks < WARM_CYCLES ? 3 : 1);
    stop(&r);
}

/* BESIDE: the line is decoded before the issue of the cycle in which it arrives. FETCHES: the miss leaves, so its line
 * arrives, a cycle earlier; the line takes the fetch of that cycle and is decoded after the issue of the next one. A
 * warp that asks as the line arrives fetches a cycle later, like one that asks then; its hit passes the same two
 * cycles. */
static void a_line_that_arrives_may_take_the_fetch(void **state)
{
    (void)state;
    uint64_t beside[2], alone[2], of_warp[3][2];
    arrivals(LINE_BESIDE, WARM_CYCLES, beside);
    arrivals(LINE_FETCHES, WARM_CYCLES, alone);
    assert_int_equal(alone[0], beside[0] - 1 + 2);
    const uint64_t arrives = alone[0] - 2;
    for (uint32_t k = 0; k < 3; k++) {
        arrivals(LINE_FETCHES, arrives + k, of_warp[k]);
        assert_int_equal(of_warp[k][0], alone[0]);
    }
    assert_int_equal(of_warp[0][1], arrives + 1 + 2);
    assert_int_equal(of_warp[1][1], arrives + 1 + 2);
    assert_int_equal(of_warp[2][1], arrives + 2 + 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(null_1_fetches_for_one_warp_at_a_time),
        cmocka_unit_test(warps_fetch_in_turn),
        cmocka_unit_test(the_warp_that_fetched_is_the_last),
        cmocka_unit_test(both_2_fetches_for_one_warp_of_each_kernel),
        cmocka_unit_test(both_2_fetches_once_for_a_kernel_alone),
        cmocka_unit_test(a_warp_belongs_to_one_kernel),
        cmocka_unit_test(both_2_takes_three_kernels_in_turn),
        cmocka_unit_test(rr_2_fetches_for_two_warps_of_one_kernel),
        cmocka_unit_test(rr_2_does_not_mix_kernels),
        cmocka_unit_test(a_line_that_arrives_may_take_the_fetch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
