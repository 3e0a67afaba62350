/* gpu.h - the whole GPU: SMs, memory system, and the dispatcher behind the seam; runs kernels.
 *
 * A core cycle: the memory system ticks, awake SMs take replies and results and raise completions,
 * the dispatcher is clocked, arbiters are clocked and SMs execute what they grant. A CTA the
 * dispatcher hands over in a cycle is fetched in the next. Stretches in which every SM sleeps and the
 * dispatcher's clock may stop are skipped, with the same counts as without (gpu_env_t.no_skip). */
#ifndef CTADEL_GPU_GPU_H
#define CTADEL_GPU_GPU_H

#include "isa/frontend.h"
#include "policy/scheduler.h"
#include "stats/stats.h"

typedef struct gpu gpu_t;

typedef struct { /* what an observer may see; any function may be NULL */
    void *self;
    void (*cta_begun)(void *self, uint64_t cycle, const kernel_launch_t *k, const cta_place_t *p);
    void (*cta_ended)(void *self, uint64_t cycle, uint32_t sm, uint32_t slot);
    /* Every simulated cycle, before anything moves; false stops the run (without an err). */
    bool (*cycle)(void *self, uint64_t cycle);
    void (*progress)(void *self, uint64_t cycle, uint64_t ctas_done, uint64_t ctas_total);
} gpu_hooks_t;

typedef struct { /* copied */
    const machine_t *machine;
    const sched_ops_t *sched;
    void *sched_self;
    stats_t *stats;
    gpu_hooks_t hooks;
    uint32_t policy;     /* value of REG_POLICY */
    uint32_t param[SCHED_PARAMS]; /* policy parameters; those without a bit in `params` keep their reset */
    uint32_t params;
    bool monitors;       /* the policies need the SMs' monitors */
    bool no_skip;        /* clock everything in every cycle: for waves, and to test skipping */
} gpu_env_t;

gpu_t *gpu_create(const gpu_env_t *env, err_t *err); /* programs the dispatcher; NULL: err */
void gpu_destroy(gpu_t *g);                          /* NULL is fine */

/* Launches one kernel and runs it to its end. False: err names the kernel's or the user's mistake
 * (fault, cycle limit, no progress). Caches of the SMs are empty at the start of every kernel. */
bool gpu_run_kernel(gpu_t *g, const kernel_launch_t *k, err_t *err);

uint64_t gpu_cycle(const gpu_t *g);
uint64_t gpu_skipped(const gpu_t *g); /* cycles not simulated; a host figure, not a statistic */

#endif
