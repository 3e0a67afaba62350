/* test_dispatch_log.c - dispatch logs, good and bad; scores of logs by hand. */
#include "compare/dispatch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define HEAD  DISPATCH_LOG_COLUMNS "\n"
#define WHOLE HEAD "0,1,1,5,9\n1,0,2,20,20\n0,0,0,4,8\n"

enum { SMS = 3 };

static char path[64];

static const char *file_of(const char *text)
{
    strcpy(path, "/tmp/test_log.XXXXXX.csv");
    const int fd = mkstemps(path, 4);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    close(fd);
    return path;
}

/* Two launches, of two CTAs and of one. */
static dispatch_log_t shape(void)
{
    dispatch_log_t log = {0};
    assert_non_null(dispatch_log_add(&log, 1, 1)); /* in any order */
    assert_non_null(dispatch_log_add(&log, 0, 2));
    assert_int_equal(log.kernels, 2);
    return log;
}

static void a_log_is_read_and_written(void **state)
{
    static const char SORTED[] = HEAD "0,0,0,4,8\n0,1,1,5,9\n1,0,2,20,20\n";
    dispatch_log_t log = shape();
    err_t err = {{0}};
    char text[200] = "";
    (void)state;
    assert_true(dispatch_log_read(&log, SMS, file_of(WHOLE), &err));
    const dispatch_cta_t *c = dispatch_log_add(&log, 0, 2);
    assert_true(c[1].known && c[1].sm == 1 && c[1].start == 5 && c[1].end == 9);
    assert_true(dispatch_log_write(&log, path, &err));
    FILE *f = fopen(path, "r");
    assert_int_equal(fread(text, 1, sizeof text - 1, f), sizeof SORTED - 1);
    fclose(f);
    assert_string_equal(text, SORTED);
    dispatch_log_free(&log);
    assert_int_equal(log.kernels, 0);
    unlink(path);
}

static void a_wrong_log_is_refused(void **state)
{
    static const char *const row[][2] = {
        {"", ": is empty; allowed: the line kernel,cta,sm,start,end, then rows"},
        {"0,0,0,4,8\n", ":1: found '0'; allowed: the line kernel,cta,sm,start,end"},
        {"cta,kernel,sm,start,end\n", ":1: found 'cta'; allowed: the line kernel,cta,sm,start,end"},
        {HEAD "0,0,0,4\n", ":2: found 4 fields; allowed: 5, kernel,cta,sm,start,end"},
        {HEAD "0,0,0,4,8,9,9\n", ":2: found at least 6 fields; allowed: 5, kernel,cta,sm,start,end"},
        {HEAD "\n", ":2: found 1 fields; allowed: 5, kernel,cta,sm,start,end"},
        {HEAD "0,0,SM0,4,8\n", ":2: sm: found 'SM0'; allowed: a whole number from 0 to 18446744073709551615"},
        {HEAD "0,0,0,4,-8\n", ":2: end: found '-8'; allowed: a whole number from 0 to 18446744073709551615"},
        {HEAD "0,0,0,18446744073709551616,8\n", ":2: start: found '18446744073709551616'; allowed: a whole number from "
                                                "0 to 18446744073709551615"},
        {HEAD "2,0,0,4,8\n", ":2: kernel: found '2'; allowed: 0 to 1, the launches of the workload"},
        {HEAD "0,2,0,4,8\n", ":2: cta: found '2'; allowed: 0 to 1, the grid of this launch"},
        {HEAD "0,0,3,4,8\n", ":2: sm: found '3'; allowed: 0 to 2, the SMs of the machine"},
        {HEAD "0,0,0,8,4\n", ":2: end: found '4'; allowed: from 8, the start, on"},
        {WHOLE "0,1,0,4,8\n", ":5: found CTA 1 of kernel 0 a second time; allowed: one row for each CTA"},
        {HEAD "0,1,0,4,8\n1,0,0,4,8\n", ":3: the file ends without CTA 0 of kernel 0; allowed: a row for each of its 2 "
                                        "CTAs"},
        {HEAD "0,1,0,4,8", ":2: found '0,1,0,4,8' without an end of line; allowed: lines of up to 510 characters, each "
                           "with its end"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        dispatch_log_t log = shape();
        err_t err = {{0}};
        char expected[400];
        assert_false(dispatch_log_read(&log, SMS, file_of(row[i][0]), &err));
        snprintf(expected, sizeof expected, "%s%s", path, row[i][1]);
        assert_string_equal(err.text, expected);
        dispatch_log_free(&log);
        unlink(path);
    }
}

typedef struct {
    uint32_t kernel, sm;
    uint64_t start, end;
} cta_t;

/* A log of four CTAs of launch 0, and if `two`, two of launch 1. */
static dispatch_log_t log_of(const cta_t *cta, bool two)
{
    dispatch_log_t log = {0};
    for (uint32_t i = 0; i < (two ? 6 : 4); i++) {
        const uint32_t k = i / 4;
        dispatch_log_add(&log, k, k ? 2 : 4)[i % 4] = (dispatch_cta_t){true, cta[i].sm, cta[i].start, cta[i].end};
    }
    return log;
}

static void near(double found, double expected)
{
    if (fabs(found - expected) > 1e-9) fail_msg("found %.12g, expected %.12g", found, expected);
}

static void score(const cta_t *a, const cta_t *b, bool two, dispatch_score_t *s)
{
    dispatch_log_t log = log_of(a, two), run = log_of(b, two);
    assert_true(dispatch_score(&log, &run, SMS, s));
    dispatch_log_free(&log);
    dispatch_log_free(&run);
}

/* Nanoseconds of a GPU's timer: more digits than a double has. */
#define NS(n) (UINT64_C(1700000000000000000) + (n))
static const cta_t silicon[] = {{0, 0, NS(1), NS(11)}, {0, 1, NS(2), NS(21)},  {0, 2, NS(3), NS(31)},
                                {0, 0, NS(4), NS(41)}, {1, 1, NS(50), NS(60)}, {1, 1, NS(50), NS(60)}};

static void a_log_against_itself(void **state)
{
    dispatch_score_t s;
    (void)state;
    score(silicon, silicon, true, &s);
    near(s.same_sm, 1.0);
    near(s.relabelled, 1.0);
    near(s.starts, 1.0);
    /* Launch 0 lasts from 1 to 41; of its SMs the second is the first without a CTA, at 21. Launch 1 has one SM. */
    near(s.tail, 20.0 / (40.0 + 10.0));
    near(s.tail_more, 0.0);
}

static void a_log_against_another(void **state)
{
    static const cta_t run[] = {{0, 2, 104, 110}, {0, 0, 103, 120}, {0, 1, 102, 120}, {0, 2, 101, 120}};
    dispatch_score_t s;
    (void)state;
    score(silicon, run, false, &s);
    near(s.same_sm, 0.0);
    near(s.relabelled, 1.0); /* 0, 1, 2 are 2, 0, 1 */
    near(s.starts, -1.0);
    near(s.tail, 0.0); /* all end at 120 */
    near(s.tail_more, -0.5);
}

/* Ranks of the log 1 2 3 4, of the run 1.5 1.5 3 4: rho = 4.5 / sqrt(5 * 4.5). Of SM 0 and 1 one CTA is on both. */
static void equal_starts_share_a_rank(void **state)
{
    static const cta_t run[] = {{0, 0, 7, 9}, {0, 0, 7, 9}, {0, 1, 8, 9}, {0, 1, 9, 9}};
    dispatch_score_t s;
    (void)state;
    score(silicon, run, false, &s);
    near(s.same_sm, 0.25);
    near(s.relabelled, 0.5);
    near(s.starts, 4.5 / sqrt(5.0 * 4.5));
}

/* A launch of one CTA, and one that takes no time. */
static void nothing_to_compare(void **state)
{
    dispatch_log_t log = {0};
    dispatch_score_t s;
    (void)state;
    *dispatch_log_add(&log, 0, 1) = (dispatch_cta_t){true, 1, 7, 7};
    assert_true(dispatch_score(&log, &log, SMS, &s));
    near(s.same_sm, 1.0);
    assert_true(isnan(s.starts));
    near(s.tail, 0.0);
    dispatch_log_free(&log);
}

static void the_best_stands_first(void **state)
{
    dispatch_job_t *j = calloc(5, sizeof *j);
    static const char *const ordered[] = {"same", "starts", "tail", "later", "none"};
    (void)state;
    j[0] = (dispatch_job_t){.place = "none", .number = 0};
    j[1] = (dispatch_job_t){.place = "later", .number = 2, .scored = true, .score = {0.5, 1, 0.5, 0.1, -0.1, 9}};
    j[2] = (dispatch_job_t){.place = "tail", .number = 1, .scored = true, .score = {0.5, 1, 0.5, 0.1, 0.1, 9}};
    j[3] = (dispatch_job_t){.place = "starts", .number = 4, .scored = true, .score = {0.5, 1, 0.75, 0.3, 0.3, 9}};
    j[4] = (dispatch_job_t){.place = "same", .number = 3, .scored = true, .score = {0.75, 1, NAN, 0.3, -0.0001, 9}};
    dispatch_sort(j, 5);
    for (uint32_t i = 0; i < 5; i++) assert_string_equal(j[i].place, ordered[i]);
    ui_table_t *t = dispatch_table(j, 5);
    assert_int_equal(ui_table_rows(t), 5); /* the heads, and the four that are scored */
    assert_string_equal(ui_table_cell(t, 1, 1), "75.0");
    assert_string_equal(ui_table_cell(t, 1, 3), "-");
    assert_string_equal(ui_table_cell(t, 1, 5), "+0.0");
    assert_string_equal(ui_table_cell(t, 2, 3), "0.750");
    ui_table_destroy(t);
    free(j);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_log_is_read_and_written), cmocka_unit_test(a_wrong_log_is_refused),
        cmocka_unit_test(a_log_against_itself),      cmocka_unit_test(a_log_against_another),
        cmocka_unit_test(equal_starts_share_a_rank), cmocka_unit_test(nothing_to_compare),
        cmocka_unit_test(the_best_stands_first)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
