/* counters.h - hands out the six dependence counters of a warp while control bits are assigned. Instructions are
 * numbered from 1; a register's use of a counter is open if a later instruction noted it than those that were waited
 * for. */
#ifndef CTADEL_CONTROL_COUNTERS_H
#define CTADEL_CONTROL_COUNTERS_H

#include "isa/control.h"

typedef struct {
    uint32_t reserved[CONTROL_COUNTERS]; /* instruction that reserved it last, from 1; 0: none */
    uint32_t waited[CONTROL_COUNTERS];   /* last instruction whose uses of it were waited for; 0: none */
} counters_t;

static inline bool counters_open(const counters_t *c, uint32_t counter)
{
    return c->reserved[counter] > c->waited[counter];
}

static inline uint8_t counters_all_open(const counters_t *c)
{
    uint8_t open = 0;
    for (uint32_t i = 0; i < CONTROL_COUNTERS; i++) open |= (uint8_t)((uint32_t)counters_open(c, i) << i);
    return open;
}

/* The counters of the mask are waited for behind instruction `last`. */
static inline void counters_wait(counters_t *c, uint8_t mask, uint32_t last)
{
    for (uint32_t i = 0; i < CONTROL_COUNTERS; i++)
        if (mask >> i & 1) c->waited[i] = last;
}

/* A counter for the instruction: one that is not open, else the one that was reserved last, as loads return in order
 * more often than not. Not `other`, which it has already. */
static inline uint8_t counters_take(counters_t *c, uint32_t instruction, uint8_t other)
{
    uint8_t best = CONTROL_NONE;
    for (uint8_t i = 0; i < CONTROL_COUNTERS; i++) {
        if (i == other) continue;
        if (!counters_open(c, i)) {
            best = i;
            break;
        }
        if (best == CONTROL_NONE || c->reserved[i] > c->reserved[best]) best = i;
    }
    c->reserved[best] = instruction;
    return best;
}

#endif
