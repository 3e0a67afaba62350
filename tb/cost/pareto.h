/* pareto.h - ctadel report --synth: how much faster each point of an experiment is than the first one,
 * against the area it adds to it: the dispatcher's, and that of every warp scheduler's arbiter. */
#ifndef CTADEL_TB_COST_PARETO_H
#define CTADEL_TB_COST_PARETO_H

#include "experiment/sweep.h"

enum { PARETO_WORD_BYTES = 96, PARETO_ROWS_MAX = 4096 };

typedef struct { /* a row of synth.csv that is no module; nand2: area in NAND2 gates of the library */
    char name[PARETO_WORD_BYTES];
    bool arbiter;
    uint32_t sms, slots, warps; /* sms: of a dispatcher; warps: of an arbiter */
    double nand2;
} pareto_cost_t;

typedef struct {
    pareto_cost_t *cost;
    uint32_t count;
    const char *path;
} pareto_costs_t;

/* pareto_costs.c: what ctadel synth has written. False: err has file and line. Free it even then. */
bool pareto_costs_read(pareto_costs_t *c, const char *path, err_t *err);
void pareto_costs_free(pareto_costs_t *c);

typedef struct {
    char name[RUN_HEAD_BYTES];
    char dispatcher[PARETO_WORD_BYTES], arbiter[PARETO_WORD_BYTES]; /* words of ctadel synth */
    double nand2;                                                   /* dispatcher + SMs x schedulers arbiters */
    double mean;                                                    /* IPC over the first point's: geometric mean, */
    double min, max;                                                /* over the workloads */
    const char *slowest, *fastest;                                  /* workloads of min and max */
    bool front; /* no other is as small and as fast, and better in one of both */
} pareto_point_t;

typedef struct {
    const sweep_experiment_t *e;
    uint32_t sms, slots, warps, schedulers; /* of every point's machine; warps: of one scheduler */
    pareto_point_t *point;                  /* e->columns; [0] is what others are compared with */
    uint32_t workloads;                     /* that count: every point has run them */
} pareto_t;

/* pareto.c: the points' words and sizes. False: err; free it even then. */
bool pareto_create(pareto_t *p, const sweep_experiment_t *e, err_t *err);
void pareto_free(pareto_t *p);
/* The words and options with which ctadel synth makes what the points need, one line. */
void pareto_print_designs(const pareto_t *p, FILE *f);
/* Fills in areas, speed-ups and the front. */
bool pareto_fill(pareto_t *p, const pareto_costs_t *costs, const sweep_job_t *jobs, err_t *err);

/* pareto_chart.c: the table on stdout, DIR/pareto.csv and .gp, and with gnuplot .svg; table and chart on
 * `page` too, if there is one. */
bool pareto_report(const pareto_t *p, const char *dir, ui_page_t *page, err_t *err);

#endif
