/* ptx_cluster.h - clusters of several CTAs, and addresses in the shared memory of their CTAs.
 *
 * An address in shared memory is an offset in that of the CTA that uses it or, with 1 + r from bit PTX_RANK_SHIFT on,
 * in that of the CTA of rank r of its cluster; so mapa makes it. A generic address lies as far above the window.
 *
 * CTAs of a cluster begin in different cycles: a warp that needs one that has not begun executes the instruction again.
 */
#ifndef CTADEL_PTX_PTX_CLUSTER_H
#define CTADEL_PTX_PTX_CLUSTER_H

#include "ptx/ptx_exec.h"

enum { PTX_RANK_SHIFT = 18 };
#define PTX_OFFSET_MASK ((UINT64_C(1) << PTX_RANK_SHIFT) - 1)
_Static_assert(PTX_MAX_SHARED <= 1 << PTX_RANK_SHIFT, "a rank lies above every offset");
_Static_assert((CLUSTER_CTAS_MAX + 1) << PTX_RANK_SHIFT <= 1 << PTX_WINDOW_SHIFT, "and below the window's number");

struct ptx_cluster {
    struct ptx_cluster *next;        /* of the launch */
    uint32_t id;                     /* x fastest */
    uint32_t ended;                  /* bit per rank */
    uint32_t late_rank, late_warp;   /* a warp for which the barrier has waited before */
    fe_cta_t *cta[CLUSTER_CTAS_MAX]; /* by rank; NULL: it has not begun, or has ended */
};

typedef struct { /* extents of a launch; x, y, z */
    uint32_t grid[3], cluster[3];
    bool explicit_cluster; /* the kernel or the host states the cluster; else it is 1,1,1 */
} ptx_extents_t;
/* ptx_extents.c. False: err, the kernel cannot be launched so. */
bool ptx_extents(const ptx_kernel_t *k, const ptx_launch_cfg_t *cfg, ptx_extents_t *x, err_t *err);

static inline uint32_t ptx_cluster_ctas(const ptx_launch_t *l) { return l->cluster[0] * l->cluster[1] * l->cluster[2]; }

/* The instructions of the kernel, as a launch with clusters of several CTAs has them: each access to shared memory, and
 * each exit, concerns other CTAs. NULL: out of memory. */
winst_t *ptx_cluster_code(const ptx_kernel_t *k);

/* The CTA, whose place is set, becomes part of its cluster. False: out of memory. */
bool ptx_cluster_join(fe_cta_t *cta);
void ptx_cluster_leave(fe_cta_t *cta); /* also of none */
void ptx_cluster_free_all(ptx_launch_t *l);

/* Value of SR_CLUSTERID_X to SR_CLUSTER_NCTARANK. */
uint32_t ptx_cluster_special(const fe_cta_t *cta, ptx_sreg_t kind);

/* Whether the CTA of this rank must begin before an instruction can access its shared memory. */
static inline bool ptx_cluster_awaits(const fe_cta_t *cta, uint32_t rank)
{
    return !cta->cluster->cta[rank] && !(cta->cluster->ended >> rank & 1);
}

bool ptx_waits(fe_cta_t *cta, uint32_t warp); /* frontend_ops_t.waits */

/* The warp for which another waits at barrier.cluster, as the end of a sentence; "": it does not wait there. */
void ptx_cluster_waits(fe_cta_t *cta, uint32_t warp, char *text, uint32_t text_bytes);

#endif
