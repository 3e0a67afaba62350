/* ptx_cluster.c - executes what concerns clusters: mapa, getctarank, isspacep.shared::cta, barrier.cluster.
 *
 * barrier.cluster.wait holds its lanes until all threads of the cluster have arrived or exited; those of a CTA that has
 * not begun are missing. A warp that must wait issues the instruction again. */
#include "ptx/ptx_cluster.h"
#include "ptx/ptx_mem.h"

#include <string.h>

static uint32_t ctas(const fe_cta_t *cta) { return ptx_cluster_ctas(cta->l); }

/* The CTA of a rank; NULL: it has not begun, or has ended. */
static fe_cta_t *member(fe_cta_t *cta, uint32_t rank) { return cta->cluster ? cta->cluster->cta[rank] : cta; }

static bool is_missing(const fe_cta_t *cta, uint32_t warp)
{
    return cta->warp[warp].live & ~cta->warp[warp].at_cluster;
}

/* Whether the warp that was missing last is still missing, so that a warp that polls does not search the cluster. */
static bool still_missing(const fe_cta_t *cta)
{
    const struct ptx_cluster *c = cta->cluster;
    if (!c) return false;
    const fe_cta_t *late = c->cta[c->late_rank];
    return late ? is_missing(late, c->late_warp) : ptx_cluster_awaits(cta, c->late_rank);
}

/* The first warp that is missing at the barrier. False: none is. */
static bool missing(fe_cta_t *cta, uint32_t *rank, uint32_t *warp)
{
    for (*rank = 0; *rank < ctas(cta); ++*rank) {
        const fe_cta_t *other = member(cta, *rank);
        *warp = 0;
        if (!other && ptx_cluster_awaits(cta, *rank)) return true;
        for (; other && *warp < cta->l->warps; ++*warp)
            if (is_missing(other, *warp)) return true;
    }
    return false;
}

/* The phase ends when no live thread is missing: no arrival of the next one is counted yet. */
static void end_phase(fe_cta_t *cta)
{
    uint32_t rank, warp;
    if (still_missing(cta)) return;
    if (missing(cta, &rank, &warp)) {
        if (!cta->cluster) return;
        cta->cluster->late_rank = rank;
        cta->cluster->late_warp = warp;
        return;
    }
    for (rank = 0; rank < ctas(cta); rank++) {
        fe_cta_t *other = member(cta, rank);
        for (warp = 0; other && warp < cta->l->warps; warp++) other->warp[warp].at_cluster = 0;
    }
}

bool ptx_cluster_still_waits(const fe_cta_t *cta, uint32_t warp)
{
    const ptx_warp_t *w = &cta->warp[warp];
    if (!w->depth) return false;
    const ptx_frame_t *f = &w->frame[w->depth - 1];
    const ptx_uop_t *u = &cta->l->k->uop[f->pc];
    return u->group == G_CLUSTER && u->op / 16 == O_CLUSTER_WAIT && ptx_guard(w, u, f->mask) & w->at_cluster;
}

bool ptx_waits(fe_cta_t *cta, uint32_t warp)
{
    uint32_t rank = 0, late;
    if (ptx_cluster_still_waits(cta, warp)) return still_missing(cta) || missing(cta, &rank, &late);
    const ptx_warp_t *w = &cta->warp[warp];
    if (!cta->cluster || !w->depth || cta->l->k->uop[w->frame[w->depth - 1].pc].group == G_CLUSTER) return false;
    while (rank < ctas(cta) && !ptx_cluster_awaits(cta, rank)) rank++;
    return rank < ctas(cta);
}

void ptx_cluster_waits(fe_cta_t *cta, uint32_t warp, char *text, uint32_t text_bytes)
{
    uint32_t rank, late;
    text[0] = '\0';
    if (!ptx_cluster_still_waits(cta, warp) || !missing(cta, &rank, &late)) return;
    const fe_cta_t *other = member(cta, rank);
    const ptx_warp_t *w = &cta->warp[warp];
    const uint32_t line = cta->l->k->winst[w->frame[w->depth - 1].pc].line;
    if (!other)
        snprintf(text, text_bytes, "waits at barrier.cluster (line %u) for CTA %u of its cluster, which has not begun",
                 line, rank);
    else
        snprintf(text, text_bytes,
                 "waits at barrier.cluster (line %u) for lanes 0x%x of warp %u of CTA %u,%u,%u, which is at line %u",
                 line, other->warp[late].live & ~other->warp[late].at_cluster, late, other->place.x, other->place.y,
                 other->place.z, cta->l->k->winst[other->warp[late].frame[other->warp[late].depth - 1].pc].line);
}

/* Offset and rank of the address of a lane. False: err, it is none in shared memory of the cluster. */
static bool take_address(const fe_cta_t *cta, const ptx_warp_t *w, uint32_t pc, uint32_t lane, uint64_t *offset,
                         uint32_t *rank, err_t *err)
{
    const ptx_uop_t *u = &cta->l->k->uop[pc];
    const uint64_t at = ptx_lane_get(ptx_ref(cta->l, w, u->s[0]), u->src64 & 1, lane);
    uint64_t inside = at;
    const bool fits = !(u->flags & UF_GENERIC) || ptx_generic_space(&inside) == SPACE_SHARED;
    const uint64_t above = inside >> PTX_RANK_SHIFT;
    *offset = inside & PTX_OFFSET_MASK;
    *rank = above ? (uint32_t)above - 1 : cta->rank;
    if (fits && above <= ctas(cta)) return true;
    char text[120];
    snprintf(text, sizeof text, "of thread %u takes 0x%llx; allowed: addresses in shared memory of its cluster",
             w->index * cta->l->lanes + lane, (unsigned long long)at);
    return ptx_place_error(cta, pc, text, err);
}

static bool map(const fe_cta_t *cta, const ptx_warp_t *w, uint32_t pc, uint32_t lane, err_t *err)
{
    const ptx_uop_t *u = &cta->l->k->uop[pc];
    const uint32_t rank = ((const lane_u32 *)ptx_ref(cta->l, w, u->s[1]))[lane];
    uint64_t offset, to = 0;
    uint32_t old_rank;
    if (rank >= ctas(cta)) {
        char text[120];
        snprintf(text, sizeof text, "of thread %u names CTA %u of its cluster; allowed: 0%s",
                 w->index * cta->l->lanes + lane, rank, cta->cluster ? "" : ", a cluster has one CTA");
        if (cta->cluster) snprintf(text + strlen(text), sizeof text - strlen(text), " to %u", ctas(cta) - 1);
        return ptx_place_error(cta, pc, text, err);
    }
    if (!take_address(cta, w, pc, lane, &offset, &old_rank, err)) return false;
    if (cta->cluster) to = (uint64_t)(rank + 1) << PTX_RANK_SHIFT;
    if (u->flags & UF_GENERIC) to += (uint64_t)PTX_WINDOW_SHARED << PTX_WINDOW_SHIFT;
    if (u->d[0] != UREF_NONE) ptx_lane_put(w->regs + u->d[0], u->dst == DST_64, lane, to + offset);
    return true;
}

static bool rank_of(const fe_cta_t *cta, const ptx_warp_t *w, uint32_t pc, uint32_t lane, err_t *err)
{
    const ptx_uop_t *u = &cta->l->k->uop[pc];
    uint64_t offset;
    uint32_t rank;
    if (!take_address(cta, w, pc, lane, &offset, &rank, err)) return false;
    if (u->d[0] != UREF_NONE) ptx_lane_put(w->regs + u->d[0], false, lane, rank);
    return true;
}

/* isspacep.shared::cta */
static void is_own(const fe_cta_t *cta, const ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask)
{
    uint32_t own = 0;
    for (uint32_t left = mask; left; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint64_t at = ptx_lane_get(ptx_ref(cta->l, w, u->s[0]), u->src64 & 1, lane);
        if (ptx_generic_space(&at) != SPACE_SHARED) continue;
        const uint64_t above = at >> PTX_RANK_SHIFT;
        own |= (uint32_t)(!above || !cta->cluster || above == cta->rank + 1) << lane;
    }
    ptx_set_pred(w, u->d[0], mask, own);
}

bool ptx_exec_cluster(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, err_t *err)
{
    const ptx_uop_t *u = &cta->l->k->uop[pc];
    const bool maps = u->op / 16 == O_MAPA;
    switch (u->op / 16) {
    case O_MAPA:
    case O_CTARANK:
        for (uint32_t left = mask; left; left &= left - 1) {
            const uint32_t lane = (uint32_t)__builtin_ctz(left);
            if (!(maps ? map : rank_of)(cta, w, pc, lane, err)) return false;
        }
        return true;
    case O_ISOWN: is_own(cta, w, u, mask); return true;
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
    default: ptx_missing(G_CLUSTER, u->op);
    }
}

void ptx_repeat(const fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, winst_exec_t *out)
{
    const bool waits = cta->l->k->uop[pc].group == G_CLUSTER;
    out->again = waits || !out->lanes; /* else a bulk copy goes on */
    w->again = false;
    w->frame[w->depth - 1].pc = pc;
    if (waits && mask != w->live && cta->l->k->m->splits) ptx_looped(w, pc);
}
