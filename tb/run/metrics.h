/* metrics.h - the one table of metrics: what `ctadel run` prints, what experiments and their figures may name, what
 * compare sets side by side, and what `ctadel help metrics` lists. A new metric is one row in metrics.c, a formula over
 * counters.h; each counter of a unit's table (sm/sm_counters.h, mem/mem_counters.h) is a metric without a row here. */
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
    METRIC_MEAN_MAX, /* "4.43 / 5": CTAs of an SM, with the most of any */
} metric_format_t;

typedef struct {
    const char *name;                    /* in experiments: "l1_miss" */
    const char *head;                    /* in the summary of `ctadel run`: "L1 miss rate"; NULL: not there */
    const char *unit;                    /* of the value, "": none */
    const char *text;                    /* a sentence without its full stop */
    double (*of)(const run_result_t *r); /* NaN: not defined for this run */
    metric_format_t format;              /* in the summary */
    bool mix;                            /* of mixes alone */
} metric_t;

enum { METRIC_TEXT_BYTES = 48 };

const metric_t *metric_at(uint32_t i);                     /* in the order of the summary; NULL behind the last */
const metric_t *metric_find(const char *name);             /* NULL: there is none */
double metric_of(const char *name, const run_result_t *r); /* of a metric that there is */
/* The value as the summary shows it; "-" of NaN. */
void metric_text(const metric_t *m, const run_result_t *r, char text[METRIC_TEXT_BYTES]);
/* The metric of that name; NULL: err, a sentence that begins with `where` and suggests the nearest. */
const metric_t *metric_named(const char *name, const char *where, err_t *err);
void metrics_describe(FILE *f); /* a line for each */

#endif
