/* ldst_txns.c - the address phase: lanes' addresses to cache lines or bank cycles. */
#include "sm/ldst_txns.h"

#include "base/min.h"
#include "mem/tags.h"

#include <assert.h>

/* BOTH_HALVES_LINE: a transaction that reaches across the middle of its line grows to the whole line. */
static void send_whole_lines(uint32_t line_bytes, mem_txn_t *txn, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t first = (uint32_t)txn[i].addr & (line_bytes - 1), middle = line_bytes / 2;
        if (first >= middle || first + txn[i].bytes <= middle) continue;
        txn[i].addr -= first;
        txn[i].bytes = line_bytes;
    }
}

/* What the transactions of a store's accesses transfer, and what of it they write. */
static void finish_store(const sm_cfg_t *cfg, const uint64_t *addr, uint32_t width_bytes, mem_txn_t *txn,
                         uint32_t count)
{
    if (cfg->both_halves == BOTH_HALVES_LINE) send_whole_lines(cfg->l1d.line_bytes, txn, count);
    if (cfg->store_words == STORE_WORDS_EXACT)
        for (uint32_t i = 0; i < count; i++) coalesce_gaps(addr, width_bytes, &txn[i]);
}

/* Bytes of which a transaction transfers whole units. A load that looks into the L1D fetches whole sectors. */
static uint32_t piece_bytes(const sm_cfg_t *cfg, const cache_cfg_t *c, const winst_t *inst)
{
    const bool looks = inst->op == WI_LOAD && !inst->bypass_l1;
    return looks ? c->sector_bytes : min_u32(cfg->store_bytes, c->sector_bytes);
}

/* Bytes within which accesses form one transaction: those of sm.segment. */
static uint32_t segment_bytes(const sm_cfg_t *cfg, const winst_t *inst)
{
    const uint32_t line = cfg->l1d.line_bytes;
    if (cfg->segment == SEGMENT_LINE) return line;
    if (cfg->segment == SEGMENT_SECTOR) return cfg->l1d.sector_bytes;
    const bool past = inst->op == WI_LOAD && inst->bypass_l1;
    if (past || inst->width_bytes == 1) return min_u32(line, 32);
    return inst->width_bytes == 2 ? min_u32(line, 64) : line;
}

typedef struct {
    uint32_t segment_bytes, piece_bytes;
} grain_t;

/* Of transactions at the L1D. */
static grain_t l1d_grain(const sm_cfg_t *cfg, const winst_t *inst)
{
    const uint32_t segment = segment_bytes(cfg, inst);
    return (grain_t){segment, min_u32(piece_bytes(cfg, &cfg->l1d, inst), segment)};
}

/* Transactions at the L1D; width_bytes of each access, which may be a word of the instruction's. */
static inline uint32_t at_l1d(const sm_cfg_t *cfg, const winst_t *inst, const uint64_t *addr, uint32_t lanes,
                              uint32_t width_bytes, mem_txn_t *txn)
{
    const grain_t g = l1d_grain(cfg, inst);
    const uint32_t count = coalesce(addr, lanes, width_bytes, g.segment_bytes, g.piece_bytes, txn);
    if (inst->op == WI_STORE) finish_store(cfg, addr, width_bytes, txn, count);
    return count;
}

/* Words that a local access touches: one more than its width has if it begins inside one. */
static uint32_t words_touched(uint64_t addr, uint32_t width_bytes)
{
    return (uint32_t)((addr % WORD_BYTES + width_bytes + WORD_BYTES - 1) / WORD_BYTES);
}

/* Local memory: words are interleaved over threads, so each word of an access coalesces by itself. */
static uint16_t word_by_word(const sm_cfg_t *cfg, const winst_t *inst, const winst_exec_t *x,
                             mem_txn_t txn[LDST_TXN_MAX])
{
    uint64_t addr[WARP_LANES_MAX];
    uint32_t count = 0;
    for (uint32_t word = 0; word < LDST_WORDS_MAX; word++) {
        uint32_t lanes = 0; /* those whose access has this word */
        for (uint32_t left = x->lanes; left; left &= left - 1) {
            const uint32_t lane = (uint32_t)__builtin_ctz(left);
            if (word >= words_touched(x->addr[lane], inst->width_bytes)) continue;
            lanes |= UINT32_C(1) << lane;
            addr[lane] = (x->addr[lane] & ~(uint64_t)(WORD_BYTES - 1)) + (uint64_t)word * x->pitch_bytes;
        }
        count += at_l1d(cfg, inst, addr, lanes, WORD_BYTES, txn + count);
    }
    return (uint16_t)count;
}

static uint16_t texels(const sm_cfg_t *cfg, const winst_t *inst, const winst_exec_t *x, mem_txn_t txn[LDST_TXN_MAX])
{
    const grain_t g =
        cfg->textures == TEXTURES_L1D ? l1d_grain(cfg, inst) : (grain_t){cfg->l1t.line_bytes, cfg->l1t.sector_bytes};
    assert(x->texels < WINST_TEXELS_MAX);
    uint32_t count = coalesce(x->addr, x->lanes, inst->width_bytes, g.segment_bytes, g.piece_bytes, txn);
    for (uint32_t i = 0; i < x->texels; i++)
        count = coalesce_onto(x->texel[i], x->lanes, inst->width_bytes, g.segment_bytes, g.piece_bytes, txn, count);
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

/* The words of some lane's access lie apart, interleaved with those of other threads. */
static bool in_words(const winst_t *inst, const winst_exec_t *x)
{
    if (x->space != SPACE_LOCAL || !x->pitch_bytes) return false;
    for (uint32_t left = x->lanes; left; left &= left - 1)
        if (words_touched(x->addr[__builtin_ctz(left)], inst->width_bytes) > 1) return true;
    return false;
}

static uint16_t transactions(const sm_cfg_t *cfg, const winst_t *inst, const winst_exec_t *x, mem_txn_t *txn)
{
    const cache_cfg_t *c = &cfg->l1c;
    if (x->space == SPACE_TEXTURE) return texels(cfg, inst, x, txn);
    if (x->space == SPACE_CONST && cfg->constants == CONSTANTS_INDEXED)
        return (uint16_t)coalesce_addresses(x->addr, x->lanes, c->sector_bytes, txn);
    if (x->space == SPACE_CONST || x->space == SPACE_PARAM)
        return (uint16_t)coalesce(x->addr, x->lanes, inst->width_bytes, c->line_bytes, piece_bytes(cfg, c, inst), txn);
    if (winst_atomic(inst) && cfg->atomic_txns == ATOMIC_TXN_APART)
        return (uint16_t)coalesce_apart(x->addr, x->lanes, inst->width_bytes, piece_bytes(cfg, &cfg->l1d, inst), txn);
    if (in_words(inst, x)) return word_by_word(cfg, inst, x, txn);
    return (uint16_t)at_l1d(cfg, inst, x->addr, x->lanes, inst->width_bytes, txn);
}

uint16_t ldst_txns(const sm_cfg_t *cfg, const winst_t *inst, const winst_exec_t *x, mem_txn_t txn[LDST_TXN_MAX])
{
    const uint16_t count = transactions(cfg, inst, x, txn);
    if (cfg->line_order == LINES_HIGHEST_FIRST) highest_first(txn, count);
    return count;
}

uint32_t ldst_bank_cycles(const sm_cfg_t *cfg, const winst_t *inst, const winst_exec_t *x, uint32_t lanes)
{
    if (x->space == SPACE_TASK) return 1;
    if (winst_atomic(inst) && cfg->smem_atomic == SMEM_ATOMIC_LANES)
        return atom_conflict_cycles(x->addr, lanes, inst->width_bytes);
    const bool first_word = cfg->smem_wide == SMEM_WIDE_FIRST_WORD; /* an access of 1 byte has only that */
    return smem_conflict_cycles(x->addr, lanes, first_word ? 1 : inst->width_bytes, cfg->smem_banks);
}
