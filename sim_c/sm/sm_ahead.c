/* sm_ahead.c - cycles that an SM carries out before the rest of the GPU does (temporal decoupling): its state stays in
 * the host's cache meanwhile.
 *
 * Between two exchanges with the other units an SM's cycles depend on its own state alone. It therefore runs ahead to
 * the next exchange and stops in front of it, in the middle of that cycle: a request for the memory system, a CTA at
 * the completion port, an instruction that other SMs notice. The GPU calls sm_begin, sm_issue and sm_end of that cycle
 * when it gets there, and they carry out what is left of it. */
#include "sm/sm_internal.h"

/* Not inline: few machines have such units, and sm_exchanges is shorter without it. */
__attribute__((noinline)) static bool ldst_exchanges(const sm_t *sm)
{
    return (sm->cfg->past_l1d == PAST_L1D_DIRECT && ldst_sends(sm->ldst)) ||
           (sm->env.network && ldst_far_acts(sm->ldst));
}

/* A cache or the LD/ST unit sends a request at the start of a cycle, or a CTA waits at the completion port. */
bool sm_exchanges(const sm_t *sm)
{
    bool sends = sm->reporting >= 0;
    for (uint32_t c = 0; c < CLIENT_COUNT; c++) sends |= sm->next[c].works;
    return sends || (sm->ldst_exchanges && ldst_exchanges(sm));
}

/* Carries out a cycle, up to an exchange: then sm->phase says which part of the cycle is left. */
static void cycle(sm_t *sm, uint64_t now, slot_mask_t paused, reach_t reach)
{
    sm_begin(sm, now);
    sm->phase = PHASE_ISSUE;
    if (sm->reporting >= 0) return;
    const sm_issue_t how = sm_issue(sm, now, paused, reach, &sm->failed);
    if (how == SM_ISSUED) sm_end(sm, now);
    else sm->phase = how == SM_PARKED ? PHASE_GRANTED : PHASE_FAILED;
}

void sm_run_ahead(sm_t *sm, uint64_t until, slot_mask_t paused, reach_t reach)
{
    sm->ahead = true;
    while (sm->due < until && !sm_exchanges(sm)) {
        if (!sm_awake(sm)) sm_wake(sm, sm->due, false);
        cycle(sm, sm->due, paused, reach);
        if (sm->phase != PHASE_BEGIN) break;
        sm->ahead_cycles++;
    }
    sm->ahead = false;
}

uint64_t sm_ahead_cycles(const sm_t *sm) { return sm->ahead_cycles; }
bool sm_is_ahead(const sm_t *sm, uint64_t now) { return sm->now >= now; }
