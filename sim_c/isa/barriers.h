/* barriers.h - the barriers of a CTA: which warps have arrived, and which barrier is released. */
#ifndef CTADEL_ISA_BARRIERS_H
#define CTADEL_ISA_BARRIERS_H

#include "isa/winst.h"

typedef struct {
    uint64_t waiting; /* bit per warp that waits, as the caller numbers them */
    uint16_t arrived; /* warps that have arrived, including those that do not wait */
    uint16_t wanted;  /* arrivals that release it; 0: those of all live warps */
} barrier_t;

typedef struct {   /* starts as all zero */
    uint32_t used; /* bit b: warps have arrived at barrier b */
    barrier_t at[BARRIERS_MAX];
} barriers_t;

/* A warp arrives: it executed a WI_BARRIER with at least one lane. warp: its bit; x: barrier, barrier_warps, passes. */
void barriers_arrive(barriers_t *b, const winst_exec_t *x, uint64_t warp);

/* Resets and returns the lowest barrier that is released while the CTA has `live` live warps; *waiting: the warps that
 * waited at it. BARRIERS_MAX: none is released. */
uint32_t barriers_open(barriers_t *b, uint32_t live, uint64_t *waiting);

#endif
