/* DRAM scheduling: FR-FCFS order, no request starves, bounded queues, pin bandwidth. */
#include "dram_rig.h"

static void test_row_hits_overtake_conflicts(void **state)
{
    (void)state;
    rig_t r = rig(rig_dram());
    read_row(&r, 0, 1, 1);
    read_row(&r, 0, 2, 2);
    read_row(&r, 0, 1, 3); /* younger, but its row is open */
    read_row(&r, 0, 2, 4);
    expect_data(&r, 1);
    expect_data(&r, 3);
    expect_data(&r, 2);
    expect_data(&r, 4);
    assert_int_equal(stat(&r, "row_hits"), 2);
    end(&r);
}

static void test_hit_that_arrives_before_the_precharge_overtakes(void **state)
{
    (void)state;
    rig_t r = rig(rig_dram());
    read_row(&r, 0, 1, 1);
    read_row(&r, 0, 2, 2);
    idle(&r, 1 + r.cfg.tRCD + 2); /* row 1 served; tRAS still holds the precharge back */
    read_row(&r, 0, 1, 3);
    expect_data(&r, 1);
    expect_data(&r, 3);
    expect_data(&r, 2);
    end(&r);
}

static void test_delay_before_the_queue(void **state)
{
    (void)state;
    uint64_t alone[2];
    for (uint32_t before = 0; before < 2; before++) {
        dram_cfg_t cfg = rig_dram();
        cfg.latency_cycles = 100;
        cfg.queue = 4;
        cfg.return_queue = 6;
        cfg.delay = before ? DRAM_DELAY_BEFORE : DRAM_DELAY_AFTER;
        rig_t r = rig(cfg);
        read_row(&r, 0, 1, 1);
        alone[before] = expect_data(&r, 1);
        uint32_t inside = 0;
        for (; dram_room(r.d, r.now); inside++) read_row(&r, inside, 1, 10 + inside);
        assert_int_equal(inside, before ? 4 + 6 : 4);
        for (uint32_t k = 0; k < inside; k++) expect_data(&r, 10 + k);
        assert_int_equal(stat(&r, "reads"), stat(&r, "row_hits") + stat(&r, "row_misses"));
        end(&r);
    }
    assert_int_equal(alone[0], alone[1]);
}

/* A bank in turn frees a place, and a delayed request takes it: in that cycle the delay still accepts another. */
static void test_the_delay_accepts_a_request_as_one_leaves_it(void **state)
{
    (void)state;
    dram_cfg_t cfg = rig_dram();
    cfg.priority = DRAM_IN_TURN;
    cfg.delay = DRAM_DELAY_BEFORE;
    cfg.latency_cycles = 10;
    cfg.queue = 1;
    rig_t r = rig(cfg);
    for (uint32_t k = 0; k < 3; k++) read_row(&r, k, 1, k);
    idle(&r, cfg.latency_cycles); /* the first one enters the queue */
    assert_true(dram_room(r.d, r.now));
    tick(&r); /* its bank chooses it, the second one enters */
    assert_true(dram_room(r.d, r.now));
    assert_false(dram_room(r.d, r.now + 1)); /* unless a bank chooses it in that cycle, which the tick finds out */
    for (uint32_t k = 0; k < 3; k++) expect_data(&r, k);
    end(&r);
}

/* The row closes tWR after the last data of a write, whenever reads are answered. */
static void test_a_write_ends_with_its_last_data(void **state)
{
    (void)state;
    uint64_t there[2];
    for (uint32_t begin = 0; begin < 2; begin++) {
        dram_cfg_t cfg = rig_dram();
        cfg.burst_bytes = 4 * cfg.bytes_per_cycle;
        cfg.tWR = 50;
        cfg.read_data = begin ? READ_DATA_BEGIN : READ_DATA_END;
        rig_t r = rig(cfg);
        write_row(&r, 0, 1);
        read_row(&r, 0, 2, 1);
        there[begin] = expect_data(&r, 1);
        end(&r);
    }
    assert_int_equal(there[0] - there[1], 3); /* the read's own */
}

/* With credits only the queue refuses a request. A read's credit is back when its data are there, before they are
 * taken; a write's tWL after its command. */
static void test_credits_replace_the_limit(void **state)
{
    (void)state;
    dram_cfg_t cfg = rig_dram();
    cfg.delay = DRAM_DELAY_BEFORE;
    cfg.credits = CREDITS_PER_SLICE;
    cfg.latency_cycles = 10;
    cfg.queue = cfg.return_queue = 1;
    rig_t r = rig(cfg);
    uint32_t id = 0;
    for (uint32_t k = 0; k < 4; k++) read_row(&r, k, 1, k); /* two more than fit */
    for (uint32_t k = 0; k < 4; k++) {
        while (!dram_ready(r.d, r.now)) {
            assert_false(dram_credit_back(r.d, r.now, &id));
            tick(&r);
        }
        assert_int_equal(dram_next_credit_cycle(r.d), r.now);
        assert_true(dram_credit_back(r.d, r.now, &id));
        assert_int_equal(id, k);
        expect_data(&r, k);
    }
    dram_push(r.d, r.now, &(dram_req_t){.row = 1, .id = 77, .bursts = 1, .bank = 9, .write = true});
    while (!stat(&r, "writes_done")) {
        assert_true(dram_next_credit_cycle(r.d) == UINT64_MAX);
        tick(&r);
    }
    assert_int_equal(dram_next_credit_cycle(r.d), r.now + cfg.tWL);
    assert_false(dram_credit_back(r.d, r.now + cfg.tWL - 1, &id));
    assert_true(dram_credit_back(r.d, r.now + cfg.tWL, &id));
    assert_int_equal(id, 77);
    end(&r);
}

static void test_a_read_is_answered_with_its_first_data(void **state)
{
    (void)state;
    uint64_t there[2];
    for (uint32_t begin = 0; begin < 2; begin++) {
        dram_cfg_t cfg = rig_dram();
        cfg.burst_bytes = 4 * cfg.bytes_per_cycle;
        cfg.read_data = begin ? READ_DATA_BEGIN : READ_DATA_END;
        rig_t r = rig(cfg);
        read_row(&r, 0, 1, 1);
        there[begin] = expect_data(&r, 1);
        write_row(&r, 0, 1);
        idle(&r, 100);
        assert_int_equal(stat(&r, "bus_busy"), 8); /* the bus is taken as long, by either */
        end(&r);
    }
    assert_int_equal(there[0] - there[1], 3);
}

static void test_a_write_may_follow_its_activate_sooner(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 2; k++) {
        dram_cfg_t cfg = rig_dram();
        cfg.tRCDWR = k ? 7 : 0;
        rig_t r = rig(cfg);
        write_row(&r, 0, 1);
        tick(&r); /* activate */
        idle(&r, k ? 6 : cfg.tRCD - 1);
        assert_int_equal(stat(&r, "writes_done"), 0);
        tick(&r);
        assert_int_equal(stat(&r, "writes_done"), 1);
        read_row(&r, 3, 1, 1); /* a read is as ever */
        const uint64_t from = r.now;
        assert_int_equal(expect_data(&r, 1) - from, 1 + cfg.tRCD + cfg.tCL + 2);
        end(&r);
    }
}

static void test_row_hits_starve_no_request(void **state)
{
    (void)state;
    rig_t r = rig(rig_dram());
    read_row(&r, 0, 1, 1);
    expect_data(&r, 1);
    read_row(&r, 0, 1, 0);
    read_row(&r, 0, 2, 77); /* conflict */
    bool served = false;
    while (!served && r.now < 3 * DRAM_STARVED_CYCLES) {
        if (dram_held(r.d) < 8) read_row(&r, 0, 1, 0); /* hits without end */
        tick(&r);
        if (dram_ready(r.d, r.now)) served = dram_pop(r.d, r.now) == 77;
    }
    assert_true(served);
    assert_in_range(r.now, DRAM_STARVED_CYCLES, DRAM_STARVED_CYCLES + 200);
    assert_int_equal(stat(&r, "starved"), 1);
    while (dram_held(r.d) || dram_next_data_cycle(r.d) != UINT64_MAX) {
        tick(&r);
        if (dram_ready(r.d, r.now)) dram_pop(r.d, r.now);
    }
    end(&r);
}

static void test_no_write_starves_behind_reads(void **state)
{
    (void)state;
    rig_t r = rig(rig_dram());
    read_row(&r, 0, 1, 1);
    read_row(&r, 1, 1, 1);
    expect_data(&r, 1);
    expect_data(&r, 1);
    for (uint32_t i = 0; i < 8; i++) read_row(&r, 1, 1, 1);
    write_row(&r, 0, 1);
    while (!stat(&r, "write_bursts") && r.now < 3 * DRAM_STARVED_CYCLES) {
        if (dram_held(r.d) < 9) read_row(&r, 1, 1, 1);
        tick(&r);
        if (dram_ready(r.d, r.now)) dram_pop(r.d, r.now);
    }
    assert_int_equal(stat(&r, "write_bursts"), 1);
    while (dram_held(r.d) || dram_next_data_cycle(r.d) != UINT64_MAX) {
        tick(&r);
        if (dram_ready(r.d, r.now)) dram_pop(r.d, r.now);
    }
    end(&r);
}

static void test_queues_are_bounded(void **state)
{
    (void)state;
    dram_cfg_t cfg = rig_dram();
    cfg.queue = 4;
    cfg.return_queue = 2;
    rig_t r = rig(cfg);
    uint32_t accepted = 0;
    for (uint32_t i = 0; i < 2000; i++) { /* nothing is popped */
        if (dram_room(r.d, r.now)) {
            read_row(&r, i % 16, 1, 0);
            accepted++;
        }
        tick(&r);
    }
    const uint32_t on_the_wires = (cfg.tCL + 2) / 2 + 1;
    assert_int_equal(accepted, cfg.queue + cfg.return_queue + on_the_wires);
    for (uint32_t i = 0; i < accepted; i++) expect_data(&r, 0); /* popping frees it again */
    end(&r);
}

static void test_streams_reach_the_pins(void **state)
{
    (void)state;
    for (uint32_t write = 0; write < 2; write++) {
        rig_t r = rig(rig_dram());
        uint32_t sent = 0; /* rows of 64 bursts, alternating between two banks per row pair */
        while (r.now < 20000) {
            while (dram_room(r.d, r.now)) {
                const uint32_t bank = sent % 2 + sent / 128 % 8 * 2;
                if (write) write_row(&r, bank, sent / 1024);
                else read_row(&r, bank, sent / 1024, 0);
                sent++;
            }
            tick(&r);
            while (dram_ready(r.d, r.now)) dram_pop(r.d, r.now);
        }
        assert_true(stat(&r, "bus_busy") * 10 >= 20000 * 9);
        while (dram_held(r.d) || dram_next_data_cycle(r.d) != UINT64_MAX) {
            tick(&r);
            if (dram_ready(r.d, r.now)) dram_pop(r.d, r.now);
        }
        end(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_row_hits_overtake_conflicts),
        cmocka_unit_test(test_hit_that_arrives_before_the_precharge_overtakes),
        cmocka_unit_test(test_delay_before_the_queue),
        cmocka_unit_test(test_the_delay_accepts_a_request_as_one_leaves_it),
        cmocka_unit_test(test_a_write_ends_with_its_last_data),
        cmocka_unit_test(test_credits_replace_the_limit),
        cmocka_unit_test(test_a_read_is_answered_with_its_first_data),
        cmocka_unit_test(test_a_write_may_follow_its_activate_sooner),
        cmocka_unit_test(test_row_hits_starve_no_request),
        cmocka_unit_test(test_no_write_starves_behind_reads),
        cmocka_unit_test(test_queues_are_bounded),
        cmocka_unit_test(test_streams_reach_the_pins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
