/* golden_pool.c - the pool of [SMK §3.4]: the longest-launched busy kernels run, as many as POOL allows; the others
 * wait, and the stages do not see them. When a kernel ends in a clock, the next one enters the pool in the clock after.
 */
#include "policy/golden.h"

uint32_t golden_busy(const golden_t *g)
{
    uint32_t busy = 0;
    for (uint32_t k = 0; k < SCHED_KERNELS; k++)
        if (g->kernel[k].state == K_ISSUE || g->kernel[k].state == K_DRAIN) busy |= UINT32_C(1) << k;
    return busy;
}

/* Number of busy entries launched before kid. */
static uint32_t before(const golden_t *g, uint32_t busy, uint32_t kid)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < SCHED_KERNELS; k++) n += (busy >> k & 1) && g->view.number[k] < g->view.number[kid];
    return n;
}

uint32_t golden_next_in(const golden_t *g)
{
    const uint32_t busy = golden_busy(g);
    uint32_t next = 0;
    for (uint32_t k = 0; k < SCHED_KERNELS; k++)
        if (g->kernel[k].state == K_ISSUE && !(g->view.busy >> k & 1) && before(g, busy, k) < g->pool)
            next |= UINT32_C(1) << k;
    return next;
}

void golden_enter(golden_t *g, uint32_t kid)
{
    disp_view_t *v = &g->view;
    v->order[v->launched++] = kid;
    v->busy |= UINT32_C(1) << kid;
    golden_start_policies(g, kid);
}
