/* test_ui_table.c - a table on a terminal and as CSV, and lines of such a CSV cut into cells. */
#include "ui/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <unistd.h>

static ui_table_t *sample(void)
{
    ui_table_t *t = ui_table_create(3, 3);
    ui_table_set(t, 0, 1, "gto");
    ui_table_set(t, 0, 2, "lrr");
    ui_table_set(t, 1, 0, "cycles");
    ui_table_set(t, 1, 1, "%d", 12345);
    ui_table_set(t, 1, 2, "%d", 7);
    ui_table_set(t, 2, 0, "output");
    ui_table_set(t, 2, 1, "pass");
    return t;
}

static void print(const ui_table_t *t, bool colour, char text[400])
{
    FILE *f = fmemopen(text, 400, "w");
    ui_table_print(t, f, colour);
    fclose(f);
}

static void columns_are_aligned_without_trailing_blanks(void **state)
{
    (void)state;
    ui_table_t *t = sample();
    char text[400] = "";
    print(t, false, text);
    assert_string_equal(text, "          gto  lrr\n"
                              "cycles  12345    7\n"
                              "output   pass\n");
    ui_table_destroy(t);
}

static void colours_change_no_width(void **state)
{
    (void)state;
    ui_table_t *t = sample();
    char text[400] = "";
    print(t, true, text);
    assert_non_null(strstr(text, "\033[32m   pass\033[0m"));
    assert_null(strstr(text, "\033[31m"));
    ui_table_set(t, 2, 1, "FAIL");
    print(t, true, text);
    assert_non_null(strstr(text, "\033[31m   FAIL\033[0m"));
    ui_table_destroy(t);
}

static void csv_goes_out_and_in(void **state)
{
    (void)state;
    char path[] = "/tmp/test_ui_table.XXXXXX", line[100];
    char *cell[4];
    err_t err = {{0}};
    const int fd = mkstemp(path);
    ui_table_t *t = sample();
    assert_true(fd >= 0);
    close(fd);
    ui_table_set(t, 1, 0, "a,b");
    assert_true(ui_table_csv(t, NULL, path, &err));
    ui_table_destroy(t);
    FILE *f = fopen(path, "r");
    assert_non_null(fgets(line, sizeof line, f));
    assert_string_equal(line, ",gto,lrr\n");
    assert_non_null(fgets(line, sizeof line, f));
    assert_string_equal(line, "\"a,b\",12345,7\n");
    assert_int_equal(ui_cells(line, cell, 4), 3);
    assert_string_equal(cell[0], "a,b");
    assert_string_equal(cell[2], "7");
    fclose(f);
    unlink(path);
}

static void lines_of(const char *path, char line[2][100])
{
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    for (int i = 0; i < 2; i++) assert_non_null(fgets(line[i], 100, f));
    fclose(f);
}

static void csv_names_the_origin_of_each_row(void **state)
{
    (void)state;
    char path[] = "/tmp/test_ui_table.XXXXXX", line[2][100];
    err_t err = {{0}};
    const int fd = mkstemp(path);
    ui_table_t *t = sample();
    ui_origin_t o[8] = {{.machine = ""}};
    assert_true(fd >= 0 && ui_table_rows(t) <= 8);
    close(fd);
    ui_origin_add(&o[0], "lcs28", NULL, NULL, "1.2.3");
    assert_true(ui_table_csv(t, o, path, &err));
    lines_of(path, line);
    assert_string_equal(line[0], ",gto,lrr,machine,size,version\n");
    assert_non_null(strstr(line[1], ",12345,7,lcs28,-,1.2.3\n"));
    ui_origin_add(&o[0], NULL, NULL, "generic", NULL);
    ui_origin_add(&o[1], "smk15", "tiny", "generic", "1.2.3");
    ui_origin_add(&o[1], "smk15", "small", "", "1.2.3");
    assert_true(ui_table_csv_rows(t, o, path, &err));
    lines_of(path, line);
    assert_string_equal(line[0], ",gto,lrr,machine,size,library,version\n");
    assert_non_null(strstr(line[1], ",smk15,tiny/small,generic,1.2.3\n"));
    ui_table_destroy(t);
    unlink(path);
}

static void origins_are_lists_without_repetition(void **state)
{
    (void)state;
    ui_origin_t o = {.machine = ""};
    char text[UI_ORIGIN_TEXT_BYTES];
    ui_origin_text(&o, text);
    assert_string_equal(text, "");
    ui_origin_add(&o, "lcs28", "small", NULL, "1.2.3");
    ui_origin_add(&o, "lcs28-v3", "smk+small", NULL, "1.2.3");
    ui_origin_add(&o, "lcs28", "small", NULL, "1.2.3");
    ui_origin_text(&o, text);
    assert_string_equal(text, "machine lcs28/lcs28-v3, size small/smk+small, ctadel 1.2.3");
    for (int i = 0; i < 40; i++) {
        char word[16];
        snprintf(word, sizeof word, "m%d", i);
        ui_origin_add(&o, word, NULL, NULL, NULL);
    }
    assert_true(strlen(o.machine) < UI_ORIGIN_BYTES);
    assert_string_equal(o.machine + strlen(o.machine) - 3, "...");
}

static void csv_that_cannot_be_written(void **state)
{
    (void)state;
    err_t err = {{0}};
    ui_table_t *t = sample();
    assert_false(ui_table_csv(t, NULL, "/no/such/folder/t.csv", &err));
    assert_non_null(strstr(err.text, "/no/such/folder/t.csv"));
    ui_table_destroy(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_aligned_without_trailing_blanks),
        cmocka_unit_test(colours_change_no_width),
        cmocka_unit_test(csv_goes_out_and_in),
        cmocka_unit_test(csv_names_the_origin_of_each_row),
        cmocka_unit_test(origins_are_lists_without_repetition),
        cmocka_unit_test(csv_that_cannot_be_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
