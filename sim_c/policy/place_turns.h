/* place_turns.h - picks where SMs are offered to different kernels [SMK §3.2]: the turn passes in every
 * clock to the next other kernel, by table entry, that has an SM to pick; its kernel is picked for in the clock
 * after. With a block of CTAs that is open it stays. */
#ifndef CTADEL_POLICY_PLACE_TURNS_H
#define CTADEL_POLICY_PLACE_TURNS_H

#include "policy/place_blocks.h"

typedef struct {
    uint32_t turn, next; /* entry that is picked for; and in the next clock, if no block is open then */
    place_open_t open;
} place_turns_t;

/* SMs of `sms` that are offered to entry kid. */
static inline uint32_t place_offered(const disp_view_t *v, uint32_t sms, uint32_t kid)
{
    uint32_t of = 0;
    for (uint32_t s = 0; s < v->sms; s++)
        if ((sms >> s & 1) && v->offers.kid[s] == kid) of |= UINT32_C(1) << s;
    return of;
}

/* The next entry of a set after kid, in cyclic order; kid itself comes last. SCHED_NONE: the set is empty. */
static inline uint32_t place_next_kernel(uint32_t set, uint32_t kid)
{
    for (uint32_t n = 1; n <= SCHED_KERNELS; n++)
        if (set >> ((kid + n) % SCHED_KERNELS) & 1) return (kid + n) % SCHED_KERNELS;
    return SCHED_NONE;
}

/* Finds out whose turn is next. True: another's. */
static inline bool place_pass_turn(place_turns_t *t, const disp_view_t *v, uint32_t pickable)
{
    uint32_t others = 0;
    for (uint32_t s = 0; s < v->sms; s++)
        if ((pickable >> s & 1) && v->offers.kid[s] != t->turn) others |= UINT32_C(1) << v->offers.kid[s];
    t->next = others ? place_next_kernel(others, t->turn) : t->turn;
    return t->next != t->turn;
}

static inline uint32_t place_pick_turn(const place_turns_t *t, const disp_view_t *v, uint32_t pickable)
{
    const uint32_t mine = place_offered(v, pickable, t->turn);
    return mine ? place_next_sm(v, mine) : SCHED_NONE;
}

/* One clock, after place_pass_turn. */
static inline bool place_turns_clock(place_turns_t *t, const disp_view_t *v, const disp_edge_t *e)
{
    const bool busy = place_open_clock(&t->open, v, e);
    if (!t->open.left) t->turn = t->next;
    return busy;
}

#endif
