/* place_engines.c - engines, groups of engines.size SMs, take CTAs in strict turn [ACE]. The first kernel by rank is
 * asked about, as under place_rr. Its next CTA goes to the engine in turn, within it to each SM once per round, the
 * lowest-numbered first. An engine whose SMs refuse keeps the turn while it has a CTA; one without a CTA passes it on,
 * two clocks later, if an SM elsewhere agrees. When no kernel has CTAs left, the first engine has the turn. */
#include "policy/policy.h"

typedef struct {
    uint32_t base; /* first SM of the engine in turn */
    sm_mask_t had; /* SMs picked in the current round of their engine */
    bool skip;     /* the engine passes the turn on at this edge */
} state_t;

static uint32_t size(const disp_view_t *v)
{
    const uint32_t given = v->param[PARAM_PLACE_ENGINES_SIZE];
    return given ? given : 1;
}

static sm_mask_t engine(const state_t *st, const disp_view_t *v)
{
    const uint32_t end = st->base + size(v);
    return mask_without(mask_below(end < v->sms ? end : v->sms), mask_below(st->base));
}

static uint32_t pick(const void *state, const disp_view_t *v)
{
    const state_t *st = state;
    const sm_mask_t offered = mask_and(v->offers.pickable, engine(st, v)), fresh = mask_without(offered, st->had);
    if (mask_any(fresh)) return mask_lowest(fresh);
    return mask_any(offered) ? mask_lowest(offered) : SCHED_NONE;
}

static bool holds_cta(const disp_view_t *v, sm_mask_t sms)
{
    for (mask_walk_t walk = mask_walk(sms); mask_next(&walk);)
        for (uint32_t k = 0; k < v->kernels; k++)
            if (v->resident[walk.at][k]) return true;
    return false;
}

static bool empty(const disp_view_t *v, sm_mask_t own)
{
    const place_offers_t *o = &v->offers;
    if (place_settled(v) == SCHED_NONE || (o->standing != SCHED_NONE && mask_has(own, o->standing))) return false;
    return !holds_cta(v, own);
}

/* An SM agrees, but none of the engine in turn. */
static bool others_agree(const disp_view_t *v, sm_mask_t own)
{
    return !mask_any(mask_and(v->offers.agree, own)) && mask_any(v->offers.agree);
}

static bool clock(void *state, const disp_view_t *v, const disp_edge_t *e)
{
    state_t *st = state;
    const sm_mask_t own = engine(st, v);
    const bool picked = e->pick_sm != SCHED_NONE, moves = picked || st->skip, idle = empty(v, own);
    const bool busy = idle || st->skip;
    if (picked) {
        if (mask_has(st->had, e->pick_sm)) st->had = mask_without(st->had, own);
        mask_add(&st->had, e->pick_sm);
    }
    if (moves) {
        const uint32_t end = st->base + size(v);
        const bool more = end < v->sms && mask_any(mask_without(v->sm_enable, mask_below(end)));
        st->base = more ? end : 0;
    }
    st->skip = idle && !moves && others_agree(v, own);
    if (!v->launched) *st = (state_t){0};
    return busy;
}

/* Four engines, as equal as the number of SMs allows. */
static uint32_t host(uint32_t sms, uint32_t gpcs, reg_value_t set[PLACE_HOST_MAX])
{
    (void)gpcs;
    set[0] = (reg_value_t){policy_params[PARAM_PLACE_ENGINES_SIZE].addr, (sms + 3) / 4};
    return 1;
}

const place_policy_t policy_place_engines = {.name = "place_engines",
                                             .state_bytes = sizeof(state_t),
                                             .all_sms = true,
                                             .pick = pick,
                                             .clock = clock,
                                             .host = host};
