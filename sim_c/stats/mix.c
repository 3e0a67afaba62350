/* mix.c - throughput, turnaround and fairness of workloads that ran together. */
#include "stats/mix.h"

#include <math.h>

mix_figures_t mix_figures(const mix_part_t *part, uint32_t count)
{
    mix_figures_t f = {.concurrency_cycles = UINT64_MAX};
    double least = INFINITY, greatest = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t mix = part[i].mix_cycles;
        const double alone = part[i].alone_cycles ? (double)part[i].alone_cycles : NAN;
        const double progress = alone / (double)mix;
        if (mix > f.cycles) f.cycles = mix;
        if (mix < f.concurrency_cycles) f.concurrency_cycles = mix;
        f.throughput += progress;
        f.turnaround += (double)mix / alone;
        least = fmin(least, progress);
        greatest = fmax(greatest, progress);
    }
    f.sequential_cycles = f.cycles - f.concurrency_cycles;
    f.turnaround /= count;
    f.fairness = isnan(f.throughput) ? NAN : least / greatest;
    return f;
}
