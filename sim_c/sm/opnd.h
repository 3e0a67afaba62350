/* opnd.h - operand collectors between issue and the pipelines, on machines that have them. Source: GPGPU-Sim's
 * opndcoll_rfu_t.
 *
 * An issued instruction takes an input place of its unit, then a free collector of that unit. The collector reads the
 * source registers from their banks, one per bank and cycle, in the order of the requests; a bank that is written in a
 * cycle serves no read. With all operands read, the instruction takes an output place of its unit. From there the one
 * that issued first enters a pipeline that has no other result in the cycle in which its result is due, once a result
 * port is free in that cycle.
 *
 * SUB_CORES_OWN: each scheduler has a place before and behind the collectors for each unit, an equal part of the
 * collectors, which take instructions of all units, of the register banks, and a pipeline of each unit. Result ports
 * and the LD/ST unit belong to all. Collectors do cfg.collector_steps steps in a cycle. */
#ifndef CTADEL_SM_OPND_H
#define CTADEL_SM_OPND_H

#include "sm/sm_counters.h"
#include "sm/sm_limits.h"
#include "sm/units.h"
#include "sm/wheel.h"

enum { OPND_REGS_MAX = SM_FLAT_REGS_MAX + SM_WARPS }; /* register number plus warp number */

typedef struct opnd opnd_t;

typedef struct { /* an instruction between issue and its unit */
    const winst_t *inst;
    uint32_t order; /* of issue, set by opnd_push */
    uint16_t entry; /* of a memory instruction: the LD/ST unit's number for it */
    uint8_t warp;
    uint8_t kid : 5;  /* its kernel's table entry */
    uint8_t part : 3; /* the scheduler that issued it; 0 with SUB_CORES_SHARED */
} issued_t;
_Static_assert(SCHED_KERNELS_MAX <= 1 << 5 && SM_SCHEDS <= 1 << 3, "issued_t.kid and part hold their numbers");

/* Reads collectors, issue widths, banks, result ports and latencies from cfg. Takes pipelines from `units` and adds
 * results to `wheel` as EV_RESULT events; borrows all. NULL only when out of memory. */
opnd_t *opnd_create(const sm_cfg_t *cfg, units_t *units, wheel_t *wheel, sm_counters_t *counters);
void opnd_destroy(opnd_t *o); /* NULL is fine */

uint32_t opnd_full(const opnd_t *o, uint32_t sched); /* bit per unit whose input places for this scheduler are taken */
uint32_t opnd_room(const opnd_t *o, uint32_t unit);  /* free input places of the unit */
void opnd_push(opnd_t *o, uint32_t unit, issued_t what);
/* One core cycle. True: *memory goes to the LD/ST unit in this cycle, which needs room there (ldst_room). */
bool opnd_step(opnd_t *o, uint64_t now, bool ldst_room, issued_t *memory);
/* part: as in issued_t. A pipeline's result takes its banks in this cycle */
void opnd_result(opnd_t *o, uint64_t now, uint32_t part, uint32_t warp, const winst_t *in);
/* The same for loaded data; false: a bank is taken, nothing changed */
bool opnd_write_if_free(opnd_t *o, uint32_t part, uint32_t warp, const winst_t *in);
uint32_t opnd_inside(const opnd_t *o); /* instructions in places and collectors */

#endif
