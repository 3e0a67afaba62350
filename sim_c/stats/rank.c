/* rank.c - Kendall's tau and Spearman's rho with ties; geometric-mean and worst error of one series against another. */
#include "stats/rank.h"

#include <math.h>
#include <stdlib.h>

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

typedef struct {
    double value;
    uint32_t at;
} place_t;

static int by_value(const void *a, const void *b)
{
    const double x = ((const place_t *)a)->value, y = ((const place_t *)b)->value;
    return (x > y) - (x < y);
}

/* Equal values at sorted places i to end - 1, which have the ranks i + 1 to end. */
static void to_ranks(double *v, uint32_t count, place_t *sorted)
{
    for (uint32_t i = 0; i < count; i++) sorted[i] = (place_t){v[i], i};
    qsort(sorted, count, sizeof *sorted, by_value);
    for (uint32_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && sorted[end].value <= sorted[i].value;) end++;
        for (uint32_t k = i; k < end; k++) v[sorted[k].at] = 0.5 * ((double)i + 1.0 + (double)end);
    }
}

bool rank_rho(double *a, double *b, uint32_t count, double *rho)
{
    const double mean = 0.5 * ((double)count + 1.0);
    double ab = 0.0, aa = 0.0, bb = 0.0;
    *rho = NAN;
    if (count < 2) return true;
    place_t *sorted = malloc(count * sizeof *sorted);
    if (!sorted) return false;
    to_ranks(a, count, sorted);
    to_ranks(b, count, sorted);
    free(sorted);
    for (uint32_t i = 0; i < count; i++) {
        ab += (a[i] - mean) * (b[i] - mean);
        aa += (a[i] - mean) * (a[i] - mean);
        bb += (b[i] - mean) * (b[i] - mean);
    }
    if (aa > 0.0 && bb > 0.0) *rho = ab / sqrt(aa * bb);
    else *rho = aa > 0.0 || bb > 0.0 ? 0.0 : 1.0;
    return true;
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
