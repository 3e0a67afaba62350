/* ptx_clusters.c - the clusters of a launch: which CTAs they have, which of these have begun and ended, and what that
 * means for the order of instructions. */
#include "ptx/ptx_cluster.h"

#include <stdlib.h>
#include <string.h>

static uint32_t in_cluster(const fe_cta_t *cta, uint32_t axis)
{
    const uint32_t at[3] = {cta->place.x, cta->place.y, cta->place.z};
    return at[axis] % cta->l->cluster[axis];
}

static uint32_t of_grid(const fe_cta_t *cta, uint32_t axis)
{
    const uint32_t at[3] = {cta->place.x, cta->place.y, cta->place.z};
    return at[axis] / cta->l->cluster[axis];
}

static uint32_t rank_of(const fe_cta_t *cta)
{
    const uint32_t *n = cta->l->cluster;
    return in_cluster(cta, 0) + n[0] * (in_cluster(cta, 1) + n[1] * in_cluster(cta, 2));
}

static uint32_t clusters_along(const ptx_launch_t *l, uint32_t axis) { return l->grid[axis] / l->cluster[axis]; }

uint32_t ptx_cluster_special(const fe_cta_t *cta, ptx_sreg_t kind)
{
    const ptx_launch_t *l = cta->l;
    const uint32_t axis = (uint32_t)(kind - SR_CLUSTERID_X) % 3;
    if (kind <= SR_CLUSTERID_Z) return of_grid(cta, axis);
    if (kind <= SR_NCLUSTERID_Z) return clusters_along(l, axis);
    if (kind <= SR_CLUSTER_CTAID_Z) return in_cluster(cta, axis);
    if (kind <= SR_CLUSTER_NCTAID_Z) return l->cluster[axis];
    return kind == SR_CLUSTER_CTARANK ? rank_of(cta) : ptx_cluster_ctas(l);
}

bool ptx_cluster_join(fe_cta_t *cta)
{
    ptx_launch_t *l = cta->l;
    cta->cluster = NULL;
    cta->rank = rank_of(cta);
    if (ptx_cluster_ctas(l) == 1) return true;
    const uint32_t id =
        of_grid(cta, 0) + clusters_along(l, 0) * (of_grid(cta, 1) + clusters_along(l, 1) * of_grid(cta, 2));
    struct ptx_cluster *c = l->clusters;
    while (c && c->id != id) c = c->next;
    if (!c) {
        c = calloc(1, sizeof *c);
        if (!c) return false;
        c->id = id;
        c->next = l->clusters;
        l->clusters = c;
    }
    c->cta[cta->rank] = cta;
    cta->cluster = c;
    return true;
}

void ptx_cluster_leave(fe_cta_t *cta)
{
    struct ptx_cluster *c = cta->cluster, **at = &cta->l->clusters;
    if (!c) return;
    c->cta[cta->rank] = NULL;
    c->ended |= UINT32_C(1) << cta->rank;
    cta->cluster = NULL;
    if (c->ended != UINT32_MAX >> (32 - ptx_cluster_ctas(cta->l))) return;
    while (*at != c) at = &(*at)->next;
    *at = c->next;
    free(c);
}

void ptx_cluster_free_all(ptx_launch_t *l)
{
    while (l->clusters) {
        struct ptx_cluster *next = l->clusters->next;
        free(l->clusters);
        l->clusters = next;
    }
}

/* An exit concerns others because a barrier of the cluster does not wait for threads that have exited. */
static reach_t reach_of(const ptx_uop_t *u, const winst_t *w)
{
    const uint32_t op = u->op / 16;
    switch (u->group) {
    case G_MEM:
    case G_ATOM: return u->space == SPACE_SHARED ? w->op == WI_LOAD ? REACH_READS : REACH_WRITES : (reach_t)w->reach;
    case G_MATRIX: return op == O_LD ? REACH_READS : op == O_ST ? REACH_WRITES : (reach_t)w->reach;
    case G_MBAR: return u->mod == MBAR_PENDING ? REACH_OWN : w->op == WI_LOAD ? REACH_READS : REACH_WRITES;
    case G_CLUSTER: return op == O_CLUSTER_ARRIVE || op == O_CLUSTER_WAIT ? REACH_WRITES : REACH_OWN;
    case G_EXIT:
    case G_RET: return REACH_WRITES;
    default: return (reach_t)w->reach;
    }
}

winst_t *ptx_cluster_code(const ptx_kernel_t *k)
{
    winst_t *code = malloc(k->uops * sizeof *code);
    if (!code) return NULL;
    memcpy(code, k->winst, k->uops * sizeof *code);
    for (uint32_t i = 0; i < k->uops; i++) code[i].reach = (uint8_t)reach_of(&k->uop[i], &code[i]);
    return code;
}

bool ptx_kernel_cluster(const ptx_kernel_t *k, uint32_t cluster[3])
{
    memcpy(cluster, k->reqnctapercluster, sizeof k->reqnctapercluster);
    return cluster[0] != 0;
}
