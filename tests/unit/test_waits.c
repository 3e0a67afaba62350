/* test_waits.c - who waits for whom, from reads that come back and writes: waits.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "ptx/waits.h"

typedef struct {
    waits_t *w;
    bool a, b; /* of two launches */
} two_t;

static int open_two(void **state)
{
    two_t *t = calloc(1, sizeof *t);
    t->w = waits_create();
    *state = t;
    return 0;
}

static int close_two(void **state)
{
    two_t *t = *state;
    waits_destroy(t->w);
    free(t);
    return 0;
}

static void test_another_cta_writes(void **state)
{
    two_t *t = *state;
    waits_for(t->w, (waits_cta_t){&t->a, 1}, 0x1000, 4);
    waits_written(t->w, (waits_cta_t){&t->a, 2}, 0x0ffc, 4);
    waits_written(t->w, (waits_cta_t){&t->a, 2}, 0x1004, 4);
    waits_written(t->w, (waits_cta_t){&t->a, 1}, 0x1000, 4);
    assert_false(t->a);
    waits_written(t->w, (waits_cta_t){&t->a, 2}, 0x0ff8, 16);
    assert_true(t->a);
}

static void test_another_launch_writes(void **state)
{
    two_t *t = *state;
    waits_for(t->w, (waits_cta_t){&t->a, 1}, 0x2000, 16);
    waits_written(t->w, (waits_cta_t){&t->b, 1}, 0x200f, 1);
    assert_true(t->a);
    assert_false(t->b);
}

static void test_a_launch_ends(void **state)
{
    two_t *t = *state;
    waits_for(t->w, (waits_cta_t){&t->a, 1}, 0x1000, 4);
    waits_for(t->w, (waits_cta_t){&t->b, 1}, 0x3000, 4);
    waits_end(t->w, &t->a);
    waits_written(t->w, (waits_cta_t){&t->b, 2}, 0x1000, 4);
    assert_false(t->a);
    waits_written(t->w, (waits_cta_t){&t->a, 2}, 0x3000, 4);
    assert_true(t->b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_another_cta_writes, open_two, close_two),
        cmocka_unit_test_setup_teardown(test_another_launch_writes, open_two, close_two),
        cmocka_unit_test_setup_teardown(test_a_launch_ends, open_two, close_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
