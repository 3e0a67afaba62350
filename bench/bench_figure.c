/* bench_figure.c - a figure measured once per round: median, lowest and highest value. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void sort(const double *v, uint32_t rounds, double sorted[BENCH_ROUNDS_MAX])
{
    memcpy(sorted, v, rounds * sizeof *v);
    qsort(sorted, rounds, sizeof *v, ascending);
}

double bench_median(const double *v, uint32_t rounds)
{
    double sorted[BENCH_ROUNDS_MAX];
    sort(v, rounds, sorted);
    return (sorted[(rounds - 1) / 2] + sorted[rounds / 2]) / 2;
}

void bench_print_head(const char *name) { printf(" %8s %16s", name, "spread"); }

void bench_print_figure(const double *v, uint32_t rounds, int decimals)
{
    double sorted[BENCH_ROUNDS_MAX];
    char spread[64];
    sort(v, rounds, sorted);
    snprintf(spread, sizeof spread, "%.*f..%.*f", decimals, sorted[0], decimals, sorted[rounds - 1]);
    printf(" %8.*f %16s", decimals, bench_median(v, rounds), spread);
}
