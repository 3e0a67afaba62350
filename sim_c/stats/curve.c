/* curve.c - classifies performance over CTAs per SM by the place of its maximum and the values after it. */
#include "stats/curve.h"

#include <stdbool.h>

static bool above(double a, double b, double tolerance) { return b < a * (1.0 - tolerance); }

curve_t curve_type(const double *value, uint32_t count, double tolerance)
{
    if (count < 2) return CURVE_NONE;
    double best = value[0], last = value[count - 1];
    for (uint32_t i = 1; i < count; i++)
        if (value[i] > best) best = value[i];
    bool rises = above(best, value[0], tolerance);
    bool falls = above(best, last, tolerance);
    if (falls) return rises ? CURVE_IV : CURVE_III;
    if (!rises) return CURVE_FLAT;
    return above(last, value[count - 2], tolerance) ? CURVE_I : CURVE_II;
}

const char *curve_name(curve_t type)
{
    static const char *const name[] = {"flat", "I", "II", "III", "IV", "-"};
    return name[type];
}
