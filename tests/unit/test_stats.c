/* Statistics: registration, globs, laws and both file formats. */
#include "stats/stats.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char *slurp(const char *path)
{
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    char *text = calloc(1, 1 << 16);
    assert_non_null(text);
    size_t got = fread(text, 1, (1 << 16) - 1, f);
    assert_true(got > 0);
    fclose(f);
    return text;
}

static void test_globs_cross_dots(void **state)
{
    (void)state;
    stats_t *s = stats_create();
    uint64_t v[4] = {1, 2, 4, 8}, den = 3;
    stats_add_u64(s, "sm0.l1d", "misses", "accesses", "t", &v[0]);
    stats_add_u64(s, "sm1.l1d", "misses", "accesses", "t", &v[1]);
    stats_add_u64(s, "sm1.l1i", "misses", "accesses", "t", &v[2]);
    stats_add_u64(s, "", "cycles", "cycles", "t", &v[3]);
    stats_add_ratio(s, "sm1.l1d", "misses_per_access", "", "t", &v[0], &den);
    assert_int_equal(stats_sum(s, "sm*.l1d.misses"), 3);
    assert_int_equal(stats_sum(s, "*misses"), 7);
    assert_int_equal(stats_sum(s, "sm*"), 7); /* the ratio is not summed */
    assert_int_equal(stats_sum(s, "cycles"), 8);
    assert_int_equal(stats_sum(s, "sm[1-9].l1?.misses"), 6);
    assert_int_equal(stats_value(s, "sm1.l1d.misses"), 2);
    assert_int_equal(stats_count(s, "sm*"), 3);
    assert_int_equal(stats_count(s, "dram*"), 0);
    v[0] = 100; /* the table holds pointers, not copies */
    assert_int_equal(stats_sum(s, "sm*.l1d.misses"), 102);
    stats_destroy(s);
}

static void test_paths_are_copied(void **state)
{
    (void)state;
    stats_t *s = stats_create();
    uint64_t v = 5;
    char path[16] = "sm0", name[16] = "a";
    stats_add_u64(s, path, name, "u", "t", &v);
    memset(path, 'x', 3);
    name[0] = 'y';
    assert_int_equal(stats_sum(s, "sm0.a"), 5);
    stats_destroy(s);
}

static void test_thousands_stay_distinct(void **state)
{
    (void)state;
    enum { SMS = 32, EACH = 200 };
    static uint64_t v[SMS][EACH];
    stats_t *s = stats_create();
    for (unsigned sm = 0; sm < SMS; sm++)
        for (unsigned i = 0; i < EACH; i++) {
            char path[16], name[16];
            snprintf(path, sizeof path, "sm%u", sm);
            snprintf(name, sizeof name, "c%u", i);
            v[sm][i] = sm * EACH + i;
            stats_add_u64(s, path, name, "u", "t", &v[sm][i]);
        }
    assert_int_equal(stats_count(s, "*"), SMS * EACH);
    assert_int_equal(stats_sum(s, "sm31.c199"), SMS * EACH - 1);
    assert_int_equal(stats_sum(s, "*"), (uint64_t)SMS * EACH * (SMS * EACH - 1) / 2);
    stats_destroy(s);
}

static void test_laws(void **state)
{
    (void)state;
    stats_t *s = stats_create();
    uint64_t in = 7, out = 7, lost = 9;
    err_t err = {{0}};
    stats_add_law(s, "mem", "answered", "every request is answered once", &in, &out);
    stats_add_law(s, "mem", "kept", "nothing is lost", &in, &lost);
    lost = 7;
    assert_true(stats_check_laws(s, &err));
    assert_string_equal(err.text, "");
    lost = 9;
    assert_false(stats_check_laws(s, &err));
    assert_string_equal(err.text, "law mem.kept broken: 7 is not 9 (nothing is lost)");
    stats_destroy(s);
}

static const double REAL[2] = {1.375, NAN};

static void fill(stats_t *s, uint64_t *v)
{
    stats_add_u64(s, "", "cycles", "cycles", "core cycles", &v[0]);
    stats_add_u64(s, "sm0.l1d", "misses", "accesses", "reads, and \"holes\"", &v[1]);
    stats_add_ratio(s, "sm0.l1d", "rate", "", "share", &v[1], &v[0]);
    stats_add_ratio(s, "sm0", "none", "", "no base", &v[1], &v[2]);
    stats_add_u64(s, "sm0", "last", "x", "after a nested one", &v[3]);
    stats_add_law(s, "sm0", "law", "equal", &v[0], &v[0]);
    stats_add_word(s, "k0", "name", "whose", "_Z1k,\"");
    stats_add_real(s, "mix", "mean", "", "no ratio", &REAL[0]);
    stats_add_real(s, "mix", "nan", "", "not known", &REAL[1]);
}

static void test_json(void **state)
{
    (void)state;
    stats_t *s = stats_create();
    uint64_t v[4] = {(UINT64_C(1) << 62) + 1, 0, 0, UINT64_MAX};
    err_t err = {{0}};
    fill(s, v);
    assert_true(stats_write_json(s, "test_stats.tmp.json", &err));
    char *text = slurp("test_stats.tmp.json");
    assert_string_equal(text, "{\n"
                              " \"cycles\": 4611686018427387905,\n"
                              " \"sm0\": {\n"
                              "  \"l1d\": {\n"
                              "   \"misses\": 0,\n"
                              "   \"rate\": 0.0\n"
                              "  },\n"
                              "  \"none\": null,\n"
                              "  \"last\": \"18446744073709551615\",\n"
                              "  \"law\": true\n"
                              " },\n"
                              " \"k0\": {\n"
                              "  \"name\": \"_Z1k,\\\"\"\n"
                              " },\n"
                              " \"mix\": {\n"
                              "  \"mean\": 1.375,\n"
                              "  \"nan\": null\n"
                              " }\n"
                              "}\n");
    free(text);
    unlink("test_stats.tmp.json");
    stats_destroy(s);
}

static void test_csv(void **state)
{
    (void)state;
    stats_t *s = stats_create();
    uint64_t v[4] = {4, 1, 0, UINT64_MAX};
    err_t err = {{0}};
    fill(s, v);
    assert_true(stats_write_csv(s, "test_stats.tmp.csv", &err));
    char *text = slurp("test_stats.tmp.csv");
    assert_string_equal(text, "name,value,unit,text\n"
                              "cycles,4,cycles,core cycles\n"
                              "sm0.l1d.misses,1,accesses,\"reads, and \"\"holes\"\"\"\n"
                              "sm0.l1d.rate,0.25,,share\n"
                              "sm0.none,-,,no base\n"
                              "sm0.last,18446744073709551615,x,after a nested one\n"
                              "sm0.law,true,law,equal\n"
                              "k0.name,\"_Z1k,\"\"\",word,whose\n"
                              "mix.mean,1.375,,no ratio\n"
                              "mix.nan,-,,not known\n");
    free(text);
    unlink("test_stats.tmp.csv");
    stats_destroy(s);
}

static void test_unwritable(void **state)
{
    (void)state;
    stats_t *s = stats_create();
    err_t err = {{0}};
    assert_false(stats_write_json(s, "no/such/dir/x.json", &err));
    assert_string_equal(err.text,
                        "no/such/dir/x.json: cannot be written: No such file or directory; does its folder exist?");
    err.text[0] = '\0';
    assert_false(stats_write_csv(s, "/dev/full", &err)); /* the failure shows at close */
    assert_non_null(strstr(err.text, "No space left"));
    assert_int_equal(access("/dev/full", F_OK), 0);
    stats_destroy(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_globs_cross_dots),
        cmocka_unit_test(test_paths_are_copied),
        cmocka_unit_test(test_thousands_stay_distinct),
        cmocka_unit_test(test_laws),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_csv),
        cmocka_unit_test(test_unwritable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
