/* DRAM scheduling in turn: choices, the order of banks, row commands beside column commands, bank groups; two command
 * buses. */
#include "dram_rig.h"

static dram_cfg_t in_turn(void)
{
    dram_cfg_t cfg = rig_dram();
    cfg.priority = DRAM_IN_TURN;
    return cfg;
}

static void test_in_turn_a_choice_stands(void **state)
{
    (void)state;
    rig_t r = rig(in_turn());
    read_row(&r, 0, 1, 1);
    read_row(&r, 0, 2, 2);
    idle(&r, 1 + r.cfg.tRCD + 2); /* row 1 served, 2 chosen: too late for 3, though tRAS runs */
    read_row(&r, 0, 1, 3);
    expect_data(&r, 1);
    expect_data(&r, 2);
    expect_data(&r, 3);
    assert_int_equal(stat(&r, "activates"), 3);
    end(&r);
}

static void test_in_turn_the_queue_is_free_once_a_bank_has_chosen(void **state)
{
    (void)state;
    for (uint32_t turns = 0; turns < 2; turns++) {
        dram_cfg_t cfg = turns ? in_turn() : rig_dram();
        cfg.queue = 1;
        rig_t r = rig(cfg);
        read_row(&r, 0, 1, 1);
        assert_false(dram_room(r.d, r.now));
        tick(&r);
        assert_int_equal(dram_room(r.d, r.now), turns);
        if (turns) read_row(&r, 0, 1, 2); /* the bank is taken: this one waits in the queue */
        idle(&r, 5);
        assert_false(dram_room(r.d, r.now));
        expect_data(&r, 1);
        if (turns) expect_data(&r, 2);
        end(&r);
    }
}

/* Banks are served in turn, whatever the age of requests: the turn has passed bank 12, whose row was opened last. */
static void test_in_turn_banks_go_round(void **state)
{
    (void)state;
    for (uint32_t turns = 0; turns < 2; turns++) {
        rig_t r = rig(turns ? in_turn() : rig_dram());
        read_row(&r, 2, 1, 20);
        expect_data(&r, 20);
        read_row(&r, 6, 1, 60);
        expect_data(&r, 60);
        for (uint32_t k = 0; k < 3; k++) write_row(&r, 12, 1); /* the bus, till all have chosen */
        idle(&r, r.cfg.tRCD + 2);
        read_row(&r, 6, 1, 61);
        read_row(&r, 2, 1, 21);
        read_row(&r, 6, 1, 62);
        expect_data(&r, turns ? 21 : 61);
        expect_data(&r, turns ? 61 : 21);
        expect_data(&r, 62);
        end(&r);
    }
}

/* A stream of hits takes the command bus in every cycle; a row command may go beside it, or waits. */
static void test_in_turn_rows_open_beside_a_stream(void **state)
{
    (void)state;
    enum { HITS = 60 };
    for (uint32_t turns = 0; turns < 2; turns++) {
        dram_cfg_t cfg = turns ? in_turn() : rig_dram();
        cfg.bytes_per_cycle = 64; /* a burst per cycle */
        cfg.tCCD = cfg.tCCDL = 1;
        cfg.tCL = 4;
        rig_t r = rig(cfg);
        read_row(&r, 5, 1, 0);
        expect_data(&r, 0);
        for (uint32_t k = 0; k < HITS; k++) read_row(&r, 5, 1, 1);
        read_row(&r, 1, 2, 2);
        uint32_t before = 0;
        uint32_t id = 1;
        while (id == 1) {
            if (dram_ready(r.d, r.now)) id = dram_pop(r.d, r.now);
            before += id == 1;
            tick(&r);
        }
        if (turns) assert_in_range(before, cfg.tRCD, HITS - 1);
        else assert_true(before >= HITS);
        while (dram_held(r.d) || dram_next_data_cycle(r.d) != UINT64_MAX) {
            tick(&r);
            if (dram_ready(r.d, r.now)) dram_pop(r.d, r.now);
        }
        end(&r);
    }
}

/* A row command at bank b: the search for a column command has visited n banks up to b and skips the next n. Bank 8
 * could take a column command in the cycle of the activate. The turn is then at bank 11, and one further for each
 * choice made before. Skipped are banks 1 to 6 behind bank 0, 2 to 8 behind bank 1, or, with a choice more, 2 to 7. */
static void test_in_turn_a_row_command_skips_columns(void **state)
{
    (void)state;
    static const struct {
        uint32_t choices, bank;
        bool skipped;
    } c[] = {{0, 0, false}, {0, 1, true}, {1, 1, false}};
    for (uint32_t k = 0; k < sizeof c / sizeof *c; k++) {
        rig_t r = rig(in_turn());
        read_row(&r, 8, 1, 1);
        expect_data(&r, 1); /* the turn is at bank 9 */
        for (uint32_t i = 0; i < c[k].choices; i++) {
            read_row(&r, 8, 1, 1);
            expect_data(&r, 1);
        }
        const uint64_t from = r.now;
        dram_push(r.d, r.now, &(dram_req_t){.row = 1, .id = 2, .bursts = 4, .bank = 8});
        idle(&r, 3); /* columns in cycles 1, 4, 7, 10: tCCDL is 3 */
        read_row(&r, c[k].bank, 1, 3);
        assert_int_equal(expect_data(&r, 2) - from, 10 + r.cfg.tCL + 2 + c[k].skipped);
        assert_int_equal(expect_data(&r, 3) - from, 4 + r.cfg.tRCD + r.cfg.tCL + 2);
        end(&r);
    }
}

/* Bank 8 takes a column command in each of 40 cycles, and the search reaches bank 9 after it. On one bus the row of
 * bank 9 opens behind them, on two beside them. */
static void test_two_buses_open_a_row_beside_a_stream(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < 4; k++) {
        dram_cfg_t cfg = k < 2 ? in_turn() : rig_dram();
        cfg.buses = k % 2 ? DRAM_TWO_BUSES : DRAM_ONE_BUS;
        cfg.bytes_per_cycle = cfg.burst_bytes;
        cfg.tCCD = cfg.tCCDL = 1;
        rig_t r = rig(cfg);
        read_row(&r, 8, 1, 1);
        expect_data(&r, 1);
        const uint64_t from = r.now;
        dram_push(r.d, r.now, &(dram_req_t){.row = 1, .id = 2, .bursts = 40, .bank = 8});
        tick(&r); /* bank 8 has chosen */
        read_row(&r, 9, 1, 3);
        assert_int_equal(expect_data(&r, 2) - from, 40 + cfg.tCL + 1);
        assert_int_equal(expect_data(&r, 3) - from, 41 + (k % 2 ? 0 : cfg.tRCD) + cfg.tCL + 1);
        end(&r);
    }
}

/* Bank 0 has a read of its open row, whose tRAS has passed, and one of another row: the precharge comes in the cycle
 * behind the read. */
static void test_two_buses_give_a_bank_one_command_per_cycle(void **state)
{
    (void)state;
    for (uint32_t turns = 0; turns < 2; turns++) {
        dram_cfg_t cfg = turns ? in_turn() : rig_dram();
        cfg.buses = DRAM_TWO_BUSES;
        cfg.tRTPL = 0;
        rig_t r = rig(cfg);
        read_row(&r, 0, 1, 1);
        expect_data(&r, 1);
        idle(&r, cfg.tRC);
        const uint64_t from = r.now;
        read_row(&r, 0, 1, 2);
        read_row(&r, 0, 2, 3);
        assert_int_equal(expect_data(&r, 2) - from, 1 + cfg.tCL + 2);
        assert_int_equal(expect_data(&r, 3) - from, 2 + cfg.tRP + cfg.tRCD + cfg.tCL + 2);
        end(&r);
    }
}

/* Bank 0 reads in cycle 27. The precharge of a bank in its group, which tRAS allows from cycle 29 on, waits until 36.
 */
static void test_in_turn_a_read_bars_precharges_of_its_group(void **state)
{
    (void)state;
    static const struct {
        bool turns;
        uint8_t bank;
        uint64_t precharge;
    } c[] = {{true, 4, 36}, {true, 1, 29}, {false, 4, 29}};
    for (uint32_t k = 0; k < sizeof c / sizeof *c; k++) {
        dram_cfg_t cfg = c[k].turns ? in_turn() : rig_dram();
        cfg.tRTPL = 9;
        rig_t r = rig(cfg);
        read_row(&r, 0, 1, 1);
        expect_data(&r, 1);
        const uint64_t from = r.now;
        read_row(&r, c[k].bank, 1, 2); /* activate in cycle 1, read in 13 */
        read_row(&r, c[k].bank, 2, 3);
        idle(&r, 26);
        read_row(&r, 0, 1, 4);
        assert_int_equal(expect_data(&r, 2) - from, 13 + cfg.tCL + 2);
        assert_int_equal(expect_data(&r, 4) - from, 27 + cfg.tCL + 2);
        assert_int_equal(expect_data(&r, 3) - from, c[k].precharge + cfg.tRP + cfg.tRCD + cfg.tCL + 2);
        end(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_in_turn_a_choice_stands),
        cmocka_unit_test(test_in_turn_the_queue_is_free_once_a_bank_has_chosen),
        cmocka_unit_test(test_in_turn_banks_go_round),
        cmocka_unit_test(test_in_turn_rows_open_beside_a_stream),
        cmocka_unit_test(test_in_turn_a_row_command_skips_columns),
        cmocka_unit_test(test_in_turn_a_read_bars_precharges_of_its_group),
        cmocka_unit_test(test_two_buses_open_a_row_beside_a_stream),
        cmocka_unit_test(test_two_buses_give_a_bank_one_command_per_cycle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
