/* sas_sched.c - the task scheduler of one core [SAS §IV]: gives the indices of a tile to the contexts' queues in turn,
 * or, for I-tile, each tile to a waiting context. */
#include "policy/sas.h"

#include <stddef.h>

void sas_sched_reset(sas_sched_t *s, uint32_t contexts, uint32_t depth)
{
    *s = (sas_sched_t){.contexts = contexts, .depth = depth, .next = SAS_NONE, .served = contexts - 1};
    sas_index_reset(&s->index);
}

static uint64_t all_contexts(const sas_sched_t *s) { return UINT64_MAX >> (SAS_CONTEXTS_MAX - s->contexts); }

static uint64_t bit(uint32_t context) { return context == SAS_NONE ? 0 : UINT64_C(1) << context; }

/* Contexts whose queue has room for `words` more pieces. */
static uint64_t room(const sas_sched_t *s, uint32_t words)
{
    uint64_t mask = 0;
    for (uint32_t c = 0; c < s->contexts; c++)
        if (s->queue[c].held + words <= s->depth) mask |= bit(c);
    return mask;
}

uint64_t sas_sched_valid(const sas_sched_t *s)
{
    uint64_t mask = 0;
    for (uint32_t c = 0; c < s->contexts; c++)
        if (s->queue[c].held) mask |= bit(c);
    return mask;
}

static bool gone(const sas_sched_t *s, const sas_sched_in_t *in)
{
    return in->none && !in->tile && s->index.phase == SAS_IDLE;
}

uint64_t sas_sched_none(const sas_sched_t *s, const sas_sched_in_t *in)
{
    return gone(s, in) ? all_contexts(s) & ~sas_sched_valid(s) : 0;
}

uint64_t sas_sched_off(const sas_sched_t *s, const sas_sched_in_t *in)
{
    return gone(s, in) ? 0 : all_contexts(s) & ~(sas_sched_valid(s) | in->allow | bit(s->next));
}

/* Allowed contexts that wait and have an empty queue. */
static uint64_t idle_contexts(const sas_sched_t *s, const sas_sched_in_t *in)
{
    return in->allow & in->want & all_contexts(s) & ~sas_sched_valid(s);
}

/* Contexts that may be chosen for the piece after the one for `next`. */
static uint64_t candidates(const sas_sched_t *s, const sas_sched_in_t *in)
{
    if (in->whole) return idle_contexts(s, in) & ~bit(s->next);
    return in->allow & (room(s, 2) | (room(s, 1) & ~bit(s->next)));
}

static uint32_t in_turn(const sas_sched_t *s, uint64_t among)
{
    for (uint32_t i = 1; i <= s->contexts; i++) {
        const uint32_t c = (s->served + i) % s->contexts;
        if (among & bit(c)) return c;
    }
    return SAS_NONE;
}

/* True: the chosen context still waits for its piece, or is allowed one. */
static bool stands(const sas_sched_t *s, const sas_sched_in_t *in)
{
    if (in->whole) return s->ask || (idle_contexts(s, in) & bit(s->next));
    return in->allow & bit(s->next);
}

static sas_tile_t one_index(const sas_vec_t *at)
{
    sas_tile_t piece = {*at, *at};
    for (uint32_t l = 0; l < SAS_LEVELS; l++) piece.upper.at[l]++;
    return piece;
}

static void pop(sas_queue_t *q)
{
    q->held--;
    for (uint32_t i = 0; i < q->held; i++) q->piece[i] = q->piece[i + 1];
}

/* Value of `ask` after this edge. */
static bool will_ask(const sas_sched_t *s, const sas_sched_in_t *in)
{
    const uint64_t idle = idle_contexts(s, in);
    const bool lacks = in->whole ? idle & bit(s->next) : s->index.phase == SAS_IDLE && idle;
    return (s->ask || lacks) && !in->tile && !in->none;
}

void sas_sched_clock(sas_sched_t *s, const sas_sched_in_t *in)
{
    const bool index = !in->whole && s->index.phase == SAS_WALK && s->next != SAS_NONE;
    const bool push = in->whole ? in->tile != NULL : index, ask = will_ask(s, in);
    const bool choose = s->next == SAS_NONE || push || !stands(s, in);
    const uint32_t to = s->next, chosen = in_turn(s, candidates(s, in));
    const uint64_t taken = sas_sched_valid(s) & in->want;
    const sas_tile_t piece = in->whole && push ? *in->tile : one_index(&s->index.at);
    for (uint32_t c = 0; c < s->contexts; c++)
        if (taken & bit(c)) pop(&s->queue[c]);
    if (push) s->queue[to].piece[s->queue[to].held++] = piece;
    sas_index_clock(&s->index, &in->stride, in->whole ? NULL : in->tile, index);
    s->ask = ask;
    if (!choose) return;
    s->next = chosen;
    if (chosen != SAS_NONE) s->served = chosen;
}

bool sas_sched_still(const sas_sched_t *s, const sas_sched_in_t *in)
{
    const bool index = !in->whole && s->index.phase == SAS_WALK && s->next != SAS_NONE;
    if (index || s->index.phase == SAS_SETUP || in->tile || in->want || s->ask != will_ask(s, in)) return false;
    return s->next == SAS_NONE ? !candidates(s, in) : stands(s, in);
}
