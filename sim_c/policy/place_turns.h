/* place_turns.h - picks where SMs are offered to different kernels ([SMK §3.2]): the turn passes in every
 * clock to the next other kernel, by table entry, that has an SM to pick; its kernel is picked for in the clock
 * after. */
#ifndef CTADEL_POLICY_PLACE_TURNS_H
#define CTADEL_POLICY_PLACE_TURNS_H

#include "policy/policy.h"

/* SMs of `sms` that are offered to entry kid. */
static inline uint32_t place_offered(const disp_view_t *v, uint32_t sms, uint32_t kid)
{
    uint32_t of = 0;
    for (uint32_t s = 0; s < v->sms; s++)
        if ((sms >> s & 1) && v->offers.kid[s] == kid) of |= UINT32_C(1) << s;
    return of;
}

/* Bit k: entry k has CTAs left. */
static inline uint32_t place_live(const disp_view_t *v)
{
    uint32_t live = 0;
    for (uint32_t i = 0; i < v->launched; i++) live |= UINT32_C(1) << v->order[i];
    return live;
}

/* The next entry of a set after kid, in cyclic order; kid itself comes last. SCHED_NONE: the set is empty. */
static inline uint32_t place_next_kernel(uint32_t set, uint32_t kid)
{
    for (uint32_t n = 1; n <= SCHED_KERNELS; n++)
        if (set >> ((kid + n) % SCHED_KERNELS) & 1) return (kid + n) % SCHED_KERNELS;
    return SCHED_NONE;
}

/* Whose turn it is in the next clock. */
static inline uint32_t place_pass_turn(const disp_view_t *v, uint32_t pickable, uint32_t turn)
{
    uint32_t others = 0;
    for (uint32_t s = 0; s < v->sms; s++)
        if ((pickable >> s & 1) && v->offers.kid[s] != turn) others |= UINT32_C(1) << v->offers.kid[s];
    return others ? place_next_kernel(others, turn) : turn;
}

static inline uint32_t place_pick_turn(const disp_view_t *v, uint32_t pickable, uint32_t turn)
{
    const uint32_t mine = place_offered(v, pickable, turn);
    return mine ? place_next_sm(v, mine) : SCHED_NONE;
}

#endif
