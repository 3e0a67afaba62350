/* credits.h - requests that the L2 slices of a controller may have at its DRAM. Each slice has one credit of its own,
 * so that it always makes progress; all share the others. Source: GPGPU-Sim,
 * memory_partition_unit::arbitration_metadata. */
#ifndef CTADEL_MEM_CREDITS_H
#define CTADEL_MEM_CREDITS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint32_t shared, shared_max; /* credits taken; there are */
    uint64_t own;                /* bit k: slice k has taken its own credit */
} credits_t;

/* slices - 1 of `total` are not shared, and each slice has one: total + 1 requests in all. */
static inline credits_t credits_of(uint32_t total, uint32_t slices)
{
    return (credits_t){.shared_max = total > slices - 1 ? total - (slices - 1) : 0};
}

/* Mask of the slices that have one. */
static inline uint64_t credits_of_slices(const credits_t *c)
{
    return c->shared < c->shared_max ? ~UINT64_C(0) : ~c->own;
}

static inline bool credits_left(const credits_t *c, uint32_t slice) { return credits_of_slices(c) >> slice & 1; }

static inline void credits_take(credits_t *c, uint32_t slice) /* needs one */
{
    if (c->own >> slice & 1) c->shared++;
    else c->own |= UINT64_C(1) << slice;
}

static inline void credits_return(credits_t *c, uint32_t slice)
{
    if (c->own >> slice & 1) c->own &= ~(UINT64_C(1) << slice);
    else c->shared--;
}

#endif
