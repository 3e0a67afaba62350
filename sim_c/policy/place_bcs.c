/* place_bcs.c - block CTA scheduling [LCS §4.2]: consecutive CTAs of a 2-D kernel go to one SM together, and only when
 * it has room for all of them. */
#include "policy/place_blocks.h"

typedef struct {
    place_open_t open;
} state_t;

static uint32_t block(const disp_view_t *v, uint32_t kid)
{
    return place_block_size(v, kid, v->param[PARAM_PLACE_BCS_BLOCK]);
}

static bool admits(const disp_view_t *v, uint32_t kid, uint32_t resident)
{
    return resident + place_need(v, kid) <= v->tmax[kid];
}

static sm_mask_t keep(const void *st, const disp_view_t *v)
{
    (void)v;
    return place_open_sm(&((const state_t *)st)->open);
}

static uint32_t pick(const void *st, const disp_view_t *v)
{
    (void)st;
    return place_next_sm(v, v->offers.pickable);
}

static bool stays(const void *st) { return ((const state_t *)st)->open.left != 0; }

static bool clock(void *st, const disp_view_t *v, const disp_edge_t *e)
{
    return place_open_clock(&((state_t *)st)->open, v, e);
}

const place_policy_t policy_place_bcs = {.name = "place_bcs",
                                         .state_bytes = sizeof(state_t),
                                         .block = block,
                                         .admits = admits,
                                         .keep = keep,
                                         .stays = stays,
                                         .pick = pick,
                                         .clock = clock};
