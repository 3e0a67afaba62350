/* Expressions, element types and the generator of the workload reader. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <math.h>

#include <cmocka.h>

#include "workload/elem.h"
#include "workload/expr.h"
#include "workload/rng.h"

static expr_scope_t *scope_of_n_and_i(void)
{
    err_t err = {""};
    expr_scope_t *s = expr_scope_create();
    assert_true(expr_define(s, "n", (expr_value_t){.whole = 1000}, "f", 1, &err));
    assert_true(expr_define(s, "i", (expr_value_t){.whole = 3}, "f", 1, &err));
    return s;
}

static void expressions_have_values(void **state)
{
    static const struct {
        const char *text;
        int64_t value;
    } cases[] = {
        {"42", 42},
        {"0x1F", 31},
        {"010", 10},
        {" n ", 1000},
        {"2 + 3 * 4", 14},
        {"(2 + 3) * 4", 20},
        {"20 - 5 - 3", 12},
        {"n / 3 % 10", 3},
        {"1 << i + 1", 16},
        {"n >> 2", 250},
        {"-n + 1", -999},
        {"--2", 2},
        {"ceil(n, 256)", 4},
        {"ceil(1024, 256)", 4},
        {"ceil(-7, 2)", -3},
        {"ceil(7, -2)", -3},
        {"ceil(-7, -2)", 4},
        {"min(n, i)", 3},
        {"max(n, i)", 1000},
        {"max(min(1,2),+5)", 5},
        {"-7 / 2", -3},
        {"-7 % 2", -1},
        {"n*(i-(2-1))", 2000},
        {"-1 << 3", -8},
        {"9223372036854775807", INT64_MAX},
    };
    expr_scope_t *s = scope_of_n_and_i();
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        err_t err = {""};
        int64_t value = 0;
        if (!expr_eval(cases[k].text, s, &value, "f", 1, &err)) fail_msg("%s", err.text);
        if (value != cases[k].value) fail_msg("%s: %lld", cases[k].text, (long long)value);
    }
    expr_scope_destroy(s);
}

static void reals_are_numbers_too(void **state)
{
    static const struct {
        const char *text;
        double value;
    } cases[] = {
        {"1.5", 1.5},
        {".5", 0.5},
        {"1e3", 1000},
        {"n * 1.5", 1500},
        {"n / 2.0", 500},
        {"-2.5 + i", 0.5},
        {"min(1.5, n)", 1.5},
        {"max(n, 0.5)", 1000},
        {"inf", (double)INFINITY},
        {"-.inf", -(double)INFINITY},
        {"1 / (n * 1.0)", 0.001},
        {"b.count * 0.5", 3.5},
    };
    expr_scope_t *s = scope_of_n_and_i();
    err_t err = {""};
    expr_value_t value;
    (void)state;
    assert_true(expr_define_count(s, "b", 7, "f", 1, &err));
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        if (!expr_number(cases[k].text, s, &value, "f", 1, &err)) fail_msg("%s", err.text);
        if (!value.is_real || value.real != cases[k].value) fail_msg("%s: %g", cases[k].text, value.real);
    }
    assert_true(expr_number("nan", s, &value, "f", 1, &err) && value.is_real && value.real != value.real);
    assert_true(expr_number("b.count", s, &value, "f", 1, &err) && !value.is_real && value.whole == 7);
    expr_scope_destroy(s);
}

static void bad_expressions_say_why(void **state)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "f:7: \"\" ends where a number or a name is expected"},
        {"1 +", "f:7: \"1 +\" ends where a number or a name is expected"},
        {"1 2", "f:7: \"1 2\": found '2' where an operator is expected"},
        {"1.5", "f:7: \"1.5\" is a real number; a whole number is expected"},
        {"1 << 2.0", "\"1 << 2.0\": a shift of a real number; allowed: whole numbers"},
        {"ceil(1.5, 1)", "ceil of a real number"},
        {"5 % 1.0", "% of a real number"},
        {"(1", "f:7: \"(1\" ends where ')' is expected (quote an expression that has a comma)"},
        {"ceil(n", "\"ceil(n\" ends where ',' is expected (quote an expression that has a comma)"},
        {"ceil(n, 2", "ends where ')' is expected"},
        {"0x", "\"0x\" ends where a hexadecimal digit is expected"},
        {"nn", "\"nn\": 'nn' is not defined; did you mean n? allowed: n, i"},
        {"floor(1, 2)", "unknown function 'floor'; allowed: ceil, min, max"},
        {"n / (i - 3)", "\"n / (i - 3)\": division by zero"},
        {"5 % 0", "division by zero"},
        {"ceil(1, 0)", "division by zero"},
        {"9223372036854775808", "the value does not fit 64 bits"},
        {"9223372036854775807 + 1", "the value does not fit 64 bits"},
        {"1 << 62 << 2", "the value does not fit 64 bits"},
        {"3037000500 * 3037000500", "the value does not fit 64 bits"},
        {"-9223372036854775807 - 2", "the value does not fit 64 bits"},
        {"1 << 63", "shift by 63; allowed: 0 to 62"},
        {"1 >> -1", "shift by -1; allowed: 0 to 62"},
    };
    expr_scope_t *s = scope_of_n_and_i();
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        err_t err = {""};
        int64_t value;
        assert_false(expr_eval(cases[k].text, s, &value, "f", 7, &err));
        if (!strstr(err.text, cases[k].message))
            fail_msg("%s\n  found    %s\n  expected %s", cases[k].text, err.text, cases[k].message);
    }
    char deep[200];
    err_t err = {""};
    int64_t value;
    memset(deep, '(', sizeof deep - 1);
    deep[sizeof deep - 1] = '\0';
    assert_false(expr_eval(deep, s, &value, "f", 7, &err));
    assert_non_null(strstr(err.text, "more than the 64 levels of nesting allowed"));
    expr_scope_destroy(s);
}

static void names_are_words_and_unique(void **state)
{
    expr_scope_t *s = scope_of_n_and_i();
    err_t err = {""}, again = {""};
    expr_value_t value = {.whole = 1};
    (void)state;
    assert_false(expr_define(s, "min", value, "f", 1, &err));
    assert_non_null(strstr(err.text, "f:1: 'min' is no name"));
    assert_false(expr_define(s, "n", value, "f", 2, &again));
    assert_string_equal(again.text, "f:2: 'n' is defined already; allowed: a new name");
    expr_undefine_last(s);
    assert_false(expr_lookup(s, "i", &value));
    assert_true(expr_lookup(s, "n", &value));
    assert_false(expr_name_ok("2d"));
    assert_false(expr_name_ok(""));
    assert_true(expr_name_ok("_x9"));
    expr_scope_destroy(s);
}

static void element_types_hold_their_ranges(void **state)
{
    elem_t type;
    int32_t small;
    char text[32];
    (void)state;
    for (int t = 0; t < ELEM_COUNT; t++) {
        assert_true(elem_parse(elem_name((elem_t)t), &type));
        assert_int_equal(type, t);
    }
    assert_false(elem_parse("int", &type));
    assert_true(elem_holds(ELEM_U8, 255) && !elem_holds(ELEM_U8, 256) && !elem_holds(ELEM_U8, -1));
    assert_true(elem_holds(ELEM_S16, -32768) && !elem_holds(ELEM_S16, 32768));
    assert_true(elem_holds(ELEM_U32, UINT32_MAX) && !elem_holds(ELEM_S32, UINT32_MAX));
    assert_true(elem_holds(ELEM_S64, INT64_MIN) && !elem_holds(ELEM_U64, -1));
    elem_put_whole(ELEM_S32, &small, -5);
    assert_int_equal(small, -5);
    assert_true(elem_real(ELEM_S32, &small) == -5.0);
    elem_print(ELEM_S32, &small, text, sizeof text);
    assert_string_equal(text, "-5");
}

static void random_numbers_are_the_same_everywhere(void **state)
{
    rng_t a = rng_create(1, "a"), again = rng_create(1, "a");
    rng_t other_name = rng_create(1, "b"), other_seed = rng_create(2, "a");
    uint64_t first = rng_next(&a);
    (void)state;
    assert_true(first == rng_next(&again));
    assert_true(first != rng_next(&other_name) && first != rng_next(&other_seed));
    rng_t known = {{1, 2, 3, 4}}; /* xoshiro256**: the first is rotl(2 * 5, 7) * 9 */
    assert_true(rng_next(&known) == 11520);
    assert_true(rng_next(&known) == 0);
    assert_true(rng_next(&known) == 1509978240);
    uint32_t seen = 0;
    for (int i = 0; i < 1000; i++) {
        double x = rng_real(&a);
        assert_true(x >= 0 && x < 1);
        uint64_t y = rng_below(&a, 6);
        assert_true(y < 6);
        seen |= 1u << y;
    }
    assert_int_equal(seen, 63);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expressions_have_values),         cmocka_unit_test(reals_are_numbers_too),
        cmocka_unit_test(bad_expressions_say_why),         cmocka_unit_test(names_are_words_and_unique),
        cmocka_unit_test(element_types_hold_their_ranges), cmocka_unit_test(random_numbers_are_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
