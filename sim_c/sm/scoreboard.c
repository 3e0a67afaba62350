/* scoreboard.c - three bits for each register of each warp. */
#include "sm/scoreboard.h"

#include <assert.h>
#include <stdlib.h>

enum { WORDS = SM_FLAT_REGS_MAX / 64 };

typedef struct {     /* bits of 64 registers of a warp, side by side because they are read together */
    uint64_t any;    /* result pending */
    uint64_t memory; /* ... and memory writes it */
    uint64_t slow;   /* loaded from outside the SM, and not cleared yet */
} pending_t;

struct scoreboard { /* of a warp; a scoreboard_t * is an array by warp */
    pending_t pending[WORDS];
};

scoreboard_t *scoreboard_create(uint32_t warps) { return calloc(warps, sizeof(scoreboard_t)); }

void scoreboard_destroy(scoreboard_t *s) { free(s); }

static uint64_t bit_of(uint32_t reg) { return UINT64_C(1) << (reg % 64); }

/* The rule: its registers have one word of bits, and none is pending. */
static bool is_clear(const pending_t *first, const winst_t *in)
{
    return !in->high && !(first->any & (in->reads | in->writes));
}

score_t scoreboard_look(const scoreboard_t *s, uint32_t warp, const winst_t *in)
{
    const pending_t *pending = s[warp].pending;
    if (is_clear(pending, in))
        return (score_t){.reg = SCOREBOARD_NO_REG, .memory = false, .slow = (pending->slow & in->reads) != 0};
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
        if (s[warp].pending[i].any) return true;
    return false;
}

static void promise(pending_t *p, uint64_t regs, bool memory, bool slow)
{
    p->any |= regs;
    if (memory) p->memory |= regs;
    if (slow) p->slow |= regs;
}

void scoreboard_promise(scoreboard_t *s, uint32_t warp, const winst_t *in, uint32_t space)
{
    const bool memory = in->op == WI_LOAD || in->op == WI_ATOM;
    const bool slow = memory && space != SPACE_SHARED && space != SPACE_CONST && space != SPACE_TASK;
    pending_t *pending = s[warp].pending;
    assert(in->high || !in->ndst || in->writes); /* winst_note_regs was called */
    if (!in->high) {
        promise(pending, in->writes, memory, slow);
        return;
    }
    for (uint32_t i = 0; i < in->ndst; i++) promise(&pending[in->dst[i] / 64], bit_of(in->dst[i]), memory, slow);
}

/* Returns whether registers that count as long-latency were among them, if that ends. */
static bool write_regs(pending_t *p, uint64_t regs, bool slow_ends)
{
    p->any &= ~regs;
    p->memory &= ~regs;
    if (!slow_ends || !(p->slow & regs)) return false;
    p->slow &= ~regs;
    return true;
}

bool scoreboard_write(scoreboard_t *s, uint32_t warp, const winst_t *in, uint16_t waits, bool slow_ends)
{
    pending_t *pending = s[warp].pending;
    bool changed = false;
    if (!in->high) {
        changed = write_regs(pending, in->writes, slow_ends);
        return changed || (waits < 64 && in->writes >> waits & 1);
    }
    for (uint32_t i = 0; i < in->ndst; i++) {
        changed |= write_regs(&pending[in->dst[i] / 64], bit_of(in->dst[i]), slow_ends);
        changed |= waits == in->dst[i];
    }
    return changed;
}
