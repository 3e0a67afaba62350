/* grids.h - the grids of a workload at a size, without running it: do they fill a machine? */
#ifndef CTADEL_TB_RUN_GRIDS_H
#define CTADEL_TB_RUN_GRIDS_H

#include "base/err.h"
#include "config/machine.h"

typedef struct {
    uint32_t launches;
    char kernel[64]; /* the one with most waves, and its grid: */
    uint64_t ctas;   /* CTAs */
    uint32_t tmax;   /* T_max: CTAs that fill an empty SM; 0: no CTA fits */
    double waves;    /* ctas / (SMs x T_max) */
} grids_t;

/* Reads the workload file at `path` as a run does, with its buffers, and makes each launch. False: err. */
bool grids_of(const machine_t *m, const char *path, const char *size, grids_t *out, err_t *err);

#endif
