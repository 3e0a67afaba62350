/* sweep.h - an experiment: its file, its runs, their kept results, its table. */
#ifndef CTADEL_TB_EXPERIMENT_SWEEP_H
#define CTADEL_TB_EXPERIMENT_SWEEP_H

#include "config/yamldoc.h"
#include "run/metrics.h"
#include "run/options.h"
#include "run/pool.h"
#include "ui/page.h"

typedef enum { SWEEP_RAW, SWEEP_FIRST, SWEEP_LAST } sweep_normalise_t;

typedef struct { /* a column of its own options, instead of a combination of axes */
    const char *name;
    char where[RUN_WHERE_BYTES]; /* for a mistake */
    int node;                    /* its map of options */
    ui_words_t sets;             /* the experiment's, then its own */
} sweep_point_t;

typedef struct {       /* a figure of a paper: some columns, one metric, means beside the paper's */
    const char *name;  /* "HPCA 2014, Figure 12" */
    const char *title; /* NULL: none */
    const metric_t *metric;
    const char *normalise;  /* column that is 1.000; NULL: none */
    ui_words_t series;      /* columns, or words of `best` */
    ui_words_t workloads;   /* empty: all */
    const char *paper[16];  /* the paper's mean of each series; NULL: not said */
    const char *paper_mean; /* which mean that is; NULL: not said */
} sweep_figure_t;

enum { SWEEP_SERIES_MAX = 16, SWEEP_FIGURES_MAX = 32, SWEEP_BEST_MAX = 8, SWEEP_GAPS_MAX = 16 };

typedef struct { /* of each workload, the one of these columns with the highest IPC */
    const char *name;
    ui_words_t of;
} sweep_best_t;

typedef struct {
    yamldoc_t *doc; /* owns the texts below */
    char name[64];  /* the file's */
    const char *title;
    char machine[RUN_PATH_BYTES];
    ui_words_t workloads, sets;
    uint32_t gap_bytes[SWEEP_GAPS_MAX], gaps; /* each run is done with each; at least one: 0 */
    run_opts_t base;                          /* without the workload */
    run_axis_t axes[RUN_AXES_MAX];
    uint32_t axis_count, columns;
    sweep_point_t *points; /* instead of axes */
    uint32_t point_count;
    sweep_best_t best[SWEEP_BEST_MAX];
    uint32_t best_count;
    sweep_figure_t figures[SWEEP_FIGURES_MAX];
    uint32_t figure_count;
    const metric_t *metric;
    sweep_normalise_t normalise;
    bool types;                 /* a column with the curve's type; the only axis is ctas */
    uint64_t tolerance_percent; /* of a type */
} sweep_experiment_t;

typedef struct { /* one run, as a job of run/pool.h */
    pool_job_t job;
    run_result_t result; /* DONE and KEPT */
    char row_path[RUN_PATH_BYTES + 128];
    run_mix_t workload;
    uint64_t alone_cycles[COSIM_MIX]; /* of a mix: for its figures */
    uint32_t column;
    uint32_t gap;   /* index into gap_bytes */
    uint32_t alone; /* 0: the point; n: only the n-th workload of its mix, by itself */
} sweep_job_t;

/* sweep_columns.c: "vadd" of the words vadd and my/vadd.yaml, "vadd+hot" of vadd+my/hot.yaml: what rows and files are
 * called. */
void sweep_stem(const char *word, char stem[64]);

/* sweep_experiment.c. *e is zeroed first; free it even after false. */
bool sweep_experiment_read(sweep_experiment_t *e, const char *path, err_t *err);
void sweep_experiment_free(sweep_experiment_t *e);
/* sweep_columns.c: sets e->gap_bytes. */
bool sweep_gaps(sweep_experiment_t *e, const ui_words_t *words, const char *where, err_t *err);
/* sweep_columns.c: sets the options of a column; its head names the values. */
bool sweep_experiment_options(const sweep_experiment_t *e, const sweep_job_t *j, run_opts_t *o,
                              char head[RUN_HEAD_BYTES], err_t *err);

/* Runs of one gap, of all workloads and columns; those of the next gap follow. */
uint32_t sweep_cells(const sweep_experiment_t *e);

typedef struct {
    double median, least, most;
} sweep_spread_t;
/* Of the same number under each gap, which are sorted here. All NaN: one of them is. */
sweep_spread_t sweep_spread(double value[SWEEP_GAPS_MAX], uint32_t gaps);

/* The column whose head is `name`; e->columns: none. */
uint32_t sweep_column(const sweep_experiment_t *e, const char *name);

/* sweep_alone.c: what each mix among the waiting jobs is compared with. Runs every workload by itself that is
 * not kept in `rows` yet, once for all columns of the same machine, size and seed, and fills alone_cycles.
 * A job of which a workload fails by itself is not run: it ends as that has. False: err. */
bool sweep_alone(const sweep_experiment_t *e, const char *rows, uint32_t parallel, sweep_job_t *jobs, uint32_t count,
                 err_t *err);
/* Runs a job of the experiment and keeps its row, if it passed its checks. */
bool sweep_run_job(const void *experiment, void *job, err_t *err);

/* sweep_points.c. Both as the keys of an experiment are read; check: after all keys. */
bool sweep_points_read(sweep_experiment_t *e, int node, const char *where, err_t *err);
bool sweep_points_check(sweep_experiment_t *e, err_t *err);
bool sweep_points_apply(const sweep_experiment_t *e, uint32_t column, run_opts_t *o, err_t *err);
void sweep_points_free(sweep_experiment_t *e);

/* sweep_figures.c */
bool sweep_best_read(sweep_experiment_t *e, int node, const char *where, err_t *err);
bool sweep_figures_read(sweep_experiment_t *e, int node, const char *where, err_t *err);
bool sweep_figures_check(const sweep_experiment_t *e, err_t *err);
void sweep_figures_free(sweep_experiment_t *e);

/* sweep_chart.c: every figure as a table on stdout and as DIR/<figure>.csv, and as a gnuplot script
 * DIR/<figure>.gp; with gnuplot installed it is run and leaves DIR/<figure>.svg. Last, our means of all figures
 * beside the paper's. The same goes to `page`, if there is one. */
bool sweep_charts(const sweep_experiment_t *e, const sweep_job_t *jobs, const char *dir, ui_page_t *page, err_t *err);

/* sweep_row.c: a finished run as a small JSON file, its name made of all that decides the result;
 * sweep_runs.c: sweep_row_csv_read. */
bool sweep_row_path(const run_opts_t *o, const char *rows, char path[RUN_PATH_BYTES + 128], err_t *err);
bool sweep_row_load(const char *path, run_result_t *r); /* false: none, or none of ours */
bool sweep_row_save(const char *path, const run_result_t *r, err_t *err);
bool sweep_row_csv(const sweep_experiment_t *e, const sweep_job_t *jobs, uint32_t count, const char *path, err_t *err);
/* What sweep_row_csv has written. e->workloads and e->gap_bytes become those of the file; a run that is not there is
 * an ERROR. NULL: err. Free with sweep_jobs_destroy, sweep_cells(e) * e->gaps of them. */
sweep_job_t *sweep_row_csv_read(sweep_experiment_t *e, const char *path, err_t *err);

/* Jobs stand in memory shared with the processes; NULL: out of memory. */
sweep_job_t *sweep_jobs_create(uint32_t count);
void sweep_jobs_destroy(sweep_job_t *jobs, uint32_t count);

/* sweep_table.c. jobs[gap * cells + w * columns + c]; a number is the median over the gaps. Free with ui_table_destroy.
 */
ui_table_t *sweep_table(const sweep_experiment_t *e, const sweep_job_t *jobs);

#endif
