/* scoreboard.h - registers of an SM's warps with a pending result. */
#ifndef CTADEL_SM_SCOREBOARD_H
#define CTADEL_SM_SCOREBOARD_H

#include "isa/winst.h"
#include "sm/sm_limits.h"

typedef struct scoreboard scoreboard_t;

enum { SCOREBOARD_NO_REG = 0xffff };

typedef struct {  /* look-up of an instruction that has not issued */
    uint16_t reg; /* first register, sources first, with a pending result; SCOREBOARD_NO_REG: none, the instruction is
                     clear */
    bool memory;  /* memory writes that register */
    bool slow;    /* a source counts as long-latency: loaded from outside the SM, not cleared yet */
} score_t;

scoreboard_t *scoreboard_create(uint32_t warps); /* 1 or more; NULL only when out of memory */
void scoreboard_destroy(scoreboard_t *s);

score_t scoreboard_look(const scoreboard_t *s, uint32_t warp, const winst_t *in);
bool scoreboard_pends(const scoreboard_t *s, uint32_t warp); /* a register of the warp has a pending result */
/* The instruction issues: its destinations become pending. space: space_t that it accesses. */
void scoreboard_promise(scoreboard_t *s, uint32_t warp, const winst_t *in, uint32_t space);
/* The instruction's results are written. slow_ends: its destinations are no longer long-latency either. True:
 * scoreboard_look may answer differently for an instruction of the warp that waits for register `waits`
 * (SCOREBOARD_NO_REG: for none). */
bool scoreboard_write(scoreboard_t *s, uint32_t warp, const winst_t *in, uint16_t waits, bool slow_ends);

#endif
