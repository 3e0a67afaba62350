/* test_sas_sos.c - the golden SOS: each width can win, equals keep the narrow one, a loop starts
 * over, a live context is always allowed. */
#include "policy/sas.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { CONTEXTS = 16, GROUP = 8, TASKS = 20, CYCLES_MAX = 5000 };
static const uint64_t ALL = 0xffff, MASK[] = {0x0101, 0x0303, 0x0f0f, 0xffff}; /* of widths 1, 2, 4, 8 */

/* A loop in which width 1 << n takes a piece every slow[n] cycles, until a width stays; the order
 * of masks. */
static uint64_t settle(sas_sos_t *s, const uint32_t slow[4])
{
    uint64_t last = 0;
    uint32_t masks = 0;
    sas_sos_clock(s, TASKS, true, ALL, 0);
    assert_true(s->tries);
    for (uint32_t cycle = 0; s->tries && cycle < CYCLES_MAX; cycle++) {
        uint32_t n = 0;
        while (s->width >> n > 1) n++;
        sas_sos_clock(s, TASKS, false, ALL, cycle % slow[n] == 0);
        if (s->allow == last) continue;
        last = s->allow;
        if (masks || last == MASK[0]) assert_int_equal(last, MASK[masks++]);
    }
    assert_false(s->tries);
    assert_int_equal(masks, 4);
    sas_sos_clock(s, TASKS, false, ALL, 0);
    return s->allow;
}

static void test_each_wins(void **state)
{
    (void)state;
    sas_sos_t s;
    sas_sos_reset(&s, CONTEXTS, GROUP);
    for (uint32_t best = 0; best < 4; best++) {
        uint32_t slow[] = {5, 5, 5, 5};
        slow[best] = 2;
        assert_int_equal(settle(&s, slow), MASK[best]); /* the loop before does not count */
    }
}

static void test_equals(void **state)
{
    (void)state;
    const uint32_t same[] = {1, 1, 1, 1};
    sas_sos_t s;
    sas_sos_reset(&s, CONTEXTS, GROUP);
    assert_int_equal(settle(&s, same), MASK[0]);
}

static void test_no_trials(void **state)
{
    (void)state;
    sas_sos_t s;
    sas_sos_reset(&s, CONTEXTS, GROUP);
    for (uint32_t cycle = 0; cycle < 100; cycle++) {
        sas_sos_clock(&s, 0, cycle == 5, ALL, cycle & ALL);
        assert_int_equal(s.allow, ALL);
    }
}

/* Only lanes that the width leaves out are live: they get the work. */
static void test_live(void **state)
{
    (void)state;
    sas_sos_t s;
    sas_sos_reset(&s, CONTEXTS, GROUP);
    sas_sos_clock(&s, TASKS, true, ALL, 0);
    for (uint64_t live = 0; live <= ALL; live++) {
        sas_sos_clock(&s, TASKS, false, live, 0);
        assert_int_equal(s.allow & ~live, 0);
        assert_int_equal(s.allow != 0, live != 0);
        if (live & MASK[0]) assert_int_equal(s.allow, live & MASK[0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_each_wins), cmocka_unit_test(test_equals),
                                       cmocka_unit_test(test_no_trials), cmocka_unit_test(test_live)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
