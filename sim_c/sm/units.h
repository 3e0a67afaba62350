/* units.h - the pipelines of an SM, and for which kernel each unit is taken.
 *
 * A cycle in which a pipeline is taken is a unit-cycle of the kernel whose instruction took it. The LD/ST unit is one
 * unit whatever issues to it: it is taken while an instruction is in its address phase (units_hold), not by
 * units_take. */
#ifndef CTADEL_SM_UNITS_H
#define CTADEL_SM_UNITS_H

#include "config/machine.h"
#include "policy/scheduler.h"

typedef struct units units_t;

typedef struct {                /* unit-cycles of each table entry */
    uint64_t sp[SCHED_KERNELS]; /* over all SP pipelines */
    uint64_t ldst[SCHED_KERNELS];
} units_report_t;

units_t *units_create(const uint32_t pipes[UNIT_COUNT]); /* of each unit, at most 16; NULL only when out of memory */
void units_destroy(units_t *u);                          /* NULL is fine */

uint32_t units_free(const units_t *u, uint64_t now, uint32_t unit); /* pipelines that take an instruction now */
/* An instruction of table entry kid takes the first free pipeline, of which there must be one, for `cycles` cycles. */
void units_take(units_t *u, uint64_t now, uint32_t unit, uint32_t kid, uint32_t cycles);
void units_hold(units_t *u, uint32_t kid); /* an instruction of kid is in the LD/ST unit's address phase this cycle */

const uint64_t *units_busy(const units_t *u); /* by unit: unit-cycles so far, those to come included */
/* The same of table entry kid alone, added to busy[] and counted from 0 again. */
void units_take_busy(units_t *u, uint32_t kid, uint64_t busy[UNIT_NONE]);
/* What has passed since the last call: cycles that a pipeline is taken for beyond `now` belong to the next report. */
void units_report(units_t *u, uint64_t now, units_report_t *r);

#endif
