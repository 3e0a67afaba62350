/* opnd.h - operand collectors: the way from issue to the pipelines, on machines that have them.
 *
 * An issued instruction takes a place at its unit, then a free collector of that unit. Its source registers are read
 * from their banks, one per bank and cycle in the order they were asked for; a bank that is written serves no read.
 * Complete, it takes a place behind the collectors, and from there a pipeline that can deliver its result in a cycle
 * with a result port left. Source: GPGPU-Sim's opndcoll_rfu_t. */
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
    uint16_t entry;    /* of a memory instruction: the LD/ST unit's number for it */
    uint8_t warp, kid; /* kid: its kernel's table entry */
} issued_t;

/* Of the machine's collectors, issue widths, banks, result ports and latencies. Pipelines are taken from `units`;
 * results become events (EV_RESULT) of `wheel`. Borrows both, and the counters that it counts in. NULL only when out of
 * memory. */
opnd_t *opnd_create(const sm_cfg_t *cfg, units_t *units, wheel_t *wheel, sm_counters_t *counters);
void opnd_destroy(opnd_t *o); /* NULL is fine */

uint32_t opnd_room(const opnd_t *o, uint32_t unit); /* instructions that the unit's places take */
void opnd_push(opnd_t *o, uint32_t unit, issued_t what);
/* One cycle. True: *memory leaves for the LD/ST unit; only if that has room for it (ldst_room). */
bool opnd_step(opnd_t *o, uint64_t now, bool ldst_room, issued_t *memory);
void opnd_result(opnd_t *o, uint64_t now, uint32_t warp, const winst_t *in); /* writes its banks in this cycle */
bool opnd_write_if_free(opnd_t *o, uint32_t warp, const winst_t *in);        /* false: a bank is taken */
uint32_t opnd_inside(const opnd_t *o);                                       /* instructions in any place */

#endif
