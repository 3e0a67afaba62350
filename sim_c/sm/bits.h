/* bits.h - issue by control bits, or by a scoreboard that counts consumers, in an SM: tells the issue-control units
 * (policy/issues.h) the oldest instruction of each warp and what has been read and written, and the warps what the
 * units answer.
 *
 * In a cycle an SM calls bits_look before issue, bits_granted for each grant, and bits_step at its end. Events beyond
 * those that a unit takes in a cycle wait for the next one. */
#ifndef CTADEL_SM_BITS_H
#define CTADEL_SM_BITS_H

#include "policy/issues.h"
#include "sm/warps.h"

typedef struct bits bits_t;

/* first_unit: of scheduler 0. Borrows all. NULL only when out of memory. */
bits_t *bits_create(const sm_cfg_t *cfg, const issue_ops_t *ops, void *self, uint32_t first_unit, warps_t *warps);
void bits_destroy(bits_t *b); /* NULL is fine */

void bits_starts(bits_t *b, uint32_t w); /* warp w starts */
/* Sets which warps the units allow to issue; those of `storing` (bit per SM warp) issue no barrier */
void bits_look(bits_t *b, uint64_t storing);
void bits_granted(bits_t *b, uint64_t now, uint32_t w);   /* warp w issues its oldest instruction */
void bits_moved_on(bits_t *b, uint32_t w);                /* it has another one, though it has not issued */
void bits_read(bits_t *b, uint32_t w, const winst_t *in); /* it has read its sources */
/* It will have read them in this cycle, which is not over; of a warp's instructions in any order. */
void bits_will_read(bits_t *b, uint64_t cycle, uint32_t w, const winst_t *in);
void bits_written(bits_t *b, uint32_t w, const winst_t *in); /* its result is written */
/* The clock edge that ends the cycle; held: bit per scheduler whose sub-core stands still. */
void bits_step(bits_t *b, uint64_t now, uint32_t held);
bool bits_still(const bits_t *b, uint64_t now); /* no step is needed before the next grant or event */

#endif
