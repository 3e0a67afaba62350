/* gpu.h - the whole GPU: SMs, memory system, and the dispatcher behind the seam; runs kernels.
 *
 * A core cycle: the memory system ticks; awake SMs take replies and results and report finished CTAs; the dispatcher is
 * clocked; arbiters are clocked and SMs execute what they grant. A CTA dispatched in a cycle fetches in the next.
 * Cycles in which every SM sleeps, or has run ahead, and the dispatcher's clock may stop are skipped, with the same
 * counts as without skipping (gpu_env_t.no_skip).
 *
 * The dispatcher holds as many kernels as its table has entries; its place stage decides which of them gets an SM
 * (place_rr: the one launched first, as long as it has CTAs left).
 *
 * A kernel has ended when its CTAs have been reported and the L2 has acknowledged every dirty line of the L1s, of all
 * kernels: the next launch of its stream may read from any SM. So every L1 writes its dirty lines when a kernel's last
 * CTA is reported, and accepts no access meanwhile. An SM without CTAs then drops all lines; an SM that runs CTAs of
 * other kernels keeps them, and drops them when it is next empty. L1s are therefore empty at the start of a kernel that
 * runs alone. An SM on which kernels follow each other without a gap stays warm, as in GPGPU-Sim
 * (gpgpu_flush_l1_cache), and may keep a line that another SM has written since. Instruction and constant caches are
 * not flushed, as there: no kernel writes their lines. A kernel that runs alone has its code at the addresses of the
 * kernel before it, as in Accel-Sim, whose kernels all begin at PC 0.
 *
 * A kernel with a parallel loop has the task unit to itself: its threads get the loop's indices from it (gpu_task.c).
 * The L1s are flushed between loops as at the end of any kernel.
 *
 * Not modelled: the time of the host's register writes (a launch takes no core cycle); separate parameters and
 * constants of simultaneous kernels (they share addresses). Kernels of one name share code; others that overlap
 * do so with sm.code_places overlaid. */
#ifndef CTADEL_GPU_GPU_H
#define CTADEL_GPU_GPU_H

#include "control/hazards.h"
#include "isa/frontend.h"
#include "policy/sas_loop.h"
#include "policy/scheduler.h"
#include "policy/tasks.h"
#include "sm/sm.h"
#include "stats/stats.h"

typedef struct gpu gpu_t;

enum { GPU_AHEAD_CYCLES = 512 /* that an SM runs ahead of the others at most */ };

typedef struct {                   /* a kernel that was launched; its statistics are "kernel<id>.*" */
    const kernel_launch_t *launch; /* valid until gpu_wait has named the kernel */
    const char *name;              /* valid, as all below, until gpu_destroy */
    uint64_t id;                   /* the caller's */
    uint64_t stream, kid;          /* kid: entry of the dispatcher's table, used again later */
    uint64_t ctas;                 /* of the grid */
    uint64_t wave;                 /* CTAs that fill the empty machine: SMs x T_max */
    uint64_t ctas_begun;           /* started on an SM, each counted once */
    uint64_t ctas_done;            /* reports that the dispatcher took */
    uint64_t resident_most;        /* CTAs that were resident at once */
    uint64_t launch_cycle;         /* from this cycle on its CTAs may be dispatched */
    uint64_t first_cycle;          /* its first CTA started; launch_cycle until then */
    uint64_t last_cycle;           /* its last CTA so far was reported; launch_cycle until the first */
    uint64_t end_cycle;            /* its dirty lines are written; launch_cycle while it runs */
    sm_work_t work;                /* of its CTAs on all SMs; 0 while it runs */
    traffic_t traffic;             /* of the machine, from its launch to its end; 0 while it runs */
    bool beside;                   /* another kernel ran between its launch and its end */
} gpu_kernel_t;

typedef struct { /* an SM and a kernel */
    uint32_t sm;
    const gpu_kernel_t *kernel;
    uint16_t cause; /* WHY_... of policy/why.h: why the SM gets no CTA of it from now on */
    uint32_t lid;   /* WHY_DISPATCHED: linear id of the CTA */
} gpu_why_event_t;

typedef struct { /* events for an observer; any function may be NULL */
    void *self;
    void (*cta_begun)(void *self, uint64_t cycle, const gpu_kernel_t *k, const cta_place_t *p);
    void (*cta_ended)(void *self, uint64_t cycle, uint32_t sm, uint32_t slot);
    void (*ctas_paused)(void *self, uint64_t cycle, uint32_t sm, slot_mask_t slots); /* paused from now on */
    /* The limit policy's number of the kernel's CTAs per SM from now on; 0: the policy gives none. */
    void (*quota)(void *self, uint64_t cycle, const gpu_kernel_t *k, uint32_t ctas);
    /* With env.why: the cause for which an SM gets no CTA of a kernel is another one from this cycle on, or a CTA was
     * dispatched. */
    void (*why)(void *self, uint64_t cycle, const gpu_why_event_t *event);
    /* With env.why: the SM's cycles without a dispatch count as this class, WHY_CLASS_..., from this cycle on. */
    void (*refused)(void *self, uint64_t cycle, uint32_t sm, uint32_t why_class);
    /* A report of the monitors, if policies need them */
    void (*report)(void *self, uint64_t cycle, const disp_mon_t *mon);
    void (*kernel_ended)(void *self, const gpu_kernel_t *k);
    /* Every simulated cycle, before anything moves. False stops the run, with err not set, once no SM is ahead: at most
     * GPU_AHEAD_CYCLES later, without another call. */
    bool (*cycle)(void *self, uint64_t cycle);
    /* Every 16384 cycles or so. kernels: those ended, plus the share of reported CTAs of those that run. */
    void (*progress)(void *self, uint64_t cycle, double kernels);
} gpu_hooks_t;

typedef struct { /* copied */
    const machine_t *machine;
    const sched_ops_t *sched;
    void *sched_self;
    stats_t *stats;
    gpu_hooks_t hooks;
    uint32_t policy;          /* value of REG_POLICY */
    const reg_value_t *param; /* policy parameters to set; the others keep their reset value */
    uint32_t params;
    bool monitors;                   /* the policies need the SMs' monitors */
    bool victim_tags;                /* the L1Ds keep victim tags: the arbiter reads arb_in_t.victim */
    bool turns, halves, every_cycle; /* of arb_policy_t */
    const issue_ops_t *issues;       /* issue-control units; NULL: ISSUE_BY_SCOREBOARD */
    void *issues_self;
    hazard_log_t *hazards;   /* with issues: hazards that the control bits do not cover; NULL: not checked */
    const task_ops_t *tasks; /* the task unit; NULL: the machine has none */
    void *tasks_self;
    task_cfg_t task; /* the task unit's settings for each loop */
    /* Threads of the host that carry out the SMs' part of a cycle, 0 or 1: the caller's alone; no statistic depends on
     * it. With more, the engine's arb_* functions are called by several threads at once, never for the same SM. */
    uint32_t threads;
    bool why; /* records why SMs get no CTA: statistics gpu.refused_*, hooks `why`, `refused`; the engine must have
                 disp_why */
    bool why_waves; /* the engine records them too, for its waves: no statistics, no hooks */
    bool no_skip;   /* clocks everything in every cycle: for waves, and to test skipping */
    bool no_ahead;  /* no SM runs ahead: the engine is called in the order of cycles. no_skip implies it */
} gpu_env_t;

/* Extents of a grid, which the dispatcher's registers hold; its CTAs, whose linear ids have 31 bits. */
enum { GPU_GRID_X_MAX = REG_K_GRID_X_MASK, GPU_GRID_YZ_MAX = REG_K_GRID_Y_MASK, GPU_CTAS_MAX = INT32_MAX };

/* True: an empty SM can hold a CTA of the kernel, and the grid is within the limits above; false: err names the
 * resource or the grid. gpu_launch checks it too. */
bool gpu_fits(const machine_t *m, const kernel_launch_t *k, err_t *err);
/* T_max: CTAs of the kernel that an empty SM holds, 0 to cta_slots. */
uint32_t gpu_ctas_per_sm(const machine_t *m, const kernel_launch_t *k);
typedef struct {
    uint64_t ctas;     /* that are resident at once at most if the kernel is alone on the SMs of its partition */
    const char *bound; /* what allows no more: a resource of an SM or "limit", as why_word says; or "cluster" */
    bool fixed;        /* false: policies may allow less, in numbers that change during a run */
} gpu_at_once_t;
gpu_at_once_t gpu_at_once(const gpu_t *g, const kernel_launch_t *k);
uint64_t gpu_resident_most(const gpu_t *g, uint32_t id); /* CTAs of launch id that were resident at once */
/* Clusters of `ctas` CTAs on the SMs `sms`, each on one GPC, its CTAs on different SMs, with `each` CTAs per SM. */
uint64_t gpu_clusters_at_once(const machine_t *m, sm_mask_t sms, uint32_t each, uint32_t ctas);

gpu_t *gpu_create(const gpu_env_t *env, err_t *err); /* programs the dispatcher; NULL: err */
/* Call it before the front end is destroyed: after a run that failed, CTAs may still be resident. NULL is fine. */
void gpu_destroy(gpu_t *g);

/* False and NULL below: err names the user's mistake (a CTA does not fit, a fault, the cycle limit, a deadlock), or the
 * cycle hook has stopped the run. The GPU can then only be destroyed. */

bool gpu_room(const gpu_t *g); /* an entry of the kernel table is free */
/* Needs gpu_room. id: the caller's number, different for each launch. */
bool gpu_launch(gpu_t *g, const kernel_launch_t *k, uint32_t id, err_t *err);
/* Both need a launched kernel that gpu_wait has not returned. A step is one cycle and the cycles that can be skipped
 * after it, up to the end of a kernel. gpu_wait steps until a kernel has ended and returns it, each kernel once; its
 * table entry is then free. */
bool gpu_step(gpu_t *g, err_t *err);
const gpu_kernel_t *gpu_wait(gpu_t *g, err_t *err);
bool gpu_ended(const gpu_t *g); /* gpu_wait returns a kernel without a step */

/* Launches a kernel into the empty machine and runs it to its end. */
bool gpu_run_kernel(gpu_t *g, const kernel_launch_t *k, err_t *err);

/* Launches in the order of a list. A launch waits for those before it in its stream, and for a free entry of the kernel
 * table; the first in the list that waits only for an entry gets it.
 *
 * Of the launched kernels at most pool.live run at once (register POOL of the dispatcher, the pool of [SMK §3.4]): the
 * first ones, and when one ends, the next in order of launch. The pool counts kernels, as the tables of [SMK §3.5] do,
 * not workloads: a workload's next kernel queues behind the kernels that wait already. */
enum { GPU_STREAMS = 256 };
typedef struct {
    void *self;
    uint32_t count;
    uint32_t (*stream)(const void *self, uint32_t i); /* 0..GPU_STREAMS-1 */
    /* Makes launch i when its turn comes; as many launches as the kernel table has entries exist at once. NULL: err. */
    const kernel_launch_t *(*begin)(void *self, uint32_t i, err_t *err);
    void (*end)(void *self, const kernel_launch_t *k); /* the launch is no longer used */
} gpu_list_t;
bool gpu_run_list(gpu_t *g, const gpu_list_t *list, err_t *err);

/* Why a run cannot go on: "cycle limit", "deadlock" or "endless loop"; NULL: for none of these. Its counters can be
 * written after gpu_settle. */
const char *gpu_stuck(const gpu_t *g);
/* Registers unit-cycles by unit, summed over SMs, under `path`. */
void gpu_add_busy(stats_t *s, const char *path, const uint64_t busy[UNIT_NONE]);
/* After the last kernel's end, before gpu_settle: carries out cycles until the instruction lines that sub-cores have
 * prefetched are there, so that all that was sent is answered. Statistic gpu.cycles does not count them. */
void gpu_drain(gpu_t *g);
void gpu_settle(gpu_t *g); /* brings counters up to now, in the middle of a kernel too */

typedef struct {    /* what the dispatcher's policies did so far */
    bool held_back; /* under a limit or gate: the dispatcher rested while an SM had room for a CTA that was left */
    bool paused;    /* a CTA was paused */
    bool blocks;    /* a CTA continued the block of the one before */
    bool reordered; /* a CTA started out of linear order */
} gpu_acted_t;
const gpu_acted_t *gpu_acted(const gpu_t *g);

uint64_t gpu_cycle(const gpu_t *g);
/* Cycles that were skipped; depends on the host's options, so it is no statistic */
uint64_t gpu_skipped(const gpu_t *g);
uint64_t gpu_ahead_cycles(const gpu_t *g); /* SM cycles so far in which an SM ran ahead */

#endif
