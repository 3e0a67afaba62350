/* mix.h - how well workloads that ran together did, against each of them alone. */
#ifndef CTADEL_STATS_MIX_H
#define CTADEL_STATS_MIX_H

#include <stdint.h>

typedef struct {           /* of one workload */
    uint64_t alone_cycles; /* of a run by itself; 0: not known */
    uint64_t mix_cycles;   /* from the start of the mix to its own end, so with what it waited */
} mix_part_t;

typedef struct {
    uint64_t cycles;             /* to the end of all */
    uint64_t concurrency_cycles; /* to the first end [SMK §4.1] */
    uint64_t sequential_cycles;  /* from there to the end of all */
    double throughput;           /* system throughput: sum of alone / mix; at most their number */
    double turnaround;           /* average normalised turnaround: mean of mix / alone; 1 is the best */
    double fairness;             /* least alone / mix over the greatest; 1: all are slowed down alike */
} mix_figures_t;

/* The last three are NaN if some alone_cycles is not known. count >= 1; all mix_cycles > 0. */
mix_figures_t mix_figures(const mix_part_t *part, uint32_t count);

#endif
