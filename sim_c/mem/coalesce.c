/* coalesce.c - merges lanes' accesses into transactions, and counts the cycles of banked accesses.
 *
 * Not modelled: the coalescer's limit of one line per cycle (the LD/ST unit sends one transaction per cycle and bank,
 * which amounts to it); write byte masks (a write carries whole sectors). */
#include "mem/coalesce.h"

#include <assert.h>
#include <string.h>

enum { WORD_BYTES = 4, BANKS_MAX = 64, NO_WORD = 0xff };

static uint32_t lowest_lane(uint32_t lanes) { return (uint32_t)__builtin_ctz(lanes); }

/* Grows t so that it covers the sectors first..end of its line. */
static void widen(mem_txn_t *t, uint64_t first, uint64_t end)
{
    const uint64_t t_end = t->addr + t->bytes;
    if (first < t->addr) t->addr = first;
    t->bytes = (uint32_t)((end > t_end ? end : t_end) - t->addr);
}

uint32_t coalesce_onto(const uint64_t *addr, uint32_t lanes, uint32_t width_bytes, uint32_t line_bytes,
                       uint32_t sector_bytes, mem_txn_t *txn, uint32_t count)
{
    const uint64_t line_mask = ~(uint64_t)(line_bytes - 1);
    const uint64_t sector_mask = ~(uint64_t)(sector_bytes - 1);
    uint32_t at = 0; /* transaction of the lane before: tried first */
    for (uint32_t left = lanes; left; left &= left - 1) {
        const uint32_t lane = lowest_lane(left);
        const uint64_t first = addr[lane] & sector_mask;
        const uint64_t end = ((addr[lane] + width_bytes - 1) & sector_mask) + sector_bytes;
        const uint64_t line = first & line_mask;
        if (at >= count || (txn[at].addr & line_mask) != line)
            for (at = 0; at < count && (txn[at].addr & line_mask) != line;) at++;
        if (at == count) txn[count++] = (mem_txn_t){.addr = first, .bytes = (uint32_t)(end - first)};
        else widen(&txn[at], first, end);
        txn[at].lanes |= UINT32_C(1) << lane;
    }
    return count;
}

uint32_t coalesce(const uint64_t *addr, uint32_t lanes, uint32_t width_bytes, uint32_t line_bytes,
                  uint32_t sector_bytes, mem_txn_t txn[WARP_LANES_MAX])
{
    return coalesce_onto(addr, lanes, width_bytes, line_bytes, sector_bytes, txn, 0);
}

/* One of these lanes touches bytes of a further lane's access. */
static bool meets(const uint64_t *addr, uint32_t lanes, uint64_t first, uint32_t width_bytes)
{
    for (; lanes; lanes &= lanes - 1) {
        const uint64_t other = addr[lowest_lane(lanes)];
        if (first < other + width_bytes && other < first + width_bytes) return true;
    }
    return false;
}

uint32_t coalesce_apart(const uint64_t *addr, uint32_t lanes, uint32_t width_bytes, uint32_t segment_bytes,
                        mem_txn_t txn[WARP_LANES_MAX])
{
    uint32_t count = 0;
    for (uint32_t left = lanes; left; left &= left - 1) {
        const uint32_t lane = lowest_lane(left);
        const uint64_t segment = addr[lane] & ~(uint64_t)(segment_bytes - 1);
        uint32_t at = 0;
        while (at < count && (txn[at].addr != segment || meets(addr, txn[at].lanes, addr[lane], width_bytes))) at++;
        if (at == count) txn[count++] = (mem_txn_t){.addr = segment, .bytes = segment_bytes};
        txn[at].lanes |= UINT32_C(1) << lane;
    }
    return count;
}

void coalesce_gaps(const uint64_t *addr, uint32_t width_bytes, mem_txn_t *txn)
{
    const uint32_t words = txn->bytes / WORD_BYTES, each = width_bytes / WORD_BYTES;
    uint64_t written = 0;
    for (uint32_t left = txn->lanes; left; left &= left - 1)
        written |= ((UINT64_C(1) << each) - 1) << (addr[lowest_lane(left)] - txn->addr) / WORD_BYTES;
    txn->gaps = ~written & (words < 64 ? (UINT64_C(1) << words) - 1 : ~UINT64_C(0));
}

typedef struct { /* the different words of one phase, chained by bank */
    uint64_t word[WARP_LANES_MAX];
    uint8_t next[WARP_LANES_MAX];
    uint8_t first[BANKS_MAX], depth[BANKS_MAX];
    uint32_t words, deepest;
} phase_t;

/* Adds a word, unless another lane reads it already: the bank broadcasts it. */
static void phase_add(phase_t *p, uint64_t word, uint32_t banks)
{
    const uint32_t bank = (uint32_t)(word % banks);
    for (uint32_t i = p->first[bank]; i != NO_WORD; i = p->next[i])
        if (p->word[i] == word) return;
    p->word[p->words] = word;
    p->next[p->words] = p->first[bank];
    p->first[bank] = (uint8_t)p->words++;
    if (++p->depth[bank] > p->deepest) p->deepest = p->depth[bank];
}

/* Cycles of one phase: the number of words of its most requested bank. */
static uint32_t phase_cycles(const uint64_t *addr, uint32_t lanes, uint32_t words, uint32_t banks)
{
    /* The usual case first: words that span no more than one row of the banks do not conflict. */
    uint64_t low = UINT64_MAX, high = 0;
    for (uint32_t left = lanes; left; left &= left - 1) {
        const uint64_t at = addr[lowest_lane(left)];
        low = at < low ? at : low;
        high = at > high ? at : high;
    }
    if (high / WORD_BYTES + words - low / WORD_BYTES <= banks) return 1;

    phase_t p;
    p.words = p.deepest = 0;
    memset(p.first, NO_WORD, banks);
    memset(p.depth, 0, banks);
    for (; lanes; lanes &= lanes - 1) {
        const uint64_t word = addr[lowest_lane(lanes)] / WORD_BYTES;
        for (uint32_t k = 0; k < words; k++) phase_add(&p, word + k, banks);
    }
    return p.deepest;
}

uint32_t smem_conflict_cycles(const uint64_t *addr, uint32_t lanes, uint32_t width_bytes, uint32_t banks)
{
    assert(banks >= 1 && banks <= BANKS_MAX);
    const uint32_t words = (width_bytes + WORD_BYTES - 1) / WORD_BYTES;
    const uint32_t phases = words > 2 ? 4 : words;
    const uint32_t span = WARP_LANES_MAX / phases; /* lanes of one phase */
    const uint32_t part = span == WARP_LANES_MAX ? ~UINT32_C(0) : (UINT32_C(1) << span) - 1;
    uint32_t cycles = 0;
    for (uint32_t k = 0; k < phases; k++) {
        const uint32_t now = lanes & part << k * span;
        if (now) cycles += phase_cycles(addr, now, words, banks);
    }
    return cycles;
}

uint32_t atom_conflict_cycles(const uint64_t *addr, uint32_t lanes, uint32_t width_bytes)
{
    uint32_t most = 0;
    while (lanes) {
        const uint64_t word = addr[lowest_lane(lanes)] / width_bytes;
        uint32_t same = 0;
        for (uint32_t left = lanes; left; left &= left - 1) {
            const uint32_t lane = lowest_lane(left);
            if (addr[lane] / width_bytes != word) continue;
            same++;
            lanes &= ~(UINT32_C(1) << lane);
        }
        if (same > most) most = same;
    }
    return most;
}
