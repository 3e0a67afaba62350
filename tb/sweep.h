/* sweep.h - an experiment: its file, its runs, their kept results, its table. */
#ifndef CTADEL_TB_SWEEP_H
#define CTADEL_TB_SWEEP_H

#include "cli.h"
#include "config/yamldoc.h"

typedef struct {
    const char *name;
    double (*of)(const run_result_t *r); /* NaN: nothing to divide by */
} sweep_metric_t;

typedef enum { SWEEP_RAW, SWEEP_FIRST, SWEEP_LAST } sweep_normalise_t;

typedef struct {
    yamldoc_t *doc; /* owns the texts below */
    char name[64];  /* the file's */
    const char *title;
    char machine[CLI_PATH_BYTES];
    cli_words_t workloads, sets;
    run_opts_t base; /* without the workload */
    cli_axis_t axes[CLI_AXES_MAX];
    uint32_t axis_count, columns;
    const sweep_metric_t *metric;
    sweep_normalise_t normalise;
    bool types;                 /* a column with the curve's type; the only axis is ctas */
    uint64_t tolerance_percent; /* of a type */
} sweep_experiment_t;

typedef enum { SWEEP_WAITING, SWEEP_REUSED, SWEEP_DONE, SWEEP_ERROR } sweep_state_t;

typedef struct { /* one run; lives in memory shared with the children */
    sweep_state_t state;
    run_result_t result; /* DONE and REUSED */
    err_t err;           /* ERROR */
    char row_path[CLI_PATH_BYTES + 128];
    char workload[CLI_PATH_BYTES];
    uint32_t column;
} sweep_job_t;

/* "vadd" of the words vadd and my/vadd.yaml: what rows and files are called. */
void sweep_stem(const char *word, char stem[64]);

/* sweep_experiment.c. *e is zeroed first; free it even after false. */
bool sweep_experiment_read(sweep_experiment_t *e, const char *path, err_t *err);
void sweep_experiment_free(sweep_experiment_t *e);
/* Sets the options of a column; its head names the values. */
bool sweep_experiment_options(const sweep_experiment_t *e, const sweep_job_t *j, run_opts_t *o,
                              char head[CLI_HEAD_BYTES], err_t *err);

/* sweep_row.c: a finished run as a small JSON file, its name made of all that decides the result.
 */
bool sweep_row_key(const run_opts_t *o, uint64_t *key, err_t *err);
bool sweep_row_load(const char *path, run_result_t *r); /* false: none, or none of ours */
bool sweep_row_save(const char *path, const run_result_t *r, err_t *err);
bool sweep_row_csv(const sweep_experiment_t *e, const sweep_job_t *jobs, uint32_t count,
                   const char *path, err_t *err);

/* sweep_pool.c: runs the waiting jobs, `parallel` at a time, each in a process of its own. Jobs stand
 * in memory shared with the children (sweep_jobs_create; NULL: out of memory). */
typedef struct {
    const char *name; /* before the progress bar */
    bool (*run)(const void *self, sweep_job_t *j, err_t *err); /* in the child; result goes to *j */
    const void *self;
    uint32_t parallel;
} sweep_pool_t;

enum { SWEEP_PARALLEL_MAX = 256 };

sweep_job_t *sweep_jobs_create(uint32_t count);
void sweep_jobs_destroy(sweep_job_t *jobs, uint32_t count);
void sweep_pool_run(const sweep_pool_t *p, sweep_job_t *jobs, uint32_t count);
/* What --jobs says, the processors without it. */
bool sweep_parallel(const char *value, uint32_t *parallel, err_t *err);

/* sweep_table.c. jobs[w * columns + c]. Free with cli_table_destroy. */
extern const sweep_metric_t sweep_metrics[];
extern const uint32_t sweep_metric_count;
cli_table_t *sweep_table(const sweep_experiment_t *e, const sweep_job_t *jobs);

#endif
