/* test_workers.c - a workers of threads: every piece of work is done once, by the thread of its number, before
 * workers_run returns; also when threads slept in between. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/workers.h"

#include <pthread.h>
#include <stdbool.h>
#include <time.h>

enum { THREADS = 3, ROUNDS = 2000 };

typedef struct {
    uint64_t sum[THREADS]; /* by thread: rounds, added up */
    uint64_t round;
    pthread_t thread[THREADS]; /* by number: the thread of the first round */
    bool moved;                /* a number was on another thread later */
    uint32_t sleeps;           /* milliseconds that the last thread takes */
} work_t;

static void sleep_ms(uint32_t ms)
{
    const struct timespec t = {.tv_nsec = ms * 1000000L};
    nanosleep(&t, NULL);
}

static void add(void *self, uint32_t i)
{
    work_t *w = self;
    if (i == THREADS - 1 && w->sleeps) sleep_ms(w->sleeps);
    if (w->round == 1) w->thread[i] = pthread_self();
    else if (!pthread_equal(w->thread[i], pthread_self())) w->moved = true;
    w->sum[i] += w->round;
}

static void run(work_t *w, uint32_t rounds, uint32_t caller_sleeps)
{
    workers_t *c = workers_create(THREADS);
    assert_non_null(c);
    for (w->round = 1; w->round <= rounds; w->round++) {
        workers_run(c, add, w);
        if (caller_sleeps) sleep_ms(caller_sleeps);
    }
    workers_destroy(c);
    for (uint32_t i = 0; i < THREADS; i++) assert_int_equal(w->sum[i], (uint64_t)rounds * (rounds + 1) / 2);
    assert_true(pthread_equal(w->thread[0], pthread_self()));
    assert_false(w->moved);
}

static void test_every_round_is_done_by_all(void **state)
{
    (void)state;
    work_t w = {0};
    run(&w, ROUNDS, 0);
}

static void test_workers_that_sleep_wake_up(void **state)
{
    (void)state;
    work_t w = {0};
    run(&w, 20, 5);
}

static void test_a_caller_that_sleeps_wakes_up(void **state)
{
    (void)state;
    work_t w = {.sleeps = 5};
    run(&w, 20, 0);
}

static void test_a_pool_without_work_ends(void **state)
{
    (void)state;
    workers_destroy(workers_create(WORKERS_MAX));
    workers_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_round_is_done_by_all),
        cmocka_unit_test(test_workers_that_sleep_wake_up),
        cmocka_unit_test(test_a_caller_that_sleeps_wakes_up),
        cmocka_unit_test(test_a_pool_without_work_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
