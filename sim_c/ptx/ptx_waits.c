/* ptx_waits.c - tells the table of waits.h which warps wait, and what is written. */
#include "ptx/ptx_mem.h"

void ptx_launch_note_waits(kernel_launch_t *launch, waits_t *waits)
{
    ptx_launch_t *l = launch->self;
    l->waits = waits;
    l->watched = true;
    launch->notes_reads = true;
}

bool ptx_launch_waited(const kernel_launch_t *launch)
{
    const ptx_launch_t *l = launch->self;
    return l->waited;
}

void ptx_launch_forget_waits(const kernel_launch_t *launch)
{
    const ptx_launch_t *l = launch->self;
    waits_end(l->waits, &l->waited);
}

/* True: the warp stands before this instruction with the registers that it had there at one of its last polls. */
static bool comes_back(const ptx_access_t *a)
{
    ptx_spin_t *s = &a->w->spin;
    if (a->w->frame[a->w->depth - 1].call) return false; /* its registers are elsewhere */
    const uint64_t state = ptx_registers_hash(a->cta, a->w, a->pc);
    for (uint32_t i = 0; i < PTX_POLLS; i++)
        if (s->poll[i] == state) return true;
    s->poll[s->next_poll++ % PTX_POLLS] = state;
    return false;
}

void ptx_note_waits(const ptx_access_t *a, const uint64_t addr[PTX_LANES])
{
    ptx_launch_t *l = a->cta->l;
    const waits_cta_t cta = {&l->waited, a->cta->place.lid};
    const bool waits = a->u->flags & UF_POLLS && a->u->dst != DST_NONE && comes_back(a);
    for (uint32_t left = a->mask; left; left &= left - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(left);
        if (a->writes) waits_written(l->waits, cta, addr[i], a->bytes);
        if (waits) waits_for(l->waits, cta, addr[i], a->bytes);
    }
}
