/* gpu.h - the whole GPU: SMs, memory system, and the dispatcher behind the seam; runs kernels.
 *
 * A core cycle: the memory system ticks, awake SMs take replies and results and raise completions,
 * the dispatcher is clocked, arbiters are clocked and SMs execute what they grant. A CTA the
 * dispatcher hands over in a cycle is fetched in the next. Stretches in which every SM sleeps and the
 * dispatcher's clock may stop are skipped, with the same counts as without (gpu_env_t.no_skip).
 *
 * Up to SCHED_KERNELS kernels are in the dispatcher at once; which of them gets an SM is its place
 * stage's decision (place_rr: the one launched first, as long as it has CTAs left).
 *
 * A kernel has ended when its CTAs have completed and every dirty line of the L1s has been
 * acknowledged by the L2, of whichever kernel it is: what comes after it in its stream may read from
 * any SM. To that end every L1 writes its dirty lines when a kernel's last CTA completes, and takes no
 * access meanwhile. An SM without CTAs then drops all lines; one that runs CTAs of other kernels keeps
 * them, and drops them when it is empty next. So L1s are empty at the start of a kernel that runs
 * alone, and as in GPGPU-Sim (gpgpu_flush_l1_cache) an SM that kernels follow each other on without
 * a gap is warm for the next, and may keep a line that another SM has written since it was read.
 * Instruction and constant caches are not flushed, as there: no kernel writes what they hold. A kernel that runs alone
 * has its code where the one before had its own, as in Accel-Sim, whose kernels all begin at PC 0.
 *
 * A kernel with a parallel loop has the task unit to itself: its threads get the loop's indices from it (gpu_task.c).
 * Where the unit is of use the L1s are flushed between loops, as at the end of any kernel.
 *
 * Not modelled: the time of the host's register writes (a launch takes no core cycle), parameters
 * and constants of simultaneous kernels apart (they share addresses). Kernels of one name share
 * code; others that overlap do not. */
#ifndef CTADEL_GPU_GPU_H
#define CTADEL_GPU_GPU_H

#include "isa/frontend.h"
#include "policy/sas_loop.h"
#include "policy/scheduler.h"
#include "policy/tasks.h"
#include "sm/sm.h"
#include "stats/stats.h"

typedef struct gpu gpu_t;

typedef struct {                   /* a kernel that was launched; its statistics are "kernel<id>.*" */
    const kernel_launch_t *launch; /* valid until gpu_wait has named the kernel */
    const char *name;              /* valid, as all below, until gpu_destroy */
    uint64_t id;                   /* the caller's */
    uint64_t stream, kid;          /* kid: entry of the dispatcher's table, used again later */
    uint64_t ctas;                 /* of the grid */
    uint64_t ctas_begun;           /* different ones that an SM has taken */
    uint64_t ctas_done;            /* completions the dispatcher took */
    uint64_t launch_cycle;         /* may be given CTAs from this cycle on */
    uint64_t first_cycle;          /* an SM took its first CTA; launch_cycle until then */
    uint64_t last_cycle;           /* its last CTA completed; launch_cycle until then */
    uint64_t end_cycle;            /* first cycle after its end; launch_cycle while it runs */
    sm_work_t work;                /* of its CTAs on all SMs; 0 while it runs */
} gpu_kernel_t;

typedef struct { /* what an observer may see; any function may be NULL */
    void *self;
    void (*cta_begun)(void *self, uint64_t cycle, const gpu_kernel_t *k, const cta_place_t *p);
    void (*cta_ended)(void *self, uint64_t cycle, uint32_t sm, uint32_t slot);
    void (*ctas_paused)(void *self, uint64_t cycle, uint32_t sm, uint16_t slots); /* now: bit per slot */
    /* From now on the limit lets every SM hold so many CTAs of the kernel; 0: it gives no such number (any more). */
    void (*quota)(void *self, uint64_t cycle, const gpu_kernel_t *k, uint32_t ctas);
    void (*report)(void *self, uint64_t cycle, const disp_mon_t *mon); /* of the monitors, if policies need them */
    void (*kernel_ended)(void *self, const gpu_kernel_t *k);
    /* Every simulated cycle, before anything moves; false stops the run (without an err). */
    bool (*cycle)(void *self, uint64_t cycle);
    /* Now and then; kernels ended, and of those running the share of their CTAs. */
    void (*progress)(void *self, uint64_t cycle, double kernels);
} gpu_hooks_t;

typedef struct { /* copied */
    const machine_t *machine;
    const sched_ops_t *sched;
    void *sched_self;
    stats_t *stats;
    gpu_hooks_t hooks;
    uint32_t policy;          /* value of REG_POLICY */
    const reg_value_t *param; /* policy parameters to set; the others keep their reset */
    uint32_t params;
    bool monitors;           /* the policies need the SMs' monitors */
    bool victim_tags;        /* the L1Ds keep victim tags: the warp scheduler listens to them */
    bool turns, halves;      /* as arb_policy_t has them */
    const task_ops_t *tasks; /* the task unit; NULL: the machine has none */
    void *tasks_self;
    task_cfg_t task; /* how it is programmed for each loop */
    bool no_skip;    /* clock everything in every cycle: for waves, and to test skipping */
} gpu_env_t;

enum { GPU_GRID_X_MAX = REG_K_GRID_X_MASK, GPU_GRID_YZ_MAX = REG_K_GRID_Y_MASK };

/* An SM can hold a CTA of the kernel; false: err names the resource. gpu_launch asks for it, too. */
bool gpu_fits(const machine_t *m, const kernel_launch_t *k, err_t *err);
/* CTAs of such a kernel that an empty SM holds; 0: not one. */
uint32_t gpu_ctas_per_sm(const machine_t *m, const kernel_launch_t *k);

gpu_t *gpu_create(const gpu_env_t *env, err_t *err); /* programs the dispatcher; NULL: err */
/* Before the front end: CTAs may still be resident after a run that failed. NULL is fine. */
void gpu_destroy(gpu_t *g);

/* False and NULL below: err names the kernel's or the user's mistake (does not fit, fault, cycle
 * limit, no progress), or the cycle hook has stopped the run. The GPU can then only be destroyed. */

bool gpu_room(const gpu_t *g); /* an entry of the kernel table is free */
/* Needs gpu_room. `id`: a number of the caller's that no other launch has. */
bool gpu_launch(gpu_t *g, const kernel_launch_t *k, uint32_t id, err_t *err);
/* Both need a kernel that gpu_wait has not named. A step is a cycle, and what can be skipped after
 * it; it does not go past the end of a kernel. gpu_wait steps until a kernel has ended and names it,
 * each once; its table entry is free from then on. */
bool gpu_step(gpu_t *g, err_t *err);
const gpu_kernel_t *gpu_wait(gpu_t *g, err_t *err);
bool gpu_ended(const gpu_t *g); /* a kernel has ended that gpu_wait will name without a step */

/* Launches a kernel into the empty machine and runs it to its end. */
bool gpu_run_kernel(gpu_t *g, const kernel_launch_t *k, err_t *err);

/* Launches in the order of a list. A launch waits for those before it in its stream, and for an entry of the
 * kernel table. Of those that wait for an entry only, the first in the list gets it.
 *
 * Of what is launched the machine's pool.live kernels run at once: that is the dispatcher's POOL, the pool of
 * [SMK §3.4]. The first pool.live run, and when one ends the next in order of launch takes its place. What has a
 * place is a kernel, as in the tables of [SMK §3.5], not a workload: the next kernel of a workload is launched
 * behind those that wait already. */
enum { GPU_STREAMS = 256 };
typedef struct {
    void *self;
    uint32_t count;
    uint32_t (*stream)(const void *self, uint32_t i); /* 0..GPU_STREAMS-1 */
    /* Launch i, made when its turn has come; up to SCHED_KERNELS live at once. NULL: err. */
    const kernel_launch_t *(*begin)(void *self, uint32_t i, err_t *err);
    void (*end)(void *self, const kernel_launch_t *k); /* not used any more */
} gpu_list_t;
bool gpu_run_list(gpu_t *g, const gpu_list_t *list, err_t *err);

uint64_t gpu_cycle(const gpu_t *g);
uint64_t gpu_skipped(const gpu_t *g); /* cycles not simulated; a host figure, not a statistic */

#endif
