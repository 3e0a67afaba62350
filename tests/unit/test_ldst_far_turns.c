/* test_ldst_far_turns.c - accesses to the shared memory of other SMs that wait for each other: at a hot SM, for the
 * banks, at a full input, for the write-back register. */
#include "ldst_far_rig.h"

/* Two SMs load from a third: its port takes one request after the other, and its queue of answers sends them so. */
static void a_hot_sm_serves_one_after_the_other(void **state)
{
    (void)state;
    far_rig_t r;
    begin(&r);
    access_all(&r, 0, &LOAD, 2, 1);
    access_all(&r, 1, &LOAD, 2, 1);
    run(&r);
    assert_int_equal(r.over[0], BACK);
    assert_int_equal(r.over[1], BACK + PARTS);
    assert_int_equal(counted(&r, 2)->far_served, 2);
    finish(&r);
}

/* Requests that arrive while an own access has the banks for 32 cycles wait, and so does an own access for a request;
 * when both wait, they take turns. */
static void own_accesses_and_requests_take_turns(void **state)
{
    (void)state;
    far_rig_t r;
    begin(&r);
    access_all(&r, 0, &LOAD, 2, 32);
    access_all(&r, 1, &LOAD, 2, 32);
    while (r.now + 1 < THERE - 1) step_all(&r);
    access_all(&r, 2, &LOAD, 2, 32); /* has the banks in the cycles THERE - 1 to THERE + 30 */
    access_all(&r, 2, &LOAD, 2, 32);
    run(&r);
    const uint64_t first = THERE + 31; /* of SM 0; then the own one, then that of SM 1 */
    assert_int_equal(r.over[0], first + 31 + SMEM_LATENCY + PARTS + LATENCY);
    assert_int_equal(r.over[2], first + 32 + 31 + SMEM_LATENCY);
    assert_int_equal(r.over[1], first + 64 + 31 + SMEM_LATENCY + PARTS + LATENCY);
    assert_int_equal(counted(&r, 2)->far_bank_waits, 32);
    finish(&r);
}

static void the_unit_stands_still_after_an_answer(void **state)
{
    (void)state;
    far_rig_t r;
    network.hold_cycles = 6;
    begin(&r);
    access_all(&r, 0, &LOAD, 1, 1);
    while (r.now + 1 < BACK) step_all(&r);
    access_all(&r, 0, &LOAD, 0, 1);
    run(&r);
    assert_int_equal(r.overs[0], 2);
    assert_int_equal(r.over[0], BACK + 6 + SMEM_LATENCY);
    assert_int_equal(counted(&r, 0)->far_holds, 6);
    finish(&r);

    begin(&r); /* not after an acknowledgement */
    access_all(&r, 0, &STORE, 1, 1);
    run(&r);
    assert_int_equal(r.acks[0], 1);
    access_all(&r, 0, &LOAD, 0, 1);
    run(&r);
    assert_int_equal(counted(&r, 0)->far_holds, 0);
    finish(&r);
    network.hold_cycles = 0;
}

static void a_full_input_stalls_the_unit(void **state)
{
    (void)state;
    far_rig_t r;
    network.queue = 1;
    begin(&r);
    access_all(&r, 0, &STORE, 1, 1); /* 8 parts, sent from cycle 2 to 9 */
    access_all(&r, 0, &STORE, 2, 1);
    run(&r);
    assert_int_equal(counted(&r, 0)->far_stalls, 8);
    assert_int_equal(r.refused[0], 8);
    assert_int_equal(r.over[0], 10);
    assert_int_equal(r.acks[0], 2);
    finish(&r);
    network.queue = 4;
}

/* With collectors, each answer passes the write-back register. */
static void data_pass_the_write_back_register(void **state)
{
    (void)state;
    far_rig_t r;
    uint8_t to[LANES] = {1, 2};
    ldst_write_t w;
    uint32_t token;
    collectors = 1;
    begin(&r);
    access(&r, 0, &LOAD, to, 1);
    for (uint32_t i = 0; i < 1000; i++) {
        r.now++;
        sm_network_tick(r.network, r.now);
        for (uint32_t s = 1; s < UNITS; s++) step_unit(&r, s);
        event_t ev;
        ldst_done_t done;
        ldst_cycle_t c;
        ldst_write_back(r.sm[0].unit, true, &w);
        if (w.over) over(&r, 0);
        while (wheel_pop(r.sm[0].wheel, r.now, &ev)) assert_false(ldst_delivered(r.sm[0].unit, ev.id, &done));
        while (ldst_far_take(r.sm[0].unit, r.now, &token)) ldst_arrived(r.sm[0].unit, ANSWER_FAR, token, 0);
        ldst_step(r.sm[0].unit, r.now, &c);
    }
    /* the second answer; the register takes it a cycle later, and has written it one later */
    assert_int_equal(r.over[0], 1 + 2 + LATENCY + SMEM_LATENCY + 1 + LATENCY + 2);
    assert_int_equal(r.overs[0], 1);
    finish(&r);
    collectors = 0;
}

/* An SM without work sleeps until the unit acts again. */
static void the_next_cycle_is_known(void **state)
{
    (void)state;
    far_rig_t r;
    begin(&r);
    access_all(&r, 0, &LOAD, 1, 1);
    assert_true(ldst_far_acts(r.sm[0].unit)); /* sends in the next cycle */
    assert_false(ldst_far_acts(r.sm[1].unit));
    step_all(&r);
    assert_false(ldst_far_acts(r.sm[0].unit));
    assert_int_equal(ldst_far_next_cycle(r.sm[1].unit, r.now), UINT64_MAX);
    while (r.now < THERE) step_all(&r);
    assert_true(ldst_far_acts(r.sm[1].unit)); /* an answer is due */
    assert_int_equal(ldst_far_next_cycle(r.sm[1].unit, r.now), THERE + SMEM_LATENCY);
    run(&r);
    assert_int_equal(r.over[0], BACK);
    assert_false(ldst_far_acts(r.sm[1].unit));
    finish(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hot_sm_serves_one_after_the_other),   cmocka_unit_test(own_accesses_and_requests_take_turns),
        cmocka_unit_test(the_unit_stands_still_after_an_answer), cmocka_unit_test(a_full_input_stalls_the_unit),
        cmocka_unit_test(data_pass_the_write_back_register),     cmocka_unit_test(the_next_cycle_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
