/* test_rank.c - tau, rho and errors by hand-worked series. */
#include "stats/rank.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void near(double found, double expected)
{
    if (fabs(found - expected) > 1e-9) fail_msg("found %.12g, expected %.12g", found, expected);
}

static void tau_without_ties(void **state)
{
    (void)state;
    const double up[] = {1, 2, 3, 4}, down[] = {8, 4, 2, 1}, swap[] = {1, 3, 2, 4};
    near(rank_tau(up, up, 4, 0.01), 1.0);
    near(rank_tau(up, down, 4, 0.01), -1.0);
    near(rank_tau(up, swap, 4, 0.01), 4.0 / 6.0); /* five pairs agree, one does not */
    assert_true(isnan(rank_tau(up, up, 1, 0.01)));
}

static void tau_with_ties(void **state)
{
    (void)state;
    const double a[] = {100, 100.9, 200}, b[] = {50, 40, 80}, flat[] = {10, 10.05, 9.99};
    near(rank_tau(a, b, 3, 0.01), 2.0 / sqrt(2.0 * 3.0)); /* the first pair ties in a alone */
    near(rank_tau(a, b, 3, 0.0), 1.0 / 3.0);
    near(rank_tau(a, a, 3, 0.01), 1.0);
    near(rank_tau(flat, flat, 3, 0.01), 1.0); /* no order in either */
    near(rank_tau(flat, b, 3, 0.01), 0.0);
    const double edge[] = {100, 101};
    near(rank_tau(edge, edge, 2, 0.01), 1.0); /* one per cent is no tie */
    near(rank_tau(edge, (const double[]){1, 2}, 2, 0.01), 1.0);
}

static double rho(const double *a, const double *b, uint32_t count)
{
    double x[4], y[4], found = 9.0;
    for (uint32_t i = 0; i < count; i++) {
        x[i] = a[i];
        y[i] = b[i];
    }
    assert_true(rank_rho(x, y, count, &found));
    return found;
}

static void rho_of_ranks(void **state)
{
    (void)state;
    const double up[] = {1, 2, 3, 400}, down[] = {8, 4, 2, -1}, swap[] = {1, 3, 2, 4}, flat[] = {5, 5, 5, 5};
    const double tied[] = {1, 1, 3, 4}; /* ranks 1.5 1.5 3 4 */
    near(rho(up, up, 4), 1.0);
    near(rho(up, down, 4), -1.0);
    near(rho(up, swap, 4), 1.0 - 6.0 * 2.0 / (4.0 * 15.0)); /* 1 - 6 sum d^2 / n (n^2 - 1) */
    near(rho(up, tied, 4), 4.5 / sqrt(5.0 * 4.5));
    near(rho(up, flat, 4), 0.0);
    near(rho(flat, flat, 4), 1.0);
    assert_true(isnan(rho(up, up, 1)));
}

static void errors_are_symmetric(void **state)
{
    (void)state;
    const double ours[] = {200, 50, 100}, theirs[] = {100, 100, 100};
    uint32_t which = 9;
    near(rank_geomean_error(ours, theirs, 2), 1.0); /* twice and half: a factor of 2 each */
    near(rank_geomean_error(ours, theirs, 3), exp(2.0 * log(2.0) / 3.0) - 1.0);
    near(rank_geomean_error(theirs, theirs, 3), 0.0);
    near(rank_worst_error(ours + 1, theirs, 2, &which), 1.0);
    assert_int_equal(which, 0);
    assert_true(isnan(rank_geomean_error(ours, theirs, 0)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(tau_without_ties), cmocka_unit_test(tau_with_ties),
                                       cmocka_unit_test(rho_of_ranks), cmocka_unit_test(errors_are_symmetric)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
