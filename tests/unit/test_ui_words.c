/* test_ui_words.c - lists of words: commas, ranges, numbers. */
#include "ui/words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void expect_words(const char *text, uint32_t count, const char *const *word)
{
    ui_words_t w = {0};
    ui_words_split(&w, text);
    assert_int_equal(w.count, count);
    for (uint32_t i = 0; i < count; i++) assert_string_equal(w.word[i], word[i]);
    ui_words_free(&w);
    assert_int_equal(w.count, 0);
}

static void commas_and_ranges(void **state)
{
    (void)state;
    expect_words("gto", 1, (const char *[]){"gto"});
    expect_words("gto,lrr", 2, (const char *[]){"gto", "lrr"});
    expect_words("", 1, (const char *[]){""});
    expect_words("1,", 2, (const char *[]){"1", ""});
    expect_words("2..4,9", 4, (const char *[]){"2", "3", "4", "9"});
}

static void no_range(void **state)
{
    (void)state;
    expect_words("4..2", 1, (const char *[]){"4..2"});
    expect_words("a..b", 1, (const char *[]){"a..b"});
    expect_words("1..1000000000", 1, (const char *[]){"1..1000000000"});
}

static void numbers(void **state)
{
    (void)state;
    uint64_t v = 7;
    assert_true(ui_number("0", 10, &v) && v == 0);
    assert_true(ui_number("18446744073709551615", UINT64_MAX, &v) && v == UINT64_MAX);
    v = 7;
    assert_false(ui_number("11", 10, &v));
    assert_false(ui_number("18446744073709551616", UINT64_MAX, &v));
    assert_false(ui_number("-1", 10, &v));
    assert_false(ui_number("", 10, &v));
    assert_false(ui_number("3x", 10, &v));
    assert_int_equal(v, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(commas_and_ranges), cmocka_unit_test(no_range),
                                       cmocka_unit_test(numbers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
