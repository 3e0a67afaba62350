/* sweep.h - an experiment: its file, its runs, their stored results, its table and figures. */
#ifndef CTADEL_TB_EXPERIMENT_SWEEP_H
#define CTADEL_TB_EXPERIMENT_SWEEP_H

#include "config/yamldoc.h"
#include "run/metrics.h"
#include "run/options.h"
#include "run/pool.h"
#include "run/waves_few.h"
#include "ui/page.h"

typedef enum { SWEEP_RAW, SWEEP_FIRST, SWEEP_LAST } sweep_normalise_t;

typedef struct { /* a named column with its own options, instead of a combination of axes */
    const char *name;
    char where[RUN_WHERE_BYTES]; /* beginning of error messages */
    int node;                    /* YAML map of its options */
    ui_words_t sets;             /* sets of the experiment, then its own */
} sweep_point_t;

enum { SWEEP_SERIES_MAX = 16, SWEEP_FIGURES_MAX = 32, SWEEP_BEST_MAX = 8, SWEEP_GAPS_MAX = 16 };

typedef struct {       /* a figure of a paper: columns, a metric, and means for comparison with the paper's */
    const char *name;  /* "HPCA 2014, Figure 12" */
    const char *title; /* NULL: none */
    const metric_t *metric;
    const char *normalise;               /* column whose value becomes 1.000; NULL: none */
    ui_words_t series;                   /* columns, or names of `best` */
    ui_words_t workloads;                /* empty: all */
    const char *paper[SWEEP_SERIES_MAX]; /* the paper's mean of each series; NULL: not stated */
    const char *paper_mean;              /* kind of that mean; NULL: not stated */
} sweep_figure_t;

typedef struct { /* a series that takes, for each workload, the column with the highest IPC */
    const char *name;
    ui_words_t of;
} sweep_best_t;

typedef struct {
    yamldoc_t *doc;   /* owns the strings below */
    char name[64];    /* name of the file without folder and suffix */
    const char *word; /* what names it on the command line: a shipped one's name, else the path of its file */
    const char *title;
    char machine[RUN_PATH_BYTES];
    ui_words_t workloads, sets;
    uint32_t gap_bytes[SWEEP_GAPS_MAX], gaps; /* each run is repeated with each gap; default: one gap of 0 */
    run_opts_t base;                          /* options of all runs, without workload */
    run_axis_t axes[RUN_AXES_MAX];
    uint32_t axis_count, columns;
    sweep_point_t *points; /* columns, instead of axes */
    uint32_t point_count;
    sweep_best_t best[SWEEP_BEST_MAX];
    uint32_t best_count;
    sweep_figure_t figures[SWEEP_FIGURES_MAX];
    uint32_t figure_count;
    const metric_t *metric;
    sweep_normalise_t normalise;
    bool types;                 /* adds a column with the type of the curve over ctas, then the only axis */
    uint64_t tolerance_percent; /* of the curve's type, see stats/curve.h */
    uint64_t program;           /* hash of the program; set before the first sweep_row_path */
    const char *failures;       /* folder where a run that fails leaves a file for the host that gathers; NULL: none */
} sweep_experiment_t;

enum { SWEEP_WHAT_BYTES = 160, SWEEP_HOST_BYTES = 65 };

typedef struct {
    uint64_t inputs; /* hash of all that determines the result but the program: machine, workload files, options */
    uint64_t row;    /* hash of that and of the program; in the name of the row */
} sweep_key_t;

typedef struct { /* one run, as a job of run/pool.h */
    pool_job_t job;
    run_result_t result; /* with DONE and KEPT */
    char row_path[RUN_PATH_BYTES + 128];
    sweep_key_t key;
    char what[SWEEP_WHAT_BYTES]; /* see sweep_what */
    double seconds, mbytes;      /* what the run is expected to take; 0: unknown */
    run_mix_t workload;
    uint32_t column;
    uint32_t gap;   /* index into gap_bytes */
    uint32_t alone; /* 0: the whole workload or mix; n: only workload n - 1 of the mix */
} sweep_job_t;

typedef struct { /* what a row says of the run itself, beside its result */
    char what[SWEEP_WHAT_BYTES];
    uint64_t program, inputs;    /* hash of the program; see sweep_key_t */
    uint64_t finished;           /* end of the run, seconds since 1970 */
    char host[SWEEP_HOST_BYTES]; /* its name */
    double seconds, mbytes;      /* time, and memory of the process at its largest */
} sweep_about_t;

/* sweep_columns.c: name of a workload or mix in rows and files: "vadd" for vadd and my/vadd.yaml, "vadd+hot" for
 * vadd+my/hot.yaml. */
void sweep_stem(const char *word, char stem[64]);

enum { SWEEP_FOLDER_BYTES = RUN_PATH_BYTES - 16 };
/* sweep_columns.c: folder of a sweep's results: `out`, or sweep-NAME if `out` is NULL. False: err (a long path). */
bool sweep_folder(const char *out, const char *name, char folder[SWEEP_FOLDER_BYTES], err_t *err);

/* sweep_columns.c: true if another workload has the name of workload w; `sizes`: the sizes are part of the names. */
bool sweep_same_workload(const sweep_experiment_t *e, uint32_t w, bool sizes);

/* sweep_experiment.c. Reads and checks an experiment's file into *e. False: err. sweep_experiment_free is due, also
 * after an error. */
bool sweep_experiment_read(sweep_experiment_t *e, const char *path, err_t *err);
void sweep_experiment_free(sweep_experiment_t *e);
/* Takes another machine, and checks all columns on it. False: err. */
bool sweep_experiment_machine(sweep_experiment_t *e, const char *word, err_t *err);
/* sweep_columns.c: sets e->gap_bytes. `where`: beginning of error messages. False: err. */
bool sweep_gaps(sweep_experiment_t *e, const ui_words_t *words, const char *where, err_t *err);
/* sweep_columns.c: *o: options of a job, which has column, gap, workload and alone; head: name of its column. False:
 * err. */
bool sweep_experiment_options(const sweep_experiment_t *e, const sweep_job_t *j, run_opts_t *o,
                              char head[RUN_HEAD_BYTES], err_t *err);

/* Number of runs per gap: workloads x columns. */
uint32_t sweep_cells(const sweep_experiment_t *e);

typedef struct {
    double median, least, most;
} sweep_spread_t;
/* Median and range of a value over the gaps; sorts value[]. All NaN if one value is NaN. */
sweep_spread_t sweep_spread(double value[SWEEP_GAPS_MAX], uint32_t gaps);

/* Index of the column with head `name`; e->columns: no such column. */
uint32_t sweep_column(const sweep_experiment_t *e, const char *name);

/* sweep_points.c: reads `points`; check: call it after all keys are read. False: err. */
bool sweep_points_read(sweep_experiment_t *e, int node, const char *where, err_t *err);
bool sweep_points_check(sweep_experiment_t *e, err_t *err);
/* Drops all points but those named. `where`: beginning of error messages. False: err. */
bool sweep_points_keep(sweep_experiment_t *e, const ui_words_t *names, const char *where, err_t *err);
bool sweep_points_apply(const sweep_experiment_t *e, uint32_t column, run_opts_t *o, err_t *err);
void sweep_points_free(sweep_experiment_t *e);

/* sweep_figures.c */
bool sweep_best_read(sweep_experiment_t *e, int node, const char *where, err_t *err);
bool sweep_figures_read(sweep_experiment_t *e, int node, const char *where, err_t *err);
bool sweep_figures_check(const sweep_experiment_t *e, err_t *err);
void sweep_figures_free(sweep_experiment_t *e);

/* sweep_chart.c: writes each figure as a table to stdout and to DIR/<figure>.csv, as a gnuplot script to
 * DIR/<figure>.gp and, if gnuplot is installed, as DIR/<figure>.svg; then a table of our means and the papers'. Adds
 * all of it to `page`, unless NULL. False: err. */
bool sweep_charts(const sweep_experiment_t *e, const sweep_job_t *jobs, const char *dir, ui_page_t *page, err_t *err);

/* sweep_row.c: a row is the result of a run as a JSON file in folder `rows`. The file name contains a hash of
 * everything that determines the result: options, machine, workload files, the program itself. */
bool sweep_row_path(const run_opts_t *o, uint64_t program, const char *rows, char path[RUN_PATH_BYTES + 128],
                    sweep_key_t *key, err_t *err);
bool sweep_row_program(uint64_t *hash, err_t *err);     /* *hash: for `program` above; false: err */
bool sweep_row_load(const char *path, run_result_t *r); /* false: no such file, or not a row */
bool sweep_row_about(const char *path, run_result_t *r, sweep_about_t *about);                        /* the same */
bool sweep_row_save(const char *path, const run_result_t *r, const sweep_about_t *about, err_t *err); /* false: err */

typedef struct {
    char name[256]; /* of its file */
    run_result_t result;
    sweep_about_t about;
} sweep_listed_t;
typedef struct {
    sweep_listed_t *row;           /* by what they say of themselves, then by name */
    uint32_t count, room, damaged; /* damaged: files with the name of a row that cannot be read as one */
} sweep_rows_t;
/* sweep_rows.c: adds all rows of a folder to *rows, at first {0}. False: err. sweep_rows_free is due in any case. */
bool sweep_rows_read(const char *folder, sweep_rows_t *rows, err_t *err);
void sweep_rows_free(sweep_rows_t *rows);
/* sweep_runs.c: writes runs.csv: a line per run that passed its checks. False: err. */
bool sweep_row_csv(const sweep_experiment_t *e, const sweep_job_t *jobs, uint32_t count, const char *path, err_t *err);
/* Reads such a file. Sets e->workloads and e->gap_bytes to those of the file; a run that the file lacks
 * has state ERROR. NULL: err. Free the sweep_cells(e) * e->gaps jobs by sweep_jobs_destroy. */
sweep_job_t *sweep_row_csv_read(sweep_experiment_t *e, const char *path, err_t *err);

/* sweep_origin.c: machine, sizes and version of all runs that have a result, or of those of workload w. */
ui_origin_t sweep_origin(const sweep_experiment_t *e, const sweep_job_t *jobs);
ui_origin_t sweep_origin_of(const sweep_experiment_t *e, const sweep_job_t *jobs, uint32_t w);
/* Writes a table as CSV with the origin of each row: row i + 1, for i below `rows`, is of workload row[i] (row NULL:
 * i); the others are of all runs. False: err. */
bool sweep_table_csv(const ui_table_t *t, const sweep_experiment_t *e, const sweep_job_t *jobs, const uint32_t *row,
                     uint32_t rows, const char *path, err_t *err);

/* sweep_origin.c: warns of the workloads row[0..rows-1] (row NULL: the first `rows`) that have less than a wave of
 * CTAs. False: there is none. */
bool sweep_few_waves(const sweep_experiment_t *e, const sweep_job_t *jobs, const uint32_t *row, uint32_t rows,
                     char text[WAVES_FEW_BYTES]);

/* Jobs in memory shared with the processes of a pool. NULL: out of memory. */
sweep_job_t *sweep_jobs_create(uint32_t count);
void sweep_jobs_destroy(sweep_job_t *jobs, uint32_t count);

/* sweep_table.c: table with a row per workload and a column per column of the experiment; values are medians over the
 * gaps. jobs[gap * cells + workload * columns + column]. Free it by ui_table_destroy. */
ui_table_t *sweep_table(const sweep_experiment_t *e, const sweep_job_t *jobs);

#endif
