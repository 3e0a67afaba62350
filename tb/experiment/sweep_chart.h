/* sweep_chart.h - inside of the charts: the numbers of one figure. */
#ifndef CTADEL_TB_EXPERIMENT_SWEEP_CHART_H
#define CTADEL_TB_EXPERIMENT_SWEEP_CHART_H

#include "experiment/sweep.h"

typedef struct {
    const sweep_experiment_t *e;
    const sweep_figure_t *f;
    const sweep_job_t *jobs;
    uint32_t row[256], rows;         /* workloads of the figure */
    char file[RUN_PATH_BYTES + 128]; /* without suffix */
} sweep_chart_t;

/* sweep_numbers.c */
sweep_chart_t sweep_chart_of(const sweep_experiment_t *e, uint32_t figure, const sweep_job_t *jobs, const char *dir);
/* The median over the gaps. NaN: a run is not there, or nothing to divide by. */
double sweep_chart_value(const sweep_chart_t *c, uint32_t workload, uint32_t series);
bool sweep_chart_any(const sweep_chart_t *c); /* some run is there */
bool sweep_chart_has_paper(const sweep_chart_t *c);
/* Over the workloads that have a number, whose count is returned; 0: *geo and *mean are NaN. */
uint32_t sweep_chart_means(const sweep_chart_t *c, uint32_t series, double *geo, double *mean);
/* Of the means of the kind that the paper states, one under each gap. */
sweep_spread_t sweep_chart_spread(const sweep_chart_t *c, uint32_t series);
/* Ours, of the kind that the paper states; geometric if it does not say which. */
double sweep_chart_mean(const sweep_chart_t *c, uint32_t series, uint32_t *count);
const char *sweep_chart_mean_name(const sweep_chart_t *c);
/* What the numbers are: "ctas_per_sm, CTAs", or "ipc, relative to gto". */
void sweep_chart_axis(const sweep_figure_t *f, char *text, size_t bytes);

/* sweep_script.c: the gnuplot script that draws <file>.svg. */
bool sweep_chart_script(const sweep_chart_t *c, const char *path, err_t *err);

#endif
