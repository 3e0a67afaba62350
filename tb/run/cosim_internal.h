/* cosim_internal.h - state of a run, for the cosim_*.c files. */
#ifndef CTADEL_TB_RUN_COSIM_INTERNAL_H
#define CTADEL_TB_RUN_COSIM_INTERNAL_H

#include "run/cosim_session.h"
#include "run/cosim_task.h"
#include "run/waves_file.h"
#include "engine/engine.h"
#include "engine/shim.h"
#include "ui/origin.h"
#include "ui/progress.h"

#include "base/outfile.h"
#include "energy/launches.h"
#include "gpu/gpu.h"
#include "stats/mix.h"
#include "stats/timeline.h"

#include <time.h>

typedef enum { ENGINE_RTL, ENGINE_C, ENGINE_LOCKSTEP } engine_kind_t;

struct run {
    const run_opts_t *opts;
    machine_t machine;
    source_t *source;
    ui_origin_t origin;
    uint32_t launches, ended;
    engine_kind_t kind;
    policy_use_t use;
    const arb_policy_t *warp;
    reg_value_t param[POLICY_PARAMS]; /* policy parameters that were set; at most one entry each */
    uint32_t params;
    bool monitors; /* some policy reads the SMs' monitors */
    stats_t *stats;
    const sched_ops_t *ops;
    void *engine;
    task_cfg_t task;
    const task_ops_t *task_ops; /* NULL: no launch has a parallel loop */
    void *task_engine;
    const issue_ops_t *issue_ops; /* NULL: ISSUE_BY_SCOREBOARD */
    void *issue_engine;
    wave_t *wave; /* NULL: no waves */
    void *rtl;    /* the rtl engine that writes the waves; NULL: no waves */
    waves_file_t waves_file;
    cosim_waves_t waves;
    gpu_t *gpu;
    energy_t energy; /* registered in stats after the run */
    energy_launches_t *launch_energy;
    timeline_t *timeline;
    hazard_log_t hazards;
    outfile_t *why;                  /* file of --why; NULL: none */
    uint64_t why_kernels;            /* kernels named in it: all below this id */
    struct cosim_dispatch *dispatch; /* NULL: no log */
    struct {                         /* sums over the timeline's current interval */
        uint64_t from, cycles, sp, ldst;
    } units;
    run_kernel_t kernel[COSIM_KERNELS];
    run_workload_t part[COSIM_MIX];
    mix_figures_t mix;
    ui_progress_t *bar;
    bool holds; /* signals wait for the end of the run, which then keeps its files */
    struct timespec start;
};

/* cosim_session.c: reads policies, machine and parameters, and checks them; cosim_load also opens r->source, unless it
 * is open. False: err */
bool cosim_load_machine(run_t *r, err_t *err);
bool cosim_load(run_t *r, err_t *err);

/* cosim_words.c: looks up policies and engine. False: err, an invalid combination. */
bool cosim_words(run_t *r, err_t *err);
bool cosim_check_blocks(const run_t *r, err_t *err);     /* after all --set. False: --warp sca without blocks of CTAs */
bool cosim_check_partitions(const run_t *r, err_t *err); /* the machine has them, and the policies can do with them */
void cosim_param(run_t *r, const policy_param_t *p, uint32_t value);
/* The policies that the dispatcher must have. NULL: all, because the user asked for waves, which show all, or set a
 * parameter of a policy that is not in use. The waves of a difference are of the dispatcher that differed. */
const policy_use_t *cosim_needed(const run_t *r, bool waves);
/* Applies one --set: a parameter of a policy ("claso.p_a=2") or of the machine. */
bool cosim_set(run_t *r, const char *key_eq_value, err_t *err);

/* cosim_idle.c: fills out->idle and out->waves. */
void cosim_idle(const run_t *r, run_result_t *out);
/* cosim_tally.c: what the policies did in a lockstep run, NULL in other runs; fills out->compared. */
const tally_t *cosim_tally(const run_t *r);
void cosim_tally_result(const run_t *r, run_result_t *out);

/* cosim_origin.c: names machine, size and version in statistics and timeline; after both exist. */
void cosim_origin(run_t *r);

/* cosim_timeline.c: sets the GPU's hooks that feed the timeline and the waves, if there are any. */
void cosim_timeline_hooks(run_t *r, gpu_hooks_t *hooks);
void cosim_timeline_kernel(run_t *r, const gpu_kernel_t *k); /* k has ended */

/* cosim_why.c: the file of --why. */
bool cosim_why_open(run_t *r, err_t *err);
void cosim_why_hooks(run_t *r, gpu_hooks_t *hooks);
void cosim_why_result(const run_t *r, run_result_t *out);
bool cosim_why_close(run_t *r, err_t *err); /* after the run; false: err, and no file */

/* cosim_dispatch.c: the dispatch log. begun and ended need r->dispatch. */
bool cosim_dispatch_open(run_t *r, err_t *err); /* sets r->dispatch if the options ask for a log */
void cosim_dispatch_begun(run_t *r, uint64_t cycle, const gpu_kernel_t *k, const cta_place_t *p);
void cosim_dispatch_ended(run_t *r, uint64_t cycle, uint32_t sm, uint32_t slot);
bool cosim_dispatch_write(run_t *r, err_t *err); /* after a complete run; false: err, and no file */
void cosim_dispatch_close(run_t *r);

/* cosim_mix.c: sums over the kernels of each workload, and the figures of a mix in the statistics. */
void cosim_part_ended(run_t *r, const gpu_kernel_t *k);
void cosim_parts(run_t *r, run_result_t *out); /* call it after the check of the output */

/* cosim_lockstep.c: the first difference of dispatcher and arbiters, or of the task unit. */
const difference_t *cosim_difference(const run_t *r);
void cosim_difference_result(const run_t *r, run_result_t *out);
cosim_waves_t cosim_difference_waves(const run_difference_t *d); /* cycles and SM of the waves to write */
bool cosim_difference_save(const run_difference_t *d, const char *sentence,
                           err_t *err); /* writes COSIM_LOCKSTEP_SAVE */

/* cosim_ended.c: why the run stopped in the middle, in cycles worth a look; NULL: it did not, or for a mistake of the
 * input, whose files would be incomplete. */
const char *cosim_ended(const run_t *r);
void cosim_name_unfinished(const run_opts_t *o, const char *ended, bool waves); /* prints the files of such a run */

/* cosim_result.c: names of workload, machine and policies; results from the statistics. */
void cosim_names(const run_t *r, run_result_t *out);
void cosim_result(const run_t *r, run_result_t *out);

/* cosim_engine.c: creates the engines that the run needs. waves: path of the FST file, NULL: none. False: err */
bool cosim_open_engine(run_t *r, const char *waves, err_t *err);

#endif
