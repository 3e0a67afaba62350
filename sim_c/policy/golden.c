/* golden.c - one clock edge of the dispatcher.
 *
 * Three steps, a cycle each, lead to the eligible SMs of a kernel: select the kernel to ask about; count its CTAs on
 * each SM and those that go next; let the stages answer. Then the place stage picks an SM, and a cycle later the CTA is
 * booked: it takes its resources and moves to the port. Booking waits while the port is full, and for a cycle in which
 * a CTA is released on the same SM. From the pick to a cycle after the booking the picked SM is masked, because its
 * counts do not include the CTA yet; not inside a block, for which room for all its CTAs was checked. All SMs are
 * masked for a cycle if a gate's `alone` holds and a CTA of the kernel was picked in this or the last cycle, since
 * gates see a pick one cycle later. A completion is released one cycle after its report was taken; meanwhile its SM's
 * next report is not taken. */
#include "policy/golden.h"

#include <assert.h>
#include <string.h>

bool golden_reset(golden_t *g, disp_size_t size)
{
    memset(g, 0, sizeof *g);
    g->left_sm = g->book_sm = g->view.offers.standing = g->view.offers.booked = SCHED_NONE;
    golden_forget_offers(g);
    g->view.sms = size.sms;
    g->view.sm_slots = size.slots;
    g->view.last_sm = size.sms - 1;
    g->view.sm_enable = mask_below(size.sms);
    g->pool = g->view.kernels = size.kernels;
    for (uint32_t p = 0; p < POLICY_PARAMS; p++) g->view.param[p] = policy_params[p].reset;
    for (uint32_t k = 0; k < g->view.kernels; k++) {
        g->view.tmax[k] = size.slots;
        g->part[k] = g->view.sm_enable;
        for (uint32_t d = 0; d < 3; d++) g->view.cluster[k][d] = 1;
    }
    return golden_select(g, 0);
}

/* SM whose report is taken: round robin from the SM after the last one served. */
static uint32_t choose_done(golden_t *g, sm_mask_t valid)
{
    if (!mask_any(valid)) return SCHED_NONE;
    uint32_t s = g->done_turn;
    while (!mask_has(valid, s)) s = (s + 1) % g->view.sms;
    g->done_turn = (s + 1) % g->view.sms;
    return s;
}

bool golden_asleep(const golden_t *g) { return g->quiet == QUIET_EDGES && !g->issue_valid; }

static void outputs(const golden_t *g, uint32_t done, disp_out_t *out)
{
    *out = (disp_out_t){.done_ready = done == SCHED_NONE ? mask_none() : mask_only(done),
                        .issue_valid = g->issue_valid,
                        .sm = (uint8_t)g->issue_sm,
                        .slot = (uint8_t)g->issue_slot,
                        .kid = (uint8_t)g->issue_kid,
                        .x = g->issue_xyz[0],
                        .y = g->issue_xyz[1],
                        .z = g->issue_xyz[2],
                        .lid = g->issue_lid,
                        .block = g->issue_block,
                        .half = (uint8_t)g->issue_half,
                        .irq = (g->irq_status & g->irq_enable) != 0,
                        .sleep = golden_asleep(g)};
    if (g->limit->mon_kid) out->mon_kid = (uint8_t)g->limit->mon_kid(g->limit_st);
    if (g->limit->quota)
        for (uint32_t k = 0; k < g->view.kernels; k++)
            out->quota[k] = (uint8_t)g->limit->quota(g->limit_st, &g->view, k);
    if (g->limit->paused)
        for (uint32_t s = 0; s < g->view.sms; s++) out->paused[s] = g->limit->paused(g->limit_st, &g->view, s);
    for (uint32_t i = 0; i < g->gates; i++)
        if (g->gate[i]->drain) out->drain = mask_or(out->drain, g->gate[i]->drain(g->gate_st[i], &g->view));
}

enum { SETTLED = 2 }; /* clocks after which the candidates are those of the kernel asked about */

/* Asks all SMs about the kernel that ranks first, or about the one that keeps its turn. True: busy, the kernel changed
 * less than two clocks ago. */
static bool ask_first(golden_t *g, uint32_t *next)
{
    const disp_view_t *v = &g->view;
    const uint32_t kid = v->offers.kid;
    const bool left = kid != OFFER_NONE && (place_live(v) >> kid & 1);
    const bool stays = left && g->place->stays && g->place->stays(g->place_st);
    *next = stays ? kid : v->launched ? v->order[0] : OFFER_NONE;
    const bool same = *next == kid, settled = g->same_clocks == SETTLED;
    g->same_clocks = !same ? 0 : settled ? SETTLED : g->same_clocks + 1;
    return !same || !settled;
}

/* True: the place policy is busy. */
static bool clock_place(golden_t *g, const disp_edge_t *pick, uint32_t *next)
{
    const bool busy = g->place->clock && g->place->clock(g->place_st, &g->view, pick);
    if (!g->place->ask) return ask_first(g, next) || busy;
    *next = g->place->ask(g->place_st);
    return busy;
}

/* Clocks the policies before the counts change: limits get the booking, gates the pick of the last edge. True: one is
 * busy. */
static bool clock_policies(golden_t *g, const disp_edge_t *e)
{
    const disp_view_t *v = &g->view;
    bool busy = false;
    if (g->limit->clock) busy |= g->limit->clock(g->limit_st, v, e);
    disp_edge_t late = *e;
    late.pick_sm = g->book_new ? g->book_sm : SCHED_NONE;
    late.pick_kid = g->book_kid;
    late.pick_head = g->book_head;
    for (uint32_t i = 0; i < g->gates; i++)
        if (g->gate[i]->clock) busy |= g->gate[i]->clock(g->gate_st[i], v, &late);
    return busy;
}

/* After three edges without an event the registers between the stages are stable, so no pick follows until an event. */
static void count_quiet(golden_t *g, bool happens)
{
    g->quiet = happens ? 0 : g->quiet < QUIET_EDGES ? g->quiet + 1 : QUIET_EDGES;
}

static void describe_edge(const golden_t *g, bool books, bool left, disp_edge_t *e)
{
    if (books) {
        e->book_sm = g->book_sm;
        e->book_kid = g->book_kid;
        e->book_slot = golden_lowest_free(g);
    }
    if (left) {
        e->done_sm = g->left_sm;
        e->done_slot = g->left_slot;
        e->done_kid = g->sm[e->done_sm].kid[e->done_slot];
    }
}

void golden_clock(golden_t *g, const disp_in_t *in, disp_out_t *out)
{
    uint32_t next;
    golden_count_t count;
    g->perf_read = g->perf;
    g->seen_busy = g->were_busy;
    g->were_busy = golden_busy(g);
    const uint32_t enter = golden_next_in(g);
    g->view.deals = g->place->deals && g->place->deals(g->place_st, &g->view);
    g->view.offers.planned = g->place->planned && g->place->planned(g->place_st, &g->view);
    g->view.part = g->limit->part ? g->limit->part(g->limit_st) : 0;
    for (uint32_t k = 0; k < g->view.kernels; k++)
        g->view.serves[k] = g->place->serves ? g->place->serves(g->place_st, k) : mask_all();
    golden_count(g, &count);
    golden_asked_t why;
    if (in->why) golden_why_ask(g, &why);
    const sm_mask_t ok_next = golden_eligible(g);
    const uint32_t never = golden_never_fits(g), ended = g->perf.kernels;
    const bool left = g->left_sm != SCHED_NONE && !g->left_bad, stood = g->book_sm != SCHED_NONE;
    sm_mask_t reports = in->done_valid;
    if (g->left_sm != SCHED_NONE) mask_drop(&reports, g->left_sm);
    const uint32_t done = choose_done(g, reports);
    const bool can_load = !g->issue_valid || mask_has(in->issue_ready, g->issue_sm);
    const bool books = stood && can_load && !g->book_waits;

    disp_edge_t pick = {.done_sm = SCHED_NONE, .mon = in->mon};
    disp_edge_t e = {.pick_sm = SCHED_NONE, .book_sm = SCHED_NONE, .done_sm = SCHED_NONE, .mon = in->mon};
    golden_choose(g, books, &pick);
    describe_edge(g, books, left, &e);
    pick.done_sm = e.done_sm;
    pick.done_slot = e.done_slot;
    pick.done_kid = e.done_kid;
    if (books) g->issue_slot = e.book_slot;
    const bool picks = pick.pick_sm != SCHED_NONE;
    const uint32_t asked = g->view.offers.asked;
    g->voided = ((picks && pick.pick_kid == asked) || (g->book_new && g->book_kid == asked)) && golden_shared(g);
    const bool summing = golden_summing(g);
    golden_sum(g);
    const bool parts = golden_part_clock(g);
    bool changes = parts || enter || done != SCHED_NONE || g->left_sm != SCHED_NONE || summing;
    const bool moved = !mask_equal(ok_next, g->ok) || mask_any(g->out) ||
                       memcmp(count.resident, g->resident, sizeof g->resident) != 0 || count.need != g->need;
    const bool places = clock_place(g, &pick, &next);
    changes |= clock_policies(g, &e);

    if (can_load) g->issue_valid = false;
    golden_book(g, books, &pick, done);
    golden_complete(g, done, in);
    if (never != SCHED_NONE) golden_abort(g, never);
    for (uint32_t k = 0; k < g->view.kernels; k++)
        if (enter >> k & 1) golden_enter(g, k);
    g->ok = ok_next;
    if (in->why) golden_why_note(g, &why);
    changes |= ended != g->perf.kernels;
    golden_offer(g, next, &count, changes);
    count_quiet(g, places || changes || picks || stood);
    outputs(g, done, out);
    assert(!out->sleep || !moved); /* no register may change while it sleeps */
}
