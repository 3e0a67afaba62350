/* gpu_decide.h - the policies' decisions as statistics. An observer reads the registers of its policy (watch.h) through
 * the seam, so every engine gives the same numbers. */
#ifndef CTADEL_GPU_GPU_DECIDE_H
#define CTADEL_GPU_GPU_DECIDE_H

#include "gpu/gpu_internal.h"

typedef struct {
    uint32_t sm, slot, kid;
    bool begins;   /* true: it starts on the SM; false: the dispatcher takes its report */
    bool of_block; /* it starts, in the block of the CTA that the SM started before */
} decide_cta_t;

typedef struct decide_ops { /* an observer; st: its state. Functions other than create may be NULL */
    const char *policy;     /* observed policy, as "limit_lcs"; NULL: any place policy that makes blocks */
    /* State from gpu_decide_own; registers the statistics of the machine and its SMs. NULL: out of memory */
    void *(*create)(gpu_t *g);
    /* After a launch: registers the statistics of the kernel. False: out of memory */
    bool (*launch)(gpu_t *g, void *st, const kernel_t *k);
    /* After a clock of the dispatcher; report: it took a report of the monitors */
    void (*step)(gpu_t *g, void *st, bool report);
    void (*cta)(gpu_t *g, void *st, const decide_cta_t *c); /* when a CTA starts or its report is taken */
    void (*settle)(gpu_t *g, void *st);                     /* brings sums over time up to g->now */
} decide_ops_t;

extern const decide_ops_t decide_lcs, decide_dyncta, decide_smk, decide_claso, decide_dyncore, decide_blocks;

/* Zeroed memory that lives as long as the GPU; NULL: out of memory. */
void *gpu_decide_own(gpu_t *g, size_t bytes);
/* Value of a policy parameter PARAM_...: the host's, or its reset value. */
uint32_t gpu_decide_param(const gpu_t *g, uint32_t param);

static inline void decide_look(const gpu_t *g, const char *policy, policy_regs_t *regs)
{
    g->env.sched->disp_watch(g->env.sched_self, policy, regs);
}

#endif
