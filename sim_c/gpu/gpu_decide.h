/* gpu_decide.h - what the policies in use have decided, as statistics. An observer looks at the registers of its
 * policy (watch.h) behind the seam, so that the numbers are the same under every engine. */
#ifndef CTADEL_GPU_GPU_DECIDE_H
#define CTADEL_GPU_GPU_DECIDE_H

#include "gpu/gpu_internal.h"

typedef struct {
    uint32_t sm, slot, kid;
    bool begins;   /* an SM takes it; else the dispatcher takes its completion */
    bool of_block; /* it begins, in the block of the CTA that the SM has taken before */
} decide_cta_t;

typedef struct decide_ops {    /* an observer; `st`: its own, zero to begin with; any function but create may be NULL */
    const char *policy;        /* "limit_lcs"; NULL: the place policy makes blocks */
    void *(*create)(gpu_t *g); /* registers what is not a kernel's; NULL: no memory. From gpu_decide_own */
    bool (*launch)(gpu_t *g, void *st, const kernel_t *k); /* it has been; false: no memory */
    void (*step)(gpu_t *g, void *st, bool report); /* a clock of the dispatcher, the first after a report or not */
    void (*cta)(gpu_t *g, void *st, const decide_cta_t *c); /* after the clock in which it moves */
    void (*settle)(gpu_t *g, void *st);                     /* brings sums over time up to g->now */
} decide_ops_t;

extern const decide_ops_t decide_lcs, decide_dyncta, decide_smk, decide_claso, decide_dyncore, decide_blocks;

/* Zeroed memory that lives as long as the GPU; NULL: none. */
void *gpu_decide_own(gpu_t *g, size_t bytes);
/* What the host has set a policy's parameter to: PARAM_... */
uint32_t gpu_decide_param(const gpu_t *g, uint32_t param);

static inline void decide_look(const gpu_t *g, const char *policy, policy_regs_t *regs)
{
    g->env.sched->disp_watch(g->env.sched_self, policy, regs);
}

#endif
