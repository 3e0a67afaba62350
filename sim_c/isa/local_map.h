/* local_map.h - addresses of local memory in the timing model: word n of all threads of a CTA, then word n + 1. Each
 * CTA slot of each SM has a region. */
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

/* Distance of consecutive words of a thread. */
static inline uint32_t local_map_pitch_bytes(const local_map_t *m) { return m->row_threads * LOCAL_MAP_WORD; }

static inline uint64_t local_map_address(const local_map_t *m, const cta_place_t *at, uint32_t thread, uint64_t offset)
{
    const uint64_t home = (uint64_t)at->sm * LOCAL_MAP_SLOTS + at->slot % LOCAL_MAP_SLOTS;
    return m->base + home * m->region_bytes + (offset / LOCAL_MAP_WORD * m->row_threads + thread) * LOCAL_MAP_WORD +
           offset % LOCAL_MAP_WORD;
}

/* The thread's offset at an address in the region of slot 0 of SM 0. */
static inline uint64_t local_map_offset(const local_map_t *m, uint64_t addr)
{
    return (addr - m->base) / local_map_pitch_bytes(m) * LOCAL_MAP_WORD + addr % LOCAL_MAP_WORD;
}

#endif
