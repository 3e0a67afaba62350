/* ptx_state.c - registers of a warp: blends results lane by lane, writes special registers, hashes the state. */
#include "ptx/ptx_cluster.h"

#include <string.h>

void ptx_blend(void *d, const void *from, bool wide, uint32_t mask) { ptx_blend_lanes(d, from, wide, mask); }

LANE_TARGET void ptx_blend_avx2(void *d, const void *from, bool wide, uint32_t mask)
{
    ptx_blend_lanes(d, from, wide, mask);
}

/* Special registers whose value differs between the lanes of a warp. False: kind is another one. */
static bool fill_by_lane(const ptx_launch_t *l, uint32_t first, uint32_t kind, lane_u32 *d)
{
    const uint32_t plane = l->block[0] * l->block[1];
    switch (kind) {
    case SR_TID_X: LANES d[i] = (first + i) % l->block[0]; return true;
    case SR_TID_Y: LANES d[i] = (first + i) % plane / l->block[0]; return true;
    case SR_TID_Z: LANES d[i] = (first + i) / plane; return true;
    case SR_LANEID: LANES d[i] = i; return true;
    case SR_LT: LANES d[i] = (UINT32_C(1) << i) - 1; return true;
    case SR_LE: LANES d[i] = (UINT32_C(2) << i) - 1; return true;
    case SR_EQ: LANES d[i] = UINT32_C(1) << i; return true;
    case SR_GE: LANES d[i] = UINT32_MAX << i; return true;
    case SR_GT: LANES d[i] = (UINT32_MAX - 1) << i; return true;
    default: return false;
    }
}

static uint32_t of_warp(const fe_cta_t *cta, const ptx_warp_t *w, ptx_sreg_t kind)
{
    const ptx_launch_t *l = cta->l;
    switch (kind) {
    case SR_NTID_X:
    case SR_NTID_Y:
    case SR_NTID_Z: return l->block[kind - SR_NTID_X];
    case SR_NCTAID_X:
    case SR_NCTAID_Y:
    case SR_NCTAID_Z: return l->grid[kind - SR_NCTAID_X];
    case SR_CTAID_X: return cta->place.x;
    case SR_CTAID_Y: return cta->place.y;
    case SR_CTAID_Z: return cta->place.z;
    case SR_WARPID: return w->index;
    case SR_NWARPID: return l->warps;
    case SR_SMID: return cta->place.sm;
    case SR_SMEM: return l->shared_bytes;
    case SR_DYN_SMEM: return l->shared_bytes - l->k->dynamic_offset;
    case SR_STACK: return l->stack_base;
    case SR_ENV1: return (uint32_t)(l->grid_barrier >> 32);
    case SR_ENV2: return (uint32_t)l->grid_barrier;
    case SR_CLUSTERID_X:
    case SR_CLUSTERID_Y:
    case SR_CLUSTERID_Z:
    case SR_NCLUSTERID_X:
    case SR_NCLUSTERID_Y:
    case SR_NCLUSTERID_Z:
    case SR_CLUSTER_CTAID_X:
    case SR_CLUSTER_CTAID_Y:
    case SR_CLUSTER_CTAID_Z:
    case SR_CLUSTER_NCTAID_X:
    case SR_CLUSTER_NCTAID_Y:
    case SR_CLUSTER_NCTAID_Z:
    case SR_CLUSTER_CTARANK:
    case SR_CLUSTER_NCTARANK: return ptx_cluster_special(cta, kind);
    case SR_EXPLICIT_CLUSTER: /* ptx_fill_special */
    case SR_TID_X:            /* fill_by_lane */
    case SR_TID_Y:
    case SR_TID_Z:
    case SR_LANEID:
    case SR_LT:
    case SR_LE:
    case SR_EQ:
    case SR_GE:
    case SR_GT:
    case SR_LOCAL: /* ptx_fill_special */
    case SR_CLOCK: /* only mov reads a clock, by itself */
    case SR_CLOCK_HI:
    case SR_CLOCK64:
    case SR_TIMER:
    case SR_TIMER_HI:
    case SR_TIMER64:
    case SR_NONE: break;
    }
    return 0;
}

void ptx_fill_special(const fe_cta_t *cta, const ptx_warp_t *w, const ptx_sreg_use_t *r, uint32_t local)
{
    lane_u32 *d = (lane_u32 *)(void *)(w->regs + r->offset);
    if (r->sreg == SR_EXPLICIT_CLUSTER) {
        *ptx_pred(w, r->offset) = cta->l->explicit_cluster ? UINT32_MAX : 0;
    } else if (r->sreg == SR_LOCAL) {
        LANES((lane_u64 *)d)[i] = local;
    } else if (!fill_by_lane(cta->l, w->index * cta->l->lanes, r->sreg, d)) {
        const uint32_t value = of_warp(cta, w, (ptx_sreg_t)r->sreg);
        LANES d[i] = value;
    }
}

bool ptx_place_error(const fe_cta_t *cta, uint32_t pc, const char *what, err_t *err)
{
    const ptx_kernel_t *k = cta->l->k;
    return err_set(err, k->m->file, k->winst[pc].line, "%s %s (CTA %u,%u,%u)", k->text[pc], what, cta->place.x,
                   cta->place.y, cta->place.z);
}

static uint64_t hash(uint64_t h, const void *from, size_t bytes)
{
    const uint8_t *at = from;
    uint64_t word;
    for (; bytes >= sizeof word; bytes -= sizeof word, at += sizeof word) {
        memcpy(&word, at, sizeof word);
        h = (h ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        h ^= h >> 32;
    }
    for (; bytes; bytes--) h = (h ^ *at++) * UINT64_C(0x9e3779b97f4a7c15);
    return h;
}

uint64_t ptx_registers_hash(const fe_cta_t *cta, const ptx_warp_t *w, uint32_t pc)
{
    const uint32_t at[] = {pc, w->frame[w->depth - 1].mask};
    const uint64_t h = hash(hash(1, w->regs, cta->l->k->file_bytes), at, sizeof at);
    return h ? h : 1;
}

uint64_t ptx_state(const fe_cta_t *cta, uint32_t warp)
{
    const ptx_warp_t *w = &cta->warp[warp];
    if (cta->l->reads_clock || cta->l->tasks) return 0;
    for (uint32_t i = 0; i < w->depth; i++)
        if (w->frame[i].call) return 0; /* its registers are elsewhere, too */
    uint64_t h = hash(1, w->regs, cta->l->k->file_bytes);
    h = hash(h, w->frame, w->depth * sizeof w->frame[0]);
    const uint32_t more[] = {w->live,         w->spin.idle,  w->spin.loops,           w->spin.yields, w->spin.polls,
                             w->spin.changes, w->bulk.lanes, (uint32_t)w->bulk.bytes, w->at_cluster};
    h = hash(h, more, sizeof more);
    return h ? h : 1;
}
