/* why_file.h - the file of `run --why`: a row for each change of the cause for which an SM gets no CTA of a kernel, and
 * for each CTA dispatched. A cause stands from its row's cycle until the next row of the SM and kernel. */
#ifndef CTADEL_TB_RUN_WHY_FILE_H
#define CTADEL_TB_RUN_WHY_FILE_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

#define WHY_FILE_HEAD    "# ctadel why 1" /* the first line; then "# machine M" and "# sms N" */
#define WHY_FILE_COLUMNS "cycle,sm,kernel,cause,cta"
#define WHY_FILE_END     "# end" /* and the number of cycles: the last line */
/* Words of `cause` besides those of policy/why.h, several of which are joined by + */
#define WHY_FILE_DISPATCHED "dispatched" /* the CTA of column cta */
#define WHY_FILE_TURN       "turn"       /* it could take one; another SM was picked */
#define WHY_FILE_NOTHING    "nothing"    /* the kernel has no CTA left, or SMs were not asked about it yet */

enum { WHY_SMS_MAX = 256, WHY_NAME_BYTES = 64 };

typedef struct { /* of a kernel */
    bool any;
    uint64_t cycle;
    uint32_t sm, cta;
} why_dispatch_t;

typedef struct {
    uint64_t id;
    char name[WHY_NAME_BYTES];
    uint16_t cause[WHY_SMS_MAX]; /* by SM, in the cycle: WHY_... */
    why_dispatch_t last, next;   /* CTAs dispatched in the cycle or before; after it */
    uint64_t count;              /* dispatched in the cycle or before */
} why_kernel_t;

typedef struct {
    char machine[WHY_NAME_BYTES];
    uint32_t sms;
    uint64_t cycles; /* of the run */
    uint32_t kernels;
    why_kernel_t *kernel; /* in order of launch */
} why_state_t;

/* Reads the state in a cycle of the run. False: err names file and line, and *w needs no free. */
bool why_file_read(const char *path, uint64_t cycle, why_state_t *w, err_t *err);
void why_file_free(why_state_t *w);

#endif
