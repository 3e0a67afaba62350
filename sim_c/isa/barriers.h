/* barriers.h - the barriers of a CTA: which warps have arrived, and which barrier opens. */
#ifndef CTADEL_ISA_BARRIERS_H
#define CTADEL_ISA_BARRIERS_H

#include "isa/winst.h"

typedef struct {
    uint64_t waiting; /* warps, by whichever bits the caller gives them */
    uint16_t arrived; /* warps, those that pass included */
    uint16_t wanted;  /* arrivals that open it; 0: those of all live warps */
} barrier_t;

typedef struct {   /* all zero: no warp has arrived at a barrier */
    uint32_t used; /* bit b: warps have arrived at barrier b */
    barrier_t at[BARRIERS_MAX];
} barriers_t;

/* A warp has executed a WI_BARRIER with at least one lane. */
void barriers_arrive(barriers_t *b, const winst_exec_t *x, uint64_t warp);

/* Resets and returns the lowest barrier that opens when the CTA has so many live warps, with the warps that waited at
 * it; BARRIERS_MAX: none opens. */
uint32_t barriers_open(barriers_t *b, uint32_t live, uint64_t *waiting);

#endif
