/* golden_offer.c - which kernel each SM is offered to, what the stages say to that, and the pick.
 *
 * An offer stands for two clocks before a pick relies on it: in the first the SM's CTAs of that kernel are
 * counted and what goes next is looked up, in the second the stages answer. */
#include "policy/golden.h"

#include <string.h>

enum { SETTLED = 2 }; /* clocks for which an offer has stood */

static bool fits(const uint32_t have[RES_COUNT], const uint32_t need[RES_COUNT], uint32_t ctas)
{
    for (uint32_t r = 0; r < RES_COUNT; r++)
        if ((uint64_t)need[r] * ctas > have[r]) return false;
    return true;
}

static bool admitted(const golden_t *g, uint32_t s, uint32_t kid)
{
    return !g->place->admits || g->place->admits(&g->view, kid, g->resident[s]);
}

static bool allowed(const golden_t *g, uint32_t s, uint32_t kid)
{
    const disp_view_t *v = &g->view;
    if (!admitted(g, s, kid)) return false;
    if (!g->limit->ok(g->limit_st, v, s, kid, g->resident[s] + g->need[s] - 1)) return false;
    for (uint32_t i = 0; i < g->gates; i++)
        if (!g->gate[i]->ok(g->gate_st[i], v, s, kid)) return false;
    return true;
}

uint32_t golden_eligible(const golden_t *g)
{
    uint32_t ok = 0;
    for (uint32_t s = 0; s < g->view.sms; s++) {
        const uint32_t kid = g->view.offers.kid[s];
        if (kid == OFFER_NONE || !(g->view.sm_enable >> s & 1)) continue;
        if (g->need[s] && fits(g->sm[s].have, g->view.need[kid], g->need[s]) && allowed(g, s, kid))
            ok |= UINT32_C(1) << s;
    }
    return ok;
}

/* What the CTAs of an entry take that go next is not known yet. */
static bool unknown(const golden_t *g, uint32_t kid)
{
    return g->kernel[kid].state == K_ISSUE && place_need(&g->view, kid) > 1 && !(g->summed >> kid & 1);
}

bool golden_summing(const golden_t *g)
{
    bool any = false;
    for (uint32_t k = 0; k < SCHED_KERNELS; k++) any |= unknown(g, k);
    return any;
}

uint32_t golden_hopeless(const golden_t *g)
{
    for (uint32_t k = 0; k < SCHED_KERNELS; k++)
        if (g->hopeless >> k & 1 && unknown(g, k)) return k;
    return SCHED_NONE;
}

void golden_sum_start(golden_t *g, uint32_t kid)
{
    g->sum_kid = kid;
    g->sum_ctas[kid] = 2;
    g->summed &= ~(UINT32_C(1) << kid);
}

void golden_sum(golden_t *g)
{
    const uint32_t kid = g->sum_kid;
    const bool open = unknown(g, kid), fit = open && fits(g->view.empty, g->view.need[kid], g->sum_ctas[kid]);
    g->hopeless = open && !fit ? UINT32_C(1) << kid : 0;
    if (!open) {
        for (uint32_t k = SCHED_KERNELS; k-- > 0;)
            if (unknown(g, k)) g->sum_kid = k;
    } else if (g->sum_ctas[kid] == g->view.block[kid]) {
        if (fit) g->summed |= UINT32_C(1) << kid;
    } else {
        g->sum_ctas[kid]++;
    }
}

bool golden_shared(const golden_t *g)
{
    for (uint32_t i = 0; i < g->gates; i++)
        for (uint32_t s = 0; g->gate[i]->alone && s < g->view.sms; s++) {
            const uint32_t kid = g->view.offers.kid[s];
            if (kid != OFFER_NONE && admitted(g, s, kid) && g->gate[i]->alone(g->gate_st[i], &g->view, s, kid))
                return true;
        }
    return false;
}

static uint32_t kept(const golden_t *g) { return g->place->keep ? g->place->keep(g->place_st, &g->view) : SCHED_NONE; }

/* The block that is open goes on where it began: there is room for all of it. */
static uint32_t candidates(const golden_t *g)
{
    const uint32_t keep = kept(g);
    if (keep != SCHED_NONE) return UINT32_C(1) << keep;
    return g->voided ? 0 : g->ok & ~g->out;
}

/* Of the candidates, those whose offer has settled and whose kernel has CTAs left. */
static uint32_t pickable(const golden_t *g)
{
    uint32_t may = g->view.offers.candidates & g->view.offers.settled;
    for (uint32_t s = 0; s < g->view.sms; s++)
        if ((may >> s & 1) && g->kernel[g->view.offers.kid[s]].state != K_ISSUE) may &= ~(UINT32_C(1) << s);
    return may;
}

static void find_cta(golden_t *g)
{
    memcpy(g->book_xyz, g->kernel[g->book_kid].next, sizeof g->book_xyz);
    if (g->place->cta) g->place->cta(g->place_st, g->book_sm, g->book_xyz);
}

void golden_choose(golden_t *g, bool books, disp_edge_t *e)
{
    place_offers_t *o = &g->view.offers;
    o->candidates = candidates(g);
    o->standing = g->book_sm == SCHED_NONE ? 0 : UINT32_C(1) << g->book_sm;
    o->booked = books ? o->standing : 0;
    o->pickable = pickable(g);
    if (books) find_cta(g);
    e->pick_sm = SCHED_NONE;
    if (g->book_sm != SCHED_NONE && (!books || golden_last_of_grid(&g->kernel[g->book_kid]))) return;
    if (!o->pickable) return;
    e->pick_sm = g->place->pick(g->place_st, &g->view);
    if (e->pick_sm == SCHED_NONE) return;
    e->pick_kid = o->kid[e->pick_sm];
    e->pick_head = kept(g) == SCHED_NONE;
}

void golden_count(const golden_t *g, golden_count_t *c)
{
    memset(c, 0, sizeof *c);
    for (uint32_t s = 0; s < g->view.sms; s++) {
        const uint32_t kid = g->view.offers.kid[s];
        if (kid == OFFER_NONE) continue;
        c->resident[s] = (uint8_t)(g->view.resident[s][kid] + (g->book_sm == s && g->book_kid == kid));
        c->need[s] = unknown(g, kid) ? 0 : (uint8_t)place_need(&g->view, kid);
    }
}

void golden_forget_offers(golden_t *g)
{
    memset(g->view.offers.kid, OFFER_NONE, sizeof g->view.offers.kid);
    memset(g->held, 0, sizeof g->held);
    g->view.offers.settled = 0;
}

bool golden_offer(golden_t *g, const uint8_t next[SCHED_SMS_MAX], const golden_count_t *count, bool changes)
{
    place_offers_t *o = &g->view.offers;
    bool moves = false;
    o->settled = 0;
    for (uint32_t s = 0; s < g->view.sms; s++) {
        const bool stays = next[s] == o->kid[s];
        moves |= !stays || g->held[s] < SETTLED;
        g->held[s] = (uint8_t)(!stays ? 0 : g->held[s] < SETTLED ? g->held[s] + 1 : SETTLED);
        if (g->held[s] == SETTLED) o->settled |= UINT32_C(1) << s;
        o->kid[s] = next[s];
    }
    o->calm_clocks = changes ? 0 : o->calm_clocks < CALM_MAX ? o->calm_clocks + 1 : CALM_MAX;
    memcpy(g->resident, count->resident, sizeof g->resident);
    memcpy(g->need, count->need, sizeof g->need);
    return moves;
}
