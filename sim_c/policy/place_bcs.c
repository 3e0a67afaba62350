/* place_bcs - block CTA scheduling (000 §4.2): consecutive CTAs of a 2-D kernel go to one SM at the
 * same time, and only where there is room for all of them. */
#include "policy/policy.h"

typedef struct {
    uint32_t left; /* CTAs of the open block still to go; 0: none is open */
    uint32_t sm, kid;
} state_t;

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

static uint32_t block(const disp_view_t *v, uint32_t kid)
{
    if (!v->two_d[kid]) return 1;
    const uint32_t block = v->param[PARAM_PLACE_BCS_BLOCK];
    const uint32_t wanted = least(block ? block : 1, SCHED_SLOTS_MAX);
    return least(wanted, v->tmax[kid]);
}

static bool last_of_grid(const disp_view_t *v, uint32_t kid) { return v->issued[kid] + 1 == v->ctas[kid]; }

/* The last CTA of a grid may be a block of one. */
static uint32_t need(const disp_view_t *v, uint32_t kid)
{
    return last_of_grid(v, kid) ? 1 : block(v, kid);
}

static bool admits(const disp_view_t *v, uint32_t kid, uint32_t resident)
{
    return resident + need(v, kid) <= v->tmax[kid];
}

static uint32_t keep(const void *st, const disp_view_t *v)
{
    (void)v;
    const state_t *s = st;
    return s->left ? s->sm : SCHED_NONE;
}

static uint32_t pick(const void *st, const disp_view_t *v, const place_offers_t *o)
{
    (void)st;
    return place_next_sm(v, o->pickable);
}

static bool clock(void *st, const disp_view_t *v, const disp_edge_t *e)
{
    state_t *s = st;
    if (e->pick_sm == SCHED_NONE) {
        const bool ends = s->left && (!v->launched || v->order[0] != s->kid); /* no CTA is left for it */
        if (ends) s->left = 0;
        return ends;
    }
    s->left = (s->left ? s->left : block(v, e->pick_kid)) - 1;
    s->sm = e->pick_sm;
    s->kid = e->pick_kid;
    return true;
}

const place_policy_t policy_place_bcs = {
    .name = "place_bcs", .state_bytes = sizeof(state_t), .block = block, .need = need,
    .admits = admits, .keep = keep, .pick = pick, .clock = clock};
