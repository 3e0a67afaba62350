/* mix.h - performance of workloads that ran together, relative to each of them alone. */
#ifndef CTADEL_STATS_MIX_H
#define CTADEL_STATS_MIX_H

#include <stdint.h>

typedef struct {           /* of one workload */
    uint64_t alone_cycles; /* cycles of a run alone; 0: unknown */
    uint64_t mix_cycles;   /* cycles from the start of the mix to its own end, waiting included */
} mix_part_t;

typedef struct {
    uint64_t cycles;             /* from the start to the end of all */
    uint64_t concurrency_cycles; /* from the start to the first end [SMK §4.1] */
    uint64_t sequential_cycles;  /* from there to the end of all */
    double throughput;           /* system throughput: sum of alone / mix */
    double turnaround;           /* mean normalised turnaround: mean of mix / alone; 1 is the best */
    double fairness;             /* smallest alone / mix over the largest; 1: all are slowed down equally */
} mix_figures_t;

/* throughput, turnaround and fairness are NaN if an alone_cycles is unknown. count >= 1; all mix_cycles > 0. */
mix_figures_t mix_figures(const mix_part_t *part, uint32_t count);

#endif
