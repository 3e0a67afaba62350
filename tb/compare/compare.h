/* compare.h - ctadel compare: what another simulator or the hardware measured for a set of traces (the reference), and
 * what CTAdel measures for them. */
#ifndef CTADEL_TB_COMPARE_COMPARE_H
#define CTADEL_TB_COMPARE_COMPARE_H

#include "policy/scheduler.h"
#include "run/options.h"
#include "run/pool.h"
#include "ui/table.h"

enum { COMPARE_WORD_BYTES = 64 };

typedef struct { /* one row of the reference: a kernel run under a CTA limit and a warp scheduler */
    char kernel[COMPARE_WORD_BYTES], sched[COMPARE_WORD_BYTES];
    const char *warp;    /* the word of --warp for `sched` */
    uint32_t ctas, line; /* CTA limit per SM, 1 to SCHED_SLOTS_MAX; line in the file */
    double cycles;
    double l1_miss, l2_miss, bus_share; /* shares, 1.0 is all */
    double row_locality;                /* DRAM column accesses per activation */
} compare_row_t;

typedef struct {
    compare_row_t *row;
    uint32_t count;
} compare_ref_t; /* {0} is empty */

typedef struct { /* CTAdel's run of one row, a job of run/pool.h */
    pool_job_t job;
    uint32_t row;
    char slots[24];                     /* sm.cta_slots=N of its CTA limit */
    const char *sets[RUN_SETS_MAX + 1]; /* behind those given: the last of a key counts */
    char trace[RUN_PATH_BYTES];         /* path of its kernelslist.g */
    run_result_t result;                /* valid if the job's state is POOL_DONE */
} compare_job_t;

/* compare_ref.c: reads a CSV file whose first line names the columns; columns with other names are skipped. False: err
 * names file, line, what was found and what is allowed. Free `ref` even then. */
bool compare_ref_read(compare_ref_t *ref, const char *path, err_t *err);
void compare_ref_free(compare_ref_t *ref);

/* compare_table.c: jobs[i] is the run of row i. The table has a line per row; a row whose run failed shows only the
 * reference. The summary leaves such rows out. */
ui_table_t *compare_table(const compare_ref_t *ref, const compare_job_t *jobs);
void compare_summary(const compare_ref_t *ref, const compare_job_t *jobs, FILE *f);

#endif
