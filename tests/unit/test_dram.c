/* DRAM channel: command timing as sums and gaps of the parameters, FR-FCFS order, bandwidth. */
#include "mem_rig.h"

#include "mem/addrmap.h"
#include "mem/dram.h"
#include "stats/stats.h"

typedef struct {
    dram_cfg_t cfg;
    stats_t *stats;
    dram_t *d;
    uint64_t now;
} rig_t;

static rig_t rig(dram_cfg_t cfg)
{
    rig_t r = {.cfg = cfg, .stats = stats_create()};
    r.d = dram_create(&cfg, r.stats, "dram");
    assert_non_null(r.d);
    return r;
}

static void end(rig_t *r)
{
    err_t err = {{0}};
    if (!stats_check_laws(r->stats, &err)) fail_msg("%s", err.text);
    dram_destroy(r->d);
    stats_destroy(r->stats);
}

static uint64_t stat(const rig_t *r, const char *name)
{
    char full[64];
    snprintf(full, sizeof full, "dram.%s", name);
    return stats_sum(r->stats, full);
}

static void read_row(rig_t *r, uint32_t bank, uint64_t row, uint32_t id)
{
    assert_true(dram_room(r->d));
    dram_push(r->d, r->now, &(dram_req_t){.row = row, .id = id, .bursts = 1, .bank = (uint8_t)bank});
}

static void write_row(rig_t *r, uint32_t bank, uint64_t row)
{
    assert_true(dram_room(r->d));
    dram_push(r->d, r->now, &(dram_req_t){.row = row, .bursts = 1, .bank = (uint8_t)bank,
                                          .write = true});
}

static void tick(rig_t *r) { dram_tick(r->d, ++r->now); }

/* Cycle in which the next read can be popped; checks its id. */
static uint64_t expect_data(rig_t *r, uint32_t id)
{
    const uint64_t limit = r->now + 100000;
    while (!dram_ready(r->d, r->now)) {
        tick(r);
        assert_true(r->now < limit);
    }
    assert_int_equal(dram_pop(r->d, r->now), id);
    return r->now;
}

static void idle(rig_t *r, uint32_t cycles)
{
    while (cycles--) tick(r);
}

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

static void test_nobody_starves_behind_row_hits(void **state)
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
    for (uint32_t i = 0; i < 2000; i++) { /* nobody pops */
        if (dram_room(r.d)) {
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
            while (dram_room(r.d)) {
                const uint32_t bank = sent % 2 + sent / 128 % 8 * 2;
                if (write)
                    write_row(&r, bank, sent / 1024);
                else
                    read_row(&r, bank, sent / 1024, 0);
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

static void test_address_map(void **state)
{
    (void)state;
    machine_t m = rig_machine(); /* 6 controllers of 2 slices, 256 bytes, 16 banks, 4 KB rows */
    addrmap_t map;
    addrmap_init(&map, &m);
    for (uint32_t i = 0; i < 24; i++) {
        const addr_slice_t s = addrmap_slice(&map, i * 256 + 17);
        assert_int_equal(s.slice, i % 6 * 2 + i / 6 % 2);
        assert_int_equal(s.local, i / 12 * 256 + 17);
    }
    /* Slice 1 of a controller has the odd banks; a row is 4 KB of the slice's own addresses. */
    addr_bank_t b = addrmap_bank(&map, 1, 0);
    assert_int_equal(b.bank, 1);
    assert_int_equal(b.row, 0);
    b = addrmap_bank(&map, 0, 4096);
    assert_int_equal(b.bank, 2);
    b = addrmap_bank(&map, 3, 8 * 4096 + 5);
    assert_int_equal(b.bank, 1);
    assert_int_equal(b.row, 1);
    m.l2.slices = 3; /* 16 banks are not divided by 3: no two slices may share a row's address */
    addrmap_init(&map, &m);
    const addr_bank_t x = addrmap_bank(&map, 0, 0), y = addrmap_bank(&map, 1, 6 * 4096);
    assert_true(x.bank != y.bank || x.row != y.row);
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
        cmocka_unit_test(test_row_hits_overtake_conflicts),
        cmocka_unit_test(test_hit_that_arrives_before_the_precharge_overtakes),
        cmocka_unit_test(test_nobody_starves_behind_row_hits),
        cmocka_unit_test(test_no_write_starves_behind_reads),
        cmocka_unit_test(test_queues_are_bounded),
        cmocka_unit_test(test_streams_reach_the_pins),
        cmocka_unit_test(test_fixed_latency_and_bandwidth),
        cmocka_unit_test(test_address_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
