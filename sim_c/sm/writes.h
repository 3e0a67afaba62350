/* writes.h - write ports of the register banks of sub-cores with stages: one register per bank and cycle.
 *
 * A result of fixed latency has its cycle from the start. If another such result has it, it waits in the result queue,
 * from which its consumers get it, so that nothing is delayed. A load takes the port that these leave free, and is
 * written later otherwise. Source: R. Huerta et al. (MICRO 2025), section 5.3. Not modelled: the length of the result
 * queue; results of other instructions of variable latency use no ports. */
#ifndef CTADEL_SM_WRITES_H
#define CTADEL_SM_WRITES_H

#include "config/machine.h"
#include "sm/sm_limits.h"

typedef struct writes writes_t;

writes_t *writes_create(const sm_cfg_t *cfg); /* NULL only when out of memory */
void writes_destroy(writes_t *w);             /* NULL is fine */

/* A result of fixed latency is written in `cycle`, up to WHEEL_CYCLES - 1 after now, or as soon as the port is free. */
void writes_fixed(writes_t *w, uint64_t now, uint32_t sched, uint32_t reg, uint64_t cycle);
/* A load takes the port in this cycle. False: it is taken already. */
bool writes_load(writes_t *w, uint64_t now, uint32_t sched, uint32_t reg);
const uint64_t *writes_refused(const writes_t *w); /* false so far */

#endif
