/* local_map.h - addresses of local memory in the timing model. Words are interleaved over threads: word n of all
 * threads of a CTA, then word n + 1. Each CTA slot of each SM has a region of its own, or the CTAs interleave, too:
 * word n of all CTAs, by rank, then word n + 1. */
#ifndef CTADEL_ISA_LOCAL_MAP_H
#define CTADEL_ISA_LOCAL_MAP_H

#include "isa/frontend.h"

#define LOCAL_MAP_BASE UINT64_C(0x720000000000)
enum { LOCAL_MAP_SLOTS = 64, LOCAL_MAP_WORD = 4 }; /* CTA slots per SM, of which a machine may have fewer; bytes */

/* Of CTAs of `warps` warps, with thread_bytes per thread; CTA slots lie one behind the other. */
static inline local_map_t local_map_of(uint64_t base, uint32_t warps, uint32_t lanes, uint32_t thread_bytes)
{
    return (local_map_t){.base = base,
                         .region_bytes = (uint64_t)thread_bytes * warps * lanes,
                         .row_threads = warps * lanes,
                         .thread_bytes = thread_bytes};
}

static inline local_home_t local_map_home(const local_map_t *m, const cta_place_t *at)
{
    const uint32_t row_bytes = m->row_threads * LOCAL_MAP_WORD;
    const uint64_t base = m->base + at->local_offset;
    const uint64_t region = (uint64_t)at->sm * LOCAL_MAP_SLOTS + at->slot % LOCAL_MAP_SLOTS;
    if (at->ranks) return (local_home_t){base + (uint64_t)at->rank * row_bytes, at->ranks * row_bytes};
    return (local_home_t){base + region * m->region_bytes, row_bytes};
}

static inline uint64_t local_map_address(const local_home_t *h, uint32_t thread, uint64_t offset)
{
    return h->base + offset / LOCAL_MAP_WORD * h->pitch_bytes + (uint64_t)thread * LOCAL_MAP_WORD +
           offset % LOCAL_MAP_WORD;
}

/* The thread's offset at an address in the region of slot 0 of SM 0. */
static inline uint64_t local_map_offset(const local_map_t *m, uint64_t addr)
{
    return (addr - m->base) / (m->row_threads * LOCAL_MAP_WORD) * LOCAL_MAP_WORD + addr % LOCAL_MAP_WORD;
}

#endif
