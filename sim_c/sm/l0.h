/* l0.h - the L0 instruction cache of a sub-core and its stream buffer, which prefetches the lines behind a missed one.
 *
 * A miss that the stream buffer does not hold empties it and requests the line and those behind it, as many as the
 * buffer has places. A line that a look-up finds in the buffer moves to the cache, one that a look-up misses there when
 * it arrives; those before it are dropped, and further lines are requested behind the last. Lines are numbers:
 * addresses by the size of a line.
 *
 * Source: R. Huerta et al. (MICRO 2025), section 5.2; stream buffer: N. P. Jouppi (ISCA 1990). When a place is free
 * again: stream_buffer.cc of the simulator that the authors publish. */
#ifndef CTADEL_SM_L0_H
#define CTADEL_SM_L0_H

#include "config/machine.h"
#include "sm/sm_limits.h"

enum { L0_STREAM_MAX = 32 };

typedef struct l0 l0_t;

/* Least recently used line first; stream_lines: 0..L0_STREAM_MAX. NULL only when out of memory. */
l0_t *l0_create(uint32_t sets, uint32_t ways, uint32_t stream_lines);
void l0_destroy(l0_t *l); /* NULL is fine */
void l0_empty(l0_t *l);   /* drops all lines, and what is on its way; no fetch may wait */

/* Whether the cache has the line, or now has it from the stream buffer. */
bool l0_look(l0_t *l, uint64_t line);
/* After a look-up that did not find it: requests the line, unless it is on its way, and those behind it. */
void l0_miss(l0_t *l, uint64_t line);
bool l0_requests(const l0_t *l);        /* a line is to be requested of the L1I */
uint64_t l0_take_request(l0_t *l);      /* the oldest such line */
void l0_arrive(l0_t *l, uint64_t line); /* a requested line is here; one that was dropped meanwhile is not kept */

#endif
