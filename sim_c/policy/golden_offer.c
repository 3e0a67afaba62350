/* golden_offer.c - the kernel that SMs are asked about, the stages' answers, and the pick.
 *
 * From the question to a candidate it takes two clocks. The first counts the SMs' CTAs of the kernel and looks up what
 * goes next; in the second the stages answer. Meanwhile other kernels are asked about. */
#include "policy/golden.h"

#include <string.h>

static bool fits(const uint32_t have[RES_COUNT], const uint32_t need[RES_COUNT], uint32_t ctas)
{
    for (uint32_t r = 0; r < RES_COUNT; r++)
        if ((uint64_t)need[r] * ctas > have[r]) return false;
    return true;
}

sm_mask_t golden_admitted(const golden_t *g)
{
    const disp_view_t *v = &g->view;
    const uint32_t kid = v->offers.asked;
    if (kid == OFFER_NONE) return mask_none();
    sm_mask_t sms = g->place->sms ? g->place->sms(g->place_st, v, kid) : mask_all();
    for (uint32_t s = 0; g->place->admits && s < v->sms; s++)
        if (!g->place->admits(v, kid, g->resident[s])) mask_drop(&sms, s);
    return sms;
}

bool golden_has_room(const golden_t *g, uint32_t s)
{
    return mask_has(g->may, s) && fits(g->view.have[s], g->view.need[g->view.offers.asked], g->need);
}

static bool allowed(const golden_t *g, uint32_t s, uint32_t kid)
{
    const disp_view_t *v = &g->view;
    if (!g->limit->ok(g->limit_st, v, s, kid, g->resident[s] + g->need - 1)) return false;
    for (uint32_t i = 0; i < g->gates; i++)
        if (!g->gate[i]->ok(g->gate_st[i], v, s, kid)) return false;
    return true;
}

sm_mask_t golden_eligible(golden_t *g)
{
    const uint32_t kid = g->view.offers.asked;
    sm_mask_t agree = mask_none();
    for (uint32_t s = 0; s < g->view.sms && kid != OFFER_NONE && g->need; s++)
        if (golden_has_room(g, s) && allowed(g, s, kid)) mask_add(&agree, s);
    g->view.offers.agree = agree;
    return mask_and(agree, golden_admitted(g));
}

/* True: the resources of the entry's next block are not known yet. */
static bool unknown(const golden_t *g, uint32_t kid)
{
    return g->kernel[kid].state == K_ISSUE && place_need(&g->view, kid) > 1 && !(g->summed >> kid & 1);
}

bool golden_summing(const golden_t *g)
{
    bool any = false;
    for (uint32_t k = 0; k < g->view.kernels; k++) any |= unknown(g, k);
    return any;
}

uint32_t golden_never_fits(const golden_t *g)
{
    const uint32_t kid = g->place->never ? g->place->never(g->place_st, &g->view) : SCHED_NONE;
    if (kid != SCHED_NONE) return kid;
    for (uint32_t k = 0; k < g->view.kernels; k++)
        if (g->never >> k & 1 && unknown(g, k)) return k;
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
    g->never = open && !fit ? UINT32_C(1) << kid : 0;
    if (!open) {
        for (uint32_t k = g->view.kernels; k-- > 0;)
            if (unknown(g, k)) g->sum_kid = k;
    } else if (g->sum_ctas[kid] == g->view.block[kid]) {
        if (fit) g->summed |= UINT32_C(1) << kid;
    } else {
        g->sum_ctas[kid]++;
    }
}

bool golden_shared(const golden_t *g)
{
    const sm_mask_t sms = golden_admitted(g);
    for (uint32_t i = 0; i < g->gates; i++)
        for (uint32_t s = 0; g->gate[i]->alone && s < g->view.sms; s++)
            if (mask_has(sms, s) && g->gate[i]->alone(g->gate_st[i], &g->view, s, g->view.offers.asked)) return true;
    return false;
}

static sm_mask_t kept(const golden_t *g)
{
    return g->place->keep ? g->place->keep(g->place_st, &g->view) : mask_none();
}

bool golden_block_open(const golden_t *g) { return mask_any(kept(g)); }

/* An open block stays on its SMs: room for all its CTAs was checked. */
static sm_mask_t candidates(const golden_t *g)
{
    const sm_mask_t keep = kept(g);
    if (mask_any(keep)) return keep;
    return g->voided ? mask_none() : mask_without(g->ok, g->out);
}

/* Candidates, if their kernel has CTAs left. A place policy that asks about one kernel until it has none drops the
 * answers about the kernel before when the one asked about changes. */
static sm_mask_t pickable(const golden_t *g)
{
    const place_offers_t *o = &g->view.offers;
    if (!g->place->ask && place_settled(&g->view) == SCHED_NONE) return mask_none();
    return o->about != OFFER_NONE && (place_live(&g->view) >> o->about & 1) ? o->candidates : mask_none();
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
    o->standing = g->book_sm;
    o->standing_kid = g->book_kid;
    o->booked = books ? o->standing : SCHED_NONE;
    o->pickable = pickable(g);
    if (books) find_cta(g);
    e->pick_sm = SCHED_NONE;
    if (g->book_sm != SCHED_NONE && (!books || golden_last_of_grid(&g->kernel[g->book_kid]))) return;
    if (!mask_any(o->pickable)) return;
    e->pick_sm = g->place->pick(g->place_st, &g->view);
    if (e->pick_sm == SCHED_NONE) return;
    e->pick_kid = o->about;
    e->pick_head = g->place->gangs || !golden_block_open(g);
}

void golden_count(const golden_t *g, golden_count_t *c)
{
    const uint32_t kid = g->view.offers.kid;
    memset(c, 0, sizeof *c);
    c->kid = kid != OFFER_NONE && (place_live(&g->view) >> kid & 1) ? kid : OFFER_NONE;
    if (kid == OFFER_NONE) return;
    c->may = golden_part_may(g, kid);
    c->need = unknown(g, kid) ? 0 : place_need(&g->view, kid);
    for (uint32_t s = 0; s < g->view.sms; s++)
        c->resident[s] = (uint8_t)(g->view.resident[s][kid] + (g->book_sm == s && g->book_kid == kid));
}

void golden_forget_offers(golden_t *g)
{
    place_offers_t *o = &g->view.offers;
    o->kid = g->place && g->place->ask ? g->place->ask(g->place_st) : OFFER_NONE;
    o->asked = o->about = OFFER_NONE;
    g->same_clocks = 0;
}

void golden_offer(golden_t *g, uint32_t next, const golden_count_t *count, bool changes)
{
    place_offers_t *o = &g->view.offers;
    if (!golden_block_open(g)) o->about = o->asked;
    o->asked = count->kid;
    o->kid = next;
    o->changed = changes;
    memcpy(g->resident, count->resident, sizeof g->resident);
    g->need = count->need;
    g->may = count->may;
}
