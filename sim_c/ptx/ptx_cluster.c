/* ptx_cluster.c - executes what concerns clusters, each of which is one CTA: mapa and barrier.cluster.
 *
 * barrier.cluster.wait holds its lanes until all live threads of the CTA have arrived. A warp that must wait issues the
 * instruction again. */
#include "ptx/ptx_exec.h"

/* The phase ends when no live thread is missing: no arrival of the next one is counted yet. */
static void end_phase(fe_cta_t *cta)
{
    for (uint32_t i = 0; i < cta->l->warps; i++)
        if (cta->warp[i].live & ~cta->warp[i].at_cluster) return;
    for (uint32_t i = 0; i < cta->l->warps; i++) cta->warp[i].at_cluster = 0;
}

static bool map(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, err_t *err)
{
    const ptx_launch_t *l = cta->l;
    const ptx_uop_t *u = &l->k->uop[pc];
    const lane_u32 *rank = ptx_ref(l, w, u->s[1]);
    for (uint32_t left = mask; left; left &= left - 1) {
        const uint32_t r = rank[__builtin_ctz(left)];
        char what[80];
        snprintf(what, sizeof what, "names CTA %u of its cluster; allowed: 0, a cluster has one CTA", r);
        if (r) return ptx_place_error(cta, pc, what, err);
    }
    if (u->d[0] != UREF_NONE) ptx_blend(w->regs + u->d[0], ptx_ref(l, w, u->s[0]), u->dst == DST_64, mask);
    return true;
}

bool ptx_exec_cluster(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, err_t *err)
{
    switch (cta->l->k->uop[pc].op / 16) {
    case O_MAPA: return map(cta, w, pc, mask, err);
    case O_CLUSTER_ARRIVE:
        w->at_cluster |= mask;
        w->spin.changes = true;
        end_phase(cta);
        return true;
    case O_CLUSTER_WAIT:
        end_phase(cta); /* the missing threads may have exited */
        w->spin.polls = true;
        w->again = (w->at_cluster & mask) != 0;
        return true;
    default: ptx_missing(G_CLUSTER, cta->l->k->uop[pc].op);
    }
}

void ptx_repeat(const fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask)
{
    const bool waits = cta->l->k->uop[pc].group == G_CLUSTER;
    w->again = false;
    w->frame[w->depth - 1].pc = pc;
    if (waits && mask != w->live && cta->l->k->m->splits) ptx_looped(w, pc);
}
