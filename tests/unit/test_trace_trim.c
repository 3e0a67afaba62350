/* The folder of compact forms is kept within a size: forms used longest ago go, stale unfinished files too. */
#include "trace_pack_rig.h"

#include <time.h>

typedef struct {
    char dir[64];
} folder_t;

static void folder_open(folder_t *f)
{
    *f = (folder_t){"/tmp/ctadel-test-trim-XXXXXX"};
    assert_non_null(mkdtemp(f->dir));
}

static void put_file(const folder_t *f, const char *name, off_t bytes, int used_s_ago, int written_s_ago)
{
    char path[128];
    const time_t now = time(NULL);
    const struct timespec times[2] = {{.tv_sec = now - used_s_ago}, {.tv_sec = now - written_s_ago}};
    snprintf(path, sizeof path, "%s/%s", f->dir, name);
    const int fd = open(path, O_WRONLY | O_CREAT, 0600);
    assert_true(fd >= 0);
    assert_int_equal(ftruncate(fd, bytes) | futimens(fd, times), 0);
    close(fd);
}

/* Whether it was there; it is removed. */
static bool take_file(const folder_t *f, const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", f->dir, name);
    return unlink(path) == 0;
}

static void the_forms_used_longest_ago_go(void **state)
{
    (void)state;
    folder_t f;
    folder_open(&f);
    put_file(&f, "a.v1.pack", 100, 10, 10);
    put_file(&f, "b.v2.pack", 100, 40, 10);
    put_file(&f, "c.v2.pack", 100, 30, 90);
    put_file(&f, "d.v2.pack", 100, 20, 10);
    put_file(&f, "other", 1000, 90, 90);
    trace_trim(f.dir, 250);
    assert_true(take_file(&f, "a.v1.pack"));
    assert_false(take_file(&f, "b.v2.pack"));
    assert_false(take_file(&f, "c.v2.pack"));
    assert_true(take_file(&f, "d.v2.pack"));
    put_file(&f, "e.v2.pack", 300, 20, 10);
    trace_trim(f.dir, 250);
    assert_true(take_file(&f, "e.v2.pack")); /* the last one stays */
    assert_true(take_file(&f, "other"));
    assert_int_equal(rmdir(f.dir), 0);
}

static void stale_unfinished_files_go(void **state)
{
    (void)state;
    folder_t f;
    folder_open(&f);
    put_file(&f, "a.v2.pack.aB3dEf", 1000, 0, 2 * 3600);
    put_file(&f, "b.v2.pack.aB3dEf", 1000, 0, 60);
    put_file(&f, "c.v2.pack", 10, 0, 2 * 3600);
    trace_trim(f.dir, 250);
    assert_false(take_file(&f, "a.v2.pack.aB3dEf"));
    assert_true(take_file(&f, "b.v2.pack.aB3dEf"));
    assert_true(take_file(&f, "c.v2.pack"));
    assert_int_equal(rmdir(f.dir), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_forms_used_longest_ago_go),
                                       cmocka_unit_test(stale_unfinished_files_go)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
