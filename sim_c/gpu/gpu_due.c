/* gpu_due.c - the cycles in which SMs that are not awake are called again: they sleep, or have run ahead. */
#include "gpu/gpu_internal.h"

void gpu_due_create(gpu_t *g)
{
    g->awake = g->full;
    g->first_due = UINT64_MAX;
}

void gpu_note_due(gpu_t *g, uint32_t s)
{
    const uint64_t due = sm_due(g->sm[s]);
    if (due <= g->now + 1 && g->awake >> s & 1) return;
    g->awake &= ~(1u << s);
    g->due_cycle[s] = due;
    if (due < g->first_due) g->first_due = due;
}

uint64_t gpu_next_due(const gpu_t *g)
{
    uint64_t next = UINT64_MAX;
    for (uint32_t left = g->full & ~g->awake; left; left &= left - 1) {
        const uint32_t s = (uint32_t)__builtin_ctz(left);
        if (g->due_cycle[s] < next) next = g->due_cycle[s];
    }
    return next;
}

uint32_t gpu_due(gpu_t *g)
{
    uint32_t due = 0;
    if (g->first_due > g->now) return 0;
    g->first_due = UINT64_MAX;
    for (uint32_t left = g->full & ~g->awake; left; left &= left - 1) {
        const uint32_t s = (uint32_t)__builtin_ctz(left);
        if (g->due_cycle[s] <= g->now) due |= left & -left;
        else if (g->due_cycle[s] < g->first_due) g->first_due = g->due_cycle[s];
    }
    g->awake |= due;
    return due;
}
