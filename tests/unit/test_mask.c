/* Sets of several words, as dispatchers of more than 64 SMs have them. */
#include "base/sizes.h"
#undef SCHED_SMS_MAX
#define SCHED_SMS_MAX 144
#include "base/mask.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static void the_lowest_n_are_in_it(void **state)
{
    (void)state;
    for (uint32_t n = 0; n <= SCHED_SMS_MAX; n++) {
        const sm_mask_t m = mask_below(n);
        assert_int_equal(mask_count(m), n);
        assert_int_equal(mask_any(m), n > 0);
        for (uint32_t s = 0; s < SCHED_SMS_MAX; s++) assert_int_equal(mask_has(m, s), s < n);
    }
    assert_true(mask_equal(mask_all(), mask_below(144)));
}

static void an_sm_enters_and_leaves(void **state)
{
    (void)state;
    for (uint32_t s = 0; s < SCHED_SMS_MAX; s++) {
        sm_mask_t m = mask_only(s);
        assert_int_equal(mask_count(m), 1);
        assert_int_equal(mask_lowest(m), s);
        assert_true(mask_has(m, s));
        mask_drop(&m, s);
        assert_false(mask_any(m));
        mask_add(&m, s);
        assert_true(mask_equal(m, mask_only(s)));
        assert_false(mask_equal(m, mask_only((s + 1) % SCHED_SMS_MAX)));
    }
}

static void they_are_visited_in_ascending_order(void **state)
{
    (void)state;
    static const uint32_t sm[] = {0, 31, 32, 63, 64, 127, 128, 143};
    sm_mask_t m = mask_none();
    for (size_t i = sizeof sm / sizeof sm[0]; i-- > 0;) mask_add(&m, sm[i]);
    size_t visited = 0;
    for (mask_walk_t walk = mask_walk(m); mask_next(&walk); visited++) assert_int_equal(walk.at, sm[visited]);
    assert_int_equal(visited, sizeof sm / sizeof sm[0]);
    for (mask_walk_t walk = mask_walk(mask_none()); mask_next(&walk);) fail();
}

static void a_walk_ends_with_its_words_and_takes_more_numbers(void **state)
{
    (void)state;
    mask_t m = mask_only(3);
    mask_add(&m, 64);
    mask_add(&m, 130);
    uint32_t sum = 0;
    for (mask_walk_t walk = mask_walk_words(m, 2); mask_next(&walk);) sum += walk.at;
    assert_int_equal(sum, 3 + 64); /* 130 lies in the third word */
    static const uint32_t order[] = {3, 5, 64, 100, 130};
    uint32_t n = 0;
    for (mask_walk_t walk = mask_walk(m); mask_next(&walk); n++) {
        assert_int_equal(walk.at, order[n]);
        if (walk.at != 3) continue;
        mask_walk_add(&walk, 5); /* in the word that is visited, and in one to come */
        mask_walk_add(&walk, 100);
    }
    assert_int_equal(n, 5);
    assert_int_equal(mask_words(64), 1);
    assert_int_equal(mask_words(65), 2);
}

static void the_next_from_a_turn_on_is_chosen(void **state)
{
    (void)state;
    static const uint32_t number[] = {5, 63, 64, 100, 143};
    mask_t m = mask_none();
    for (size_t i = 0; i < sizeof number / sizeof number[0]; i++) mask_put(&m, number[i], true);
    for (uint32_t turn = 0, i = 0; turn < SCHED_SMS_MAX; turn++) {
        if (turn > number[i]) i++;
        assert_int_equal(mask_choose(m, turn), number[i]);
    }
    mask_put(&m, 143, false);
    assert_false(mask_has(m, 143));
    assert_int_equal(mask_choose(m, 143), 5);
    assert_int_equal(mask_choose(m, 101), 5);
}

static void a_group_lies_in_one_word(void **state)
{
    (void)state;
    const mask_t m = mask_or(mask_only(62), mask_or(mask_only(64), mask_only(143)));
    assert_int_equal(mask_group(m, 15, 4), 4);
    assert_int_equal(mask_group(m, 16, 4), 1);
    assert_int_equal(mask_group(m, 143, 1), 1);
    assert_int_equal(mask_group(m, 8, 16), 0x8000);
    assert_int_equal(mask_group(m, 1, 32), 0x40000000);
}

static void sets_are_combined_in_all_words(void **state)
{
    (void)state;
    for (uint32_t s = 0; s < SCHED_SMS_MAX; s++) {
        const sm_mask_t low = mask_below(s), one = mask_only(s);
        assert_int_equal(mask_count(mask_or(low, one)), s + 1);
        assert_false(mask_any(mask_and(low, one)));
        assert_true(mask_equal(mask_without(mask_below(s + 1), low), one));
        assert_true(mask_equal(mask_and(mask_all(), one), one));
    }
}

static void registers_have_parts_of_32(void **state)
{
    (void)state;
    sm_mask_t m = mask_none();
    assert_int_equal(MASK_PARTS, 5);
    for (uint32_t p = 0; p < MASK_PARTS; p++) mask_set_part(&m, p, 0x80000001u + p);
    for (uint32_t p = 0; p < MASK_PARTS; p++) assert_int_equal(mask_part(m, p), 0x80000001u + p);
    assert_true(mask_has(m, 32 * 3 + 31) && mask_has(m, 32 * 3 + 2));
    mask_set_part(&m, 3, 0);
    assert_false(mask_has(m, 32 * 3 + 31));
    assert_int_equal(mask_part(m, 2), 0x80000003u);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_lowest_n_are_in_it),
        cmocka_unit_test(an_sm_enters_and_leaves),
        cmocka_unit_test(they_are_visited_in_ascending_order),
        cmocka_unit_test(a_walk_ends_with_its_words_and_takes_more_numbers),
        cmocka_unit_test(the_next_from_a_turn_on_is_chosen),
        cmocka_unit_test(a_group_lies_in_one_word),
        cmocka_unit_test(sets_are_combined_in_all_words),
        cmocka_unit_test(registers_have_parts_of_32),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
