/* test_writes.c - write ports of register banks: fixed latencies come first, loads take what is left. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "sm/wheel.h"
#include "sm/writes.h"

static const sm_cfg_t CFG = {.schedulers = SM_SCHEDS, .register_banks = 2 * SM_SCHEDS};

static void a_load_waits_for_a_fixed_result_of_its_bank(void **state)
{
    (void)state;
    writes_t *w = writes_create(&CFG);
    writes_fixed(w, 10, 1, 4, 20);
    assert_true(writes_load(w, 19, 1, 6));
    assert_true(writes_load(w, 20, 1, 5)); /* the other bank, */
    assert_true(writes_load(w, 20, 2, 4)); /* another sub-core */
    assert_false(writes_load(w, 20, 1, 6));
    assert_true(writes_load(w, 21, 1, 6));
    assert_int_equal(*writes_refused(w), 1);
    writes_destroy(w);
}

static void a_load_waits_for_another_load(void **state)
{
    (void)state;
    writes_t *w = writes_create(&CFG);
    assert_true(writes_load(w, 5, 0, 8));
    assert_false(writes_load(w, 5, 0, 10));
    assert_true(writes_load(w, 6, 0, 10));
    writes_destroy(w);
}

static void fixed_results_of_one_cycle_queue(void **state)
{
    (void)state;
    writes_t *w = writes_create(&CFG);
    for (uint32_t i = 0; i < 3; i++) writes_fixed(w, i, 0, 2 * i, 9);
    for (uint64_t now = 9; now < 12; now++) assert_false(writes_load(w, now, 0, 0));
    assert_true(writes_load(w, 12, 0, 0));
    writes_destroy(w);
}

/* Also those of a sub-core that had nothing to write for longer than the ports look ahead. */
static void past_cycles_are_forgotten(void **state)
{
    (void)state;
    writes_t *w = writes_create(&CFG);
    static const uint64_t LATER[] = {1, WHEEL_CYCLES, 7 * WHEEL_CYCLES};
    for (uint64_t now = 100, i = 0; i < sizeof LATER / sizeof LATER[0]; i++) {
        writes_fixed(w, now, 0, 0, now + WHEEL_CYCLES - 1);
        assert_true(writes_load(w, now, 0, 0));
        assert_false(writes_load(w, now + WHEEL_CYCLES - 1, 0, 0));
        now += WHEEL_CYCLES + LATER[i];
        for (uint64_t k = 0; k < WHEEL_CYCLES; k++) assert_true(writes_load(w, now + k, 0, 0));
        now += WHEEL_CYCLES;
    }
    writes_destroy(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_load_waits_for_a_fixed_result_of_its_bank),
        cmocka_unit_test(a_load_waits_for_another_load),
        cmocka_unit_test(fixed_results_of_one_cycle_queue),
        cmocka_unit_test(past_cycles_are_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
