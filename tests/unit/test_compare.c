/* test_compare.c - reads reference tables, good and bad, and sets a run's figures beside them. */
#include "compare/compare.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char path[64];

static const char *file_of(const char *text)
{
    strcpy(path, "/tmp/test_tb.XXXXXX.yaml");
    const int fd = mkstemps(path, 5);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    close(fd);
    return path;
}

#define HEAD "kernel,extra,sched,cta_limit,cycles,l1r_missrate,l2_missrate,row_locality,dram_bwutil\n"

#define COLUMNS8  "kernel,,,,,,,,"
#define COLUMNS65 COLUMNS8 COLUMNS8 COLUMNS8 COLUMNS8 COLUMNS8 COLUMNS8 COLUMNS8 COLUMNS8 "x"

static void a_table_and_ours(void **state)
{
    (void)state;
    compare_ref_t ref;
    err_t err = {{0}};
    char text[2000] = "";
    assert_true(
        compare_ref_read(&ref, file_of(HEAD "k,x,gto,1,1000,0.5,0.25,4.0,0.1\nk,x,two_level,2,500,1,1,1,1\n"), &err));
    assert_int_equal(ref.count, 2);
    assert_string_equal(ref.row[1].warp, "tl_clocked");
    compare_job_t *j = calloc(2, sizeof *j);
    j[0].job.state = POOL_DONE;
    j[0].result = (run_result_t){.cycles = 1100,
                                 .l1_reads = 8,
                                 .l1_misses = 2,
                                 .dram_row_hits = 9,
                                 .dram_row_misses = 3,
                                 .dram_bus_busy = 10,
                                 .dram_cycles = 40};
    j[1].job.state = POOL_ERROR;
    ui_table_t *t = compare_table(&ref, j);
    FILE *f = fmemopen(text, sizeof text, "w");
    ui_table_print(t, f, false);
    fclose(f);
    assert_non_null(strstr(text,
                           "\nk             gto     1    1100        1000    +10.0    0.250   0.500        -   0.250"
                           "      4.0      4.0     0.250    0.100\n"));
    assert_non_null(strstr(text, "\nk       two_level     2  FAILED         500\n")); /* nothing behind the last cell */
    ui_table_destroy(t);
    compare_ref_free(&ref);
    free(j);
    unlink(path);
}

static void wrong_tables(void **state)
{
    (void)state;
    static const char *const row[][2] = {
        {"", ": found no rows; allowed: at least one"},
        {"kernel,sched\n", ":1: no column 'cta_limit'; the first line must name the columns"},
        {HEAD "k,x,gto,0,1,0,0,0,0\n", ":2: cta_limit is '0'; allowed: 1 to 32"},
        {HEAD "k,x,gto,1,0,0,0,0,0\n", ":2: cycles is '0'; allowed: a number above 0"},
        {HEAD "../k,x,gto,1,1,0,0,0,0\n", ":2: kernel is '../k'; allowed: a word of up to 63 letters"},
        {HEAD "k,x,gto,1\n", ":2: found 4 cells; allowed: 9, as line 1 has"},
        {COLUMNS65 "\n", ":1: found more than 64 columns; allowed: up to 64"},
        {HEAD "k,x,gtp,1,1,0,0,0,0\n", ":2: sched: unknown word 'gtp'; did you mean gto?"},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        compare_ref_t ref;
        err_t err = {{0}};
        assert_false(compare_ref_read(&ref, file_of(row[i][0]), &err));
        compare_ref_free(&ref);
        unlink(path);
        if (!strstr(err.text, row[i][1])) fail_msg("found '%s', expected '%s'", err.text, row[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_table_and_ours), cmocka_unit_test(wrong_tables)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
