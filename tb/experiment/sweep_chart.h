/* sweep_chart.h - the numbers of one figure, for the sweep_*.c files that draw it. */
#ifndef CTADEL_TB_EXPERIMENT_SWEEP_CHART_H
#define CTADEL_TB_EXPERIMENT_SWEEP_CHART_H

#include "experiment/sweep.h"

typedef struct {
    const sweep_experiment_t *e;
    const sweep_figure_t *f;
    const sweep_job_t *jobs;
    uint32_t row[256], rows;         /* indices of the figure's workloads */
    char file[RUN_PATH_BYTES + 128]; /* path of its files, without suffix */
} sweep_chart_t;

/* sweep_numbers.c */
sweep_chart_t sweep_chart_of(const sweep_experiment_t *e, uint32_t figure, const sweep_job_t *jobs, const char *dir);
/* Median over the gaps. NaN: a run is missing, or the column to normalise by is not positive. */
double sweep_chart_value(const sweep_chart_t *c, uint32_t workload, uint32_t series);
bool sweep_chart_any(const sweep_chart_t *c);       /* some value is not NaN */
bool sweep_chart_has_paper(const sweep_chart_t *c); /* the paper states some mean */
/* Geometric and arithmetic mean over the workloads with a value; returns their number. 0: *geo and *mean are NaN. */
uint32_t sweep_chart_means(const sweep_chart_t *c, uint32_t series, double *geo, double *mean);
/* Median and range over the gaps of the mean that sweep_chart_mean returns. */
sweep_spread_t sweep_chart_spread(const sweep_chart_t *c, uint32_t series);
/* Mean over the workloads, of the kind that the paper states, by default geometric. *count: number of workloads. */
double sweep_chart_mean(const sweep_chart_t *c, uint32_t series, uint32_t *count);
const char *sweep_chart_mean_name(const sweep_chart_t *c); /* "mean" or "geo-mean" */
/* Writes the label of the figure's values to text: "ctas_per_sm, CTAs", or "ipc, relative to gto". */
void sweep_chart_axis(const sweep_figure_t *f, char *text, size_t bytes);
/* The same in words, for the axis of a chart: "thread instructions per core cycle, relative to gto". */
void sweep_chart_words(const sweep_figure_t *f, char *text, size_t bytes);

/* sweep_script.c: writes the gnuplot script that draws <file>.svg. False: err. */
bool sweep_chart_script(const sweep_chart_t *c, const char *path, err_t *err);

#endif
