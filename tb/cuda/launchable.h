/* launchable.h - for `ctadel launchable`: each grid of the program, how many of its CTAs can be resident at once, and
 * whether they wait for one another. */
#ifndef CTADEL_TB_CUDA_LAUNCHABLE_H
#define CTADEL_TB_CUDA_LAUNCHABLE_H

#include "gpu/gpu.h"
#include "run/cosim.h"

typedef struct cuda_launchable cuda_launchable_t; /* NULL is valid: not asked for, and the calls below do nothing */

cuda_launchable_t *cuda_launchable_create(const gpu_t *g, const machine_t *m, const run_opts_t *o); /* NULL: memory */
void cuda_launchable_destroy(cuda_launchable_t *l);

void cuda_launchable_refused(cuda_launchable_t *l, const kernel_launch_t *k);       /* k is only a shape */
void cuda_launchable_begins(cuda_launchable_t *l, kernel_launch_t *k, uint32_t id); /* before gpu_launch */
void cuda_launchable_ended(cuda_launchable_t *l, uint32_t id);                      /* before k is destroyed */
void cuda_launchable_stopped(cuda_launchable_t *l); /* the GPU has stopped in the kernels that have not ended */

/* Prints the table and writes the files of the options. False: a launch was refused or did not end, or err. */
bool cuda_launchable_write(const cuda_launchable_t *l, err_t *err);

#endif
