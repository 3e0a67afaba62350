/* bench_mixes.c - simulated speed of a mix, beside the mean of its workloads' alone. */
#include "bench.h"

#include <stdio.h>

static double kcycles_per_second(const bench_row_t *row, uint32_t round)
{
    return (double)row->result.cycles / row->cpu_s[round] / 1e3;
}

static void print_row(const bench_case_t *mix, const bench_row_t *row, const bench_row_t alone[2], uint32_t rounds)
{
    double rate[BENCH_ROUNDS_MAX], mean[BENCH_ROUNDS_MAX], ratio[BENCH_ROUNDS_MAX], time[BENCH_ROUNDS_MAX];
    for (uint32_t r = 0; r < rounds; r++) {
        rate[r] = kcycles_per_second(row, r);
        mean[r] = (kcycles_per_second(&alone[0], r) + kcycles_per_second(&alone[1], r)) / 2;
        ratio[r] = rate[r] / mean[r];
        time[r] = row->cpu_s[r] / (alone[0].cpu_s[r] + alone[1].cpu_s[r]);
    }
    printf("%-8s %-9s %-7s %9llu", mix->machine, mix->name, mix->place, (unsigned long long)row->result.cycles);
    bench_print_figure(rate, rounds, 1);
    printf(" %11.1f", bench_median(mean, rounds));
    bench_print_figure(ratio, rounds, 2);
    bench_print_figure(time, rounds, 2);
    printf("\n");
}

bool bench_mixes(const bench_opts_t *o)
{
    static const char *const NAME[][3] = {
        {"bp", "hst", "bp+hst"}, {"hst", "spm", "hst+spm"}, {"mmul", "vadd", "mmul+vadd"}};
    printf("%-8s %-9s %-7s %9s", "machine", "mix", "with", "cycles");
    bench_print_head("kcycle/s");
    printf(" %11s", "alone, mean");
    bench_print_head("ratio");
    bench_print_head("time");
    printf("\n");
    for (size_t n = 0; n < sizeof NAME / sizeof NAME[0]; n++) {
        const bench_case_t any = {.machine = "smk15", .engine = "rtl", .size = o->size};
        bench_case_t cases[] = {any, any, any, any};
        bench_row_t rows[sizeof cases / sizeof cases[0]];
        cases[0].name = NAME[n][0];
        cases[1].name = NAME[n][1];
        cases[2].name = cases[3].name = NAME[n][2];
        cases[2].place = "spatial";
        cases[3].place = "mixed";
        if (!bench_group(cases, 4, o->rounds, rows)) return false;
        for (uint32_t i = 2; i < 4; i++) print_row(&cases[i], &rows[i], rows, o->rounds);
        fflush(stdout);
    }
    return true;
}
