/* test_ui_args.c - options and words of a command line, and the sentence about each mistake. */
#include "ui/args.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const ui_opt_t opts[] = {{"jobs", 'j', "N", "at a time"},
                                {"size", 0, "SIZE", "of the workload"},
                                {"warp", 0, "WORD,...", "who issues"},
                                {"set", 0, "KEY=VALUE", "parameter"},
                                {"help", 'h', NULL, "this text"}};
enum { OPTS = sizeof opts / sizeof opts[0] };

static ui_args_t of(int argc, char **argv)
{
    return (ui_args_t){.argc = argc, .at = 1, .argv = argv, .opts = opts, .opt_count = OPTS};
}

static void expect_option(ui_args_t *a, const char *name, const char *value)
{
    const ui_opt_t *opt;
    const char *found;
    err_t err = {{0}};
    assert_true(ui_args_next(a, &opt, &found, &err));
    if (name) assert_string_equal(opt->name, name);
    else assert_null(opt);
    if (value) assert_string_equal(found, value);
}

static void expect_end(ui_args_t *a, const char *sentence)
{
    const ui_opt_t *opt;
    const char *found;
    err_t err = {{0}};
    assert_false(ui_args_next(a, &opt, &found, &err));
    assert_string_equal(err.text, sentence);
}

static void every_way_of_writing_a_value(void **state)
{
    (void)state;
    char *argv[][5] = {{"run", "-j", "3", "--size=", "--help"},
                       {"run", "--jobs", "3", "--size=", "-h"},
                       {"run", "-j3", "--size", "", "--help"},
                       {"run", "--jobs=3", "--size", "", "-h"}};
    for (size_t i = 0; i < sizeof argv / sizeof argv[0]; i++) {
        ui_args_t a = of(5, argv[i]);
        expect_option(&a, "jobs", "3");
        expect_option(&a, "size", "");
        expect_option(&a, "help", NULL);
        expect_end(&a, "");
    }
}

static void an_option_twice(void **state)
{
    (void)state;
    char *argv[] = {"run", "-h", "--set", "a=1", "--set", "b=2", "--help", "--jobs", "3", "-j4", NULL};
    ui_args_t a = of(10, argv);
    expect_option(&a, "help", NULL);
    expect_option(&a, "set", "a=1");
    expect_option(&a, "set", "b=2");
    expect_option(&a, "help", NULL);
    expect_option(&a, "jobs", "3");
    expect_end(&a, "found --jobs twice; allowed: once");
    char *words[] = {"run", "--warp", "gto", "--warp", "lrr", NULL};
    ui_args_t w = of(5, words);
    expect_option(&w, "warp", "gto");
    expect_end(&w, "found --warp twice; allowed: once, with its values joined by commas");
}

static void words_and_what_looks_like_an_option(void **state)
{
    (void)state;
    char *argv[] = {"run", "lcs", "-", "--", "--jobs", "-j", NULL};
    ui_args_t a = of(6, argv);
    expect_option(&a, NULL, "lcs");
    expect_option(&a, NULL, "-");
    expect_option(&a, NULL, "--jobs");
    expect_option(&a, NULL, "-j");
    expect_end(&a, "");
}

static void mistakes(void **state)
{
    (void)state;
    const struct {
        char *arg;
        const char *sentence;
    } row[] = {
        {"--job", "unknown option --job; did you mean --jobs? allowed: --jobs, --size, --warp, --set, --help"},
        {"--jobs", "--jobs needs a value, N"},
        {"--help=yes", "--help takes no value; found 'yes'"},
        {"-x", "unknown option -x; allowed: --jobs, --size, --warp, --set, --help"},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        char *argv[] = {"run", row[i].arg, NULL};
        ui_args_t a = of(2, argv);
        expect_end(&a, row[i].sentence);
    }
}

static void help_is_aligned(void **state)
{
    (void)state;
    char text[400] = "";
    FILE *f = fmemopen(text, sizeof text, "w");
    ui_args_help(f, opts, OPTS);
    fclose(f);
    assert_string_equal(text, "  -j, --jobs N                 at a time\n"
                              "      --size SIZE              of the workload\n"
                              "      --warp WORD,...          who issues\n"
                              "      --set KEY=VALUE          parameter\n"
                              "  -h, --help                   this text\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_way_of_writing_a_value),
        cmocka_unit_test(an_option_twice),
        cmocka_unit_test(words_and_what_looks_like_an_option),
        cmocka_unit_test(mistakes),
        cmocka_unit_test(help_is_aligned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
