/* Documents whose size or shape would cost time or memory without bound are refused, with a place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "config/yamldoc.h"

static char path[] = "/tmp/ctadel-test-yamldoc-XXXXXX";

static void repeat(FILE *f, const char *text, unsigned times)
{
    while (times--) fputs(text, f);
}

/* The file is closed here. NULL says: opens. */
static void expect_answer(FILE *f, const char *says)
{
    err_t err = {""};
    fclose(f);
    yamldoc_t *d = yamldoc_open(path, &err);
    if (!says && !d) fail_msg("refused: %s", err.text);
    if (says && d) fail_msg("opened; wanted: %s", says);
    if (says && (strncmp(err.text, path, strlen(path)) != 0 || !strstr(err.text, says)))
        fail_msg("'%s'; wanted: %s", err.text, says);
    yamldoc_close(d);
}

static void depth_is_bounded(void **state)
{
    (void)state;
    static const struct {
        unsigned levels;
        const char *says;
    } rows[] = {{63, NULL},
                {64, ":2: lists and maps nested more than 64 deep"},
                {100000, ":2: lists and maps nested more than 64 deep"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        FILE *f = fopen(path, "w");
        fputs("# the map is the first level\na: ", f);
        repeat(f, "[", rows[i].levels);
        repeat(f, "]", rows[i].levels);
        expect_answer(f, rows[i].says);
    }
}

static void keys_of_a_map_are_bounded(void **state)
{
    (void)state;
    for (unsigned keys = 1024; keys <= 1025; keys++) {
        FILE *f = fopen(path, "w");
        for (unsigned i = 0; i < keys; i++) fprintf(f, "k%u: 1\n", i);
        expect_answer(f, keys > 1024 ? ":1: found a map of 1025 keys; allowed: up to 1024" : NULL);
    }
}

static void values_are_bounded(void **state)
{
    (void)state;
    FILE *f = fopen(path, "w");
    repeat(f, "- 1\n", 300000);
    expect_answer(f, ":262144: more than 262144 values");
}

static void bytes_are_bounded(void **state)
{
    (void)state;
    FILE *f = fopen(path, "w");
    if (ftruncate(fileno(f), 1 << 30) != 0) fail_msg("no room for a sparse file");
    expect_answer(f, ": has more than 16777216 bytes");
}

static void a_folder_is_no_document(void **state)
{
    (void)state;
    err_t err = {""};
    assert_null(yamldoc_open("/tmp", &err));
    assert_string_equal(err.text, "/tmp: cannot be read: Is a directory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(depth_is_bounded),        cmocka_unit_test(keys_of_a_map_are_bounded),
        cmocka_unit_test(values_are_bounded),      cmocka_unit_test(bytes_are_bounded),
        cmocka_unit_test(a_folder_is_no_document),
    };
    const int fd = mkstemp(path);
    if (fd < 0) return 1;
    close(fd);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return failed;
}
