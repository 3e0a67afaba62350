/* l0c.h - the L0 constant caches of an SM with staged sub-cores: each holds the constant operands of ALU instructions
 * of its sub-core. Loads of constants (LDC) do not use them.
 *
 * Before issue a sub-core looks up the operand of a warp: of those that could issue otherwise, the one that issued
 * last, else the youngest. A miss requests the line of the L1C, cfg.l0c.wait_cycles away, and holds up the sub-core
 * until the line is here, for up to cfg.l0c.miss_cycles. Then this warp waits alone, and the sub-core looks on for the
 * youngest that is ready. The L1C takes one request in a cycle.
 *
 * Source: R. Huerta et al. (MICRO 2025), section 5.1; distance: the authors' simulator. The order is that of silicon's
 * policy, also under other policies. */
#ifndef CTADEL_SM_L0C_H
#define CTADEL_SM_L0C_H

#include "mem/l1.h"
#include "sm/warps.h"

/* In a token at the L1C: the request is not of the LD/ST unit. */
#define L0C_TOKEN UINT32_C(0x40000000)

typedef struct l0c l0c_t;

typedef struct {
    uint64_t reads;  /* constant operands of instructions that issued */
    uint64_t misses; /* look-ups that requested a line, or waited for one that another warp had requested */
} l0c_counters_t;

/* Borrows all. NULL only when out of memory. */
l0c_t *l0c_create(const sm_cfg_t *cfg, l1_t *l1c, warps_t *warps);
void l0c_destroy(l0c_t *l); /* NULL is fine */
void l0c_empty(l0c_t *l);   /* drops all lines; none may be on its way */

void l0c_warp_starts(l0c_t *l, uint32_t w); /* it is younger than all that started before */
/* Before issue: the scheduler's warps that may not issue, of the candidates, which could issue otherwise; UINT64_MAX:
 * none may. A bit per scheduler-local warp number. */
uint64_t l0c_look(l0c_t *l, uint64_t now, uint32_t sched, uint64_t candidates);
void l0c_issued(l0c_t *l, uint32_t w);                   /* w issues its oldest instruction */
void l0c_step(l0c_t *l, uint64_t now);                   /* before l0c_look: lines move */
void l0c_answer(l0c_t *l, uint64_t now, uint32_t token); /* the L1C answers a token with L0C_TOKEN */
/* First cycle, after `now`, in which something changes unasked; UINT64_MAX: none before the L1C answers. */
uint64_t l0c_next_cycle(const l0c_t *l, uint64_t now);
bool l0c_awaits(const l0c_t *l); /* a line is on its way */
const l0c_counters_t *l0c_counters(const l0c_t *l);

#endif
