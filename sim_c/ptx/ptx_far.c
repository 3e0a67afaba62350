/* ptx_far.c - finds addresses in the shared memory of the CTAs of a cluster. */
#include "ptx/ptx_cluster.h"
#include "ptx/ptx_mem.h"

#include <inttypes.h>

static bool outside(const ptx_access_t *a, uint32_t lane, uint64_t addr, err_t *err)
{
    const ptx_launch_t *l = a->cta->l;
    const uint64_t above = addr >> PTX_RANK_SHIFT, offset = addr & PTX_OFFSET_MASK;
    char why[160];
    if (above > ptx_cluster_ctas(l))
        snprintf(why, sizeof why, "outside the shared memory of its cluster of %u CTAs", ptx_cluster_ctas(l));
    else if (offset & (a->bytes - 1)) snprintf(why, sizeof why, "which is not aligned to the access's size");
    else if (!above) snprintf(why, sizeof why, "outside the %u bytes of shared memory", l->shared_bytes);
    else
        snprintf(why, sizeof why, "outside the %u bytes of shared memory of CTA %" PRIu64 " of its cluster",
                 l->shared_bytes, above - 1);
    return ptx_fail(a, lane, addr, why, err);
}

/* The CTA whose shared memory the lane accesses. NULL: err, or w->again: it has not begun. */
static fe_cta_t *owner(const ptx_access_t *a, uint32_t lane, uint64_t addr, err_t *err)
{
    fe_cta_t *cta = a->cta;
    const uint64_t above = addr >> PTX_RANK_SHIFT, offset = addr & PTX_OFFSET_MASK;
    const uint32_t size = cta->l->shared_bytes;
    char why[160];
    if (above > ptx_cluster_ctas(cta->l) || size < a->bytes || offset > size - a->bytes || offset & (a->bytes - 1)) {
        outside(a, lane, addr, err);
        return NULL;
    }
    const uint32_t rank = above ? (uint32_t)above - 1 : cta->rank;
    if (rank == cta->rank) return cta;
    if (!a->far) {
        snprintf(why, sizeof why,
                 "in shared memory of CTA %u of its cluster; allowed: that of the CTA itself, or of others by "
                 ".shared::cluster where the instruction has it",
                 rank);
        ptx_fail(a, lane, addr, why, err);
        return NULL;
    }
    a->w->again = ptx_cluster_awaits(cta, rank);
    if (a->w->again || cta->cluster->cta[rank]) return cta->cluster->cta[rank];
    snprintf(why, sizeof why,
             "in shared memory of CTA %u of its cluster, which has ended; remedy: barrier.cluster before it ends",
             rank);
    ptx_fail(a, lane, addr, why, err);
    return NULL;
}

bool ptx_locate_far(const ptx_access_t *a, uint64_t addr[PTX_LANES], ptx_at_t *at, err_t *err)
{
    const uint32_t first = (uint32_t)__builtin_ctz(a->mask);
    at->base = 0;
    at->off = at->own;
    for (uint32_t left = a->mask; left; left &= left - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(left);
        const fe_cta_t *to = owner(a, i, addr[i], err);
        if (!to) return false;
        addr[i] &= PTX_OFFSET_MASK;
        at->own[i] = (uintptr_t)to->shared + addr[i];
        if (to == a->cta) continue;
        a->far->far |= UINT32_C(1) << i;
        a->far->far_sm[i] = (uint8_t)to->place.sm;
    }
    for (uint32_t i = 0; i < PTX_LANES; i++) {
        if (a->mask >> i & 1) continue;
        addr[i] = addr[first];
        at->own[i] = at->own[first];
    }
    return true;
}

bool ptx_far_begun(const ptx_access_t *a, const uint8_t space[PTX_LANES], const uint64_t addr[PTX_LANES])
{
    for (uint32_t left = a->mask; a->cta->cluster && left; left &= left - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(left);
        const uint64_t above = addr[i] >> PTX_RANK_SHIFT;
        if (space[i] != SPACE_SHARED || !above || above > ptx_cluster_ctas(a->cta->l)) continue;
        if (ptx_cluster_awaits(a->cta, (uint32_t)above - 1)) return false;
    }
    return true;
}
