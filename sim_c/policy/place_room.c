/* place_room.c - the SM with the most room gets the next CTA [ROOM]. Of the candidates for the first kernel by rank
 * with CTAs left, the one with the highest score gets it; of equal scores, the lowest-numbered SM. The score is the
 * CTAs of the kernel that still fit, or the free slots, or the free threads (room.score). The choice takes two clocks.
 * In the first one each team of four neighbouring SMs finds its leader, by the candidates and scores of that clock; in
 * the second one the leaders are compared, and the chosen SM is picked in the next if it is a candidate then. While the
 * booking register is taken, it stays the chosen one. The chosen SM, and the leader that is chosen in a clock, do not
 * take part in their team then.
 *
 * The CTAs that fit are counted per SM: when the kernel changes, and again after a CTA of another kernel was booked or
 * released on the SM. Of every 32 SMs, one per clock begins to be counted, the lowest-numbered first; one bit of the
 * count per clock follows. A booking or a release on the SM meanwhile discards the count. Until all candidates are
 * counted, none is chosen. A CTA of the same kernel changes a known count by one, so the count stays known. */
#include "policy/policy.h"

#include <string.h>

enum { BY_CTAS, BY_SLOTS, BY_THREADS }; /* room.score */
enum { TEAM_SMS = 4 };
enum { COUNT_CLOCKS_MAX = SCHED_BITS(SCHED_SLOTS_MAX + 1) };

typedef struct {                          /* each a set of SMs */
    sm_mask_t best;                       /* the SM chosen last, or empty */
    sm_mask_t leaders;                    /* of each team, if one takes part */
    uint32_t points[SCHED_SMS_MAX];       /* scores of the leaders when they became that */
    bool waited;                          /* a candidate was not counted a clock ago */
    sm_mask_t known;                      /* SMs that are counted */
    sm_mask_t counting[COUNT_CLOCKS_MAX]; /* SMs that began to be counted i + 1 clocks ago */
} state_t;

/* Clocks of a count: one per bit of a number of slots. */
static uint32_t count_clocks(const disp_view_t *v) { return SCHED_BITS(v->sm_slots + 1); }

static sm_mask_t only(uint32_t sm) { return sm == SCHED_NONE ? mask_none() : mask_only(sm); }

static uint32_t ctas_that_fit(const disp_view_t *v, uint32_t sm, uint32_t kid)
{
    uint32_t least = UINT32_MAX;
    for (uint32_t r = 0; r < RES_COUNT; r++) {
        const uint32_t need = v->need[kid][r];
        if (need && v->have[sm][r] / need < least) least = v->have[sm][r] / need;
    }
    return least;
}

static uint32_t score(const disp_view_t *v, uint32_t sm, uint32_t kid)
{
    switch (v->param[PARAM_PLACE_ROOM_SCORE]) {
    case BY_CTAS: return ctas_that_fit(v, sm, kid);
    case BY_SLOTS: return v->have[sm][RES_SLOTS];
    default: return v->have[sm][RES_THREADS];
    }
}

/* The leader with the highest score, of equal ones the lowest-numbered. */
static sm_mask_t choose(const state_t *st)
{
    uint32_t best = SCHED_NONE;
    for (mask_walk_t walk = mask_walk(st->leaders); mask_next(&walk);)
        if (best == SCHED_NONE || st->points[walk.at] > st->points[best]) best = walk.at;
    return only(best);
}

/* Finds the leaders of all teams among `sms`. */
static void lead(state_t *st, const disp_view_t *v, uint32_t kid, sm_mask_t sms)
{
    uint32_t leader = SCHED_NONE;
    st->leaders = mask_none();
    for (mask_walk_t walk = mask_walk(sms); mask_next(&walk);) {
        const uint32_t s = walk.at;
        st->points[s] = score(v, s, kid);
        const bool same_team = leader != SCHED_NONE && leader / TEAM_SMS == s / TEAM_SMS;
        if (same_team && st->points[s] <= st->points[leader]) continue;
        if (same_team) mask_drop(&st->leaders, leader);
        mask_add(&st->leaders, s);
        leader = s;
    }
}

static uint32_t pick(const void *state, const disp_view_t *v)
{
    const sm_mask_t sm = mask_and(((const state_t *)state)->best, v->offers.pickable);
    return mask_any(sm) ? mask_lowest(sm) : SCHED_NONE;
}

/* One clock of the counts for entry kid. */
static void count(state_t *st, const disp_view_t *v, const disp_edge_t *e, uint32_t kid)
{
    const sm_mask_t booked = only(v->offers.booked), done = only(e->done_sm), events = mask_or(booked, done);
    const uint32_t clocks = count_clocks(v);
    sm_mask_t *at = st->counting, left = mask_without(v->sm_enable, st->known), first = mask_none();
    for (uint32_t i = 0; i < clocks; i++) left = mask_without(left, at[i]);
    for (uint32_t p = 0; p < MASK_PARTS; p++) mask_set_part(&first, p, mask_part(left, p) & (0u - mask_part(left, p)));
    if (v->offers.standing_kid != kid) st->known = mask_without(st->known, booked);
    if (e->done_kid != kid) st->known = mask_without(st->known, done);
    st->known = mask_or(st->known, mask_without(at[clocks - 1], events));
    for (uint32_t i = clocks; --i > 0;) at[i] = mask_without(at[i - 1], events);
    at[0] = mask_without(first, events);
}

static bool clock(void *state, const disp_view_t *v, const disp_edge_t *e)
{
    state_t *st = state;
    const uint32_t kid = place_settled(v);
    const sm_mask_t offered = kid == SCHED_NONE ? mask_none() : v->offers.pickable;
    const bool counts = kid != SCHED_NONE && v->param[PARAM_PLACE_ROOM_SCORE] == BY_CTAS;
    const bool waits = counts && mask_any(mask_without(offered, st->known));
    const bool busy = mask_any(offered) || mask_any(st->best) || mask_any(st->leaders) || st->waited ||
                      (counts && mask_any(mask_without(v->sm_enable, st->known)));
    const bool stays = e->pick_sm == SCHED_NONE && mask_any(mask_and(st->best, offered));
    const sm_mask_t chosen = stays || kid == SCHED_NONE ? mask_none() : choose(st);
    const sm_mask_t apart = mask_or(st->best, chosen);
    lead(st, v, kid, waits ? mask_none() : mask_without(offered, apart));
    if (!stays) st->best = chosen;
    st->waited = waits;
    if (counts) count(st, v, e, kid);
    else {
        st->known = mask_none();
        memset(st->counting, 0, sizeof st->counting);
    }
    return busy;
}

const place_policy_t policy_place_room = {
    .name = "place_room", .state_bytes = sizeof(state_t), .pick = pick, .clock = clock};
