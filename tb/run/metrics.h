/* metrics.h - the table of metrics, for the summary of `ctadel run`, for experiments and figures, for compare, and for
 * `ctadel help metrics`. A metric is one row in metrics.c, with a formula over counters.h. Each counter of a unit
 * (sm/sm_counters.h, mem/mem_counters.h) is a metric without a row. */
#ifndef CTADEL_TB_RUN_METRICS_H
#define CTADEL_TB_RUN_METRICS_H

#include "run/cosim.h"

typedef enum {
    METRIC_COUNT,    /* "1234" */
    METRIC_RATIO,    /* "1.234" */
    METRIC_TENTHS,   /* "1.2" */
    METRIC_PERCENT,  /* of 0.123: "12.3 %" */
    METRIC_MILLI,    /* of 0.001234: "1.234" */
    METRIC_GIGA,     /* of 1.2e9: "1.200" */
    METRIC_MEAN_MAX, /* "4.43 / 5": CTAs per SM, mean and maximum */
} metric_format_t;

typedef struct {
    const char *name;                    /* word in experiments: "l1_miss" */
    const char *head;                    /* heading in the summary of `ctadel run`: "L1 miss rate"; NULL: not listed */
    const char *unit;                    /* unit of the value; "": none */
    const char *text;                    /* description, without full stop */
    double (*of)(const run_result_t *r); /* the value; NaN: undefined for this run */
    metric_format_t format;              /* in the summary */
    bool mix;                            /* defined for mixes only */
} metric_t;

enum { METRIC_TEXT_BYTES = 48 };

const metric_t *metric_at(uint32_t i);                     /* in the order of the summary; NULL after the last */
const metric_t *metric_find(const char *name);             /* NULL: no such metric */
double metric_of(const char *name, const run_result_t *r); /* value of an existing metric */
/* Formats the value for the summary; NaN becomes "-". */
void metric_text(const metric_t *m, const run_result_t *r, char text[METRIC_TEXT_BYTES]);
/* The metric of this name. NULL: err, a message that begins with `where` and suggests the nearest name. */
const metric_t *metric_named(const char *name, const char *where, err_t *err);
void metrics_describe(FILE *f); /* writes a line per metric */

#endif
