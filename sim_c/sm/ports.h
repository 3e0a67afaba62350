/* ports.h - the way of an issued instruction to its unit in a sub-core with stages (SUB_CORES_STAGED): Control,
 * Allocate, the ports of the register banks, the reuse cache.
 *
 * In the cycle after its issue an instruction is in Control. From there one of fixed latency moves to Allocate, and
 * stays until its sources can be read in the next PORTS_READ_CYCLES cycles, a register per bank and cycle. While it
 * stays the sub-core stands still behind it: it issues nothing, and Control keeps an instruction of fixed latency. One
 * of variable latency (ports_variable) leaves Control for the queue of its unit.
 *
 * Reuse cache: for each bank and operand position a register of a warp. An operand whose reuse bit is set
 * (inst_control_t) stays there; the next operand at that position and bank needs no port if it is the same register of
 * the same warp, and removes the value unless its own reuse bit is set.
 *
 * Source: R. Huerta et al., "Dissecting and Modeling the Architecture of Modern GPU Cores" (MICRO 2025), sections 5.1
 * and 5.3. Not modelled: instructions of variable latency use no ports. */
#ifndef CTADEL_SM_PORTS_H
#define CTADEL_SM_PORTS_H

#include "config/machine.h"
#include "sm/sm_limits.h"

enum { PORTS_READ_CYCLES = 3, PORTS_BANKS_MAX = SM_STAGED_BANKS_MAX /* of a sub-core */ };

typedef struct ports ports_t;

typedef struct { /* an instruction between issue and its unit */
    const winst_t *inst;
    uint16_t entry; /* of a memory instruction: the LD/ST unit's number for it */
    uint8_t warp, sched;
    uint8_t unit;    /* that executes it */
    uint32_t ticket; /* winst_exec_t.ticket */
} ports_inst_t;

typedef struct { /* of a cycle */
    uint32_t leaving;
    ports_inst_t
        inst[2 * SM_SCHEDS]; /* fixed latency: begins to read its sources in the next cycle; else: leaves Control */
} ports_out_t;

typedef struct {
    uint64_t operands; /* registers read, through a port or not */
    uint64_t reused;   /* of these: found in the reuse cache */
    uint64_t waiting;  /* cycles in which an instruction stayed in Allocate */
} ports_counters_t;

ports_t *ports_create(const sm_cfg_t *cfg); /* NULL only when out of memory */
void ports_destroy(ports_t *p);             /* NULL is fine */

static inline bool ports_variable(uint32_t unit)
{
    return unit == UNIT_LDST || unit == UNIT_SFU || unit == UNIT_DP || unit == UNIT_TEXTURE || unit == UNIT_TENSOR;
}

/* After ports_step: bit per unit that takes no instruction of the scheduler in this cycle, UNIT_NONE included: its
 * input latch holds another one, Control is taken, or the sub-core stands still. */
uint32_t ports_full(ports_t *p, uint64_t now, uint32_t sched);
uint32_t ports_held(const ports_t *p); /* after ports_step: bit per scheduler whose sub-core stands still */
/* Issue; needs room. latch_cycles: for which the unit's input latch is taken, from this cycle on. */
void ports_push(ports_t *p, uint64_t now, ports_inst_t what, uint32_t latch_cycles);
void ports_step(ports_t *p, uint64_t now, ports_out_t *out); /* one core cycle, before issue */
uint32_t ports_inside(const ports_t *p);                     /* instructions in Control and Allocate */
uint32_t ports_memory(const ports_t *p);                     /* of these: memory instructions */
const ports_counters_t *ports_counters(const ports_t *p);

#endif
