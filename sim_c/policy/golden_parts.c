/* golden_parts.c - partitions: the SMs that each kernel may use. A kernel that borrows also uses an SM that no kernel
 * with CTAs left has in its partition. The register of claimed SMs follows kernels and partitions by a clock, and the
 * answer about a kernel follows that register by another; without a kernel that borrows it stays empty. */
#include "policy/golden.h"

static bool needs_all(const golden_t *g)
{
    bool all = g->place->all_sms || g->limit->all_sms;
    for (uint32_t i = 0; i < g->gates; i++) all |= g->gate[i]->all_sms;
    return all;
}

/* A kernel needs an SM that receives CTAs; under some policies, all of them. */
static bool enough(const golden_t *g, sm_mask_t part)
{
    const sm_mask_t enabled = g->view.sm_enable;
    return mask_any(mask_and(part, enabled)) && (!needs_all(g) || !mask_any(mask_without(enabled, part)));
}

bool golden_part_enough(const golden_t *g, uint32_t kid) { return enough(g, g->part[kid]); }

bool golden_part_write(golden_t *g, uint32_t kid, uint32_t word, uint32_t value)
{
    sm_mask_t part = g->part[kid];
    mask_set_part(&part, word, value);
    part = mask_and(part, mask_below(g->view.sms));
    if ((g->seen_busy >> kid & 1) && !enough(g, part)) return false;
    g->part[kid] = part;
    g->part_written = true;
    return true;
}

sm_mask_t golden_part_may(const golden_t *g, uint32_t kid)
{
    sm_mask_t may = g->part[kid];
    if (g->kernel[kid].flags & REG_K_FLAGS_BORROW) may = mask_or(may, mask_without(mask_all(), g->claimed));
    return mask_and(may, g->view.sm_enable);
}

static bool some_borrow(const golden_t *g)
{
    for (uint32_t k = 0; k < g->view.kernels; k++)
        if (g->kernel[k].flags & REG_K_FLAGS_BORROW) return true;
    return false;
}

bool golden_part_clock(golden_t *g)
{
    const uint32_t live = some_borrow(g) ? place_live(&g->view) : 0;
    if (!g->part_written && live == g->claimed_live) return false;
    g->claimed = mask_none();
    for (uint32_t left = live; left; left &= left - 1) g->claimed = mask_or(g->claimed, g->part[__builtin_ctz(left)]);
    g->claimed_live = live;
    g->part_written = false;
    return true;
}
