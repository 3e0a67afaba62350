/* report.h - the run below the program: its options come from the environment, its table and files go out when the
 * program ends, and marks tell `ctadel cuda` what has become of it. */
#ifndef CTADEL_TB_CUDA_REPORT_H
#define CTADEL_TB_CUDA_REPORT_H

#include "cuda/context.h"

typedef struct cuda_report cuda_report_t;

cuda_report_t *cuda_report_open(cuda_t *c, err_t *err); /* NULL: err */
const machine_t *cuda_report_machine(const cuda_report_t *r);
gpu_t *cuda_report_gpu(cuda_report_t *r);
/* Checks, table, files, all as `ctadel run` does. ran: nothing has stopped the device. False: a check failed or a file
 * could not be written, which is printed. */
bool cuda_report_close(cuda_report_t *r, bool ran);

void cuda_report_line(const char *text); /* to stderr, behind what the program has written */
void cuda_report_mark(const char *word); /* to the file that CTADEL_CUDA_MARKS names, if any */

uint32_t cuda_launch_stream(const cuda_t *c, uint32_t i);

#endif
