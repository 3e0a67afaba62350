/* compare.h - another simulator's figures of some traces, and ours beside them. */
#ifndef CTADEL_TB_COMPARE_COMPARE_H
#define CTADEL_TB_COMPARE_COMPARE_H

#include "policy/scheduler.h"
#include "run/options.h"
#include "run/pool.h"
#include "ui/table.h"

enum { COMPARE_WORD_BYTES = 64 };

typedef struct { /* one row of the reference: a kernel under a CTA limit and a warp scheduler */
    char kernel[COMPARE_WORD_BYTES], sched[COMPARE_WORD_BYTES];
    const char *warp;    /* our word for sched */
    uint32_t ctas, line; /* of the file */
    double cycles;
    double l1_miss, l2_miss, row_locality, bus_share; /* shares of 1; accesses per activation */
} compare_row_t;

typedef struct {
    compare_row_t *row;
    uint32_t count;
} compare_ref_t; /* {0} is empty */

typedef struct { /* the run of one row, as a job of run/pool.h */
    pool_job_t job;
    uint32_t row;
    char trace[RUN_PATH_BYTES]; /* kernelslist.g */
    run_result_t result;        /* DONE */
} compare_job_t;

/* compare_ref.c: a CSV with a head line; columns are found by name, others are skipped. */
bool compare_ref_read(compare_ref_t *ref, const char *path, err_t *err);
void compare_ref_free(compare_ref_t *ref);

/* compare_table.c. jobs[i] ran row i; rows whose job did not end stay blank and are not counted. */
ui_table_t *compare_table(const compare_ref_t *ref, const compare_job_t *jobs);
void compare_summary(const compare_ref_t *ref, const compare_job_t *jobs, FILE *f);

#endif
