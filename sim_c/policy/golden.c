/* golden.c - one clock edge of the dispatcher.
 *
 * Eligibility of every SM for the wanted kernel is computed from the registers and used one cycle
 * later; the SM that just received a CTA sits one cycle out, because its eligibility is a cycle old. */
#include "policy/golden.h"

#include <string.h>

void golden_reset(golden_t *g)
{
    memset(g, 0, sizeof *g);
    g->view.sms = SCHED_SMS_MAX;
    g->view.last_sm = SCHED_SMS_MAX - 1;
    g->view.param[0] = 1;
    g->sm_enable = UINT32_MAX;
    g->place = place_policies[0];
    g->limit = limit_policies[0];
}

static bool fits(const golden_sm_t *sm, const golden_kernel_t *k)
{
    for (uint32_t r = 0; r < RES_COUNT; r++)
        if (k->need[r] > sm->have[r]) return false;
    return true;
}

static uint32_t eligible(const golden_t *g, uint32_t kid)
{
    uint32_t ok = 0;
    for (uint32_t s = 0; s < g->view.sms; s++)
        if ((g->sm_enable >> s & 1) && fits(&g->sm[s], &g->kernel[kid]) &&
            g->limit->ok(&g->view, s, kid))
            ok |= UINT32_C(1) << s;
    return ok;
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
    g->view.resident[s][kid] = (uint8_t)(g->view.resident[s][kid] + (take ? 1 : -1));
}

static void complete(golden_t *g, uint32_t s, uint32_t slot)
{
    if (!(g->sm[s].used_slots >> slot & 1)) {
        g->perf_bad_done++;
        return;
    }
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

static void issue(golden_t *g, uint32_t s, uint32_t kid)
{
    golden_kernel_t *k = &g->kernel[kid];
    g->issue_valid = true;
    g->issue_sm = s;
    g->issue_slot = (uint32_t)__builtin_ctz(~g->sm[s].used_slots);
    g->issue_kid = kid;
    memcpy(g->issue_xyz, k->next, sizeof g->issue_xyz);
    g->issue_lid = k->issued++;
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

static void outputs(const golden_t *g, uint32_t done, bool moved, disp_out_t *out)
{
    *out = (disp_out_t){
        .done_ready = done == SCHED_NONE ? 0 : UINT32_C(1) << done,
        .issue_valid = g->issue_valid,
        .sm = (uint8_t)g->issue_sm, .slot = (uint8_t)g->issue_slot, .kid = (uint8_t)g->issue_kid,
        .x = g->issue_xyz[0], .y = g->issue_xyz[1], .z = g->issue_xyz[2], .lid = g->issue_lid,
        .irq = (g->irq_status & g->irq_enable) != 0,
        .sleep = !moved && !g->issue_valid};
}

void golden_clock(golden_t *g, const disp_in_t *in, disp_out_t *out)
{
    const uint32_t cur = g->place->want(&g->view);
    const uint32_t ok_next = cur == SCHED_NONE ? 0 : eligible(g, cur);
    const uint32_t done = choose_done(g, in->done_valid);
    const bool can_load = !g->issue_valid || (in->issue_ready >> g->issue_sm & 1);
    const uint32_t cand = g->ok & ~g->hold;
    const bool pick = can_load && cur != SCHED_NONE && g->ok_kid == cur && cand;
    const bool moved = pick || done != SCHED_NONE || ok_next != g->ok || g->hold ||
                       (cur != SCHED_NONE && g->ok_kid != cur);

    if (can_load) g->issue_valid = false;
    g->hold = 0;
    if (pick) {
        const uint32_t s = g->place->pick(&g->view, cand);
        issue(g, s, cur);
        g->hold = UINT32_C(1) << s;
    }
    if (done != SCHED_NONE) complete(g, done, in->done_slot[done]);
    g->ok = ok_next;
    if (cur != SCHED_NONE) g->ok_kid = cur;
    outputs(g, done, moved, out);
}
