/* Sets of SMs of several words, as dispatchers of more than 64 SMs have them. */
#include "base/sizes.h"
#undef SCHED_SMS_MAX
#define SCHED_SMS_MAX 144
#include "base/sm_mask.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static void the_lowest_n_are_in_it(void **state)
{
    (void)state;
    for (uint32_t n = 0; n <= SCHED_SMS_MAX; n++) {
        const sm_mask_t m = sms_below(n);
        assert_int_equal(sms_count(m), n);
        assert_int_equal(sms_any(m), n > 0);
        for (uint32_t s = 0; s < SCHED_SMS_MAX; s++) assert_int_equal(sms_has(m, s), s < n);
    }
    assert_true(sms_equal(sms_all(), sms_below(144)));
}

static void an_sm_enters_and_leaves(void **state)
{
    (void)state;
    for (uint32_t s = 0; s < SCHED_SMS_MAX; s++) {
        sm_mask_t m = sms_only(s);
        assert_int_equal(sms_count(m), 1);
        assert_int_equal(sms_lowest(m), s);
        assert_true(sms_has(m, s));
        sms_drop(&m, s);
        assert_false(sms_any(m));
        sms_add(&m, s);
        assert_true(sms_equal(m, sms_only(s)));
        assert_false(sms_equal(m, sms_only((s + 1) % SCHED_SMS_MAX)));
    }
}

static void they_are_visited_in_ascending_order(void **state)
{
    (void)state;
    static const uint32_t sm[] = {0, 31, 32, 63, 64, 127, 128, 143};
    sm_mask_t m = sms_none();
    for (size_t i = sizeof sm / sizeof sm[0]; i-- > 0;) sms_add(&m, sm[i]);
    size_t visited = 0;
    for (sms_walk_t walk = sms_walk(m); sms_next(&walk); visited++) assert_int_equal(walk.sm, sm[visited]);
    assert_int_equal(visited, sizeof sm / sizeof sm[0]);
    for (sms_walk_t walk = sms_walk(sms_none()); sms_next(&walk);) fail();
}

static void sets_are_combined_in_all_words(void **state)
{
    (void)state;
    for (uint32_t s = 0; s < SCHED_SMS_MAX; s++) {
        const sm_mask_t low = sms_below(s), one = sms_only(s);
        assert_int_equal(sms_count(sms_or(low, one)), s + 1);
        assert_false(sms_any(sms_and(low, one)));
        assert_true(sms_equal(sms_without(sms_below(s + 1), low), one));
        assert_true(sms_equal(sms_and(sms_all(), one), one));
    }
}

static void registers_have_parts_of_32(void **state)
{
    (void)state;
    sm_mask_t m = sms_none();
    assert_int_equal(SM_MASK_PARTS, 5);
    for (uint32_t p = 0; p < SM_MASK_PARTS; p++) sms_set_part(&m, p, 0x80000001u + p);
    for (uint32_t p = 0; p < SM_MASK_PARTS; p++) assert_int_equal(sms_part(m, p), 0x80000001u + p);
    assert_true(sms_has(m, 32 * 3 + 31) && sms_has(m, 32 * 3 + 2));
    sms_set_part(&m, 3, 0);
    assert_false(sms_has(m, 32 * 3 + 31));
    assert_int_equal(sms_part(m, 2), 0x80000003u);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_lowest_n_are_in_it),
        cmocka_unit_test(an_sm_enters_and_leaves),
        cmocka_unit_test(they_are_visited_in_ascending_order),
        cmocka_unit_test(sets_are_combined_in_all_words),
        cmocka_unit_test(registers_have_parts_of_32),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
