/* place_blocks.h - blocks of CTAs [LCS §4.2]: how many CTAs of a 2-D kernel go to an SM together, and the SM on which
 * an open block stays. A block is open while some of its CTAs are picked and others are not. */
#ifndef CTADEL_POLICY_PLACE_BLOCKS_H
#define CTADEL_POLICY_PLACE_BLOCKS_H

#include "policy/policy.h"

typedef struct {
    uint32_t left;    /* CTAs of the open block to be picked; 0: no block is open */
    uint32_t sm, kid; /* its SM; its table entry */
} place_open_t;

/* CTAs in a block of an entry. wanted: the block parameter. */
static inline uint32_t place_block_size(const disp_view_t *v, uint32_t kid, uint32_t wanted)
{
    if (!v->two_d[kid] || !wanted) return 1;
    const uint32_t most = wanted < v->sm_slots ? wanted : v->sm_slots;
    return most < v->tmax[kid] ? most : v->tmax[kid];
}

static inline sm_mask_t place_open_sm(const place_open_t *o) { return o->left ? mask_only(o->sm) : mask_none(); }

/* One clock: a pick continues the open block or begins one; a kernel without CTAs left closes its block. True: busy. */
static inline bool place_open_clock(place_open_t *o, const disp_view_t *v, const disp_edge_t *e)
{
    if (e->pick_sm == SCHED_NONE) {
        const bool ends = o->left && !(place_live(v) >> o->kid & 1);
        if (ends) o->left = 0;
        return ends;
    }
    o->left = (o->left ? o->left : place_need(v, e->pick_kid)) - 1;
    o->sm = e->pick_sm;
    o->kid = e->pick_kid;
    return true;
}

#endif
