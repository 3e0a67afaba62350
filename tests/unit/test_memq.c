/* test_memq.c - memory queues of sub-cores alone: places, the turn of the sub-cores, and when sources have been read.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "memq_rig.h"

enum { ISSUES = 10 };

typedef struct {
    uint32_t issues[SM_SCHEDS];
    uint64_t issue[SM_SCHEDS][ISSUES]; /* cycles */
} table_t;

/* Each of the first `active` sub-cores issues a load in every cycle in which a place is free. */
static table_t issue_all(uint32_t active)
{
    table_t t = {.issues = {0}};
    memq_t *m = start();
    memq_out_t out;
    for (uint64_t now = 0; now < CYCLES; now++) {
        memq_step(m, now, true, &out);
        for (uint32_t i = 0; i < active; i++) {
            if (now && t.issues[i] && t.issue[i][t.issues[i] - 1] == now - 1) push(m, now, &LOAD, i, 0);
            if (t.issues[i] == ISSUES || !memq_room(m, now, i)) continue;
            memq_reserve(m, i);
            t.issue[i][t.issues[i]++] = now;
        }
    }
    assert_int_equal(memq_inside(m), 0);
    memq_destroy(m);
    return t;
}

static void a_sub_core_issues_as_many_in_a_row_as_it_has_places(void **state)
{
    (void)state;
    for (uint32_t active = 1; active <= SM_SCHEDS; active++) {
        const table_t t = issue_all(active);
        for (uint32_t i = 0; i < active; i++)
            for (uint32_t n = 0; n < QUEUE; n++) assert_int_equal(t.issue[i][n], n);
    }
}

/* ... by sub-core two cycles later. */
static void a_place_is_free_11_cycles_after_issue(void **state)
{
    (void)state;
    for (uint32_t active = 1; active <= SM_SCHEDS; active++) {
        const table_t t = issue_all(active);
        for (uint32_t i = 0; i < active; i++) assert_int_equal(t.issue[i][QUEUE], 11 + INTERVAL * i);
    }
}

static void further_places_are_free_every_4_4_6_8_cycles(void **state)
{
    (void)state;
    static const uint64_t STEP[SM_SCHEDS] = {4, 4, 6, 8};
    for (uint32_t active = 1; active <= SM_SCHEDS; active++) {
        const table_t t = issue_all(active);
        for (uint32_t i = 0; i < active; i++)
            for (uint32_t n = QUEUE + 1; n < ISSUES; n++)
                assert_int_equal(t.issue[i][n] - t.issue[i][n - 1], STEP[active - 1]);
    }
}

static void sub_cores_take_places_of_their_own(void **state)
{
    (void)state;
    memq_t *m = start();
    for (uint32_t n = 0; n < QUEUE; n++) memq_reserve(m, 1);
    for (uint32_t i = 0; i < SM_SCHEDS; i++) assert_int_equal(memq_room(m, 0, i), i != 1);
    memq_destroy(m);
}

static void sub_cores_take_turns(void **state)
{
    (void)state;
    memq_t *m = start();
    ports_inst_t taken;
    uint64_t now = 50; /* all have their addresses */
    for (uint32_t sched = SM_SCHEDS; sched--;)
        for (uint32_t n = 0; n < 3; n++) issue(m, &LOAD, sched, n);
    for (uint32_t n = 0; n < 3 * SM_SCHEDS; n++, now += INTERVAL) {
        assert_int_equal(next_taken(m, now, &taken), now);
        assert_int_equal(taken.sched, n % SM_SCHEDS);
        assert_int_equal(taken.entry, n / SM_SCHEDS); /* of one sub-core the oldest first */
    }
    memq_destroy(m);
}

static void a_turn_passes_over_sub_cores_that_have_nothing(void **state)
{
    (void)state;
    memq_t *m = start();
    ports_inst_t taken;
    static const uint8_t ORDER[] = {1, 3, 1, 3};
    uint64_t now = 50;
    for (uint32_t n = 0; n < 2; n++) {
        issue(m, &LOAD, 1, n);
        issue(m, &LOAD, 3, n);
    }
    for (uint32_t n = 0; n < 4; n++, now += INTERVAL) {
        assert_int_equal(next_taken(m, now, &taken), now);
        assert_int_equal(taken.sched, ORDER[n]);
    }
    memq_destroy(m);
}

static winst_t access_of(winst_op_t op, const inst_control_t *address, uint32_t bytes)
{
    return (winst_t){.unit = UNIT_LDST, .op = op, .width_bytes = (uint8_t)bytes, .control = address};
}

/* Of an instruction that issues in cycle 0: the cycle in which it reports that it has read its sources. */
static uint64_t read_in(const winst_t *in)
{
    memq_t *m = start();
    memq_out_t out;
    uint64_t now = 1;
    issue(m, in, 0, 7);
    for (;; now++) {
        memq_step(m, now, true, &out);
        if (out.reads || now == CYCLES) break;
    }
    assert_int_equal(out.reads, 1);
    assert_int_equal(out.read[0].entry, 7);
    memq_destroy(m);
    return now;
}

typedef struct {
    winst_op_t op;
    const inst_control_t *address;
    uint32_t bytes;
    uint64_t cycles; /* Table 2: from issue to an instruction that overwrites a source */
} war_t;

/* A counter that is released in a cycle lets an instruction issue in the next one. */
static void check_reads(const war_t *war, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const winst_t in = access_of(war[i].op, war[i].address, war[i].bytes);
        assert_int_equal(read_in(&in) + 1, war[i].cycles);
    }
}

/* 64-bit registers address global memory, 32-bit ones shared memory. */
static void loads_read_their_sources_by_address_registers(void **state)
{
    (void)state;
    static const war_t LOADS[] = {{WI_LOAD, &UNIFORM, 4, 9}, {WI_LOAD, &UNIFORM, 16, 9}, {WI_LOAD, &REG_32, 4, 9},
                                  {WI_LOAD, &REG_32, 16, 9}, {WI_LOAD, &REG_64, 4, 11},  {WI_LOAD, &REG_64, 8, 11},
                                  {WI_LOAD, &REG_64, 16, 11}};
    check_reads(LOADS, sizeof LOADS / sizeof LOADS[0]);
}

static void stores_read_their_sources_by_address_and_data_registers(void **state)
{
    (void)state;
    static const war_t STORES[] = {{WI_STORE, &UNIFORM, 4, 10},  {WI_STORE, &UNIFORM, 8, 12},
                                   {WI_STORE, &UNIFORM, 16, 16}, {WI_STORE, &REG_32, 4, 12},
                                   {WI_STORE, &REG_32, 8, 14},   {WI_STORE, &REG_32, 16, 18},
                                   {WI_STORE, &REG_64, 4, 14},   {WI_STORE, &REG_64, 8, 16},
                                   {WI_STORE, &REG_64, 16, 20},  {WI_RED, &REG_64, 4, 14}};
    check_reads(STORES, sizeof STORES / sizeof STORES[0]);
}

static void without_control_bits_an_address_has_no_registers(void **state)
{
    (void)state;
    const winst_t in = access_of(WI_LOAD, NULL, 4);
    assert_int_equal(memq_address_regs(&in), 0);
    assert_int_equal(memq_address_regs(&LOAD), 2);
}

static void data_has_a_register_per_4_bytes_and_at_least_one(void **state)
{
    (void)state;
    static const uint32_t REGS[][2] = {{1, 1}, {2, 1}, {4, 1}, {8, 2}, {16, 4}};
    for (uint32_t i = 0; i < sizeof REGS / sizeof REGS[0]; i++) {
        const winst_t in = access_of(WI_LOAD, &REG_64, REGS[i][0]);
        assert_int_equal(memq_data_regs(&in), REGS[i][1]);
    }
}

static void a_store_is_taken_when_its_data_is_read(void **state)
{
    (void)state;
    const winst_t *const stores[] = {&STORE, &STORE_128};
    for (uint32_t i = 0; i < 2; i++) {
        memq_t *m = start();
        ports_inst_t taken;
        issue(m, stores[i], 0, 0);
        assert_int_equal(next_taken(m, 1, &taken), read_in(stores[i]));
        memq_destroy(m);
    }
}

/* Control in cycle 1, the address unit in 2 to 5, three cycles for two registers. */
static void a_load_is_taken_before_its_sources_are_given_up(void **state)
{
    (void)state;
    memq_t *m = start();
    ports_inst_t taken;
    issue(m, &LOAD, 0, 0);
    assert_int_equal(next_taken(m, 1, &taken), 9);
    assert_int_equal(memq_inside(m), 1); /* reports its sources in cycle 10 */
    next_taken(m, 10, &taken);
    assert_int_equal(memq_inside(m), 0);
    memq_destroy(m);
}

static void a_load_stays_behind_an_older_store_of_its_sub_core(void **state)
{
    (void)state;
    memq_t *m = start();
    ports_inst_t taken;
    issue(m, &STORE_128, 0, 1);
    issue(m, &LOAD, 0, 2);
    issue(m, &LOAD, 1, 3);
    static const uint16_t ORDER[] = {3, 1, 2};
    uint64_t now = 1;
    for (uint32_t n = 0; n < 3; n++) {
        now = next_taken(m, now, &taken) + 1;
        assert_int_equal(taken.entry, ORDER[n]);
    }
    memq_destroy(m);
}

static void without_room_in_the_ldst_unit_an_instruction_stays(void **state)
{
    (void)state;
    memq_t *m = start();
    memq_out_t out;
    ports_inst_t taken;
    uint32_t reads = 0;
    for (uint32_t n = 0; n < QUEUE; n++) issue(m, &LOAD, 0, n);
    for (uint64_t now = 1; now < 50; now++) {
        memq_step(m, now, false, &out);
        assert_false(out.takes);
        reads += out.reads;
    }
    assert_int_equal(reads, QUEUE);
    assert_false(memq_room(m, 50, 0));
    assert_int_equal(next_taken(m, 50, &taken), 50);
    assert_false(memq_room(m, 50 + MEMQ_FREE_CYCLES - 1, 0));
    assert_true(memq_room(m, 50 + MEMQ_FREE_CYCLES, 0));
    memq_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sub_core_issues_as_many_in_a_row_as_it_has_places),
        cmocka_unit_test(a_place_is_free_11_cycles_after_issue),
        cmocka_unit_test(further_places_are_free_every_4_4_6_8_cycles),
        cmocka_unit_test(sub_cores_take_places_of_their_own),
        cmocka_unit_test(sub_cores_take_turns),
        cmocka_unit_test(a_turn_passes_over_sub_cores_that_have_nothing),
        cmocka_unit_test(loads_read_their_sources_by_address_registers),
        cmocka_unit_test(stores_read_their_sources_by_address_and_data_registers),
        cmocka_unit_test(without_control_bits_an_address_has_no_registers),
        cmocka_unit_test(data_has_a_register_per_4_bytes_and_at_least_one),
        cmocka_unit_test(a_store_is_taken_when_its_data_is_read),
        cmocka_unit_test(a_load_is_taken_before_its_sources_are_given_up),
        cmocka_unit_test(a_load_stays_behind_an_older_store_of_its_sub_core),
        cmocka_unit_test(without_room_in_the_ldst_unit_an_instruction_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
