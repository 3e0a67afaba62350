/* scoreboard.h - registers of an SM's warps that have a result under way. */
#ifndef CTADEL_SM_SCOREBOARD_H
#define CTADEL_SM_SCOREBOARD_H

#include "isa/winst.h"
#include "sm/sm_limits.h"

typedef struct scoreboard scoreboard_t;

enum { SCOREBOARD_NO_REG = 0xffff };

typedef struct {  /* of an instruction that has not issued */
    uint16_t reg; /* the first of its registers with a result under way, sources first; SCOREBOARD_NO_REG: none */
    bool memory;  /* memory will write that one */
    bool slow;    /* a source has been loaded from outside the SM, and not cleared yet */
} score_t;

scoreboard_t *scoreboard_create(void); /* NULL only when out of memory */
void scoreboard_destroy(scoreboard_t *s);

score_t scoreboard_look(const scoreboard_t *s, uint32_t warp, const winst_t *in);
/* The instruction issues: its destinations have a result under way. space: the one accessed. */
void scoreboard_promise(scoreboard_t *s, uint32_t warp, const winst_t *in, uint32_t space);
/* Its results are written. slow_ends: they are slow no longer, either. True: the answer for an instruction of the
 * warp that waits for register `waits` (or for none) may have changed. */
bool scoreboard_write(scoreboard_t *s, uint32_t warp, const winst_t *in, uint16_t waits, bool slow_ends);

#endif
