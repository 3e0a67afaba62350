/* rank.c - Kendall's tau with ties; geometric-mean and worst error of one series against another. */
#include "stats/rank.h"

#include <math.h>

/* -1, 0 (a tie), 1 */
static int order(double x, double y, double tie)
{
    if (x < y) return y < x * (1.0 + tie) ? 0 : -1;
    return x < y * (1.0 + tie) || x == y ? 0 : 1;
}

double rank_tau(const double *a, const double *b, uint32_t count, double tie)
{
    int64_t agree = 0, in_a = 0, in_b = 0;
    if (count < 2) return NAN;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i + 1; j < count; j++) {
            const int oa = order(a[i], a[j], tie), ob = order(b[i], b[j], tie);
            agree += oa * ob;
            in_a += oa != 0;
            in_b += ob != 0;
        }
    if (!in_a || !in_b) return in_a == in_b ? 1.0 : 0.0;
    return (double)agree / sqrt((double)in_a * (double)in_b);
}

double rank_geomean_error(const double *ours, const double *theirs, uint32_t count)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++) sum += fabs(log(ours[i] / theirs[i]));
    return count ? exp(sum / count) - 1.0 : NAN;
}

double rank_worst_error(const double *ours, const double *theirs, uint32_t count, uint32_t *which)
{
    double worst = -1.0;
    for (uint32_t i = 0; i < count; i++) {
        const double e = fabs(log(ours[i] / theirs[i]));
        if (e <= worst) continue;
        worst = e;
        *which = i;
    }
    return count ? exp(worst) - 1.0 : NAN;
}
