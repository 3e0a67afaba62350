/* bench.h - timed runs, and tables of them. The runs of a group take turns, so that all of them meet the same host:
 * each round measures each run once. Every run is a process of its own, so that processor time and peak memory are
 * those of the run, loading included. */
#ifndef CTADEL_BENCH_BENCH_H
#define CTADEL_BENCH_BENCH_H

#include "run/cosim.h"

enum { BENCH_PATH_BYTES = 512, BENCH_ROUNDS_MAX = 15, BENCH_GROUP_MAX = 16 };

typedef struct {
    const char *machine, *name, *engine;     /* name: a workload, or a mix a+b */
    const char *size;                        /* of the workloads */
    const char *list;                        /* a trace instead; NULL: none */
    const char *place, *limit, *gate, *warp; /* NULL: the default */
    const char *set;                         /* key=value, NULL: none */
    uint32_t threads;                        /* of the host; 0: 1 */
} bench_case_t;

typedef struct {
    run_result_t result;                /* the same in every round */
    double cpu_s[BENCH_ROUNDS_MAX];     /* of processor, of all threads; a busy host hardly changes it */
    double elapsed_s[BENCH_ROUNDS_MAX]; /* by the clock */
    long peak_kib;
} bench_row_t;

typedef struct {
    uint32_t rounds;    /* 1..BENCH_ROUNDS_MAX */
    const char *size;   /* of all workloads */
    const char *traces; /* a folder with <kernel>/kernelslist.g; NULL: none */
} bench_opts_t;

/* bench_run.c: rows[i] is case i, count 1..BENCH_GROUP_MAX. False, and a line on stderr, if a run or its output failed.
 */
bool bench_group(const bench_case_t *cases, uint32_t count, uint32_t rounds, bench_row_t *rows);
/* Writes the workload as a trace; c->list is the name of its list. */
bool bench_write_trace(const bench_case_t *c);

/* bench_figure.c: the columns of a figure with a value per round: its median, and its lowest and highest value. */
double bench_median(const double *v, uint32_t rounds);
void bench_print_head(const char *name);
void bench_print_figure(const double *v, uint32_t rounds, int decimals);

/* The tables, on stdout. */
bool bench_engines(const bench_opts_t *o);
bool bench_policies(const bench_opts_t *o);
bool bench_mixes(const bench_opts_t *o);

#endif
