/* addrmap.c - the arithmetic of the address map. Every request passes it once or twice, so powers of two shift and only
 * other divisors divide. */
#include "mem/addrmap.h"

#include <assert.h>

static divisor_t divisor(uint32_t by)
{
    assert(by >= 1);
    const bool power = (by & (by - 1)) == 0;
    return (divisor_t){by, (int8_t)(power ? __builtin_ctz(by) : -1)};
}

static uint64_t quotient(uint64_t x, divisor_t d) { return d.shift >= 0 ? x >> d.shift : x / d.by; }

/* The remainder from a known quotient: cheaper than a second division. */
static uint64_t rest(uint64_t x, divisor_t d, uint64_t quot) { return x - quot * d.by; }

/* Places that the hash permutes: the power of two that is not less than the number of slices. */
static uint32_t places(uint32_t slices)
{
    uint32_t n = 1;
    while (n < slices) n *= 2;
    return n;
}

void addrmap_init(addrmap_t *map, const machine_t *m)
{
    const bool shared = m->dram.banks % m->l2.slices != 0;
    *map = (addrmap_t){.interleave = divisor(m->interleave_bytes),
                       .mcs = divisor(m->mcs),
                       .slices = divisor(m->l2.slices),
                       .row = divisor(m->dram.row_bytes),
                       .banks = divisor(shared ? m->dram.banks : m->dram.banks / m->l2.slices),
                       .hash = ipoly_create(m->slice_index == SLICE_IPOLY ? places(m->mcs * m->l2.slices) : 0),
                       .all = m->mcs * m->l2.slices,
                       .row_mask = m->dram.rows ? m->dram.rows - 1 : UINT64_MAX,
                       .shared_banks = shared};
}

addr_slice_t addrmap_slice(const addrmap_t *map, uint64_t addr)
{
    const uint64_t chunk = quotient(addr, map->interleave);
    const uint64_t turn = quotient(chunk, map->mcs);
    const uint64_t inner = quotient(turn, map->slices);
    const uint32_t mc = (uint32_t)rest(chunk, map->mcs, turn);
    const uint32_t k = (uint32_t)rest(turn, map->slices, inner);
    const uint32_t place = (mc * map->slices.by + k) ^ ipoly_hash(&map->hash, inner);
    const uint64_t local = inner * map->interleave.by + rest(addr, map->interleave, chunk);
    if (place < map->all) return (addr_slice_t){local, place};
    return (addr_slice_t){local | ADDRMAP_FOLDED, place - map->all};
}

/* The slice that the chunk would have without the hash. */
static uint32_t unhashed(const addrmap_t *map, uint32_t slice, uint64_t local)
{
    const uint32_t place = local & ADDRMAP_FOLDED ? slice + map->all : slice;
    return place ^ ipoly_hash(&map->hash, quotient(local & ~ADDRMAP_FOLDED, map->interleave));
}

uint64_t addrmap_addr(const addrmap_t *map, uint32_t slice, uint64_t local)
{
    const uint32_t at = unhashed(map, slice, local), mc = at / map->slices.by;
    local &= ~ADDRMAP_FOLDED;
    const uint64_t inner = quotient(local, map->interleave);
    const uint64_t turn = inner * map->slices.by + at % map->slices.by;
    return (turn * map->mcs.by + mc) * map->interleave.by + rest(local, map->interleave, inner);
}

/* Slice of the controller, before the hash, that owns the address. The chunk behind that of a slice belongs to the next
 * controller, or behind the last controller to the next slice of the first. */
static uint32_t owner(const addrmap_t *map, uint32_t slice, uint64_t local)
{
    const uint32_t at = unhashed(map, slice, local), mc = at / map->slices.by, k = at % map->slices.by;
    if (!(local & ADDRMAP_FOREIGN)) return k;
    if (local & ADDRMAP_NEXT_BLOCK) return 0;
    return mc + 1 == map->mcs.by ? k + 1 : k;
}

addr_bank_t addrmap_bank(const addrmap_t *map, uint32_t slice, uint64_t local)
{
    const uint32_t k = owner(map, slice, local);
    local &= ~ADDRMAP_FOLDED;
    if (map->shared_banks) { /* undo the slicing: one row must not hold two slices' addresses */
        const uint64_t chunk = quotient(local, map->interleave);
        local += (chunk * (map->slices.by - 1) + k) * map->interleave.by;
    }
    const uint64_t rows = quotient(local, map->row);
    const uint64_t row = quotient(rows, map->banks);
    const uint32_t bank = (uint32_t)rest(rows, map->banks, row);
    return (addr_bank_t){row & map->row_mask, map->shared_banks ? bank : bank * map->slices.by + k};
}
