/* test_memq.c - memory queues of sub-cores alone: places, and the turn of the sub-cores. */
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
        cmocka_unit_test(a_load_is_taken_before_its_sources_are_given_up),
        cmocka_unit_test(a_load_stays_behind_an_older_store_of_its_sub_core),
        cmocka_unit_test(without_room_in_the_ldst_unit_an_instruction_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
