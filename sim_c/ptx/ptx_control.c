/* ptx_control.c - the reconvergence stack: lane sets, each with a PC and a reconvergence point.
 *
 * A branch replaces the top frame by a join frame and pushes one frame per side. The join frame is left out if the
 * frame below waits at the same point; so loops do not grow the stack. The side that falls through runs first. */
#include "ptx/ptx_exec.h"

bool ptx_branch(ptx_warp_t *w, const ptx_uop_t *u, uint32_t taken)
{
    ptx_frame_t *f = &w->frame[w->depth - 1];
    const uint32_t stay = f->mask & ~taken;
    if (!stay) {
        f->pc = u->target;
        return true;
    }
    f->pc++;
    if (!taken) return true;
    if (w->depth + 2 > PTX_STACK) return false;
    const uint32_t next = f->pc, mask = f->mask, outer = f->reconv;
    if (u->reconv == outer) /* the frame below is the join */
        w->depth--;
    else *f = (ptx_frame_t){.pc = u->reconv, .reconv = outer, .mask = mask};
    if (u->target != u->reconv)
        w->frame[w->depth++] = (ptx_frame_t){.pc = u->target, .reconv = u->reconv, .mask = taken};
    if (next != u->reconv) w->frame[w->depth++] = (ptx_frame_t){.pc = next, .reconv = u->reconv, .mask = stay};
    return true;
}

bool ptx_set_apart(ptx_warp_t *w, uint32_t apart, uint32_t pc, uint32_t next)
{
    ptx_frame_t *f = &w->frame[w->depth - 1];
    const uint32_t rest = f->mask & ~apart, outer = f->reconv, mask = f->mask;
    if (w->depth + 2 > PTX_STACK) return false;
    if (next == outer) w->depth--;
    else *f = (ptx_frame_t){.pc = next, .reconv = outer, .mask = mask};
    w->frame[w->depth++] = (ptx_frame_t){.pc = pc, .reconv = next, .mask = rest};
    w->frame[w->depth++] = (ptx_frame_t){.pc = next, .reconv = next, .mask = apart};
    return true;
}

void ptx_exit_lanes(ptx_warp_t *w, uint32_t lanes)
{
    w->live &= ~lanes;
    for (uint32_t i = 0; i < w->depth; i++) w->frame[i].mask &= ~lanes;
}
