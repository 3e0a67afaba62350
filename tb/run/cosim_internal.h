/* cosim_internal.h - one run in flight, shared by the cosim_*.c files. */
#ifndef CTADEL_TB_RUN_COSIM_INTERNAL_H
#define CTADEL_TB_RUN_COSIM_INTERNAL_H

#include "run/cosim_session.h"
#include "run/cosim_task.h"
#include "run/waves_file.h"
#include "engine/engine.h"
#include "engine/shim.h"
#include "ui/progress.h"

#include "energy/energy.h"
#include "gpu/gpu.h"
#include "stats/mix.h"
#include "stats/timeline.h"

#include <time.h>

typedef enum { ENGINE_RTL, ENGINE_C, ENGINE_LOCKSTEP } engine_kind_t;

struct run {
    const run_opts_t *opts;
    machine_t machine;
    source_t *source;
    uint32_t launches, ended;
    engine_kind_t kind;
    policy_use_t use;
    const arb_policy_t *warp;
    reg_value_t param[POLICY_PARAMS]; /* policy parameters that were given, each once */
    uint32_t params;
    bool monitors; /* a policy needs the SMs' monitors */
    stats_t *stats;
    const sched_ops_t *ops;
    void *engine;
    task_cfg_t task;
    const task_ops_t *task_ops; /* NULL: no launch has a parallel loop */
    void *task_engine;
    wave_t *wave; /* of both engines; NULL: none */
    void *rtl;    /* the rtl engine inside, if waves are written; else NULL */
    waves_file_t waves_file;
    cosim_waves_t waves;
    gpu_t *gpu;
    energy_t energy; /* registered in stats when the run has ended */
    timeline_t *timeline;
    struct { /* of the timeline's current interval */
        uint64_t from, cycles, sp, ldst;
    } units;
    run_kernel_t kernel[COSIM_KERNELS];
    run_workload_t part[COSIM_MIX];
    mix_figures_t mix;
    ui_progress_t *bar;
    struct timespec start;
};

/* cosim_words.c: policy and engine words to indexes; false: a combination that makes no sense. */
bool cosim_words(run_t *r, err_t *err);
bool cosim_check_blocks(const run_t *r, err_t *err); /* after all --set: --warp sca has blocks to take turns in */
void cosim_param(run_t *r, const policy_param_t *p, uint32_t value);
/* One --set: a parameter of a policy ("claso.p_a=2") or of the machine. */
bool cosim_set(run_t *r, const char *key_eq_value, err_t *err);

/* cosim_timeline.c: what the GPU shows goes to the timeline; without one, nowhere. */
void cosim_timeline_hooks(run_t *r, gpu_hooks_t *hooks);
void cosim_timeline_kernel(run_t *r, const gpu_kernel_t *k); /* it has ended */

/* cosim_mix.c: what the kernels of each workload did, and the figures of a mix in the statistics. */
void cosim_part_ended(run_t *r, const gpu_kernel_t *k);
void cosim_parts(run_t *r, run_result_t *out); /* after the output has been checked */

/* cosim_lockstep.c: of the dispatcher and the arbiters, or of the task unit. */
const difference_t *cosim_difference(const run_t *r);
void cosim_difference_result(const run_t *r, run_result_t *out);
cosim_waves_t cosim_difference_waves(const run_difference_t *d); /* which waves are to be written */
bool cosim_difference_save(const run_difference_t *d, const char *sentence, err_t *err); /* COSIM_LOCKSTEP_SAVE */

/* cosim_result.c: who ran, and the summary row from the statistics. */
void cosim_names(const run_t *r, run_result_t *out);
void cosim_result(const run_t *r, run_result_t *out);

#endif
