/* test_ldst_far.c - one access to the shared memory of other SMs: times and bytes of loads, stores and atomics. */
#include "ldst_far_rig.h"

static void a_load_goes_there_and_back(void **state)
{
    (void)state;
    far_rig_t r;
    begin(&r);
    access_all(&r, 0, &LOAD, 1, 1);
    run(&r);
    assert_int_equal(r.over[0], BACK);
    assert_int_equal(r.overs[0], 1);
    assert_int_equal(r.stores[0] + r.acks[0], 0);
    assert_int_equal(counted(&r, 0)->far_requests, 1);
    assert_int_equal(counted(&r, 0)->far_answers, 1);
    assert_int_equal(counted(&r, 1)->far_served, 1);
    assert_int_equal(r.sm[0].counted.smem_insts, 0);
    assert_int_equal(r.sm[1].counted.smem_insts, 1); /* where the banks are */
    assert_int_equal(stats_sum(r.stats, "net.bytes"), 2 * ADDRESSES);
    finish(&r);
}

/* Lanes on different words of one bank take turns there. */
static void conflicts_of_banks_count_at_the_destination(void **state)
{
    (void)state;
    far_rig_t r;
    begin(&r);
    access_all(&r, 0, &LOAD, 1, 32);
    run(&r);
    assert_int_equal(r.over[0], BACK + 31);
    assert_int_equal(r.sm[1].counted.smem_conflicts, 31);
    finish(&r);
}

/* Half of the lanes at home, a quarter each at two others: the address phase takes two cycles, and the second request
 * follows the first out of the queue. The other CTA may also be on the SM itself. */
static void lanes_go_to_several_sms(void **state)
{
    (void)state;
    far_rig_t r;
    uint8_t to[LANES];
    for (uint32_t i = 0; i < LANES; i++) to[i] = i < 8 ? 2 : i < 16 ? 1 : 0;
    begin(&r);
    access(&r, 0, &LOAD, to, 1);
    step_all(&r);
    assert_int_equal(ldst_queued(r.sm[0].unit), 1);
    step_all(&r);
    assert_int_equal(ldst_queued(r.sm[0].unit), 0);
    run(&r);
    assert_int_equal(counted(&r, 0)->far_requests, 2);
    assert_int_equal(r.sm[0].counted.smem_insts, 1);
    assert_int_equal(r.over[0], 1 + 2 + LATENCY + SMEM_LATENCY + 1 + LATENCY); /* two messages of a part each */
    assert_int_equal(r.overs[0], 1);
    finish(&r);

    begin(&r);
    winst_exec_t x = {.lanes = 3, .space = SPACE_SHARED, .far = 2, .addr = {0, 4}}; /* far_sm[1] is SM 0 */
    ldst_enter(r.sm[0].unit, 0, ldst_prepare(r.sm[0].unit, WARP, &LOAD, &x));
    run(&r);
    assert_int_equal(r.over[0], 1 + SMEM_LATENCY);
    assert_int_equal(counted(&r, 0)->far_requests, 0);
    finish(&r);
}

/* The answers of the others may be back before the access at home is over. */
static void the_own_lanes_may_be_the_last(void **state)
{
    (void)state;
    far_rig_t r;
    uint8_t to[LANES] = {1};
    smem_latency_cycles = 200;
    begin(&r);
    access(&r, 0, &LOAD, to, 1);
    run(&r);
    assert_int_equal(r.over[0], 1 + 1 + LATENCY + 200 + 1 + LATENCY);
    finish(&r);
    smem_latency_cycles = SMEM_LATENCY;
    network.latency_cycles = 1;
    begin(&r);
    access(&r, 0, &LOAD, to, 32); /* 31 lanes on one bank at home */
    run(&r);
    assert_int_equal(r.over[0], 31 + SMEM_LATENCY);
    finish(&r);
    network.latency_cycles = LATENCY;
}

/* A store carries address and data, and is over when it is sent; so is a reduction. Nothing but the token comes back.
 */
static void stores_are_acknowledged(void **state)
{
    (void)state;
    const winst_t *const INST[] = {&STORE, &RED};
    for (uint32_t i = 0; i < 2; i++) {
        far_rig_t r;
        begin(&r);
        access_all(&r, 0, INST[i], 1, 1);
        run(&r);
        assert_int_equal(r.stores[0], 1);
        assert_int_equal(r.over[0], 1);
        assert_int_equal(r.overs[0], 1);
        assert_int_equal(r.acks[0], 1);
        assert_int_equal(r.acked[0], 1 + 2 * PARTS + LATENCY + SMEM_LATENCY + 1 + LATENCY);
        assert_int_equal(stats_sum(r.stats, "net.bytes"), 2 * ADDRESSES);
        finish(&r);
    }
}

/* Part of a store at home: over as any store to shared memory. */
static void a_store_has_lanes_at_home(void **state)
{
    (void)state;
    far_rig_t r;
    uint8_t to[LANES] = {1};
    for (uint32_t banks = 0; banks < 2; banks++) {
        begin(&r);
        r.sm[0].cfg.smem_stores = banks ? SMEM_STORE_BANKS : SMEM_STORE_LATENCY;
        access(&r, 0, &STORE, to, 1);
        run(&r);
        assert_int_equal(r.over[0], banks ? 1 : 1 + SMEM_LATENCY);
        assert_int_equal(r.overs[0], 1);
        assert_int_equal(r.acks[0], 1);
        finish(&r);
    }
}

static void atomics_return_data_and_count_several_times(void **state)
{
    (void)state;
    far_rig_t r;
    begin(&r);
    access_all(&r, 0, &ATOM, 1, 1);
    run(&r);
    assert_int_equal(r.over[0], 1 + 2 * PARTS + LATENCY + SMEM_LATENCY + PARTS + LATENCY);
    assert_int_equal(stats_sum(r.stats, "net.bytes"), 3 * ADDRESSES);
    finish(&r);
    network.atomic_factor = 4;
    begin(&r);
    access_all(&r, 0, &ATOM, 1, 1);
    run(&r);
    assert_int_equal(stats_sum(r.stats, "net.bytes"), 4 * 3 * ADDRESSES);
    assert_int_equal(r.over[0], 1 + 8 * PARTS + LATENCY + SMEM_LATENCY + 4 * PARTS + LATENCY);
    finish(&r);
    network.atomic_factor = 1;
}

/* Answered, and so over only then, if its warp waits for it. */
static void a_reduction_may_be_answered(void **state)
{
    (void)state;
    far_rig_t r;
    after_atomic = ATOMIC_WAITS;
    begin(&r);
    access_all(&r, 0, &RED, 1, 1);
    run(&r);
    assert_int_equal(r.stores[0], 0);
    assert_int_equal(r.over[0], 1 + 2 * PARTS + LATENCY + SMEM_LATENCY + 1 + LATENCY);
    finish(&r);
    after_atomic = ATOMIC_CONTINUES;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_load_goes_there_and_back),
        cmocka_unit_test(conflicts_of_banks_count_at_the_destination),
        cmocka_unit_test(lanes_go_to_several_sms),
        cmocka_unit_test(the_own_lanes_may_be_the_last),
        cmocka_unit_test(stores_are_acknowledged),
        cmocka_unit_test(a_store_has_lanes_at_home),
        cmocka_unit_test(atomics_return_data_and_count_several_times),
        cmocka_unit_test(a_reduction_may_be_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
