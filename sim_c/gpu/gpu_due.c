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
    if (due <= g->now + 1 && sms_has(g->awake, s)) return;
    sms_drop(&g->awake, s);
    g->due_cycle[s] = due;
    if (due < g->first_due) g->first_due = due;
}

uint64_t gpu_next_due(const gpu_t *g)
{
    uint64_t next = UINT64_MAX;
    for (sms_walk_t walk = sms_walk(sms_without(g->all, g->awake)); sms_next(&walk);) {
        const uint32_t s = walk.sm;
        if (g->due_cycle[s] < next) next = g->due_cycle[s];
    }
    return next;
}

sm_mask_t gpu_due(gpu_t *g)
{
    sm_mask_t due = sms_none();
    if (g->first_due > g->now) return due;
    g->first_due = UINT64_MAX;
    for (sms_walk_t walk = sms_walk(sms_without(g->all, g->awake)); sms_next(&walk);) {
        const uint32_t s = walk.sm;
        if (g->due_cycle[s] <= g->now) sms_add(&due, s);
        else if (g->due_cycle[s] < g->first_due) g->first_due = g->due_cycle[s];
    }
    g->awake = sms_or(g->awake, due);
    return due;
}
