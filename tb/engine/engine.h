/* engine.h - the engines with Verilated models: rtl, and lockstep (rtl compared with c). Their functions are those of
 * sched_ops_t and task_ops_t (policy/). */
#ifndef CTADEL_TB_ENGINE_ENGINE_H
#define CTADEL_TB_ENGINE_ENGINE_H

#include "policy/issues.h"
#include "policy/policy.h"
#include "policy/registry.h"
#include "policy/tally.h"
#include "policy/tasks.h"
#include "engine/difference.h"
#include "engine/shim_sas.h"

typedef struct {
    const arb_policy_t *warp;
    const policy_use_t *use;    /* policies that POLICY will select; no parameter of another one is set. NULL: any */
    disp_size_t machine;        /* SMs, CTA slots of each, kernels that run at once; at most those of SCHED_LARGE */
    uint32_t schedulers;        /* arbiter i is scheduler i % schedulers of SM i / schedulers */
    uint32_t warps;             /* most warps that a scheduler may get */
    wave_t *wave;               /* records the dispatcher and the arbiters of one SM; NULL: no waves */
    uint32_t wave_sm;           /* that SM */
    const char *waves;          /* path of the FST file */
    uint64_t waves_from_cycle;  /* first core cycle that is written */
    uint32_t waves_room_cycles; /* cycles without a change behind the last one */
} engine_cfg_t;

/* NULL: err. */
void *engine_rtl_create(const engine_cfg_t *cfg, err_t *err);
extern const sched_ops_t engine_rtl_ops;
/* Ends a core cycle. With waves: clocks the traced arbiters that were not clocked, and writes the cycle. */
void engine_rtl_end_cycle(void *self);
/* Waves of other units (engine_issue.c, engine_task.c): a call at every falling edge; a write of all signals, `offset`
 * behind the start of the core cycle, in the order of ENGINE_TICK_*, behind the arbiters of the cycle. */
typedef struct {
    void *self;
    void (*fall)(void *self);
} engine_follower_t;
enum { ENGINE_TICK_ISSUE = 442, ENGINE_ISSUE_STRIDE = 4, ENGINE_TICK_TASK = 460, ENGINE_TASK_STRIDE = 20 };
void engine_rtl_follow(void *self, const engine_follower_t *unit);
void engine_rtl_dump(void *self, uint64_t offset);

/* engine_lockstep.c: drives two engines with the same inputs, compares every output, records the first difference, and
 * returns the outputs of rtl. Takes ownership of both engines. NULL: out of memory, both were destroyed. */
typedef struct {
    const sched_ops_t *ops;
    void *self;
} engine_side_t;
void *engine_lockstep_create(const engine_side_t *rtl, const engine_side_t *c, uint32_t schedulers, disp_size_t size);
extern const sched_ops_t engine_lockstep_ops;
void *engine_lockstep_rtl(void *self);
void engine_lockstep_cycle(void *self, uint64_t cycle); /* sets the cycle of differences found from now on */
const difference_t *engine_lockstep_difference(const void *self);
void *engine_lockstep_c(void *self);
uint64_t engine_lockstep_compared(const void *self); /* core cycles in which an output was compared */
/* engine_both.c: creates the engines rtl and c in lockstep. NULL: err. */
void *engine_both_create(const engine_cfg_t *cfg, err_t *err);
/* What the policies answered in the cycles that were compared. */
const tally_t *engine_both_tally(void *self);

/* engine_issue.c: the same for the issue-control units, one for each scheduler of each SM. */
typedef struct {
    uint32_t units, schedulers, consumers; /* consumers: as for issues_c_create */
    bool lockstep;
    wave_t *wave; /* the rtl engine's, before it is opened; records the units of one SM. NULL: no waves */
    uint32_t wave_sm;
} issue_engine_cfg_t;
void *issue_engine_create(const issue_engine_cfg_t *cfg, err_t *err); /* NULL: err */
extern const issue_ops_t issue_engine_ops;
/* Writes their clock edges to the waves of the engine `rtl`. */
void issue_engine_trace(void *self, void *rtl);
void issue_engine_cycle(void *self, uint64_t cycle); /* sets the cycle of differences found from now on */
const difference_t *issue_engine_difference(const void *self);

/* engine_task.c: the same for the task unit. Its RTL is built for the machine sas4 and also serves machines with fewer
 * SMs, or with fewer contexts in the last SIMT group. The engine c serves all dimensions that sas.h allows. */
typedef struct {
    task_dims_t dims;
    bool c;       /* true: lockstep with the golden model */
    wave_t *wave; /* the rtl engine's, before it is opened; NULL: no waves */
} task_engine_cfg_t;
void *task_engine_create(const task_engine_cfg_t *cfg, err_t *err); /* NULL: err */
extern const task_ops_t task_engine_ops;
/* Writes its clock edges to the waves of the engine `rtl`. */
void task_engine_trace(void *self, void *rtl);
void task_engine_cycle(void *self, uint64_t cycle); /* sets the cycle of differences found from now on */
const difference_t *task_engine_difference(const void *self);

#endif
