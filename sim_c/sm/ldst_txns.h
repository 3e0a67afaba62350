/* ldst_txns.h - cost of a warp memory instruction in the LD/ST unit: transactions at a cache, or cycles of the shared
 * memory's banks. Pure functions. */
#ifndef CTADEL_SM_LDST_TXNS_H
#define CTADEL_SM_LDST_TXNS_H

#include "config/machine.h"
#include "mem/coalesce.h"

/* Each word of a wide local access lies in a line of its own, and one that begins inside a word has a word more; so may
 * each texel that a filter reads. */
enum { LDST_WORDS_MAX = WINST_WIDTH_MAX / 4 + 1, LDST_TXN_MAX = LDST_WORDS_MAX * WARP_LANES_MAX };
_Static_assert(LDST_TXN_MAX >= WINST_TEXELS_MAX * WARP_LANES_MAX,
               "the texels of all lanes may lie in lines of their own");

/* The access occupies banks and goes to no cache. */
static inline bool ldst_in_banks(uint32_t space) { return space == SPACE_SHARED || space == SPACE_TASK; }

/* The access goes to the L1D, unless its instruction passes that. */
static inline bool ldst_at_l1d(uint32_t space)
{
    return !ldst_in_banks(space) && space != SPACE_CONST && space != SPACE_PARAM && space != SPACE_TEXTURE;
}

/* Transactions of an access to a cache (ldst_in_banks is false), in the order they are sent; returns how many. */
uint16_t ldst_txns(const sm_cfg_t *cfg, const winst_t *inst, const winst_exec_t *x, mem_txn_t txn[LDST_TXN_MAX]);

/* Cycles for which these lanes of an access occupy the shared memory's banks, at least 1 if there is one. The task
 * window consists of registers, a set per thread: 1 cycle. */
uint32_t ldst_bank_cycles(const sm_cfg_t *cfg, const winst_t *inst, const winst_exec_t *x, uint32_t lanes);

#endif
