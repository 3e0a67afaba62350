/* dispatch_log.h - a dispatch log: where and when each CTA of each launch ran, measured on a GPU or written by `run
 * --dispatch-log`. A CSV file with the columns below, one row for each CTA, in any order. */
#ifndef CTADEL_TB_RUN_DISPATCH_LOG_H
#define CTADEL_TB_RUN_DISPATCH_LOG_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

/* kernel: number of the launch, from 0; cta: x + y * grid x + z * grid x * grid y; start, end: in any unit of a clock
 * that all SMs share. */
#define DISPATCH_LOG_COLUMNS "kernel,cta,sm,start,end"

typedef struct { /* a CTA */
    bool known;  /* it has a row: the other fields are valid */
    uint32_t sm;
    uint64_t start, end; /* ticks of the log's clock: core cycles in a log of a simulated run; end >= start */
} dispatch_cta_t;

typedef struct {
    uint32_t ctas;       /* of the grid; 0: the launch was not added yet */
    dispatch_cta_t *cta; /* by linear id */
} dispatch_kernel_t;

typedef struct {
    uint32_t kernels;
    dispatch_kernel_t *kernel; /* in order of launch */
} dispatch_log_t;              /* {0} is empty */

/* The CTAs of a launch, none of them known; it is added with `ctas` CTAs if it is not there. The pointer is valid until
 * dispatch_log_free. NULL: out of memory. */
dispatch_cta_t *dispatch_log_add(dispatch_log_t *log, uint32_t kernel, uint32_t ctas);
/* Fills the launches of `log`, which the caller has added with the grids that the file must have. sms: SMs of the
 * machine. False: err names file, line, what was found and what is allowed; `log` is then to be freed only. */
bool dispatch_log_read(dispatch_log_t *log, uint32_t sms, const char *path, err_t *err);
/* Writes the known CTAs by launch and id. False: err, and no file. */
bool dispatch_log_write(const dispatch_log_t *log, const char *path, err_t *err);
void dispatch_log_free(dispatch_log_t *log);

#endif
