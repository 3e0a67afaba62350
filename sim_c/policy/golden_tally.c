/* golden_tally.c - a clock edge of the dispatcher that counts the answers of its stages. */
#include "policy/golden.h"

static void count(stage_tally_t *t, bool yes)
{
    t->decided++;
    t->refused += !yes;
}

/* The stages' answers for one SM that has room, in the order in which a CTA needs them. */
static void count_sm(const golden_t *g, uint32_t s, sm_mask_t admitted, tally_t *t)
{
    const disp_view_t *v = &g->view;
    const uint32_t kid = v->offers.asked;
    const bool limit = g->limit->ok(g->limit_st, v, s, kid, g->resident[s] + g->need - 1);
    bool gates = true;
    count(&t->limit, limit);
    for (uint32_t i = 0; limit && i < g->gates; i++) {
        const bool ok = g->gate[i]->ok(g->gate_st[i], v, s, kid);
        count(&t->gate[i], ok);
        gates = gates && ok;
    }
    t->place.refused += limit && gates && !mask_has(admitted, s);
}

static void count_answers(const golden_t *g, tally_t *t)
{
    const disp_view_t *v = &g->view;
    const sm_mask_t admitted = golden_admitted(g);
    const bool asks = v->offers.asked != OFFER_NONE && g->need;
    for (uint32_t s = 0; s < v->sms; s++) {
        if (asks && golden_has_room(g, s)) count_sm(g, s, admitted, t);
        t->limit.changed += g->limit->paused && g->limit->paused(g->limit_st, v, s);
    }
    for (uint32_t i = 0; i < g->gates; i++) {
        if (g->gate[i]->drain) t->gate[i].changed += mask_count(g->gate[i]->drain(g->gate_st[i], v));
    }
}

/* place_rr has no blocks, and picks the next of the candidates for the first kernel by rank with CTAs left. */
static bool picked_otherwise(const golden_t *g, uint32_t rr_kid, uint32_t rr_sm)
{
    return !g->book_head || g->book_kid != rr_kid || g->book_sm != rr_sm;
}

void golden_clock_tally(golden_t *g, const disp_in_t *in, disp_out_t *out, tally_t *t)
{
    const disp_view_t *v = &g->view;
    const uint32_t last_sm = v->last_sm, rr_kid = v->order[0];
    const uint32_t book_kid = g->book_kid, next_lid = g->kernel[book_kid].issued, booked = g->perf.issued;
    t->clocks++;
    count_answers(g, t);
    golden_clock(g, in, out);
    if (g->perf.issued != booked) t->place.changed += g->issue_lid != next_lid;
    if (!g->book_new) return;
    t->place.decided++;
    t->place.changed += picked_otherwise(g, rr_kid, place_sm_after(v, last_sm, v->offers.pickable));
}
