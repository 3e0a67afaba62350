/* ldst_txns.h - what a warp memory instruction asks of the LD/ST unit: transactions with a cache, or cycles of the
 * shared memory's banks. Pure functions. */
#ifndef CTADEL_SM_LDST_TXNS_H
#define CTADEL_SM_LDST_TXNS_H

#include "config/machine.h"
#include "mem/coalesce.h"

/* A word of a wider access to local memory lies in a line of its own, and so may a texel of those that a filter reads.
 */
enum { LDST_WORDS_MAX = 4, LDST_TXN_MAX = WINST_TEXELS_MAX * WARP_LANES_MAX };

/* Banks are taken, nothing goes to a cache. */
static inline bool ldst_in_banks(uint32_t space) { return space == SPACE_SHARED || space == SPACE_TASK; }

/* Transactions of an access that goes to a cache (ldst_in_banks is false), in order; their number. */
uint16_t ldst_txns(const sm_cfg_t *cfg, const winst_t *inst, const winst_exec_t *x, mem_txn_t txn[LDST_TXN_MAX]);

/* Cycles for which an access takes the banks of the shared memory, at least 1 if a lane executes. The task window is
 * made of registers, each of one thread: 1. */
uint32_t ldst_bank_cycles(const sm_cfg_t *cfg, const winst_t *inst, const winst_exec_t *x);

#endif
