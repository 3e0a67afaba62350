/* lines.h - lines between the L0 caches of an SM's sub-cores and the L1 that they share: requests on their way to the
 * L1, which takes one in a cycle, and lines on their way back. Each way takes the same number of cycles. */
#ifndef CTADEL_SM_LINES_H
#define CTADEL_SM_LINES_H

#include "mem/l1.h"

typedef struct lines lines_t;

typedef struct {
    uint32_t most;        /* lines at a time, up to 2^16 */
    uint32_t line_bytes;  /* of the L1, a power of two */
    uint32_t wait_cycles; /* each way */
    uint32_t token;       /* in each token at the L1, above the numbers of lines */
} lines_cfg_t;

typedef struct {
    uint64_t number; /* address / line_bytes */
    uint32_t part;   /* sub-core */
} line_t;

lines_t *lines_create(const lines_cfg_t *cfg, l1_t *l1); /* borrows l1. NULL only when out of memory */
void lines_destroy(lines_t *l);                          /* NULL is fine */

bool lines_room(const lines_t *l);
void lines_ask(lines_t *l, uint64_t now, line_t line); /* needs lines_room */
void lines_send(lines_t *l, uint64_t now);             /* once a cycle: a request reaches the L1 */
void lines_answer(lines_t *l, uint64_t now, uint32_t token);
bool lines_arrive(lines_t *l, uint64_t now, line_t *line); /* a line is back; false: no more in this cycle */

bool lines_under_way(const lines_t *l);
uint64_t lines_next_cycle(const lines_t *l); /* of the next request or arrival; UINT64_MAX: none is due unasked */

#endif
