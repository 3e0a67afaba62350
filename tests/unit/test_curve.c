/* Types of CTA curves. */
#include "stats/curve.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define TYPE(...)                                                                                                      \
    curve_name(curve_type((const double[]){__VA_ARGS__}, sizeof((const double[]){__VA_ARGS__}) / sizeof(double), 0.02))

static void test_types(void **state)
{
    (void)state;
    assert_string_equal(TYPE(1.0, 1.5, 1.8, 2.0), "I");
    assert_string_equal(TYPE(1.0, 1.8, 2.0, 2.0), "II");
    assert_string_equal(TYPE(1.0, 2.0, 1.99, 2.01), "II"); /* wiggles inside the tolerance */
    assert_string_equal(TYPE(2.0, 1.5, 1.2), "III");
    assert_string_equal(TYPE(2.0, 2.01, 1.2), "III");
    assert_string_equal(TYPE(1.0, 2.0, 1.5), "IV");
    assert_string_equal(TYPE(2.0, 2.01, 1.99), "flat");
    assert_string_equal(TYPE(2.0, 1.0, 2.0), "flat"); /* a dip: neither end is worse than the best */
    assert_string_equal(TYPE(1.0), "-");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_types)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
