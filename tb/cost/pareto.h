/* pareto.h - ctadel report --synth: sets the speed-up of each point of an experiment over the first point against the
 * area it adds: that of the dispatcher and of the arbiters of all warp schedulers. */
#ifndef CTADEL_TB_COST_PARETO_H
#define CTADEL_TB_COST_PARETO_H

#include "experiment/sweep.h"

enum { PARETO_WORD_BYTES = 96, PARETO_ROWS_MAX = 4096 };

typedef struct { /* a dispatcher or an arbiter: a row of synth.csv */
    char name[PARETO_WORD_BYTES];
    bool arbiter;
    uint32_t sms, slots, warps; /* sms is valid for a dispatcher, warps for an arbiter */
    double nand2;               /* area in NAND2 gates of the library */
} pareto_cost_t;

typedef struct {
    pareto_cost_t *cost;
    uint32_t count;
    const char *path;
    ui_origin_t origin; /* libraries, and versions that synthesised, as far as the file names them */
} pareto_costs_t;

/* pareto_costs.c: reads the synth.csv of ctadel synth. False: err has file and line. Free `c` even then. */
bool pareto_costs_read(pareto_costs_t *c, const char *path, err_t *err);
void pareto_costs_free(pareto_costs_t *c);

typedef struct {
    char name[RUN_HEAD_BYTES];
    char dispatcher[PARETO_WORD_BYTES], arbiter[PARETO_WORD_BYTES]; /* words of ctadel synth */
    double nand2;                                                   /* area: dispatcher + SMs x schedulers x arbiter */
    double mean, min, max;         /* speed-up, IPC over the first point's: geometric mean, least, most */
    const char *slowest, *fastest; /* workloads of min and max */
    bool front; /* on the Pareto front: no other point is at least as small and as fast, and better in one */
} pareto_point_t;

typedef struct {
    const sweep_experiment_t *e;
    uint32_t sms, slots, warps, schedulers; /* the same for every point; warps: per scheduler */
    pareto_point_t *point;                  /* e->columns points; the others are compared with [0] */
    uint32_t workloads;                     /* workloads that every point has run; only they count */
    ui_origin_t origin;                     /* of the runs and of the areas */
    char few[WAVES_FEW_BYTES];              /* warning of grids without a wave of CTAs; "": none */
} pareto_t;

/* pareto.c: reads the points' words and sizes. False: err. Free `p` even then. */
bool pareto_create(pareto_t *p, const sweep_experiment_t *e, err_t *err);
void pareto_free(pareto_t *p);
/* Prints in one line the words and options with which ctadel synth makes the designs of all points. */
void pareto_print_designs(const pareto_t *p, FILE *f);
/* Fills in areas, speed-ups and the front. jobs: e->workloads.count rows of e->columns. False: err. */
bool pareto_fill(pareto_t *p, const pareto_costs_t *costs, const sweep_job_t *jobs, err_t *err);

/* pareto_chart.c: prints the table; writes DIR/pareto.csv, pareto.gp and, with gnuplot, pareto.svg; adds table and
 * chart to `page` unless it is NULL. */
bool pareto_report(const pareto_t *p, const char *dir, ui_page_t *page, err_t *err);

#endif
