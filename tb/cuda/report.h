/* report.h - the simulation run that serves the program. Its options come from the environment; table and files are
 * written when the program ends; marks tell `ctadel cuda` how the program ended. */
#ifndef CTADEL_TB_CUDA_REPORT_H
#define CTADEL_TB_CUDA_REPORT_H

#include "cuda/context.h"

typedef struct cuda_report cuda_report_t;

/* Opens the run; sets machine, gpu and repeats of the parts. NULL: err. */
cuda_report_t *cuda_report_open(cuda_t *c, err_t *err);
/* With `ctadel launchable`: writes its table and files. Call it before cuda_report_close. False: a launch was refused
 * or did not end, or a file could not be written; the reason was printed. */
bool cuda_report_launchable(cuda_report_t *r);
/* Ends the run: checks, table and files as with `ctadel run`. ran: nothing has stopped the device. False: a check
 * failed or a file could not be written; the reason was printed. */
bool cuda_report_close(cuda_report_t *r, bool ran);

/* The partition of a launch on that stream, as the options say. */
void cuda_report_confine(const cuda_report_t *r, uint32_t stream, kernel_launch_t *k);

void cuda_report_mark(const char *word); /* appends a mark to the file in CTADEL_CUDA_MARKS, if set */

#endif
