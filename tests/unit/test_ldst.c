/* test_ldst.c - the LD/ST unit alone, over a real L1D: transactions per cycle, refusals, shared memory, answers. */
#include "ldst_rig.h"

static const winst_t LOAD = {.unit = UNIT_LDST, .op = WI_LOAD, .space = SPACE_GLOBAL, .width_bytes = 4, .ndst = 1};
static const winst_t STORE = {.unit = UNIT_LDST, .op = WI_STORE, .space = SPACE_GLOBAL, .width_bytes = 4};
static const winst_t SMEM = {.unit = UNIT_LDST, .op = WI_LOAD, .space = SPACE_SHARED, .width_bytes = 4, .ndst = 1};
static const winst_t TASK = {.unit = UNIT_LDST, .op = WI_LOAD, .space = SPACE_TASK, .width_bytes = 4, .ndst = 1};

static void a_coalesced_load_is_one_transaction_and_one_answer(void **state)
{
    (void)state;
    unit_rig_t r;
    ldst_done_t done;
    start(&r, 4, 1);
    const uint32_t entry = enter(&r, &LOAD, 1, 0xff); /* 8 lanes of one sector */
    assert_int_equal(ldst_entries_free(r.unit), ENTRIES - 1);
    assert_int_equal(ldst_queue_room(r.unit), 1);
    const ldst_cycle_t c = step(&r);
    assert_int_equal(c.warp, WARP);
    assert_false(c.over || c.refused);
    assert_int_equal(ldst_queue_room(r.unit), 2); /* out of the address phase */
    expect_token(r.l1, entry);
    assert_true(ldst_answer(r.unit, entry, &done));
    assert_ptr_equal(done.inst, &LOAD);
    assert_int_equal(done.warp, WARP);
    assert_int_equal(ldst_entries_free(r.unit), ENTRIES);
    assert_int_equal(r.counted.mem_txns, 1);
    stop(&r);
}

static void a_load_is_over_with_its_last_answer(void **state)
{
    (void)state;
    unit_rig_t r;
    ldst_done_t done;
    start(&r, 4, 1);
    const uint32_t entry = enter(&r, &LOAD, 128, 0x7); /* three lines */
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(ldst_queued(r.unit), 1);
        step(&r);
    }
    assert_int_equal(ldst_queued(r.unit), 0);
    for (uint32_t i = 0; i < 3; i++) {
        expect_token(r.l1, entry);
        assert_int_equal(ldst_answer(r.unit, entry, &done), i == 2);
    }
    stop(&r);
}

static void banks_of_the_l1d_take_a_transaction_each(void **state)
{
    (void)state;
    unit_rig_t r;
    start(&r, 8, 2);
    enter(&r, &STORE, 128, 0xf); /* lines 0 to 3: two cycles, of two banks */
    assert_int_equal(step(&r).stores, 2);
    const ldst_cycle_t c = step(&r);
    assert_int_equal(c.stores, 2);
    assert_true(c.over);
    assert_int_equal(r.counted.l1d_bank_conflicts, 1);
    stop(&r);
}

/* A texture access of four lines: a line per cycle at the L1T, at the L1D as many as it has banks. */
static void textures_of_the_l1d_use_its_banks(void **state)
{
    (void)state;
    static const winst_t FETCH = {
        .unit = UNIT_LDST, .op = WI_LOAD, .space = SPACE_TEXTURE, .width_bytes = 4, .ndst = 1};
    for (uint32_t l1d = 0; l1d < 2; l1d++) {
        unit_rig_t r;
        start(&r, 8, 4);
        r.cfg.l1t = r.cfg.l1d;
        r.cfg.textures = l1d ? TEXTURES_L1D : TEXTURES_L1T;
        enter(&r, &FETCH, 128, 0xf);
        for (uint32_t i = 0; i < (l1d ? 1 : 4); i++) {
            assert_int_equal(ldst_queued(r.unit), 1);
            step(&r);
        }
        assert_int_equal(ldst_queued(r.unit), 0);
        stop(&r);
    }
}

/* One line per cycle; over at the last acceptance, not at the acknowledgement. */
static void a_store_is_over_when_it_is_accepted(void **state)
{
    (void)state;
    unit_rig_t r;
    start(&r, 4, 1);
    enter(&r, &STORE, 128, 0x3);
    assert_false(step(&r).over);
    const ldst_cycle_t c = step(&r);
    assert_true(c.over);
    assert_ptr_equal(c.done.inst, &STORE);
    assert_int_equal(ldst_entries_free(r.unit), ENTRIES);
    expect_token(r.l1, LDST_STORE | WARP);
    expect_token(r.l1, LDST_STORE | WARP);
    stop(&r);
}

static void a_store_to_shared_memory_may_end_with_its_banks(void **state)
{
    (void)state;
    static const winst_t INTO = {.unit = UNIT_LDST, .op = WI_STORE, .space = SPACE_SHARED, .width_bytes = 4};
    for (uint32_t banks = 0; banks < 2; banks++) {
        unit_rig_t r;
        start(&r, 4, 1);
        r.cfg.smem_stores = banks ? SMEM_STORE_BANKS : SMEM_STORE_LATENCY;
        enter(&r, &INTO, 8, UINT32_MAX); /* two cycles */
        assert_false(step(&r).over);
        const ldst_cycle_t last = step(&r);
        assert_int_equal(last.over, banks);
        assert_int_equal(ldst_queued(r.unit), 0);
        assert_int_equal(ldst_entries_free(r.unit), banks ? ENTRIES : ENTRIES - 1);
        if (banks) assert_ptr_equal(last.done.inst, &INTO);
        else assert_int_equal(wheel_next(r.wheel, 0), 1 + SMEM_LATENCY);
        stop(&r);
    }
}

static void a_shared_access_of_no_lane_may_pass_the_banks(void **state)
{
    (void)state;
    for (uint32_t executed = 0; executed < 2; executed++) {
        unit_rig_t r;
        start(&r, 4, 1);
        r.cfg.no_lanes = executed ? NO_LANES_EXECUTED : NO_LANES_SKIPPED;
        enter(&r, &SMEM, 4, 0);
        assert_int_equal(ldst_queued(r.unit), executed);
        if (executed) step(&r);
        assert_int_equal(wheel_next(r.wheel, 0), executed ? SMEM_LATENCY : 1);
        enter(&r, &STORE, 4, 0); /* to global memory: skipped */
        assert_int_equal(ldst_queued(r.unit), 0);
        stop(&r);
    }
}

static void a_refused_transaction_is_tried_again(void **state)
{
    (void)state;
    unit_rig_t r;
    ldst_done_t done;
    start(&r, 1, 1);
    const uint32_t entry = enter(&r, &LOAD, 128, 0x3); /* two lines, one MSHR */
    assert_false(step(&r).refused);
    assert_true(step(&r).refused);
    assert_int_equal(r.counted.ldst_stall_mshr, 1);
    expect_token(r.l1, entry);
    assert_false(ldst_answer(r.unit, entry, &done)); /* its second transaction has not been sent */
    assert_false(step(&r).refused);
    expect_token(r.l1, entry);
    assert_true(ldst_answer(r.unit, entry, &done));
    stop(&r);
}

/* Every second word: two lanes in each bank used, so two cycles, then the latency. */
static void bank_conflicts_of_shared_memory_hold_the_unit(void **state)
{
    (void)state;
    for (uint32_t words = 1; words <= 4; words *= 2) {
        unit_rig_t r;
        ldst_done_t done;
        event_t ev;
        start(&r, 4, 1);
        const uint32_t entry = enter(&r, &SMEM, 4 * words, UINT32_MAX);
        for (uint32_t c = 0; c < words; c++) {
            assert_int_equal(ldst_queued(r.unit), 1);
            assert_int_equal(step(&r).warp, WARP);
        }
        assert_int_equal(ldst_queued(r.unit), 0);
        assert_int_equal(wheel_next(r.wheel, 0), words - 1 + SMEM_LATENCY);
        assert_true(wheel_pop(r.wheel, words - 1 + SMEM_LATENCY, &ev));
        assert_int_equal(ev.kind, EV_ENTRY);
        assert_int_equal(ev.id, entry);
        assert_true(ldst_delivered(r.unit, entry, &done));
        assert_int_equal(r.counted.smem_conflicts, words - 1);
        stop(&r);
    }
}

static void a_load_without_lanes_takes_no_address_phase(void **state)
{
    (void)state;
    unit_rig_t r;
    ldst_done_t done;
    start(&r, 4, 1);
    const uint32_t entry = enter(&r, &LOAD, 4, 0);
    assert_int_equal(ldst_queued(r.unit), 0);
    assert_int_equal(wheel_next(r.wheel, 0), 1);
    assert_true(ldst_delivered(r.unit, entry, &done));
    assert_true(ldst_still(r.unit));
    stop(&r);
}

static void a_load_that_waits_for_work_needs_an_answer_for_each_lane(void **state)
{
    (void)state;
    unit_rig_t r;
    ldst_done_t done;
    start(&r, 4, 1);
    winst_exec_t x = {.lanes = 0x5, .waits = 0x5, .space = SPACE_TASK};
    const uint32_t entry = ldst_prepare(r.unit, 1, &TASK, &x);
    ldst_enter(r.unit, 0, entry);
    step(&r);
    assert_int_equal(ldst_task_want(r.unit), UINT64_C(0x5) << LANES);
    assert_int_equal(ldst_task_answer(r.unit, 20, LANES + 2), UINT64_MAX);
    assert_int_equal(ldst_task_answer(r.unit, 25, LANES), 25 + SMEM_LATENCY);
    assert_int_equal(ldst_task_want(r.unit), 0);
    assert_true(ldst_delivered(r.unit, entry, &done));
    assert_true(done.resumes);
    stop(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_coalesced_load_is_one_transaction_and_one_answer),
        cmocka_unit_test(a_load_is_over_with_its_last_answer),
        cmocka_unit_test(banks_of_the_l1d_take_a_transaction_each),
        cmocka_unit_test(textures_of_the_l1d_use_its_banks),
        cmocka_unit_test(a_store_is_over_when_it_is_accepted),
        cmocka_unit_test(a_store_to_shared_memory_may_end_with_its_banks),
        cmocka_unit_test(a_shared_access_of_no_lane_may_pass_the_banks),
        cmocka_unit_test(a_refused_transaction_is_tried_again),
        cmocka_unit_test(bank_conflicts_of_shared_memory_hold_the_unit),
        cmocka_unit_test(a_load_without_lanes_takes_no_address_phase),
        cmocka_unit_test(a_load_that_waits_for_work_needs_an_answer_for_each_lane),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
