/* ptx_fault.c - the message of an access that is refused. */
#include "ptx/ptx_mem.h"

#include <inttypes.h>

bool ptx_fail(const ptx_access_t *a, uint32_t lane, uint64_t addr, const char *why, err_t *err)
{
    const ptx_kernel_t *k = a->cta->l->k;
    const cta_place_t *p = &a->cta->place;
    return err_set(err, k->m->file, k->winst[a->pc].line, "%.60s %s 0x%" PRIx64 " (CTA %u,%u,%u thread %u), %s",
                   k->text[a->pc], a->writes ? "writes" : "reads", addr, p->x, p->y, p->z,
                   a->w->index * a->cta->l->lanes + lane, why);
}
