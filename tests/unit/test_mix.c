/* The figures of a mix, against values worked out by hand. */
#include "stats/mix.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void near(double found, double expected)
{
    if (!(fabs(found - expected) < 1e-12)) fail_msg("found %.15g, expected %.15g", found, expected);
}

/* 600 alone takes 800, 300 alone takes 1200: progress 3/4 and 1/4. */
static void two_by_hand(void **state)
{
    (void)state;
    const mix_part_t part[] = {{600, 800}, {300, 1200}};
    const mix_figures_t f = mix_figures(part, 2);
    assert_int_equal(f.cycles, 1200);
    assert_int_equal(f.concurrency_cycles, 800);
    assert_int_equal(f.sequential_cycles, 400);
    near(f.throughput, 1.0);
    near(f.turnaround, (800.0 / 600.0 + 4.0) / 2.0);
    near(f.fairness, 1.0 / 3.0);
}

static void the_order_does_not_matter(void **state)
{
    (void)state;
    const mix_part_t part[] = {{100, 200}, {100, 400}, {100, 100}, {100, 500}, {100, 250}};
    const mix_part_t other[] = {{100, 500}, {100, 100}, {100, 250}, {100, 200}, {100, 400}};
    const mix_figures_t a = mix_figures(part, 5), b = mix_figures(other, 5);
    assert_int_equal(a.cycles, 500);
    assert_int_equal(a.concurrency_cycles, 100);
    assert_int_equal(b.cycles, 500);
    assert_int_equal(b.concurrency_cycles, 100);
    near(a.throughput, 0.5 + 0.25 + 1.0 + 0.2 + 0.4);
    near(a.turnaround, (2.0 + 4.0 + 1.0 + 5.0 + 2.5) / 5.0);
    near(a.fairness, 0.2);
    near(b.throughput, a.throughput);
    near(b.turnaround, a.turnaround);
    near(b.fairness, a.fairness);
}

/* As if each had a machine of its own: as many as they are. As if they took turns: one. */
static void the_ends_of_the_scale(void **state)
{
    (void)state;
    const mix_part_t ideal[] = {{70, 70}, {90, 90}, {20, 20}};
    const mix_figures_t best = mix_figures(ideal, 3);
    near(best.throughput, 3.0);
    near(best.turnaround, 1.0);
    near(best.fairness, 1.0);
    const mix_part_t shared[] = {{50, 100}, {50, 100}};
    const mix_figures_t half = mix_figures(shared, 2);
    near(half.throughput, 1.0);
    near(half.turnaround, 2.0);
    near(half.fairness, 1.0);
    assert_int_equal(half.sequential_cycles, 0);
}

static void nothing_to_compare_with(void **state)
{
    (void)state;
    const mix_part_t part[] = {{600, 800}, {0, 1200}, {100, 900}};
    const mix_figures_t f = mix_figures(part, 3);
    assert_int_equal(f.cycles, 1200);
    assert_int_equal(f.concurrency_cycles, 800);
    assert_true(isnan(f.throughput) && isnan(f.turnaround) && isnan(f.fairness));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_by_hand),
        cmocka_unit_test(the_order_does_not_matter),
        cmocka_unit_test(the_ends_of_the_scale),
        cmocka_unit_test(nothing_to_compare_with),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
