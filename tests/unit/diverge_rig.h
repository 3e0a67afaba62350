/* diverge_rig.h - random programs whose lanes diverge and meet at .sync instructions: each is PTX text and, for an
 * independent interpreter that runs every lane by itself, a list of steps.
 *
 * All lanes perform the same list of exchanges in the same order; where each stands in the program differs from lane to
 * lane, because both sides of a branch contain it again. So no lane waits for ever, and the results are defined. */
#ifndef CTADEL_TESTS_UNIT_DIVERGE_RIG_H
#define CTADEL_TESTS_UNIT_DIVERGE_RIG_H

#include "ptx_fixture.h"

enum { RIG_LANES = 32, RIG_REGS = 4, RIG_STEPS = 1024, RIG_EXCHANGES = 12, RIG_FULL = 500, RIG_SIDES = 4 };

typedef enum {
    STEP_MAD,    /* d = a * imm + b */
    STEP_SET,    /* d = imm, a loop counter */
    STEP_COUNT,  /* d = (a & 3) + 1, a loop counter */
    STEP_NEXT,   /* d = d - 1; jumps to target unless 0 */
    STEP_TEST,   /* predicate = bit imm of a */
    STEP_UNLESS, /* jumps to target unless the predicate is true */
    STEP_JUMP,
    STEP_INDEX, /* jumps to side[min(a & 7, imm - 1)] */
    STEP_EXIT,
    STEP_SHFL,
    STEP_BFLY,
    STEP_BALLOT,
    STEP_ANY,
    STEP_REDUX,
    STEP_MATCH,
    STEP_ELECT,
    STEP_BAR
} step_kind_t;

typedef struct {
    step_kind_t kind;
    uint32_t d, a, b, imm, target, side[RIG_SIDES];
    uint32_t members; /* which lanes exchange: all, those of the same parity, those of the same eight */
    uint32_t guard;   /* 0: all lanes; 1: only if the predicate is true; 2: only if it is false */
} step_t;

typedef struct {
    step_t step[RIG_STEPS];
    step_t exchange[RIG_EXCHANGES];
    uint32_t steps, exchanges, counters;
    uint64_t random;
} rig_t;

static const uint32_t RIG_INSIDE[] = {31, 30, 7}; /* bits of a lane number that stay in the group */

static inline uint32_t rig_random(rig_t *g, uint32_t below)
{
    g->random = g->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(g->random >> 33) % below;
}

static inline step_t *rig_add(rig_t *g, step_t s)
{
    assert_true(g->steps < RIG_STEPS);
    g->step[g->steps] = s;
    return &g->step[g->steps++];
}

static inline uint32_t rig_members(uint32_t how, uint32_t lane)
{
    return how == 0 ? UINT32_MAX : how == 1 ? UINT32_C(0x55555555) << (lane & 1) : UINT32_C(0xff) << (lane & 24);
}

static inline void rig_alu(rig_t *g)
{
    rig_add(g, (step_t){.kind = STEP_MAD,
                        .d = rig_random(g, RIG_REGS),
                        .a = rig_random(g, RIG_REGS),
                        .b = rig_random(g, RIG_REGS),
                        .imm = rig_random(g, 1000) * 2 + 1});
}

static inline void rig_test(rig_t *g)
{
    rig_add(g, (step_t){.kind = STEP_TEST, .a = rig_random(g, RIG_REGS), .imm = rig_random(g, 6)});
}

static inline void rig_exchange(rig_t *g, uint32_t i, uint32_t guard)
{
    step_t s = g->exchange[i];
    s.d = rig_random(g, RIG_REGS);
    s.a = rig_random(g, RIG_REGS);
    s.b = rig_random(g, RIG_REGS);
    s.guard = guard;
    rig_add(g, s);
}

/* A loop whose trip count differs between the lanes, without an exchange. */
static inline void rig_loop(rig_t *g)
{
    const uint32_t counter = RIG_REGS + g->counters;
    rig_add(g, (step_t){.kind = STEP_COUNT, .d = counter, .a = rig_random(g, RIG_REGS)});
    const uint32_t top = g->steps;
    rig_alu(g);
    rig_add(g, (step_t){.kind = STEP_NEXT, .d = counter, .target = top});
}

static inline void rig_part(rig_t *g, uint32_t from, uint32_t to, uint32_t depth);

static inline void rig_branch(rig_t *g, uint32_t from, uint32_t to, uint32_t depth)
{
    rig_test(g);
    const uint32_t branch = g->steps;
    rig_add(g, (step_t){.kind = STEP_UNLESS});
    rig_part(g, from, to, depth + 1);
    const uint32_t over = g->steps;
    rig_add(g, (step_t){.kind = STEP_JUMP});
    g->step[branch].target = g->steps;
    rig_part(g, from, to, depth + 1);
    g->step[over].target = g->steps;
}

static inline void rig_switch(rig_t *g, uint32_t from, uint32_t to, uint32_t depth)
{
    const uint32_t at = g->steps, sides = 2 + rig_random(g, RIG_SIDES - 1);
    uint32_t over[RIG_SIDES];
    rig_add(g, (step_t){.kind = STEP_INDEX, .a = rig_random(g, RIG_REGS), .imm = sides});
    for (uint32_t i = 0; i < sides; i++) {
        g->step[at].side[i] = g->steps;
        rig_part(g, from, to, depth + 1);
        over[i] = g->steps;
        rig_add(g, (step_t){.kind = STEP_JUMP});
    }
    for (uint32_t i = 0; i < sides; i++) g->step[over[i]].target = g->steps;
}

static inline void rig_leave(rig_t *g)
{
    for (uint32_t i = 0; i < 2; i++) { /* few lanes: two bits must be set */
        rig_test(g);
        rig_add(g, (step_t){.kind = STEP_UNLESS, .target = 0});
    }
    rig_add(g, (step_t){.kind = STEP_EXIT});
    g->step[g->steps - 2].target = g->step[g->steps - 4].target = g->steps;
}

/* The same exchange several times: a loop, in which each lane branches again. */
static inline void rig_repeat(rig_t *g, uint32_t from, uint32_t n, uint32_t depth)
{
    const uint32_t counter = RIG_REGS + g->counters++;
    rig_add(g, (step_t){.kind = STEP_SET, .d = counter, .imm = n});
    const uint32_t top = g->steps;
    rig_part(g, from, from + 1, depth + 1);
    rig_add(g, (step_t){.kind = STEP_NEXT, .d = counter, .target = top});
    g->counters--;
}

/* Code in which every lane performs the exchanges from..to-1 once. */
static inline void rig_part(rig_t *g, uint32_t from, uint32_t to, uint32_t depth)
{
    while (from < to) {
        const uint32_t how = g->steps > RIG_FULL || depth > 3 ? 0 : rig_random(g, 11);
        uint32_t n = 1 + rig_random(g, to - from);
        uint32_t same = 1;
        while (from + same < to && g->exchange[from + same].kind == g->exchange[from].kind &&
               g->exchange[from + same].members == g->exchange[from].members)
            same++;
        rig_alu(g);
        if (how < 3) {
            rig_exchange(g, from, 0);
            n = 1;
        } else if (how < 6) {
            rig_branch(g, from, from + n, depth);
        } else if (how == 6) {
            rig_test(g);
            rig_exchange(g, from, 1);
            rig_exchange(g, from, 2);
            n = 1;
        } else if (how == 7 && same > 1 && g->counters < 3) {
            rig_repeat(g, from, same, depth);
            n = same;
        } else if (how == 10) {
            rig_switch(g, from, from + n, depth);
        } else {
            if (how == 8) rig_leave(g);
            else rig_loop(g);
            n = 0;
        }
        from += n;
    }
}

static inline void rig_make(rig_t *g, uint64_t seed)
{
    *g = (rig_t){.random = seed};
    while (g->exchanges < RIG_EXCHANGES) {
        const step_t s = {.kind = STEP_SHFL + rig_random(g, 8), .members = rig_random(g, 3), .imm = rig_random(g, 32)};
        for (uint32_t n = 1 + rig_random(g, 3); n && g->exchanges < RIG_EXCHANGES; n--) g->exchange[g->exchanges++] = s;
    }
    rig_part(g, 0, g->exchanges, 0);
}

#endif
