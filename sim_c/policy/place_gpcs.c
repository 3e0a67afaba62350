/* place_gpcs.c - GPCs take clusters in turn [CLUSTERSIM]. A GPC can take the next cluster, of K CTAs, of the first
 * kernel by rank if K of its SMs agree, each to one CTA; the CTAs go to those of them that follow the SM that the GPC
 * used last. A kernel without clusters has clusters of one CTA.
 *
 * One GPC is examined per clock: the SMs that agree, two clocks later whether they are enough. If they are, the cluster
 * is open, or waits until the one before it has been picked, and so do the GPCs behind it. A GPC that is examined, has
 * the open cluster, or has the CTA in the booking register is not examined again meanwhile. When all GPCs have been
 * examined since an event, none is until the next one; for three clocks after an event this count stays 0.
 *
 * Before the first cluster of a kernel with clusters of several CTAs, 33 clocks without a CTA in the booking register
 * pass; then the kernel is aborted if a cluster does not divide its grid or no GPC has K enabled SMs. */
#include "policy/policy.h"

enum { CHECK_CLOCKS = 32, EVENT_CLOCKS = 3, GPCS_MOST = 16 };

typedef struct {   /* a GPC under examination */
    sm_mask_t sms; /* that agreed */
    uint32_t gpc;
    bool valid;
} examined_t;

typedef struct {
    examined_t near, far; /* since the last clock; since the one before: its SMs are enough or not */
    sm_mask_t keep;       /* SMs on which the open cluster may still go */
    uint32_t gpc, left;   /* its GPC; its CTAs to be picked, 0: no cluster is open */
    sm_mask_t after;      /* SMs that follow the one that their GPC used last */
    bool begun;           /* a GPC has had the turn */
    uint32_t turn;        /* GPC in turn, once begun */
    uint32_t tried;       /* GPCs examined since the last event */
    uint32_t since;       /* clocks since the last event, at most EVENT_CLOCKS */
    uint32_t step;        /* clocks of the check */
    bool sound;           /* the kernel asked about was checked */
} state_t;

static uint32_t gpc_count(const disp_view_t *v)
{
    const uint32_t given = v->param[PARAM_PLACE_GPCS_COUNT];
    return given ? given : GPCS_MOST;
}

static sm_mask_t sms_of(const disp_view_t *v, uint32_t gpc)
{
    sm_mask_t sms = mask_none();
    for (uint32_t s = 0; s < v->sms; s++)
        if (v->gpc[s] == gpc) mask_add(&sms, s);
    return sms;
}

static bool fits(const disp_view_t *v, uint32_t kid)
{
    const uint32_t *size = v->cluster[kid];
    for (uint32_t d = 0; d < 3; d++)
        if (v->grid[kid][d] % size[d]) return false;
    for (uint32_t g = 0; g < gpc_count(v); g++)
        if (mask_count(mask_and(sms_of(v, g), v->sm_enable)) >= disp_cluster_ctas(v, kid)) return true;
    return false;
}

static void init(void *state, const disp_view_t *v)
{
    (void)v;
    *(state_t *)state = (state_t){.since = EVENT_CLOCKS};
}

/* Entry that is being checked, SCHED_NONE: none. */
static uint32_t checked(const state_t *st, const disp_view_t *v)
{
    const uint32_t kid = place_settled(v);
    return kid != SCHED_NONE && !st->sound && disp_cluster_ctas(v, kid) > 1 ? kid : SCHED_NONE;
}

static uint32_t never(const void *state, const disp_view_t *v)
{
    const state_t *st = state;
    const uint32_t kid = checked(st, v);
    return kid != SCHED_NONE && st->step == CHECK_CLOCKS && !fits(v, kid) ? kid : SCHED_NONE;
}

static sm_mask_t keep(const void *state, const disp_view_t *v)
{
    (void)v;
    return ((const state_t *)state)->keep;
}

static bool stays(const void *state) { return ((const state_t *)state)->left != 0; }

static bool planned(const void *state, const disp_view_t *v)
{
    const state_t *st = state;
    const bool go = place_settled(v) != SCHED_NONE && checked(st, v) == SCHED_NONE;
    return st->left || (go && (st->near.valid || st->far.valid));
}

static uint32_t pick(const void *state, const disp_view_t *v)
{
    const state_t *st = state;
    if (!st->left) return SCHED_NONE;
    const sm_mask_t ahead = mask_and(v->offers.pickable, st->after);
    return mask_lowest(mask_any(ahead) ? ahead : v->offers.pickable);
}

static void take_pick(state_t *st, const disp_view_t *v, uint32_t sm)
{
    const sm_mask_t own = sms_of(v, st->gpc), above = mask_without(own, mask_below(sm + 1));
    st->after = mask_or(mask_without(st->after, own), above);
    mask_drop(&st->keep, sm);
    st->left--;
}

static bool taken(const state_t *st, const disp_view_t *v, uint32_t gpc)
{
    const uint32_t stands = v->offers.standing;
    return (st->near.valid && st->near.gpc == gpc) || (st->far.valid && st->far.gpc == gpc) ||
           (st->left && st->gpc == gpc) || (stands != SCHED_NONE && v->gpc[stands] == gpc);
}

static bool clock(void *state, const disp_view_t *v, const disp_edge_t *e)
{
    state_t *st = state;
    const state_t was = *st;
    const uint32_t kid = place_settled(v), check = checked(st, v);
    const bool held = kid != SCHED_NONE, go = held && check == SCHED_NONE;
    const uint32_t since = v->offers.changed ? 0 : st->since;
    const bool scans = go && st->tried != gpc_count(v), event = since < EVENT_CLOCKS;
    const bool busy = check != SCHED_NONE || scans || st->near.valid || st->far.valid || st->left || event;
    const bool stands = v->offers.standing != SCHED_NONE;

    if (e->pick_sm != SCHED_NONE) take_pick(st, v, e->pick_sm);
    if (!held) st->left = 0;
    const bool enough = go && was.far.valid && mask_count(was.far.sms) >= disp_cluster_ctas(v, kid);
    const bool loads = enough && !st->left, stalls = enough && !loads;
    if (loads) {
        st->keep = was.far.sms;
        st->gpc = was.far.gpc;
        st->left = disp_cluster_ctas(v, kid);
    }
    if (!st->left) st->keep = mask_none();

    const uint32_t first = v->param[PARAM_PLACE_GPCS_FIRST];
    const uint32_t turn = st->begun ? st->turn : first < gpc_count(v) ? first : 0;
    const bool takes = scans && !taken(&was, v, turn) && !(stalls && was.near.valid);
    if (!stalls) {
        st->far = was.near;
        st->far.valid = was.near.valid && go;
    }
    if (!stalls || !was.near.valid) st->near.valid = false;
    if (takes) {
        st->near = (examined_t){mask_and(v->offers.agree, sms_of(v, turn)), turn, true};
        st->turn = turn + 1 == gpc_count(v) ? 0 : (turn + 1) % GPCS_MOST;
        st->begun = true;
    }
    st->tried = !go || loads || event ? 0 : st->tried + takes;
    st->since = event ? since + 1 : EVENT_CLOCKS;
    st->sound = held && (st->sound || (check != SCHED_NONE && st->step == CHECK_CLOCKS && fits(v, kid)));
    st->step = check != SCHED_NONE && !stands && st->step < CHECK_CLOCKS ? st->step + 1 : 0;
    return busy;
}

/* The first turn is ClusterSim's. */
static uint32_t host(uint32_t sms, uint32_t gpcs, reg_value_t set[PLACE_HOST_MAX])
{
    set[0] = (reg_value_t){policy_params[PARAM_PLACE_GPCS_COUNT].addr, gpcs};
    set[1] = (reg_value_t){policy_params[PARAM_PLACE_GPCS_FIRST].addr, sms % gpcs};
    return 2;
}

const place_policy_t policy_place_gpcs = {.name = "place_gpcs",
                                          .state_bytes = sizeof(state_t),
                                          .all_sms = true,
                                          .gangs = true,
                                          .init = init,
                                          .never = never,
                                          .keep = keep,
                                          .stays = stays,
                                          .planned = planned,
                                          .pick = pick,
                                          .clock = clock,
                                          .host = host};
