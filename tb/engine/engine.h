/* engine.h - the engines that need Verilated models: rtl, and lockstep (rtl against c). */
#ifndef CTADEL_TB_ENGINE_ENGINE_H
#define CTADEL_TB_ENGINE_ENGINE_H

#include "policy/policy.h"
#include "policy/tasks.h"
#include "engine/difference.h"
#include "engine/shim_sas.h"

typedef struct {
    const arb_policy_t *warp;
    uint32_t sms, schedulers;   /* arbiter i is scheduler i % schedulers of SM i / schedulers */
    wave_t *wave;               /* of the dispatcher and one SM's arbiters; NULL: none */
    uint32_t wave_sm;           /* that SM */
    const char *waves;          /* the FST it goes to */
    uint64_t waves_from_cycle;  /* earlier cycles are not written */
    uint32_t waves_room_cycles; /* behind the last cycle, without a change */
} engine_cfg_t;

/* NULL: err. */
void *engine_rtl_create(const engine_cfg_t *cfg, err_t *err);
extern const sched_ops_t engine_rtl_ops;
/* With waves: arbiters that stood still get their clock too, and the cycle is written. */
void engine_rtl_end_cycle(void *self);
/* A task unit that was attached to the wave, too, and its clock edges (engine_task.c). */
void engine_rtl_follow(void *self, sas_shim_t *task);
void engine_rtl_dump_task(void *self, bool edge);

/* engine_lockstep.c: two engines side by side; every answer is compared, and the one of rtl is returned. The first
 * difference can be asked for. Both engines belong to it. NULL: out of memory, and both are destroyed. */
typedef struct {
    const sched_ops_t *ops;
    void *self;
} engine_side_t;
void *engine_lockstep_create(const engine_side_t *rtl, const engine_side_t *c, uint32_t schedulers);
extern const sched_ops_t engine_lockstep_ops;
void *engine_lockstep_rtl(void *self);
void engine_lockstep_cycle(void *self, uint64_t cycle); /* the cycle of a difference found from now on */
const difference_t *engine_lockstep_difference(const void *self);
/* engine_both.c: the engines rtl and c in lockstep. NULL: err. */
void *engine_both_create(const engine_cfg_t *cfg, err_t *err);

/* engine_task.c: the same for the task unit. Its RTL is built for the machine sas; one of fewer SMs, or fewer
 * contexts in its last SIMT group, runs on it, too. The engine c takes what sas.h allows. */
typedef struct {
    task_dims_t dims;
    bool c;       /* beside the RTL: lockstep */
    wave_t *wave; /* that of `rtl` below, not yet open; NULL: none */
} task_engine_cfg_t;
void *task_engine_create(const task_engine_cfg_t *cfg, err_t *err); /* NULL: err */
extern const task_ops_t task_engine_ops;
/* Its clock edges go to the wave of the engine rtl. */
void task_engine_trace(void *self, void *rtl);
void task_engine_cycle(void *self, uint64_t cycle); /* the cycle of a difference found from now on */
const difference_t *task_engine_difference(const void *self);

#endif
