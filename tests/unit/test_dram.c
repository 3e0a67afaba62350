/* DRAM command timing: latencies are sums, gaps are the parameters. */
#include "dram_rig.h"

static void test_row_miss_hit_conflict_are_sums(void **state)
{
    (void)state;
    rig_t r = rig(rig_dram());
    const dram_cfg_t *c = &r.cfg;
    const uint32_t data = 1 + c->tCL + 2; /* command goes the cycle after arrival; burst of 2 */
    read_row(&r, 0, 5, 1);
    assert_int_equal(expect_data(&r, 1), data + c->tRCD); /* closed bank */
    idle(&r, 200);
    uint64_t from = r.now;
    read_row(&r, 0, 5, 2);
    assert_int_equal(expect_data(&r, 2) - from, data); /* row hit */
    idle(&r, 200);
    from = r.now;
    read_row(&r, 0, 6, 3);
    assert_int_equal(expect_data(&r, 3) - from, data + c->tRP + c->tRCD); /* conflict */
    assert_int_equal(stat(&r, "row_hits"), 1);
    assert_int_equal(stat(&r, "row_misses"), 2);
    assert_int_equal(stat(&r, "row_conflicts"), 1);
    assert_int_equal(stat(&r, "activates"), 2);
    assert_int_equal(stat(&r, "precharges"), 1);
    end(&r);
}

static void test_added_latency_and_multi_burst(void **state)
{
    (void)state;
    dram_cfg_t cfg = rig_dram();
    cfg.latency_cycles = 100;
    rig_t r = rig(cfg);
    dram_push(r.d, 0, &(dram_req_t){.row = 1, .id = 9, .bursts = 4});
    const uint64_t last_column = 1 + cfg.tRCD + 3 * cfg.tCCDL;
    assert_int_equal(expect_data(&r, 9), last_column + cfg.tCL + 2 + 100);
    assert_int_equal(stat(&r, "read_bursts"), 4);
    assert_int_equal(stat(&r, "bus_busy"), 4 * 2);
    end(&r);
}

static void test_activates_keep_trrd(void **state)
{
    (void)state;
    dram_cfg_t cfg = rig_dram();
    cfg.tRCD = 13; /* no multiple of tRRD: reads and activates do not meet on the command bus */
    rig_t r = rig(cfg);
    for (uint32_t b = 0; b < 4; b++) read_row(&r, b, 1, b);
    uint64_t before = expect_data(&r, 0);
    for (uint32_t b = 1; b < 4; b++) {
        const uint64_t at = expect_data(&r, b);
        assert_int_equal(at - before, r.cfg.tRRD);
        before = at;
    }
    end(&r);
}

static void test_same_bank_activates_keep_trc_and_tras(void **state)
{
    (void)state;
    dram_cfg_t cfg = rig_dram();
    rig_t r = rig(cfg);
    read_row(&r, 0, 1, 1);
    read_row(&r, 0, 2, 2);
    const uint64_t first = expect_data(&r, 1);
    assert_int_equal(expect_data(&r, 2) - first, cfg.tRC); /* tRAS + tRP is tRC here */
    end(&r);
    cfg.tRC = 60;
    r = rig(cfg);
    read_row(&r, 0, 1, 1);
    read_row(&r, 0, 2, 2);
    const uint64_t again = expect_data(&r, 1);
    assert_int_equal(expect_data(&r, 2) - again, 60); /* tRC alone binds */
    end(&r);
    cfg.tRC = 10;
    cfg.tRAS = 50;
    r = rig(cfg);
    read_row(&r, 0, 1, 1);
    read_row(&r, 0, 2, 2);
    const uint64_t third = expect_data(&r, 1);
    assert_int_equal(expect_data(&r, 2) - third, 50 + cfg.tRP); /* tRAS */
    end(&r);
}

static void test_column_gaps_inside_and_across_groups(void **state)
{
    (void)state;
    rig_t r = rig(rig_dram());
    const uint32_t banks[] = {0, 1, 4}; /* 0 and 4 share a group of four */
    for (uint32_t i = 0; i < 3; i++) read_row(&r, banks[i], 1, i);
    for (uint32_t i = 0; i < 3; i++) expect_data(&r, i);
    idle(&r, 100);
    read_row(&r, 0, 1, 10); /* rows are open: only column commands */
    read_row(&r, 1, 1, 11);
    const uint64_t a = expect_data(&r, 10);
    assert_int_equal(expect_data(&r, 11) - a, r.cfg.tCCD);
    idle(&r, 100);
    read_row(&r, 0, 1, 12);
    read_row(&r, 4, 1, 13);
    const uint64_t b = expect_data(&r, 12);
    assert_int_equal(expect_data(&r, 13) - b, r.cfg.tCCDL);
    end(&r);
}

static void test_read_precharge_and_write_recovery(void **state)
{
    (void)state;
    dram_cfg_t cfg = rig_dram();
    cfg.tRTPL = 20;
    rig_t r = rig(cfg);
    read_row(&r, 0, 1, 1);
    expect_data(&r, 1);
    idle(&r, 100);
    uint64_t from = r.now;
    read_row(&r, 0, 1, 2); /* column read at from + 1 */
    read_row(&r, 0, 2, 3);
    expect_data(&r, 2);
    const uint32_t open_and_read = cfg.tRP + cfg.tRCD + cfg.tCL + 2;
    assert_int_equal(expect_data(&r, 3) - from, 1 + cfg.tRTPL + open_and_read);
    idle(&r, 100);
    from = r.now;
    write_row(&r, 0, 2);
    read_row(&r, 0, 3, 4);
    const uint32_t write_to_pre = cfg.tWL + 2 + cfg.tWR;
    assert_int_equal(expect_data(&r, 4) - from, 1 + write_to_pre + open_and_read);
    end(&r);
}

static void test_bus_turnarounds(void **state)
{
    (void)state;
    dram_cfg_t cfg = rig_dram();
    rig_t r = rig(cfg);
    read_row(&r, 0, 1, 1);
    read_row(&r, 1, 1, 2);
    expect_data(&r, 1);
    expect_data(&r, 2);
    idle(&r, 100);
    uint64_t from = r.now;
    write_row(&r, 0, 1);
    read_row(&r, 1, 1, 3);
    idle(&r, 1); /* the write's column command */
    assert_int_equal(stat(&r, "write_bursts"), 1);
    const uint32_t write_to_read = cfg.tWL + 2 + cfg.tCDLR;
    assert_int_equal(expect_data(&r, 3) - from, 1 + write_to_read + cfg.tCL + 2);
    idle(&r, 100);
    read_row(&r, 1, 1, 4);
    write_row(&r, 0, 1);
    idle(&r, 1);
    from = r.now; /* the read's column command */
    while (stat(&r, "write_bursts") == 1) idle(&r, 1);
    assert_int_equal(r.now - from, cfg.tCL + 2 + DRAM_TURN_CYCLES - cfg.tWL);
    assert_int_equal(stat(&r, "turns"), 3);
    assert_int_equal(dram_pop(r.d, r.now + 100), 4);
    end(&r);
}

static void test_fixed_latency_and_bandwidth(void **state)
{
    (void)state;
    dram_cfg_t cfg = rig_dram();
    cfg.kind = DRAM_FIXED;
    cfg.latency_cycles = 14;
    cfg.bytes_per_cycle = 60;
    rig_t r = rig(cfg);
    dram_push(r.d, 0, &(dram_req_t){.row = 3, .id = 1, .bursts = 2, .bank = 5}); /* 128 B: 3 cycles */
    dram_push(r.d, 0, &(dram_req_t){.row = 9, .id = 2, .bursts = 2, .bank = 5});
    assert_int_equal(expect_data(&r, 1), 1 + 3 + 14);
    assert_int_equal(expect_data(&r, 2), 1 + 3 + 3 + 14);
    assert_int_equal(stat(&r, "activates"), 0);
    end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_row_miss_hit_conflict_are_sums),
        cmocka_unit_test(test_added_latency_and_multi_burst),
        cmocka_unit_test(test_activates_keep_trrd),
        cmocka_unit_test(test_same_bank_activates_keep_trc_and_tras),
        cmocka_unit_test(test_column_gaps_inside_and_across_groups),
        cmocka_unit_test(test_read_precharge_and_write_recovery),
        cmocka_unit_test(test_bus_turnarounds),
        cmocka_unit_test(test_fixed_latency_and_bandwidth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
