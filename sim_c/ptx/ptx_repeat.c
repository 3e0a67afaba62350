/* ptx_repeat.c - recognises repeated launches: the key of a launch (kernel, sizes, arguments), whether its result
 * depends on memory and arguments only, and the journal of the memory that it touches. */
#include "ptx/ptx_exec.h"

#include <stdlib.h>
#include <string.h>

static bool reads_place(const ptx_kernel_t *k)
{
    for (uint32_t i = 0; i < k->sregs; i++)
        if (k->sreg[i].sreg == SR_SMID) return true;
    return false;
}

bool ptx_launch_repeatable(const kernel_launch_t *launch)
{
    const ptx_launch_t *l = launch->self;
    bool places = reads_place(l->k), prints = false;
    for (uint32_t i = 0; i < l->k->funcs; i++) places |= reads_place(l->k->func[i].code);
    for (uint32_t i = 0; i < l->k->calls; i++) prints |= l->k->call[i].kind == CALL_PRINTF;
    return !places && !prints && !l->reads_clock && !l->tasks && !l->k->allocates;
}

void *ptx_launch_key(const kernel_launch_t *launch, size_t *bytes)
{
    const ptx_launch_t *l = launch->self;
    struct {
        const ptx_kernel_t *k;
        uint64_t grid_barrier;
        sm_mask_t sms; /* partition */
        uint32_t grid[3], cluster[3], block[3], shared_bytes, local_bytes, regs, borrows;
    } head;
    memset(&head, 0, sizeof head);
    head.k = l->k;
    head.grid_barrier = l->grid_barrier;
    memcpy(head.grid, l->grid, sizeof head.grid);
    memcpy(head.cluster, l->cluster, sizeof head.cluster);
    memcpy(head.block, l->block, sizeof head.block);
    head.shared_bytes = l->shared_bytes;
    head.local_bytes = l->local_bytes;
    head.regs = launch->regs_per_thread;
    head.sms = launch->sms;
    head.borrows = launch->borrows;
    *bytes = sizeof head + l->k->param_bytes;
    uint8_t *key = malloc(*bytes);
    if (!key) return NULL;
    memcpy(key, &head, sizeof head);
    memcpy(key + sizeof head, l->params, l->k->param_bytes);
    return key;
}

void ptx_launch_journal(kernel_launch_t *launch, journal_t *j)
{
    ptx_launch_t *l = launch->self;
    l->journal = j;
    l->watched = true;
    launch->notes_reads = true;
    if (!l->constants) return;
    const uint64_t at = gmem_first(l->gmem) + (uint64_t)(l->constants - gmem_arena(l->gmem));
    journal_touch(j, at, l->k->m->const_bytes);
}
