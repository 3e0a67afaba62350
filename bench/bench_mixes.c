/* bench_mixes.c - simulated speed of a mix, beside the mean of its workloads' alone. */
#include "bench.h"

#include <stdio.h>
#include <string.h>

enum { NAME_BYTES = 64 };

static double kcycles_per_second(const bench_answer_t *a) { return (double)a->result.cycles / a->seconds / 1e3; }

/* The workloads run right before the mix, so that all meet the same host; medians over the rounds. */
static bool mix_row(const bench_case_t *mix, uint32_t rounds)
{
    double alone[BENCH_ROUNDS_MAX], together[BENCH_ROUNDS_MAX], ratio[BENCH_ROUNDS_MAX], time[BENCH_ROUNDS_MAX];
    bench_answer_t a;
    for (uint32_t i = 0; i < rounds; i++) {
        char names[NAME_BYTES];
        uint32_t n = 0;
        double seconds = 0;
        alone[i] = 0;
        snprintf(names, sizeof names, "%s", mix->name);
        for (char *rest = names, *name; (name = strsep(&rest, "+")); n++) {
            const bench_case_t one = {.machine = mix->machine, .name = name, .engine = mix->engine, .size = mix->size};
            if (!bench_measure(&one, &a)) return false;
            alone[i] += kcycles_per_second(&a);
            seconds += a.seconds;
        }
        alone[i] /= n;
        if (!bench_measure(mix, &a)) return false;
        together[i] = kcycles_per_second(&a);
        ratio[i] = together[i] / alone[i];
        time[i] = a.seconds / seconds;
    }
    printf("%-8s %-10s %-8s %-7s %12llu %9.1f %12.1f %9.2f %9.2f\n", mix->machine, mix->name, mix->place,
           mix->limit ? mix->limit : "tmax", (unsigned long long)a.result.cycles, bench_median(together, rounds),
           bench_median(alone, rounds), bench_median(ratio, rounds), bench_median(time, rounds));
    fflush(stdout);
    return true;
}

bool bench_mixes(uint32_t rounds)
{
    static const char *const NAME[] = {"bp+hst", "hst+spm", "mmul+vadd"};
    static const char *const PLACE[] = {"spatial", "mixed"};
    bool ok = true;
    printf("\n%-8s %-10s %-8s %-7s %12s %9s %12s %9s %9s\n", "machine", "mix", "with", "", "cycles", "kcycle/s",
           "alone, mean", "ratio", "time");
    for (size_t n = 0; n < sizeof NAME / sizeof NAME[0]; n++)
        for (size_t p = 0; p < sizeof PLACE / sizeof PLACE[0]; p++) {
            const bench_case_t c = {
                .machine = "smk15", .name = NAME[n], .engine = "rtl", .size = "small", .place = PLACE[p]};
            ok &= mix_row(&c, rounds);
        }
    return ok;
}
