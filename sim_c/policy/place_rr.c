/* place_rr - baseline placement (000 §2.2): the oldest kernel first, SMs round robin from the one
 * after the last that received a CTA. */
#include "policy/policy.h"

static uint32_t want(const void *st, const disp_view_t *v)
{
    (void)st;
    return v->launched ? v->order[0] : SCHED_NONE;
}

static uint32_t pick(const void *st, const disp_view_t *v, uint32_t candidates)
{
    (void)st;
    uint32_t s = v->last_sm;
    do s = s + 1 == v->sms ? 0 : s + 1;
    while (!(candidates >> s & 1));
    return s;
}

const place_policy_t policy_place_rr = {.name = "place_rr", .want = want, .pick = pick};
