/* gpu_due.c - the cycles in which SMs that are not awake are called again: they sleep, or have run ahead. */
#include "gpu/gpu_internal.h"

void gpu_due_create(gpu_t *g)
{
    g->awake = g->all;
    g->first_due = UINT64_MAX;
}

void gpu_note_due(gpu_t *g, uint32_t s)
{
    const uint64_t due = sm_due(g->sm[s]);
    if (due <= g->now + 1 && mask_has(g->awake, s)) return;
    mask_drop(&g->awake, s);
    g->due_cycle[s] = due;
    if (due < g->first_due) g->first_due = due;
}

uint64_t gpu_next_due(const gpu_t *g)
{
    uint64_t next = UINT64_MAX;
    for (mask_walk_t walk = mask_walk(mask_without(g->all, g->awake)); mask_next(&walk);) {
        const uint32_t s = walk.at;
        if (g->due_cycle[s] < next) next = g->due_cycle[s];
    }
    return next;
}

sm_mask_t gpu_due(gpu_t *g)
{
    sm_mask_t due = mask_none();
    if (g->first_due > g->now) return due;
    g->first_due = UINT64_MAX;
    for (mask_walk_t walk = mask_walk(mask_without(g->all, g->awake)); mask_next(&walk);) {
        const uint32_t s = walk.at;
        if (g->due_cycle[s] <= g->now) mask_add(&due, s);
        else if (g->due_cycle[s] < g->first_due) g->first_due = g->due_cycle[s];
    }
    g->awake = mask_or(g->awake, due);
    return due;
}
