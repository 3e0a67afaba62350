/* bench.h - timed runs, and tables of them. Every run is a separate process, so that processor time and
 * peak memory are those of the run, loading included. */
#ifndef CTADEL_BENCH_BENCH_H
#define CTADEL_BENCH_BENCH_H

#include "run/cosim.h"

enum { BENCH_PATH_BYTES = 512, BENCH_ROUNDS_MAX = 15 };

typedef struct {
    const char *machine, *name, *engine;     /* name: a workload, or a mix a+b */
    const char *size;                        /* of the workloads */
    const char *list;                        /* a trace instead; NULL: none */
    const char *place, *limit, *gate, *warp; /* NULL: the default */
    const char *set;                         /* key=value, NULL: none */
} bench_case_t;

typedef struct {
    run_result_t result;
    double seconds; /* of processor: one thread, and a busy host shares it with others */
    long peak_kib;
    bool ok;
    err_t err;
} bench_answer_t;

/* bench_run.c: false, and a line on stderr, if the run or its output failed. */
bool bench_measure(const bench_case_t *c, bench_answer_t *a);
/* Writes the workload as a trace; c->list is the name of its list. */
bool bench_write_trace(const bench_case_t *c, bench_answer_t *a);
double bench_median(double *v, uint32_t n); /* sorts v */

/* The tables after the first; `rounds` 1..BENCH_ROUNDS_MAX. */
bool bench_policies(uint32_t rounds);
bool bench_mixes(uint32_t rounds);

#endif
