/* diverge_lanes.h - interprets a random program of diverge_rig.h, each lane by itself up to its next exchange. */
#ifndef CTADEL_TESTS_UNIT_DIVERGE_LANES_H
#define CTADEL_TESTS_UNIT_DIVERGE_LANES_H

#include "diverge_rig.h"

typedef struct {
    uint32_t a[RIG_REGS + 4], pc;
    bool predicate, ended;
} lane_t;

static inline bool rig_skips(const lane_t *l, const step_t *s) { return s->guard && (s->guard == 1) != l->predicate; }

/* Runs a lane up to its next exchange. */
static inline void rig_run_lane(const rig_t *g, lane_t *l)
{
    while (!l->ended) {
        if (l->pc >= g->steps) {
            l->ended = true;
            return;
        }
        const step_t *s = &g->step[l->pc];
        if (s->kind >= STEP_SHFL && !rig_skips(l, s)) return;
        l->pc++;
        switch (s->kind) {
        case STEP_MAD: l->a[s->d] = l->a[s->a] * s->imm + l->a[s->b]; break;
        case STEP_SET: l->a[s->d] = s->imm; break;
        case STEP_COUNT: l->a[s->d] = (l->a[s->a] & 3) + 1; break;
        case STEP_NEXT:
            if (--l->a[s->d]) l->pc = s->target;
            break;
        case STEP_TEST: l->predicate = l->a[s->a] >> s->imm & 1; break;
        case STEP_UNLESS:
            if (!l->predicate) l->pc = s->target;
            break;
        case STEP_JUMP: l->pc = s->target; break;
        case STEP_INDEX: l->pc = s->side[(l->a[s->a] & 7) < s->imm ? l->a[s->a] & 7 : s->imm - 1]; break;
        case STEP_EXIT: l->ended = true; break;
        default: break;
        }
    }
}

/* The result of the exchange for lane i, of which `with` take part. */
static inline uint32_t rig_result(const rig_t *g, const lane_t *lane, uint32_t i, uint32_t with)
{
    const step_t *s = &g->step[lane[i].pc];
    uint32_t from = lane[i].a[s->b] & RIG_INSIDE[s->members], sum = 0;
    from |= s->members == 1 ? i & 1 : s->members == 2 ? i & 24 : 0;
    if (s->kind == STEP_BFLY) from = i ^ (s->imm & RIG_INSIDE[s->members]);
    if (s->kind == STEP_SHFL || s->kind == STEP_BFLY) {
        if (!(with >> from & 1)) return 0;
        return lane[from].a[g->step[lane[from].pc].a];
    }
    if (s->kind == STEP_ELECT) return (uint32_t)__builtin_ctz(with);
    for (uint32_t j = 0; j < RIG_LANES; j++) {
        if (!(with >> j & 1)) continue;
        const uint32_t value = lane[j].a[g->step[lane[j].pc].a];
        if (s->kind == STEP_BALLOT) sum |= (value & 1) << j;
        if (s->kind == STEP_ANY) sum |= value & 1;
        if (s->kind == STEP_REDUX) sum += value;
        if (s->kind == STEP_MATCH) sum |= (uint32_t)((value & 7) == (lane[i].a[s->a] & 7)) << j;
    }
    return sum;
}

static inline void rig_interpret(const rig_t *g, lane_t lane[RIG_LANES], uint32_t lanes)
{
    for (uint32_t i = 0; i < lanes; i++) lane[i] = (lane_t){.a = {i, i * 77, i * i, i ^ 21}};
    for (uint32_t turn = 0; turn <= g->exchanges; turn++) {
        uint32_t result[RIG_LANES], live = 0;
        for (uint32_t i = 0; i < lanes; i++) {
            rig_run_lane(g, &lane[i]);
            live |= (uint32_t)!lane[i].ended << i;
        }
        for (uint32_t i = 0; i < lanes; i++)
            if (live >> i & 1) result[i] = rig_result(g, lane, i, live & rig_members(g->step[lane[i].pc].members, i));
        for (uint32_t i = 0; i < lanes; i++) {
            const step_t *s = &g->step[lane[i].pc];
            if (!(live >> i & 1)) continue;
            if (s->kind != STEP_BAR) lane[i].a[s->d] = result[i];
            lane[i].pc++;
        }
        assert_true(!live || turn < g->exchanges);
    }
}

#endif
