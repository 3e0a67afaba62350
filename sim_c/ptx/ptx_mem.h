/* ptx_mem.h - translates the addresses of a warp's lanes to host memory and moves the bytes. */
#ifndef CTADEL_PTX_PTX_MEM_H
#define CTADEL_PTX_PTX_MEM_H

#include "ptx/ptx_exec.h"

/* Where an access lies in host memory. Lanes outside its mask stand at the place of one inside, so that a load may
 * read all lanes. */
typedef struct {
    uintptr_t base;
    const uint64_t *off; /* lane i is at base + off[i], modulo 2^64: addr[] of ptx_locate, or own[] */
    uint64_t own[PTX_LANES];
} ptx_at_t;

static inline uint8_t *ptx_at(const ptx_at_t *at, uint32_t lane) { return (uint8_t *)(at->base + at->off[lane]); }

typedef struct {
    fe_cta_t *cta;
    ptx_warp_t *w;
    const ptx_uop_t *u;
    uint32_t pc, mask, bytes; /* bytes per lane, all vector elements: a power of two */
    uint8_t space;
    bool writes;
    winst_exec_t *far; /* gets the lanes that access shared memory of other CTAs; NULL: none may */
    bool changed;      /* by an atomic: memory */
} ptx_access_t;

/* True: all lanes of the mask lie in the `size` bytes from origin on, and are aligned; bytes: a power of two of which
 * origin is a multiple. The other lanes take the address of the first one in the mask. */
LANE_INLINE bool ptx_reach(uint64_t addr[PTX_LANES], uint32_t mask, uint64_t origin, uint64_t size, uint32_t bytes)
{
    const uint64_t first = addr[__builtin_ctz(mask)], last = size - bytes;
    uint64_t below = 0, above = 0; /* or of the distances from both ends: an address outside leaves its sign */
    for (uint32_t i = 0; mask != UINT32_MAX && i < PTX_LANES; i++) addr[i] = mask & UINT32_C(1) << i ? addr[i] : first;
    for (uint32_t i = 0; i < PTX_LANES; i++) {
        const uint64_t offset = addr[i] - origin;
        below |= offset;
        above |= last - offset;
    }
    return size >= bytes && (int64_t)(below | above) >= 0 && !(below & (bytes - 1));
}

/* Finds addr[], addresses in a->space, in host memory. Overwrites addr[] by the addresses of the timing model, which
 * *at refers to: addr[] stays as it is until *at is no longer needed. False: err, an address is misaligned or outside
 * the space; or w->again, another CTA of the cluster has not begun. */
bool ptx_locate(const ptx_access_t *a, uint64_t addr[PTX_LANES], ptx_at_t *at, err_t *err);

/* ptx_far.c: the same for shared memory in a cluster of several CTAs. */
bool ptx_locate_far(const ptx_access_t *a, uint64_t addr[PTX_LANES], ptx_at_t *at, err_t *err);
/* False: a lane accesses, in its space, a CTA of the cluster that has not begun. */
bool ptx_far_begun(const ptx_access_t *a, const uint8_t space[PTX_LANES], const uint64_t addr[PTX_LANES]);

void ptx_addresses(const ptx_launch_t *l, const ptx_warp_t *w, const ptx_uop_t *u, uint64_t addr[PTX_LANES]);
/* Addresses in shared memory of the lanes of a->mask. False: err, a generic address lies in another space. */
bool ptx_shared_addresses(const ptx_access_t *a, uint64_t addr[PTX_LANES], err_t *err);

/* ptx_waits.c: a warp accesses global memory at these addresses. */
void ptx_note_waits(const ptx_access_t *a, const uint64_t addr[PTX_LANES]);

/* err: instruction, lane, address, and `why` as the end of the sentence. Always false. */
bool ptx_fail(const ptx_access_t *a, uint32_t lane, uint64_t addr, const char *why, err_t *err);

/* ptx_task.c: a load of the task window. True: the lanes in *waits must wait for the SM to write their window. */
bool ptx_task_waits(const ptx_access_t *a, const ptx_at_t *at, uint32_t *waits);
uint64_t ptx_combine(ptx_atom_t how, ptx_type_t t, uint64_t old, uint64_t b); /* ptx_atom.c: the new value */
void ptx_atomic(ptx_access_t *a, const ptx_at_t *at);                         /* lane by lane, lowest first */

#endif
