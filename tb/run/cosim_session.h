/* cosim_session.h - a run in steps: open it, launch kernels on its GPU, close it to get results and files. */
#ifndef CTADEL_TB_RUN_COSIM_SESSION_H
#define CTADEL_TB_RUN_COSIM_SESSION_H

#include "gpu/gpu.h"
#include "run/cosim.h"
#include "run/cosim_source.h"
#include "stats/stats.h"

typedef struct run run_t;

typedef struct {
    uint64_t from_cycle;  /* first cycle that is written */
    uint32_t sm;          /* SM whose arbiters are written */
    uint32_t room_cycles; /* cycles without a change behind the last one */
} cosim_waves_t;

/* Opens machine, policies, engine, output files and GPU. `source`: source of launches, closed with the run, also after
 * an error; NULL: the one of the options. `waves` NULL: from cycle 0, SM 0. `o` must outlive the run. NULL: err; no
 * file is left. */
run_t *cosim_open(const run_opts_t *o, source_t *source, const cosim_waves_t *waves, err_t *err);
gpu_t *cosim_gpu(run_t *r); /* until cosim_close */
const machine_t *cosim_machine(const run_t *r);
source_t *cosim_run_source(run_t *r);
stats_t *cosim_stats(run_t *r); /* until cosim_close, which writes them */
/* Ends the run and frees r. ran: all launches have ended; otherwise err holds the reason, unless lockstep found a
 * difference. Fills *out and writes the files as cosim_run does. False: err; no output file is left. */
bool cosim_close(run_t *r, bool ran, run_result_t *out, err_t *err);

#endif
