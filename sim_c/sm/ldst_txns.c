/* ldst_txns.c - the address phase: lanes' addresses to cache lines or bank cycles. */
#include "sm/ldst_txns.h"

#include <assert.h>
#include <string.h>

enum { WORD_BYTES = 4 };

/* Local memory: words are interleaved over threads, so each word of a wide access coalesces by itself. */
static uint16_t word_by_word(const winst_exec_t *x, uint32_t width_bytes, uint32_t line_bytes, uint32_t piece_bytes,
                             mem_txn_t txn[LDST_TXN_MAX])
{
    uint64_t addr[WARP_LANES_MAX];
    uint32_t count = 0;
    memcpy(addr, x->addr, sizeof addr);
    for (uint32_t word = 0; word < width_bytes / WORD_BYTES; word++) {
        count += coalesce(addr, x->lanes, WORD_BYTES, line_bytes, piece_bytes, txn + count);
        for (uint32_t lane = 0; lane < WARP_LANES_MAX; lane++) addr[lane] += x->pitch_bytes;
    }
    return (uint16_t)count;
}

static uint16_t texels(const cache_cfg_t *c, const winst_t *inst, const winst_exec_t *x, mem_txn_t txn[LDST_TXN_MAX])
{
    assert(x->texels < WINST_TEXELS_MAX);
    uint32_t count = coalesce(x->addr, x->lanes, inst->width_bytes, c->line_bytes, c->sector_bytes, txn);
    for (uint32_t i = 0; i < x->texels; i++)
        count = coalesce_onto(x->texel[i], x->lanes, inst->width_bytes, c->line_bytes, c->sector_bytes, txn, count);
    return (uint16_t)count;
}

static void highest_first(mem_txn_t *txn, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        const mem_txn_t t = txn[i];
        uint32_t k = i;
        for (; k && txn[k - 1].addr < t.addr; k--) txn[k] = txn[k - 1];
        txn[k] = t;
    }
}

/* The words of a lane's access lie apart, interleaved with those of other threads. */
static bool in_words(const winst_t *inst, const winst_exec_t *x)
{
    return x->space == SPACE_LOCAL && x->pitch_bytes && inst->width_bytes > WORD_BYTES;
}

static uint16_t transactions(const sm_cfg_t *cfg, const winst_t *inst, const winst_exec_t *x, mem_txn_t *txn)
{
    const bool constant = x->space == SPACE_CONST || x->space == SPACE_PARAM;
    if (x->space == SPACE_TEXTURE) return texels(&cfg->l1t, inst, x, txn);
    const cache_cfg_t *c = constant ? &cfg->l1c : &cfg->l1d;
    /* a load that looks into the L1D fetches whole sectors */
    const bool looks = inst->op == WI_LOAD && !inst->bypass_l1;
    const uint32_t piece = looks || cfg->store_bytes > c->sector_bytes ? c->sector_bytes : cfg->store_bytes;
    if (winst_atomic(inst) && cfg->atomic_txns == ATOMIC_TXN_APART)
        return (uint16_t)coalesce_apart(x->addr, x->lanes, inst->width_bytes, piece, txn);
    if (in_words(inst, x)) return word_by_word(x, inst->width_bytes, c->line_bytes, piece, txn);
    return (uint16_t)coalesce(x->addr, x->lanes, inst->width_bytes, c->line_bytes, piece, txn);
}

uint16_t ldst_txns(const sm_cfg_t *cfg, const winst_t *inst, const winst_exec_t *x, mem_txn_t txn[LDST_TXN_MAX])
{
    const uint16_t count = transactions(cfg, inst, x, txn);
    if (inst->op == WI_STORE && cfg->store_words == STORE_WORDS_EXACT && !in_words(inst, x))
        for (uint32_t i = 0; i < count; i++) coalesce_gaps(x->addr, inst->width_bytes, &txn[i]);
    if (cfg->line_order == LINES_HIGHEST_FIRST) highest_first(txn, count);
    return count;
}

uint32_t ldst_bank_cycles(const sm_cfg_t *cfg, const winst_t *inst, const winst_exec_t *x)
{
    if (x->space == SPACE_TASK) return 1;
    if (winst_atomic(inst) && cfg->smem_atomic == SMEM_ATOMIC_LANES)
        return atom_conflict_cycles(x->addr, x->lanes, inst->width_bytes);
    return smem_conflict_cycles(x->addr, x->lanes, inst->width_bytes, cfg->smem_banks);
}
