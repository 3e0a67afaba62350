/* test_run_options.c - options of a run by key, mixes of workloads, axes and their combinations. */
#include "run/options.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void options_by_key(void **state)
{
    (void)state;
    run_opts_t o = {0};
    err_t err = {{0}};
    assert_true(run_option_set(&o, "warp", "lrr", "--warp", &err));
    assert_string_equal(o.warp, "lrr");
    assert_true(run_option_set(&o, "limit", "static 4", "--limit", &err));
    assert_string_equal(o.limit, "static");
    assert_int_equal(o.ctas, 4);
    assert_true(run_option_set(&o, "limit", "lcs", "--limit", &err));
    assert_int_equal(o.ctas, 0);
    assert_true(run_option_set(&o, "gate", "claso,dyncore", "--gate", &err));
    assert_string_equal(o.gate, "claso,dyncore");
    assert_true(run_option_set(&o, "seed", "18446744073709551615", "--seed", &err));
    assert_true(o.seed == UINT64_MAX);
}

static void mistakes_name_where_and_the_nearest_word(void **state)
{
    (void)state;
    const struct {
        const char *key, *value, *begin;
    } row[] = {
        {"warp", "gtp", "--x: unknown word 'gtp'; did you mean gto?"},
        {"gate", "claso,dyncor", "--x: unknown word 'dyncor'; did you mean dyncore?"},
        {"limit", "static 0", "--x: found '0'; allowed: 1 to 32 CTAs per SM"},
        {"ctas", "33", "--x: found '33'; allowed: 1 to 32 CTAs per SM"},
        {"seed", "-1", "--x: found '-1'; allowed: a whole number"},
        {"engine", "rtk", "--x: unknown word 'rtk'; did you mean rtl?"},
        {"sizes", "tiny", "--x: unknown key 'sizes'; did you mean size?"},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        run_opts_t o = {0};
        err_t err = {{0}};
        assert_false(run_option_set(&o, row[i].key, row[i].value, "--x", &err));
        if (strncmp(err.text, row[i].begin, strlen(row[i].begin)) != 0)
            fail_msg("found '%s', expected '%s...'", err.text, row[i].begin);
    }
}

static run_axis_t axis(const char *key, const char *values)
{
    run_axis_t a = {.key = key};
    strcpy(a.where, key);
    ui_words_split(&a.values, values);
    return a;
}

static void the_last_axis_changes_fastest(void **state)
{
    (void)state;
    static const char *const heads[] = {"tmax gto", "tmax lrr", "lcs gto", "lcs lrr"};
    run_axis_t a[] = {axis("limit", "tmax,lcs"), axis("warp", "gto,lrr"), axis("place", "bcs")};
    assert_int_equal(run_axes_columns(a, 3), 4);
    for (uint32_t c = 0; c < 4; c++) {
        run_opts_t o = {0};
        char head[RUN_HEAD_BYTES];
        err_t err = {{0}};
        assert_true(run_axes_apply(a, 3, c, &o, head, &err));
        assert_string_equal(head, heads[c]); /* an axis of one value is in no head */
        assert_string_equal(o.place, "bcs");
    }
    for (uint32_t i = 0; i < 3; i++) ui_words_free(&a[i].values);
}

static void too_many_combinations(void **state)
{
    (void)state;
    run_axis_t a[] = {axis("ctas", "1..16"), axis("seed", "1..16"), axis("warp", "gto,lrr")};
    assert_int_equal(run_axes_columns(a, 2), RUN_COLUMNS_MAX);
    assert_int_equal(run_axes_columns(a, 3), RUN_COLUMNS_MAX + 1);
    for (uint32_t i = 0; i < 3; i++) ui_words_free(&a[i].values);
}

static void expect_limits(const char *limits, const char *ctas, const char *expected)
{
    ui_words_t l = {0}, c = {0};
    run_axis_t a = {.key = "limit"};
    err_t err = {{0}};
    char found[200] = "";
    if (limits) ui_words_split(&l, limits);
    if (ctas) ui_words_split(&c, ctas);
    if (run_axis_limits(&a, &l, &c, &err))
        for (uint32_t i = 0; i < a.values.count; i++)
            snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s", i ? "|" : "", a.values.word[i]);
    else snprintf(found, sizeof found, "%.190s", err.text);
    assert_string_equal(found, expected);
    ui_words_free(&l);
    ui_words_free(&c);
    ui_words_free(&a.values);
}

static void ctas_belong_to_one_limit(void **state)
{
    (void)state;
    expect_limits(NULL, NULL, "tmax");
    expect_limits(NULL, "1..2", "static 1|static 2");
    expect_limits("tmax,static", "3", "tmax|static 3");
    expect_limits("lcs", "3", "--ctas goes with --limit static; found --limit lcs");
    expect_limits(NULL, "0", "--ctas: found '0'; allowed: 1 to 32 CTAs per SM");
}

static void a_mix_of_workloads(void **state)
{
    (void)state;
    run_mix_t m;
    run_opts_t o = {0};
    err_t err = {{0}};
    assert_true(run_mix("bp+hot@small", &m, &err));
    run_mix_options(&m, &o);
    assert_int_equal(cosim_workloads(&o), 2);
    assert_non_null(strstr(o.workload_path[1], "hot/hot.yaml"));
    assert_null(o.workload_size[0]);
    assert_string_equal(cosim_size(&o, 1), "small");
    assert_true(run_mix("bp", &m, &err));
    assert_int_equal(m.count, 1);
}

static void wrong_mixes(void **state)
{
    (void)state;
    static const char *const row[][2] = {{"bp+", "'bp+': a workload is missing beside a '+'"},
                                         {"a+b+c+d+e+f", "'a+b+c+d+e+f' is a mix of 6 workloads; allowed: 2 to 5"},
                                         {"bp@", "'bp@': a word or a size is missing or too long"},
                                         {"bp+hop", "unknown workload 'hop'; did you mean hot?"}};
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        run_mix_t m;
        err_t err = {{0}};
        assert_false(run_mix(row[i][0], &m, &err));
        if (strncmp(err.text, row[i][1], strlen(row[i][1])) != 0)
            fail_msg("found '%s', expected '%s...'", err.text, row[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_by_key),
        cmocka_unit_test(mistakes_name_where_and_the_nearest_word),
        cmocka_unit_test(the_last_axis_changes_fastest),
        cmocka_unit_test(too_many_combinations),
        cmocka_unit_test(ctas_belong_to_one_limit),
        cmocka_unit_test(a_mix_of_workloads),
        cmocka_unit_test(wrong_mixes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
