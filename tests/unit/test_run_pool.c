/* test_run_pool.c - jobs in processes: results arrive, mistakes and dead processes are named, kept jobs do not run. */
#include "run/pool.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <signal.h>
#include <stdio.h>

enum { JOBS = 7 };

typedef struct {
    pool_job_t job;
    uint32_t given, squared;
} square_t;

static bool square(const void *self, void *job, err_t *err)
{
    square_t *j = job;
    if (j->given == 3) return err_set(err, "three.yaml", 7, "is refused");
    if (j->given == 5) raise(SIGKILL);
    j->squared = j->given * j->given * *(const uint32_t *)self;
    return true;
}

static void every_job_ends_as_it_should(void **state)
{
    const uint32_t parallel = *(const uint32_t *)*state, factor = 10;
    square_t *j = pool_jobs_create(JOBS, sizeof *j);
    const pool_t pool = {"squares", sizeof *j, square, &factor, parallel, NULL, NULL};
    for (uint32_t i = 0; i < JOBS; i++) {
        j[i].given = i;
        snprintf(j[i].job.name, sizeof j[i].job.name, "job %u", i);
    }
    j[6].job.state = POOL_KEPT;
    pool_run(&pool, j, JOBS);
    for (uint32_t i = 0; i < JOBS; i++) {
        const bool bad = i == 3 || i == 5;
        assert_int_equal(j[i].job.state, bad ? POOL_ERROR : i == 6 ? POOL_KEPT : POOL_DONE);
        assert_int_equal(j[i].squared, bad || i == 6 ? 0 : i * i * 10);
    }
    assert_string_equal(j[3].job.err.text, "three.yaml:7: is refused");
    assert_string_equal(j[5].job.err.text, "a run of job 5 was ended by signal 9; this is a bug");
    pool_jobs_destroy(j, JOBS, sizeof *j);
}

static void the_number_of_processes(void **state)
{
    (void)state;
    uint32_t n = 0;
    err_t err = {{0}};
    assert_true(pool_parallel(NULL, &n, &err) && n > 0);
    assert_true(pool_parallel("3", &n, &err) && n == 3);
    assert_false(pool_parallel("0", &n, &err));
    assert_string_equal(err.text, "--jobs: found '0'; allowed: 1 to 256");
}

int main(void)
{
    static uint32_t one = 1, three = 3;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(every_job_ends_as_it_should, &one),
        cmocka_unit_test_prestate(every_job_ends_as_it_should, &three),
        cmocka_unit_test(the_number_of_processes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
