/* diverge_text.h - a random program of diverge_rig.h as PTX. */
#ifndef CTADEL_TESTS_UNIT_DIVERGE_TEXT_H
#define CTADEL_TESTS_UNIT_DIVERGE_TEXT_H

#include "diverge_rig.h"

static inline int rig_print_exchange(char *at, size_t room, const step_t *s)
{
    switch (s->kind) {
    case STEP_SHFL:
        return snprintf(at, room, "shfl.sync.idx.b32 %%a%u, %%a%u, %%x, 31, %%m%u;\n", s->d, s->a, s->members);
    case STEP_BFLY:
        return snprintf(at, room, "shfl.sync.bfly.b32 %%a%u, %%a%u, %u, 31, %%m%u;\n", s->d, s->a,
                        s->imm & RIG_INSIDE[s->members], s->members);
    case STEP_BALLOT: return snprintf(at, room, "vote.sync.ballot.b32 %%a%u, %%q%u, %%m%u;\n", s->d, s->a, s->members);
    case STEP_ANY: return snprintf(at, room, "vote.sync.any.pred %%q%u, %%q%u, %%m%u;\n", s->d, s->a, s->members);
    case STEP_REDUX: return snprintf(at, room, "redux.sync.add.u32 %%a%u, %%a%u, %%m%u;\n", s->d, s->a, s->members);
    case STEP_MATCH: return snprintf(at, room, "match.any.sync.b32 %%a%u, %%b%u, %%m%u;\n", s->d, s->a, s->members);
    case STEP_ELECT: return snprintf(at, room, "elect.sync %%a%u|%%q4, %%m%u;\n", s->d, s->members);
    default: return snprintf(at, room, "bar.warp.sync %%m%u;\n", s->members);
    }
}

static inline int rig_print_index(char *at, size_t room, const step_t *s, uint32_t i)
{
    int n = snprintf(at, room, "T%u: .branchtargets L%u", i, s->side[0]);
    for (uint32_t t = 1; t < s->imm; t++) n += snprintf(at + n, room - (size_t)n, ", L%u", s->side[t]);
    return n + snprintf(at + n, room - (size_t)n, "; and.b32 %%x, %%a%u, 7; min.u32 %%x, %%x, %u; brx.idx %%x, T%u;\n",
                        s->a, s->imm - 1, i);
}

static inline int rig_print(char *at, size_t room, const step_t *s, uint32_t i)
{
    static const char *const GUARD[] = {"", "@%p1 ", "@!%p1 "};
    int n = snprintf(at, room, "L%u: ", i);
    /* %q and %b hold one bit and three bits of each register, for votes and matches */
    if (s->kind == STEP_BALLOT || s->kind == STEP_ANY)
        n += snprintf(at + n, room - (size_t)n, "and.b32 %%x, %%a%u, 1; setp.ne.u32 %%q%u, %%x, 0;\n", s->a, s->a);
    if (s->kind == STEP_SHFL)
        n += snprintf(at + n, room - (size_t)n, "and.b32 %%x, %%a%u, %u; or.b32 %%x, %%x, %%y%u;\n", s->b,
                      RIG_INSIDE[s->members], s->members);
    if (s->kind == STEP_MATCH) n += snprintf(at + n, room - (size_t)n, "and.b32 %%b%u, %%a%u, 7;\n", s->a, s->a);
    n += snprintf(at + n, room - (size_t)n, "%s", GUARD[s->guard]);
    at += n;
    room -= (size_t)n;
    switch (s->kind) {
    case STEP_MAD: return n + snprintf(at, room, "mad.lo.u32 %%a%u, %%a%u, %u, %%a%u;\n", s->d, s->a, s->imm, s->b);
    case STEP_SET: return n + snprintf(at, room, "mov.u32 %%a%u, %u;\n", s->d, s->imm);
    case STEP_COUNT:
        return n + snprintf(at, room, "and.b32 %%a%u, %%a%u, 3; add.u32 %%a%u, %%a%u, 1;\n", s->d, s->a, s->d, s->d);
    case STEP_NEXT:
        return n + snprintf(at, room, "sub.u32 %%a%u, %%a%u, 1; setp.ne.u32 %%p2, %%a%u, 0; @%%p2 bra L%u;\n", s->d,
                            s->d, s->d, s->target);
    case STEP_TEST:
        return n + snprintf(at, room, "shr.u32 %%x, %%a%u, %u; and.b32 %%x, %%x, 1; setp.ne.u32 %%p1, %%x, 0;\n", s->a,
                            s->imm);
    case STEP_UNLESS: return n + snprintf(at, room, "@!%%p1 bra L%u;\n", s->target);
    case STEP_JUMP: return n + snprintf(at, room, "bra L%u;\n", s->target);
    case STEP_INDEX: return n + rig_print_index(at, room, s, i);
    case STEP_EXIT: return n + snprintf(at, room, "bra END;\n");
    default: break;
    }
    const int more = rig_print_exchange(at, room, s);
    n += more;
    if (s->kind == STEP_ANY)
        n += snprintf(at + more, room - (size_t)more, "%sselp.u32 %%a%u, 1, 0, %%q%u;\n", GUARD[s->guard], s->d, s->d);
    return n;
}

static inline void rig_text(const rig_t *g, char *text, size_t room)
{
    int n = snprintf(text, room, "%s%s%s", FIX_HEAD, FIX_ENTRY,
                     ".reg .b32 %a<8>, %b<4>, %m<3>, %x, %y<3>; .reg .pred %q<5>;\nmov.u32 %m0, -1;\n"
                     "and.b32 %y1, %lane, 1; shl.b32 %m1, 0x55555555, %y1;\nand.b32 %y2, %lane, 24;\n"
                     "shl.b32 %m2, 255, %y2;\nmov.u32 %y0, 0;\n"
                     "mov.u32 %a0, %t; mul.lo.u32 %a1, %t, 77; mul.lo.u32 %a2, %t, %t; xor.b32 %a3, %t, 21;\n");
    for (uint32_t i = 0; i < g->steps; i++) n += rig_print(text + n, room - (size_t)n, &g->step[i], i);
    snprintf(text + n, room - (size_t)n,
             "L%u: END: st.global.v2.u32 [%%out], {%%a0, %%a1};\n"
             "st.global.v2.u32 [%%out+512], {%%a2, %%a3};\n" FIX_TAIL,
             g->steps);
}

#endif
