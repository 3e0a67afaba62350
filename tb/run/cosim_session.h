/* cosim_session.h - a run whose launches come one by one: opened, its GPU used, closed for results and files. */
#ifndef CTADEL_TB_RUN_COSIM_SESSION_H
#define CTADEL_TB_RUN_COSIM_SESSION_H

#include "gpu/gpu.h"
#include "run/cosim.h"
#include "run/cosim_source.h"
#include "stats/stats.h"

typedef struct run run_t;

typedef struct {
    uint64_t from_cycle;  /* earlier ones are not written */
    uint32_t sm;          /* whose arbiters are shown */
    uint32_t room_cycles; /* behind the last, without a change */
} cosim_waves_t;

/* All that comes before the first cycle: machine, policies, engine, output files, the GPU. `source` says what runs
 * and is closed with the run, also on failure; NULL: that of the options. `waves` may be NULL: from cycle 0, SM 0.
 * Keeps `o`. NULL: err; no file is left. */
run_t *cosim_open(const run_opts_t *o, source_t *source, const cosim_waves_t *waves, err_t *err);
gpu_t *cosim_gpu(run_t *r); /* until cosim_close */
const machine_t *cosim_machine(const run_t *r);
source_t *cosim_run_source(run_t *r);
stats_t *cosim_stats(run_t *r); /* until cosim_close, which writes them */
/* Ends the run. ran: all that was launched has ended, else err says what stopped it (with lockstep, the difference
 * may). False: err; no output file is left behind. As cosim_run otherwise. */
bool cosim_close(run_t *r, bool ran, run_result_t *out, err_t *err);

#endif
