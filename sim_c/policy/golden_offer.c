/* golden_offer.c - which kernel each SM is offered to, what the stages say to that, and the pick.
 *
 * An offer stands for two clocks or more before a pick relies on it: in the first the SM's CTAs of that kernel are
 * counted and what goes next is looked up, in the second the stages answer. One kernel is looked up in a clock: SMs
 * that are offered to others keep the answer that they have, or wait for their kernel's turn. */
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

static bool answers_now(const golden_t *g, uint32_t s)
{
    return g->look.ctas && g->look.asked[s] == g->look.kid;
}

static bool finds_room(const golden_t *g, uint32_t s)
{
    const golden_look_t *l = &g->look;
    if (g->place->offer && !answers_now(g, s)) return l->room >> s & 1;
    return l->ctas && fits(g->sm[s].have, g->view.need[l->kid], l->ctas);
}

static bool known(const golden_t *g, uint32_t s) { return answers_now(g, s) || (g->look.known >> s & 1); }

uint32_t golden_eligible(const golden_t *g)
{
    uint32_t ok = 0;
    for (uint32_t s = 0; s < g->view.sms; s++) {
        const uint32_t kid = g->view.offers.kid[s];
        if (kid == OFFER_NONE || !(g->view.sm_enable >> s & 1)) continue;
        if (finds_room(g, s) && allowed(g, s, kid))
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
    const uint32_t kid = g->sum_kid;
    return unknown(g, kid) && !fits(g->view.empty, g->view.need[kid], g->sum_ctas[kid]) ? kid : SCHED_NONE;
}

void golden_sum_start(golden_t *g, uint32_t kid)
{
    g->look.known = g->look.room = 0;
    g->look.started = 1;
    g->sum_kid = kid;
    g->sum_ctas[kid] = 2;
    g->summed &= ~(UINT32_C(1) << kid);
}

void golden_sum(golden_t *g)
{
    const uint32_t kid = g->sum_kid;
    if (!unknown(g, kid)) {
        for (uint32_t k = SCHED_KERNELS; k-- > 0;)
            if (unknown(g, k)) g->sum_kid = k;
    } else if (g->sum_ctas[kid] == g->view.block[kid]) {
        g->summed |= UINT32_C(1) << kid;
    } else {
        g->sum_ctas[kid]++;
    }
}

bool golden_shared(const golden_t *g)
{
    for (uint32_t i = 0; i < g->gates; i++)
        for (uint32_t s = 0; g->gate[i]->alone && s < g->view.sms; s++) {
            const uint32_t kid = g->view.offers.kid[s];
            if (kid != OFFER_NONE && admitted(g, s, kid) &&
                g->gate[i]->alone(g->gate_st[i], &g->view, s, kid))
                return true;
        }
    return false;
}

static uint32_t kept(const golden_t *g)
{
    return g->place->keep ? g->place->keep(g->place_st, &g->view) : SCHED_NONE;
}

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

void golden_choose(golden_t *g, bool books, disp_edge_t *e)
{
    place_offers_t *o = &g->view.offers;
    o->candidates = candidates(g);
    o->standing = g->book_sm == SCHED_NONE ? 0 : UINT32_C(1) << g->book_sm;
    o->booked = books ? o->standing : 0;
    o->pickable = pickable(g);
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
        c->need[s] = (uint8_t)place_need(&g->view, kid);
    }
}

static uint32_t one_left(const golden_t *g)
{
    uint32_t of = 0;
    for (uint32_t k = 0; k < SCHED_KERNELS; k++)
        if (g->kernel[k].state == K_ISSUE && g->view.issued[k] + 1 == g->view.ctas[k]) of |= UINT32_C(1) << k;
    return of;
}

static uint32_t offered_to(const golden_t *g, uint32_t s)
{
    return g->view.offers.kid[s] == OFFER_NONE ? 0 : g->view.offers.kid[s];
}

/* Bit k: some SM lacks the answer about entry k. */
static uint32_t lacking_of(const golden_t *g)
{
    uint32_t lacking = 0;
    for (uint32_t s = 0; s < g->view.sms; s++) {
        const uint32_t kid = offered_to(g, s);
        if (g->place->offer && g->view.offers.kid[s] == OFFER_NONE) continue;
        if (!known(g, s) || g->look.asked[s] != kid) lacking |= UINT32_C(1) << kid;
    }
    return lacking;
}

/* Of these the next after the one looked up last; that one itself comes last. */
static uint32_t next_look(const golden_t *g, uint32_t lacking)
{
    for (uint32_t n = 1; n <= SCHED_KERNELS; n++)
        if (lacking >> (g->look.kid + n) % SCHED_KERNELS & 1) return (g->look.kid + n) % SCHED_KERNELS;
    return g->look.kid;
}

/* A booking voids an SM's answer, a completion one that was no; and a change of what goes next, all. */
bool golden_look(const golden_t *g, const disp_edge_t *e, golden_look_t *next)
{
    const uint32_t lacking = lacking_of(g);
    *next = (golden_look_t){.kid = next_look(g, lacking), .final = one_left(g)};
    next->ctas = unknown(g, next->kid) ? 0 : place_need(&g->view, next->kid);
    const bool stands = g->place->offer && !g->look.started && next->final == g->look.final;
    for (uint32_t s = 0; s < g->view.sms; s++) {
        const bool room = finds_room(g, s);
        next->asked[s] = (uint8_t)offered_to(g, s);
        if (!stands || next->asked[s] != g->look.asked[s] || e->pick_sm == s) continue;
        if (room) next->room |= UINT32_C(1) << s;
        if (known(g, s) && (room || e->done_sm != s)) next->known |= UINT32_C(1) << s;
    }
    return lacking;
}

void golden_forget_offers(golden_t *g)
{
    memset(g->view.offers.kid, OFFER_NONE, sizeof g->view.offers.kid);
    memset(g->held, 0, sizeof g->held);
    g->view.offers.settled = 0;
}

bool golden_offer(golden_t *g, const uint8_t next[SCHED_SMS_MAX], const golden_count_t *count,
                  const golden_look_t *look, bool changes)
{
    place_offers_t *o = &g->view.offers;
    const uint32_t keep = kept(g), had = o->settled;
    bool moves = false;
    o->settled = 0;
    for (uint32_t s = 0; s < g->view.sms; s++) {
        const bool stays = next[s] == o->kid[s];
        const bool answered = !g->place->offer || known(g, s) || o->kid[s] == OFFER_NONE || s == keep;
        moves |= !stays || g->held[s] < SETTLED || !(had >> s & 1);
        g->held[s] = (uint8_t)(!stays ? 0 : g->held[s] < SETTLED ? g->held[s] + 1 : SETTLED);
        if (g->held[s] == SETTLED && answered) o->settled |= UINT32_C(1) << s;
        o->kid[s] = next[s];
    }
    o->calm_clocks = changes ? 0 : o->calm_clocks < CALM_MAX ? o->calm_clocks + 1 : CALM_MAX;
    memcpy(g->resident, count->resident, sizeof g->resident);
    memcpy(g->need, count->need, sizeof g->need);
    g->look = *look;
    return moves;
}
