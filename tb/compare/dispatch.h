/* dispatch.h - ctadel compare-dispatch: how near the CTAs of a run are to those of a dispatch log, by place policy. */
#ifndef CTADEL_TB_COMPARE_DISPATCH_H
#define CTADEL_TB_COMPARE_DISPATCH_H

#include "run/dispatch_log.h"
#include "run/pool.h"
#include "ui/table.h"

typedef struct {
    double same_sm;    /* share of the CTAs that ran on the logged SM, 0 to 1 */
    double relabelled; /* the same after the log's SMs were given other numbers, each its own, see dispatch_score.c */
    double starts;     /* rank correlation of the starts, see dispatch_score.c, -1 to 1; NAN: no launch has two CTAs */
    double tail;       /* dispatch_tail of the run */
    double tail_more;  /* than that of the log, -1 to 1 */
    uint64_t cycles;   /* of the run */
} dispatch_score_t;

typedef struct { /* the run of a place policy, a job of run/pool.h */
    pool_job_t job;
    const char *place;      /* word of the policy */
    uint32_t number;        /* of the job in order of its start; of equal runs the first one stands above */
    bool scored;            /* the next field is valid */
    dispatch_score_t score; /* against the log */
    char failed[512];       /* the check that failed in the run; "": none */
    char machine[32], size[48], version[16];
} dispatch_job_t;

/* dispatch_score.c. Both logs are whole, with the same launches and grids, on SMs below `sms`, at most SCHED_SMS_MAX.
 * Fills all of *s but the cycles. False: out of memory. */
bool dispatch_score(const dispatch_log_t *log, const dispatch_log_t *run, uint32_t sms, dispatch_score_t *s);
/* The tail of a launch is the time from when the first of its SMs has ended its last CTA to the end of its last CTA.
 * Returns the sum of the tails of all launches, divided by the sum of their times from first start to last end: 0 to 1;
 * 0 if they take no time. */
double dispatch_tail(const dispatch_log_t *log, uint32_t sms);

/* dispatch_table.c: sorts the jobs: those that are scored first, the best at the top, by same SM, then by starts, then
 * by the difference of the tails. */
void dispatch_sort(dispatch_job_t *jobs, uint32_t count);
/* A row for each scored job, in the order of `jobs`. */
ui_table_t *dispatch_table(const dispatch_job_t *jobs, uint32_t count);

#endif
