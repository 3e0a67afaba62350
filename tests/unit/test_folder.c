/* test_folder.c - files by pattern, in a folder whose name looks like a pattern. */
#include "base/folder.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char dir[64], odd[128];

static void touch(const char *folder, const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fclose(f);
}

static int set_up(void **state)
{
    (void)state;
    strcpy(dir, "/tmp/test_folder.XXXXXX");
    if (!mkdtemp(dir)) return -1;
    snprintf(odd, sizeof odd, "%s/a[1-9]{x,y}*\\", dir);
    return mkdir(odd, 0700);
}

static int tear_down(void **state)
{
    (void)state;
    char command[80];
    snprintf(command, sizeof command, "rm -r %s", dir);
    return system(command);
}

static void a_name_like_a_pattern_is_a_name(void **state)
{
    (void)state;
    glob_t found;
    char first[160];
    touch(odd, "b.ptx");
    touch(odd, "a.yaml");
    touch(odd, "c.txt");
    assert_true(folder_list(odd, "*.{yaml,ptx}", &found));
    assert_int_equal(found.gl_pathc, 2);
    snprintf(first, sizeof first, "%s/a.yaml", odd);
    assert_string_equal(found.gl_pathv[0], first);
    globfree(&found);
    assert_true(folder_list(dir, "*/*.txt", &found));
    assert_int_equal(found.gl_pathc, 1);
    globfree(&found);
}

static void nothing_is_no_error(void **state)
{
    (void)state;
    glob_t found;
    assert_false(folder_list(odd, "*.npy", &found));
    assert_int_equal(errno, 0);
    assert_int_equal(found.gl_pathc, 0);
    globfree(&found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_like_a_pattern_is_a_name),
        cmocka_unit_test(nothing_is_no_error),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
