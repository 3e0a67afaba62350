/* launchable_internal.h - rows of `ctadel launchable`, for launchable.c and launchable_table.c. */
#ifndef CTADEL_TB_CUDA_LAUNCHABLE_INTERNAL_H
#define CTADEL_TB_CUDA_LAUNCHABLE_INTERNAL_H

#include "cuda/launchable.h"

#include "ptx/waits.h"

typedef struct grid_row {
    char name[128];
    uint32_t grid[3], block[3], cluster[3], smem_bytes; /* cluster: 0 if it has one CTA */
    uint32_t sms;                                       /* that may receive its CTAs */
    uint64_t launches, ctas;                            /* ctas: of a launch */
    gpu_at_once_t at_once;
    uint64_t seen; /* most CTAs that were resident at once */
    bool resident; /* all CTAs of each launch can be, or were */
    bool waited, refused, hangs, stopped;
    struct grid_row *next;
} grid_row_t;

typedef struct { /* row NULL: none */
    grid_row_t *row;
    const kernel_launch_t *launch;
    uint32_t id;
} running_t;

struct cuda_launchable {
    const gpu_t *gpu;
    const machine_t *machine;
    const run_opts_t *opts;
    waits_t *waits;
    grid_row_t *first, **end;
    running_t running[SCHED_KERNELS_MAX];
};

#endif
