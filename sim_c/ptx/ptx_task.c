/* ptx_task.c - task windows of a CTA's threads: the SM writes them, loads wait for them. */
#include "ptx/ptx_mem.h"

#include <stdlib.h>
#include <string.h>

bool ptx_task_create(fe_cta_t *cta)
{
    cta->task = calloc(cta->l->threads, TASK_WINDOW_BYTES);
    return cta->task != NULL;
}

void ptx_task_give(fe_cta_t *cta, uint32_t warp, uint32_t lane, const uint32_t word[TASK_WORDS])
{
    const size_t thread = (size_t)warp * cta->l->lanes + lane;
    memcpy(cta->task + thread * TASK_WINDOW_BYTES, word, TASK_WINDOW_BYTES);
    cta->warp[warp].given |= UINT32_C(1) << lane;
}

/* Each write of a thread's window lets that thread, and no other, read word 0 once. */
bool ptx_task_waits(const ptx_access_t *a, const ptx_at_t *at, uint32_t *waits)
{
    uint32_t first = 0;
    for (uint32_t i = 0; i < a->cta->l->lanes; i++)
        if ((a->mask >> i & 1) && at->off[i] % TASK_WINDOW_BYTES == 0) first |= UINT32_C(1) << i;
    *waits = first & ~a->w->given;
    if (*waits) return true;
    a->w->given &= ~first;
    return false;
}
