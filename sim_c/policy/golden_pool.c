/* golden_pool.c - the pool of [SMK §3.4]: as many busy kernels run as POOL allows; the others wait, and the stages do
 * not see them. When a kernel ends in a clock, the first of those that wait enters the pool in the clock after. Kernels
 * are served in the order of their ranks: those of higher priority first [TX2], equal ones in launch order. */
#include "policy/golden.h"

uint32_t golden_busy(const golden_t *g)
{
    uint32_t busy = 0;
    for (uint32_t k = 0; k < g->view.kernels; k++)
        if (g->kernel[k].state == K_ISSUE || g->kernel[k].state == K_DRAIN) busy |= UINT32_C(1) << k;
    return busy;
}

/* Number of entries that have a place in the pool, or are busy and rank before kid, which waits. */
static uint32_t before(const golden_t *g, uint32_t busy, uint32_t kid)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < g->view.kernels; k++)
        n += (g->view.busy >> k & 1) || ((busy >> k & 1) && g->view.rank[k] < g->view.rank[kid]);
    return n;
}

uint32_t golden_next_in(const golden_t *g)
{
    const uint32_t busy = golden_busy(g);
    uint32_t next = 0;
    for (uint32_t k = 0; k < g->view.kernels; k++)
        if (g->kernel[k].state == K_ISSUE && !(g->view.busy >> k & 1) && before(g, busy, k) < g->pool)
            next |= UINT32_C(1) << k;
    return next;
}

void golden_enter(golden_t *g, uint32_t kid)
{
    disp_view_t *v = &g->view;
    uint32_t at = v->launched++;
    for (; at && v->rank[v->order[at - 1]] > v->rank[kid]; at--) v->order[at] = v->order[at - 1];
    v->order[at] = kid;
    v->busy |= UINT32_C(1) << kid;
    golden_start_policies(g, kid);
}
