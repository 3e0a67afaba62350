/* test_ldst_answers.c - the queues before the write-back register: sources in turn, order within a source, growth. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "sm/ldst_answers.h"

static void push(answers_t *a, answer_source_t from, uint16_t entry) { answers_push(a, from, (answer_t){entry, 0}); }

static void expect(answers_t *a, answer_source_t from, uint16_t entry)
{
    answer_source_t source;
    answer_t item;
    assert_true(answers_take(a, &source, &item));
    assert_int_equal(source, from);
    assert_int_equal(item.entry, entry);
}

static void sources_take_turns_and_keep_their_order(void **state)
{
    (void)state;
    answers_t a = {0};
    for (uint16_t k = 0; k < 2; k++)
        for (uint32_t s = ANSWER_SOURCES; s--;) push(&a, s, (uint16_t)(10 * s + k));
    for (uint16_t k = 0; k < 2; k++)
        for (uint32_t s = 0; s < ANSWER_SOURCES; s++) expect(&a, s, (uint16_t)(10 * s + k));
    answers_drop(&a);
}

/* The turn goes to the source behind the one that was taken, also over an empty set. */
static void an_empty_source_loses_its_turn(void **state)
{
    (void)state;
    answers_t a = {0};
    answer_source_t source;
    answer_t item;
    push(&a, ANSWER_L1C, 1);
    push(&a, ANSWER_L1C, 2);
    expect(&a, ANSWER_L1C, 1);
    push(&a, ANSWER_BANKS, 3);
    push(&a, ANSWER_L1D, 4);
    expect(&a, ANSWER_L1D, 4);
    expect(&a, ANSWER_BANKS, 3);
    expect(&a, ANSWER_L1C, 2);
    assert_false(answers_take(&a, &source, &item));
    push(&a, ANSWER_L1T, 5);
    push(&a, ANSWER_L2, 6);
    expect(&a, ANSWER_L2, 6);
    expect(&a, ANSWER_L1T, 5);
    answers_drop(&a);
}

/* The ring has wrapped around when it grows. */
static void a_queue_grows_and_keeps_its_items(void **state)
{
    (void)state;
    enum { ITEMS = 100, TAKEN = 7 };
    answers_t a = {0};
    answer_source_t source;
    answer_t item;
    for (uint16_t k = 0; k < 10; k++) push(&a, ANSWER_L1D, k);
    for (uint16_t k = 0; k < TAKEN; k++) expect(&a, ANSWER_L1D, k);
    for (uint16_t k = 10; k < ITEMS; k++) answers_push(&a, ANSWER_L1D, (answer_t){k, UINT64_MAX - k});
    assert_int_equal(a.used, ITEMS - TAKEN);
    for (uint16_t k = TAKEN; k < ITEMS; k++) {
        assert_true(answers_take(&a, &source, &item));
        assert_int_equal(item.entry, k);
        assert_true(item.number == (k < 10 ? 0 : UINT64_MAX - k));
    }
    assert_false(answers_take(&a, &source, &item));
    answers_drop(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sources_take_turns_and_keep_their_order),
        cmocka_unit_test(an_empty_source_loses_its_turn),
        cmocka_unit_test(a_queue_grows_and_keeps_its_items),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
