/* golden.c - one clock edge of the dispatcher.
 *
 * Which kernel is wanted, how many CTAs of it an SM holds, and from that whether the SM is eligible are
 * found out one after the other, a cycle each. An SM that received a CTA sits two cycles out, until
 * its counts know of it (inside a block it does not: that one more fits behind a pick is known with
 * it), and all do for one if a gate says that a CTA or two end what they share and one went in this cycle or
 * the last, of which gates hear a cycle late. A completion is booked a cycle after it was taken; its SM neither receives a CTA nor is asked for another completion meanwhile. */
#include "policy/golden.h"

#include <assert.h>
#include <string.h>

bool golden_reset(golden_t *g)
{
    memset(g, 0, sizeof *g);
    g->cur = g->left_sm = SCHED_NONE;
    g->view.sms = SCHED_SMS_MAX;
    g->view.last_sm = SCHED_SMS_MAX - 1;
    g->view.sm_enable = UINT32_MAX;
    for (uint32_t p = 0; p < POLICY_PARAMS; p++) g->view.param[p] = policy_params[p].reset;
    for (uint32_t k = 0; k < SCHED_KERNELS; k++) g->view.tmax[k] = SCHED_SLOTS_MAX;
    return golden_select(g, 0);
}

static bool fits(const golden_sm_t *sm, const golden_kernel_t *k)
{
    for (uint32_t r = 0; r < RES_COUNT; r++)
        if (k->need[r] > sm->have[r]) return false;
    return true;
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
    const uint32_t need = g->place->need ? g->place->need(&g->view, kid) : 1;
    uint32_t ok = 0;
    for (uint32_t s = 0; s < g->view.sms; s++)
        if ((g->view.sm_enable >> s & 1) && fits(&g->sm[s], &g->kernel[kid]) &&
            allowed(g, s, kid, need))
            ok |= UINT32_C(1) << s;
    return ok;
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

/* SMs the place policy may pick now. The block that is open goes on where it began, as soon as its
 * next CTA fits there: it was admitted whole. */
static uint32_t candidates(const golden_t *g)
{
    const uint32_t keep = kept(g);
    uint32_t cand = g->voided ? 0 : g->ok & ~g->picked & ~g->picked_before;
    if (keep != SCHED_NONE) cand = g->room ? UINT32_C(1) << keep : 0;
    return g->left_sm != SCHED_NONE ? cand & ~(UINT32_C(1) << g->left_sm) : cand;
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

static void account(golden_t *g, uint32_t s, uint32_t slot, uint32_t kid, bool take)
{
    golden_sm_t *sm = &g->sm[s];
    for (uint32_t r = 0; r < RES_COUNT; r++)
        sm->have[r] += take ? 0u - g->kernel[kid].need[r] : g->kernel[kid].need[r];
    sm->used_slots ^= UINT32_C(1) << slot;
    sm->kid[slot] = (uint8_t)kid;
    g->view.slots[s][kid] ^= (uint16_t)(1u << slot);
    g->view.resident[s][kid] = (uint8_t)__builtin_popcount(g->view.slots[s][kid]);
}

static void complete(golden_t *g, uint32_t s, uint32_t slot)
{
    const uint32_t kid = g->sm[s].kid[slot];
    golden_kernel_t *k = &g->kernel[kid];
    account(g, s, slot, kid, false);
    k->completed++;
    g->perf_completed++;
    if (k->state == K_DRAIN && k->completed == k->issued) {
        k->state = K_DONE;
        g->irq_status |= UINT32_C(1) << kid;
        g->perf_kernels++;
    }
}

static void leave_order(disp_view_t *v, uint32_t kid)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < v->launched; i++)
        if (v->order[i] != kid) v->order[n++] = v->order[i];
    v->launched = n;
}

static uint32_t lowest_free(const golden_sm_t *sm)
{
    return (uint32_t)__builtin_ctz(~sm->used_slots);
}

static void issue(golden_t *g, uint32_t s, uint32_t kid, bool head)
{
    golden_kernel_t *k = &g->kernel[kid];
    g->issue_valid = true;
    g->issue_sm = s;
    g->issue_slot = lowest_free(&g->sm[s]);
    g->issue_kid = kid;
    g->issue_block = !head;
    memcpy(g->issue_xyz, k->next, sizeof g->issue_xyz);
    g->issue_lid = k->issued++;
    g->view.issued[kid]++;
    g->perf_issued++;
    account(g, s, g->issue_slot, kid, true);
    g->view.last_sm = s;
    for (uint32_t d = 0; d < 3; d++) {
        if (++k->next[d] < k->grid[d]) return;
        k->next[d] = 0;
    }
    k->state = K_DRAIN;
    leave_order(&g->view, kid);
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

/* The policies see the edge before the books do, gates the pick of the edge before it. True: one of them
 * is busy. */
static bool clock_policies(golden_t *g, const disp_edge_t *e)
{
    const disp_view_t *v = &g->view;
    bool busy = false;
    if (g->place->clock) busy |= g->place->clock(g->place_st, v, e);
    if (g->limit->clock) busy |= g->limit->clock(g->limit_st, v, e);
    disp_edge_t late = *e;
    late.pick_sm = g->picked ? (uint32_t)__builtin_ctz(g->picked) : SCHED_NONE;
    late.pick_kid = g->issue_kid;
    late.pick_slot = g->issue_slot;
    late.pick_head = !g->issue_block;
    for (uint32_t i = 0; i < g->gates; i++)
        if (g->gate[i]->clock) busy |= g->gate[i]->clock(g->gate_st[i], v, &late);
    return busy;
}

/* What the next clock will know: the wanted kernel and its CTAs. True: that kernel is a new one. */
static bool look(golden_t *g, uint32_t want, const uint8_t resident[])
{
    const bool same = want == g->cur, settled = same && g->held == 2;
    g->held = !same ? 0 : g->held < 2 ? g->held + 1 : 2;
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

void golden_clock(golden_t *g, const disp_in_t *in, disp_out_t *out)
{
    const uint32_t want = g->place->want(g->place_st, &g->view), cur = g->cur;
    uint8_t resident[SCHED_SMS_MAX] = {0};
    for (uint32_t s = 0; cur != SCHED_NONE && s < g->view.sms; s++) resident[s] = g->view.resident[s][cur];
    const uint32_t ok_next = cur == SCHED_NONE ? 0 : eligible(g, cur);
    const bool left = g->left_sm != SCHED_NONE && !g->left_bad;
    const uint32_t asked = g->left_sm == SCHED_NONE ? UINT32_MAX : ~(UINT32_C(1) << g->left_sm);
    const uint32_t done = choose_done(g, in->done_valid & asked);
    const bool can_load = !g->issue_valid || (in->issue_ready >> g->issue_sm & 1);
    const uint32_t cand = cur == SCHED_NONE ? 0 : candidates(g);
    const bool pick = can_load && g->held == 2 && cand && g->kernel[cur].state == K_ISSUE;
    bool happens = pick || done != SCHED_NONE || g->left_sm != SCHED_NONE;
    bool moved = ok_next != g->ok || g->picked || g->picked_before ||
                 memcmp(resident, g->resident, sizeof g->resident) != 0; /* a register, elsewhere */

    disp_edge_t e = {.pick_sm = SCHED_NONE, .done_sm = SCHED_NONE, .mon = in->mon};
    if (pick) {
        e.pick_sm = g->place->pick(g->place_st, &g->view, cand);
        e.pick_kid = cur;
        e.pick_slot = lowest_free(&g->sm[e.pick_sm]);
        e.pick_head = kept(g) == SCHED_NONE;
    }
    if (left) {
        e.done_sm = g->left_sm;
        e.done_slot = g->left_slot;
        e.done_kid = g->sm[e.done_sm].kid[e.done_slot];
    }
    const bool voids = (pick || g->picked) && shared(g, cur);
    happens |= clock_policies(g, &e);

    const bool bad = done != SCHED_NONE && !(g->sm[done].used_slots >> in->done_slot[done] & 1);
    if (can_load) g->issue_valid = false;
    g->picked_before = g->picked;
    g->picked = pick ? UINT32_C(1) << e.pick_sm : 0;
    g->voided = voids;
    if (pick) issue(g, e.pick_sm, cur, e.pick_head);
    const uint32_t keep = kept(g);
    const bool room = keep != SCHED_NONE && fits(&g->sm[keep], &g->kernel[cur]);
    moved |= room != g->room;
    g->room = room;
    if (left) complete(g, g->left_sm, g->left_slot);
    else if (g->left_sm != SCHED_NONE) g->perf_bad_done++;
    g->left_sm = done;
    g->left_bad = bad;
    g->left_slot = done == SCHED_NONE ? 0 : in->done_slot[done];
    g->ok = ok_next;
    happens |= look(g, want, resident);
    count_quiet(g, happens);
    outputs(g, done, out);
    assert(!out->sleep || !moved);
}
