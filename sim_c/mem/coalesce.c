/* coalesce.c - merges lanes' accesses into transactions, and counts the cycles of banked accesses.
 *
 * Not modelled: the coalescer's limit of one line per cycle (the LD/ST unit sends one transaction per cycle and bank,
 * which amounts to it); write byte masks (a write carries whole sectors). */
#include "mem/coalesce.h"

#include "mem/tags.h"

#include <assert.h>
#include <string.h>

enum { BANKS_MAX = 64, NO_WORD = 0xff };

static uint32_t lowest_lane(uint32_t lanes) { return (uint32_t)__builtin_ctz(lanes); }

/* Grows t so that it covers the bytes first..end of its line. The last line of the address space ends at 0. */
static void widen(mem_txn_t *t, uint64_t line, uint32_t first, uint32_t end)
{
    const uint32_t t_first = (uint32_t)(t->addr - line), t_end = t_first + t->bytes;
    const uint32_t low = first < t_first ? first : t_first;
    t->addr = line + low;
    t->bytes = (end > t_end ? end : t_end) - low;
}

typedef struct {
    uint32_t line_bytes, sector_bytes;
} grain_t;

/* Adds the sectors of the bytes first..end of a line, for these lanes, to the transaction of the line or to a new one;
 * returns the count. */
static uint32_t join_line(mem_txn_t *txn, uint32_t count, uint64_t line, uint32_t first, uint32_t end, uint32_t lanes,
                          grain_t g)
{
    const uint64_t line_mask = ~(uint64_t)(g.line_bytes - 1);
    const uint32_t in_sector = g.sector_bytes - 1;
    uint32_t at = 0;
    if (!lanes) return count;
    first &= ~in_sector;
    end = (end + in_sector) & ~in_sector;
    while (at < count && (txn[at].addr & line_mask) != line) at++;
    if (at == count) txn[count++] = (mem_txn_t){.addr = line + first, .bytes = end - first};
    else widen(&txn[at], line, first, end);
    txn[at].lanes |= lanes;
    return count;
}

typedef struct { /* accesses of neighbouring lanes at a constant distance */
    uint64_t addr;
    uint32_t lane, lanes; /* the first; how many */
    uint32_t stride;
} run_t;

/* True: the accesses are such a run, of a stride below `end`, and each lies in one line. This is most often so, and
 * then no lane need be looked at by itself. */
static bool is_run(const uint64_t *addr, uint32_t lanes, uint32_t width_bytes, uint32_t end, run_t *run)
{
    if (!lanes) return false;
    const uint32_t lane = lowest_lane(lanes), mask = lanes >> lane;
    const uint32_t n = WARP_LANES_MAX - (uint32_t)__builtin_clz(mask);
    const uint64_t *at = &addr[lane], stride = n > 1 ? at[1] - at[0] : 0;
    uint64_t differ = 0;
    if (mask & (mask + 1) || stride >= end || at[n - 1] - at[0] != stride * (n - 1)) return false;
    if ((at[0] | stride) & (width_bytes - 1)) return false;
    for (uint32_t i = 1; i < n; i++) differ |= (at[i] - at[i - 1]) ^ stride;
    *run = (run_t){at[0], lane, n, (uint32_t)stride};
    return !differ;
}

/* Lanes of the run from `lane` on, `n` of them. */
static uint32_t lanes_of(uint32_t lane, uint32_t n) { return (uint32_t)(((UINT64_C(1) << n) - 1) << lane); }

static uint32_t coalesce_run(run_t run, uint32_t width_bytes, grain_t g, mem_txn_t *txn, uint32_t count)
{
    while (run.lanes) {
        const uint32_t first = (uint32_t)run.addr & (g.line_bytes - 1), room = g.line_bytes - first;
        const uint32_t begin = run.stride ? (room - 1) / run.stride + 1 : run.lanes; /* in this line */
        const uint32_t n = begin < run.lanes ? begin : run.lanes;
        const uint32_t end = first + (n - 1) * run.stride + width_bytes;
        count = join_line(txn, count, run.addr - first, first, end, lanes_of(run.lane, n), g);
        run = (run_t){run.addr + (uint64_t)n * run.stride, run.lane + n, run.lanes - n, run.stride};
    }
    return count;
}

uint32_t coalesce_onto(const uint64_t *addr, uint32_t lanes, uint32_t width_bytes, uint32_t line_bytes,
                       uint32_t sector_bytes, mem_txn_t *txn, uint32_t count)
{
    const grain_t g = {line_bytes, sector_bytes};
    run_t run;
    if (is_run(addr, lanes, width_bytes, line_bytes, &run)) return coalesce_run(run, width_bytes, g, txn, count);
    /* Consecutive lanes in one line form a group, which joins the line's transaction at once. */
    uint64_t line = 0;
    uint32_t first = 0, end = 0, group = 0;
    for (uint32_t left = lanes; left; left &= left - 1) {
        const uint64_t at = addr[lowest_lane(left)];
        const uint32_t offset = (uint32_t)at & (line_bytes - 1);
        if (at - offset != line || !group) {
            count = join_line(txn, count, line, first, end, group, g);
            line = at - offset;
            first = end = offset;
            group = 0;
        }
        group |= left & -left;
        first = offset < first ? offset : first;
        end = offset + width_bytes > end ? offset + width_bytes : end;
        if (end <= line_bytes) continue;
        count = join_line(txn, count, line, first, line_bytes, group, g);
        line += line_bytes;
        first = 0;
        end -= line_bytes;
        group = left & -left;
    }
    return join_line(txn, count, line, first, end, group, g);
}

uint32_t coalesce(const uint64_t *addr, uint32_t lanes, uint32_t width_bytes, uint32_t line_bytes,
                  uint32_t sector_bytes, mem_txn_t txn[COALESCE_MAX])
{
    return coalesce_onto(addr, lanes, width_bytes, line_bytes, sector_bytes, txn, 0);
}

uint32_t coalesce_addresses(const uint64_t *addr, uint32_t lanes, uint32_t sector_bytes, mem_txn_t txn[COALESCE_MAX])
{
    uint32_t count = 0;
    while (lanes) {
        const uint64_t at = addr[lowest_lane(lanes)];
        uint32_t same = 0;
        for (uint32_t left = lanes; left; left &= left - 1)
            if (addr[lowest_lane(left)] == at) same |= left & -left;
        txn[count++] = (mem_txn_t){.addr = at & ~(uint64_t)(sector_bytes - 1), .bytes = sector_bytes, .lanes = same};
        lanes &= ~same;
    }
    return count;
}

/* One of these lanes touches bytes of a further lane's access. */
static bool meets(const uint64_t *addr, uint32_t lanes, uint64_t first, uint32_t width_bytes)
{
    for (; lanes; lanes &= lanes - 1) {
        const uint64_t other = addr[lowest_lane(lanes)];
        if (first - other < width_bytes || other - first < width_bytes) return true;
    }
    return false;
}

uint32_t coalesce_apart(const uint64_t *addr, uint32_t lanes, uint32_t width_bytes, uint32_t segment_bytes,
                        mem_txn_t txn[COALESCE_MAX])
{
    const uint64_t mask = ~(uint64_t)(segment_bytes - 1);
    uint32_t count = 0;
    for (uint32_t left = lanes; left; left &= left - 1) {
        const uint32_t lane = lowest_lane(left);
        const uint64_t last = (addr[lane] + width_bytes - 1) & mask;
        for (uint64_t segment = addr[lane] & mask;; segment = last) {
            uint32_t at = 0;
            while (at < count && (txn[at].addr != segment || meets(addr, txn[at].lanes, addr[lane], width_bytes))) at++;
            if (at == count) txn[count++] = (mem_txn_t){.addr = segment, .bytes = segment_bytes};
            txn[at].lanes |= UINT32_C(1) << lane;
            if (segment == last) break;
        }
    }
    return count;
}

/* Bits of the words from `first` up to, not with, `end`. */
static uint64_t words_of(uint64_t first, uint64_t end)
{
    if (first >= end) return 0;
    return (end < 64 ? (UINT64_C(1) << end) - 1 : ~UINT64_C(0)) & ~UINT64_C(0) << first;
}

void coalesce_gaps(const uint64_t *addr, uint32_t width_bytes, mem_txn_t *txn)
{
    uint64_t written = 0;
    uint32_t lanes = txn->lanes;
    run_t run;
    if (width_bytes >= WORD_BYTES && is_run(addr, lanes, width_bytes, width_bytes + 1, &run) && run.stride) {
        const uint64_t first = (run.addr - txn->addr) / WORD_BYTES;
        written = words_of(first, first + run.lanes * width_bytes / WORD_BYTES);
        lanes = 0;
    }
    for (uint32_t left = lanes; left; left &= left - 1) {
        const uint64_t from = addr[lowest_lane(left)] - txn->addr; /* negative: it begins in the line before */
        const int64_t end = (int64_t)(from + width_bytes);
        const uint64_t first = (int64_t)from > 0 ? (from + WORD_BYTES - 1) / WORD_BYTES : 0;
        const uint64_t bytes = end < (int64_t)txn->bytes ? (uint64_t)end : txn->bytes;
        written |= words_of(first, bytes / WORD_BYTES);
    }
    txn->gaps = ~written & words_of(0, txn->bytes / WORD_BYTES);
}

typedef struct { /* the different words of one phase, chained by bank */
    uint64_t word[COALESCE_MAX];
    uint8_t next[COALESCE_MAX];
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

/* True: all accesses lie in one aligned row of the banks, so no two words share a bank. */
static bool in_one_row(const uint64_t *addr, uint32_t lanes, uint32_t width_bytes, uint32_t banks)
{
    const uint64_t row_bytes = (UINT64_C(1) << (31 - __builtin_clz(banks))) * WORD_BYTES;
    const uint64_t first = addr[lowest_lane(lanes)];
    uint64_t differ = 0;
    if (lanes == ~UINT32_C(0)) {
        for (uint32_t i = 0; i < WARP_LANES_MAX; i++)
            differ |= (addr[i] ^ first) | ((addr[i] + width_bytes - 1) ^ first);
    } else {
        for (; lanes; lanes &= lanes - 1) {
            const uint64_t at = addr[lowest_lane(lanes)];
            differ |= (at ^ first) | ((at + width_bytes - 1) ^ first);
        }
    }
    return differ < row_bytes;
}

/* Cycles of one phase: the number of words of its most requested bank. */
static uint32_t phase_cycles(const uint64_t *addr, uint32_t lanes, uint32_t width_bytes, uint32_t banks)
{
    if (in_one_row(addr, lanes, width_bytes, banks)) return 1;
    phase_t p;
    p.words = p.deepest = 0;
    memset(p.first, NO_WORD, banks);
    memset(p.depth, 0, banks);
    for (; lanes; lanes &= lanes - 1) {
        const uint64_t at = addr[lowest_lane(lanes)], first = at / WORD_BYTES;
        const uint32_t words = (uint32_t)((at % WORD_BYTES + width_bytes + WORD_BYTES - 1) / WORD_BYTES);
        for (uint32_t k = 0; k < words; k++) phase_add(&p, first + k, banks);
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
        if (now) cycles += phase_cycles(addr, now, width_bytes, banks);
    }
    return cycles;
}

uint32_t atom_conflict_cycles(const uint64_t *addr, uint32_t lanes, uint32_t width_bytes)
{
    uint32_t most = 0;
    while (lanes) {
        const uint64_t first = addr[lowest_lane(lanes)];
        uint32_t same = 0;
        for (uint32_t left = lanes; left; left &= left - 1) {
            const uint32_t lane = lowest_lane(left);
            if (!meets(addr, UINT32_C(1) << lane, first, width_bytes)) continue;
            same++;
            lanes &= ~(UINT32_C(1) << lane);
        }
        if (same > most) most = same;
    }
    return most;
}
