/* report.h - the run below the program: its options come from the environment, its table and files go out when the
 * program ends, and marks tell `ctadel cuda` what has become of it. */
#ifndef CTADEL_TB_CUDA_REPORT_H
#define CTADEL_TB_CUDA_REPORT_H

#include "cuda/context.h"

typedef struct cuda_report cuda_report_t;

/* Sets machine and gpu of the parts. NULL: err. */
cuda_report_t *cuda_report_open(cuda_t *c, err_t *err);
/* Checks, table, files, all as `ctadel run` does. ran: nothing has stopped the device. False: a check failed or a file
 * could not be written, which is printed. */
bool cuda_report_close(cuda_report_t *r, bool ran);

void cuda_report_mark(const char *word); /* to the file that CTADEL_CUDA_MARKS names, if any */

#endif
