/* scoreboard.c - three bits for each register of each warp. */
#include "sm/scoreboard.h"

#include <stdlib.h>

enum { WORDS = SM_FLAT_REGS_MAX / 64 };

typedef struct {     /* bits of 64 registers of a warp, side by side because they are read together */
    uint64_t any;    /* result pending */
    uint64_t memory; /* ... and memory writes it */
    uint64_t slow;   /* loaded from outside the SM, and not cleared yet */
} pending_t;

struct scoreboard {
    pending_t pending[SM_WARPS][WORDS];
};

scoreboard_t *scoreboard_create(void) { return calloc(1, sizeof(scoreboard_t)); }

void scoreboard_destroy(scoreboard_t *s) { free(s); }

static uint64_t bit_of(uint32_t reg) { return UINT64_C(1) << (reg % 64); }

score_t scoreboard_look(const scoreboard_t *s, uint32_t warp, const winst_t *in)
{
    const pending_t *pending = s->pending[warp];
    uint32_t reg = SCOREBOARD_NO_REG;
    uint64_t slow = 0;
    for (uint32_t i = in->ndst; i-- > 0;)
        if (pending[in->dst[i] / 64].any >> in->dst[i] % 64 & 1) reg = in->dst[i];
    for (uint32_t i = in->nsrc; i-- > 0;) {
        const uint32_t r = in->src[i];
        const pending_t *p = &pending[r / 64];
        if (p->any >> r % 64 & 1) reg = r;
        slow |= p->slow >> r % 64;
    }
    return (score_t){.reg = (uint16_t)reg,
                     .memory = reg != SCOREBOARD_NO_REG && (pending[reg / 64].memory & bit_of(reg)) != 0,
                     .slow = slow & 1};
}

bool scoreboard_pends(const scoreboard_t *s, uint32_t warp)
{
    for (uint32_t i = 0; i < WORDS; i++)
        if (s->pending[warp][i].any) return true;
    return false;
}

void scoreboard_promise(scoreboard_t *s, uint32_t warp, const winst_t *in, uint32_t space)
{
    const bool memory = in->op == WI_LOAD || in->op == WI_ATOM;
    const bool slow = memory && space != SPACE_SHARED && space != SPACE_CONST && space != SPACE_TASK;
    for (uint32_t i = 0; i < in->ndst; i++) {
        pending_t *p = &s->pending[warp][in->dst[i] / 64];
        const uint64_t bit = bit_of(in->dst[i]);
        p->any |= bit;
        if (memory) p->memory |= bit;
        if (slow) p->slow |= bit;
    }
}

bool scoreboard_write(scoreboard_t *s, uint32_t warp, const winst_t *in, uint16_t waits, bool slow_ends)
{
    bool changed = false;
    for (uint32_t i = 0; i < in->ndst; i++) {
        pending_t *p = &s->pending[warp][in->dst[i] / 64];
        const uint64_t bit = bit_of(in->dst[i]);
        p->any &= ~bit;
        p->memory &= ~bit;
        changed |= waits == in->dst[i] || (slow_ends && (p->slow & bit));
        if (slow_ends) p->slow &= ~bit;
    }
    return changed;
}
