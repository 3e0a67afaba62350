/* golden.c - one clock edge of the dispatcher.
 *
 * Which kernel is wanted, how many CTAs of it an SM holds, and from that whether the SM is eligible are
 * found out one after the other, a cycle each. Then an SM is picked, and a cycle later the CTA is booked: it
 * takes its resources and goes to the port. It waits while the port is full, and for a cycle in which a CTA leaves
 * its SM. From the pick to a cycle after the booking the SM sits out, until its counts know of it (inside a
 * block it does not: that has room for all its CTAs), and all do for one if a gate says that a CTA or two
 * end what they share and one was picked in this cycle or the last, of which gates hear a cycle late. A completion
 * is booked a cycle after it was taken; its SM is not asked for another one meanwhile. */
#include "policy/golden.h"

#include <assert.h>
#include <string.h>

bool golden_reset(golden_t *g)
{
    memset(g, 0, sizeof *g);
    g->cur = g->left_sm = g->book_sm = SCHED_NONE;
    g->view.sms = SCHED_SMS_MAX;
    g->view.last_sm = SCHED_SMS_MAX - 1;
    g->view.sm_enable = UINT32_MAX;
    for (uint32_t p = 0; p < POLICY_PARAMS; p++) g->view.param[p] = policy_params[p].reset;
    for (uint32_t k = 0; k < SCHED_KERNELS; k++) g->view.tmax[k] = SCHED_SLOTS_MAX;
    return golden_select(g, 0);
}

static bool fits(const uint32_t have[RES_COUNT], const golden_kernel_t *k, uint32_t ctas)
{
    for (uint32_t r = 0; r < RES_COUNT; r++)
        if ((uint64_t)k->need[r] * ctas > have[r]) return false;
    return true;
}

/* CTAs of kid that must find room together. */
static uint32_t needs(const golden_t *g, uint32_t kid)
{
    return g->place->need ? g->place->need(&g->view, kid) : 1;
}

static bool allowed(const golden_t *g, uint32_t s, uint32_t kid, uint32_t need)
{
    const disp_view_t *v = &g->view;
    if (g->place->offers && !g->place->offers(v, kid, g->resident[s])) return false;
    if (!g->limit->ok(g->limit_st, v, s, kid, g->resident[s] + need - 1)) return false;
    for (uint32_t i = 0; i < g->gates; i++)
        if (!g->gate[i]->ok(g->gate_st[i], v, s, kid)) return false;
    return true;
}

static uint32_t eligible(const golden_t *g, uint32_t kid)
{
    const uint32_t need = needs(g, kid);
    uint32_t ok = 0;
    for (uint32_t s = 0; need <= g->known && s < g->view.sms; s++)
        if ((g->view.sm_enable >> s & 1) && fits(g->sm[s].have, &g->kernel[kid], need) &&
            allowed(g, s, kid, need))
            ok |= UINT32_C(1) << s;
    return ok;
}

/* What has been summed up of the block does not fit an empty SM: the kernel would wait for ever. */
static bool hopeless(const golden_t *g, uint32_t kid)
{
    const uint32_t need = needs(g, kid);
    return need > 1 && g->known > 1 && g->kernel[kid].state == K_ISSUE &&
           !fits(g->empty, &g->kernel[kid], g->known < need ? g->known : need);
}

/* A gate has given to several SMs what is left for one or two. */
static bool shared(const golden_t *g, uint32_t kid)
{
    const disp_view_t *v = &g->view;
    for (uint32_t i = 0; i < g->gates; i++)
        for (uint32_t s = 0; g->gate[i]->alone && s < v->sms; s++)
            if ((!g->place->offers || g->place->offers(v, kid, g->resident[s])) &&
                g->gate[i]->alone(g->gate_st[i], v, s, kid))
                return true;
    return false;
}

static uint32_t kept(const golden_t *g)
{
    return g->place->keep ? g->place->keep(g->place_st, &g->view) : SCHED_NONE;
}

/* SMs the place policy may pick now. The block that is open goes on where it began: there is room for
 * all of it. */
static uint32_t candidates(const golden_t *g)
{
    const uint32_t keep = kept(g);
    if (keep != SCHED_NONE) return UINT32_C(1) << keep;
    return g->voided ? 0 : g->ok & ~g->out;
}

/* The completion to take: round robin from the SM after the last one served. */
static uint32_t choose_done(golden_t *g, uint32_t valid)
{
    if (!valid) return SCHED_NONE;
    uint32_t s = g->done_turn;
    while (!(valid >> s & 1)) s = (s + 1) % SCHED_SMS_MAX;
    g->done_turn = (s + 1) % SCHED_SMS_MAX;
    return s;
}

static void outputs(const golden_t *g, uint32_t done, disp_out_t *out)
{
    *out = (disp_out_t){
        .done_ready = done == SCHED_NONE ? 0 : UINT32_C(1) << done,
        .issue_valid = g->issue_valid,
        .sm = (uint8_t)g->issue_sm, .slot = (uint8_t)g->issue_slot, .kid = (uint8_t)g->issue_kid,
        .x = g->issue_xyz[0], .y = g->issue_xyz[1], .z = g->issue_xyz[2], .lid = g->issue_lid,
        .block = g->issue_block,
        .irq = (g->irq_status & g->irq_enable) != 0,
        .sleep = g->quiet == QUIET_EDGES && !g->issue_valid};
    if (g->limit->paused)
        for (uint32_t s = 0; s < g->view.sms; s++)
            out->paused[s] = g->limit->paused(g->limit_st, &g->view, s);
    for (uint32_t i = 0; i < g->gates; i++)
        if (g->gate[i]->drain) out->drain |= g->gate[i]->drain(g->gate_st[i], &g->view);
}

/* The policies see the edge before the counts do: the place policy what is picked, limits what is booked,
 * gates what was picked an edge ago. True: one of them is busy. */
static bool clock_policies(golden_t *g, const disp_edge_t *pick, const disp_edge_t *e)
{
    const disp_view_t *v = &g->view;
    bool busy = false;
    if (g->place->clock) busy |= g->place->clock(g->place_st, v, pick);
    if (g->limit->clock) busy |= g->limit->clock(g->limit_st, v, e);
    disp_edge_t late = *e;
    late.pick_sm = g->book_new ? g->book_sm : SCHED_NONE;
    late.pick_kid = g->book_kid;
    late.pick_head = g->book_head;
    for (uint32_t i = 0; i < g->gates; i++)
        if (g->gate[i]->clock) busy |= g->gate[i]->clock(g->gate_st[i], v, &late);
    return busy;
}

/* What the next clock will know: the wanted kernel, its CTAs and what some of them take together. True:
 * that kernel is a new one. */
static bool look(golden_t *g, uint32_t want, const uint8_t resident[])
{
    const bool same = want == g->cur, settled = same && g->held == 2;
    g->held = !same ? 0 : g->held < 2 ? g->held + 1 : 2;
    g->known = !same ? 1 : g->known < SCHED_SLOTS_MAX ? g->known + 1 : SCHED_SLOTS_MAX;
    g->cur = want;
    memcpy(g->resident, resident, sizeof g->resident);
    return !settled;
}

/* Three edges without anything that happens: the registers between the stages have caught up, and what
 * did not lead to a pick before will not now. */
static void count_quiet(golden_t *g, bool happens)
{
    g->quiet = happens ? 0 : g->quiet < QUIET_EDGES ? g->quiet + 1 : QUIET_EDGES;
}

/* CTAs of the wanted kernel on each SM, with what is about to be booked. */
static void count_resident(const golden_t *g, uint8_t resident[SCHED_SMS_MAX])
{
    for (uint32_t s = 0; g->cur != SCHED_NONE && s < g->view.sms; s++)
        resident[s] = g->view.resident[s][g->cur] + (g->book_sm == s && g->book_kid == g->cur);
}

/* Picks an SM, if one may be: the booking register is free then, and not with the kernel's last CTA. */
static void choose(golden_t *g, bool books, disp_edge_t *e)
{
    const uint32_t cur = g->cur;
    e->pick_sm = SCHED_NONE;
    if (g->book_sm != SCHED_NONE && (!books || golden_last_of_grid(&g->kernel[g->book_kid]))) return;
    if (cur == SCHED_NONE || g->held < 2 || g->kernel[cur].state != K_ISSUE) return;
    const uint32_t cand = candidates(g);
    if (!cand) return;
    e->pick_sm = g->place->pick(g->place_st, &g->view, cand);
    e->pick_kid = cur;
    e->pick_head = kept(g) == SCHED_NONE;
}

static void describe_edge(const golden_t *g, bool books, bool left, disp_edge_t *e)
{
    if (books) {
        e->pick_sm = g->book_sm;
        e->pick_kid = g->book_kid;
        e->pick_slot = golden_lowest_free(&g->sm[g->book_sm]);
        e->pick_head = g->book_head;
    }
    if (left) {
        e->done_sm = g->left_sm;
        e->done_slot = g->left_slot;
        e->done_kid = g->sm[e->done_sm].kid[e->done_slot];
    }
}

void golden_clock(golden_t *g, const disp_in_t *in, disp_out_t *out)
{
    const uint32_t want = g->place->want(g->place_st, &g->view), cur = g->cur;
    uint8_t resident[SCHED_SMS_MAX] = {0};
    count_resident(g, resident);
    const uint32_t ok_next = cur == SCHED_NONE ? 0 : eligible(g, cur), ended = g->perf_kernels;
    const bool stops = cur != SCHED_NONE && hopeless(g, cur);
    const bool left = g->left_sm != SCHED_NONE && !g->left_bad, stood = g->book_sm != SCHED_NONE;
    const uint32_t asked = g->left_sm == SCHED_NONE ? UINT32_MAX : ~(UINT32_C(1) << g->left_sm);
    const uint32_t done = choose_done(g, in->done_valid & asked);
    const bool can_load = !g->issue_valid || (in->issue_ready >> g->issue_sm & 1);
    const bool books = stood && can_load && !g->book_waits;

    disp_edge_t pick = {.done_sm = SCHED_NONE, .mon = in->mon};
    disp_edge_t e = {.pick_sm = SCHED_NONE, .done_sm = SCHED_NONE, .mon = in->mon};
    choose(g, books, &pick);
    describe_edge(g, books, left, &e);
    const bool picks = pick.pick_sm != SCHED_NONE;
    g->voided = (picks || g->book_new) && shared(g, cur);
    bool happens = picks || stood || stops || done != SCHED_NONE || g->left_sm != SCHED_NONE ||
                   (cur != SCHED_NONE && g->known < needs(g, cur));
    const bool moved = ok_next != g->ok || g->out || memcmp(resident, g->resident, sizeof g->resident) != 0;
    happens |= clock_policies(g, &pick, &e);

    if (can_load) g->issue_valid = false;
    golden_book(g, books, &pick, done);
    golden_complete(g, done, in);
    if (stops) golden_abort(g, cur);
    g->ok = ok_next;
    happens |= look(g, want, resident) || ended != g->perf_kernels;
    count_quiet(g, happens);
    outputs(g, done, out);
    assert(!out->sleep || !moved); /* a register, elsewhere */
}
