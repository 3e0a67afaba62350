/* ptx_paths.c - which path of a diverged warp runs: independent thread scheduling of sm_70 and newer.
 *
 * A path is a frame whose lanes no frame above holds. The top path runs until it ends, waits at a .sync instruction or
 * a barrier (ptx_meet.c), or has only looped for a while, as a lane does that waits for another lane. Then another path
 * moves to the top. If none can run, lanes that have reached a join give up waiting there and run alone; so every lane
 * that can make progress makes it. Paths that meet at the same place unite again. */
#include "ptx/ptx_exec.h"

#include <string.h>

enum {
    IDLE_LOOPS = 16,    /* iterations that read what others may change, and change nothing */
    ANY_LOOPS = 1 << 14 /* iterations of any loop */
};

bool ptx_next_path(const ptx_warp_t *w, uint32_t *i, uint32_t *above)
{
    for (; *i < w->depth; --*i) { /* wraps below 0 */
        const uint32_t mask = w->frame[*i].mask, inside = *above;
        *above |= mask;
        if (mask && !(mask & inside)) return true;
    }
    return false;
}

static void drop(ptx_warp_t *w, uint32_t i)
{
    memmove(&w->frame[i], &w->frame[i + 1], (--w->depth - i) * sizeof w->frame[0]);
}

static void raise_path(ptx_warp_t *w, uint32_t i)
{
    const ptx_frame_t f = w->frame[i];
    drop(w, i);
    w->frame[w->depth++] = f;
    w->regs = ptx_regs_of(w, &f);
}

void ptx_merge(ptx_warp_t *w)
{
    uint32_t above = 0;
    const ptx_frame_t *top = &w->frame[w->depth - 1];
    for (uint32_t i = w->depth - 1; ptx_next_path(w, &i, &above); i--) {
        const ptx_frame_t *f = &w->frame[i];
        if (f == top || f->done || f->pc != top->pc || f->reconv != top->reconv || f->call != top->call) continue;
        w->frame[w->depth - 1].mask |= f->mask;
        drop(w, i);
        top = &w->frame[w->depth - 1];
    }
}

/* Of the topmost join where lanes wait: takes them out, as a path of their own. Other lanes of the join that form one
 * path have no lane left to wait for. False: no lane waits at a join, or the stack is exhausted. */
static bool leave_join(ptx_warp_t *w)
{
    uint32_t above = 0, i = w->depth;
    while (i-- > 0) {
        const uint32_t mask = w->frame[i].mask;
        if (mask & above && mask & ~above) break;
        above |= mask;
    }
    if (i >= w->depth || w->depth == PTX_STACK) return false;
    ptx_frame_t *join = &w->frame[i], early = *join;
    early.mask &= ~above;
    join->mask &= above;
    for (uint32_t c = i + 1; c < w->depth; c++) {
        ptx_frame_t *f = &w->frame[c];
        if (!(f->mask & join->mask)) continue;
        if (f->mask == join->mask && f->call == join->call && f->reconv == join->pc) {
            f->reconv = join->reconv;
            drop(w, i);
        }
        break;
    }
    w->frame[w->depth++] = early;
    w->regs = ptx_regs_of(w, &early);
    return true;
}

/* The path that has not run for longest, other than the running one. False: none can run. *paths: how many can. */
static bool find_other(const ptx_warp_t *w, uint32_t *found, uint32_t *paths)
{
    uint32_t above = 0;
    *paths = 0;
    for (uint32_t i = w->depth - 1; ptx_next_path(w, &i, &above); i--) {
        if (i == w->depth - 1 || w->frame[i].waits) continue;
        *found = i;
        ++*paths;
    }
    return *paths != 0;
}

bool ptx_switch(ptx_warp_t *w)
{
    uint32_t above = 0;
    w->spin = (ptx_spin_t){0};
    w->frame[w->depth - 1].waits = true;
    for (uint32_t i = w->depth - 1; ptx_next_path(w, &i, &above); i--) {
        if (w->frame[i].waits) continue;
        raise_path(w, i);
        return true;
    }
    return leave_join(w);
}

void ptx_looped(ptx_warp_t *w, uint32_t target)
{
    ptx_spin_t *s = &w->spin;
    uint32_t other = 0, paths;
    if (w->frame[w->depth - 1].pc != target) return; /* the side that left the loop runs first */
    s->loops++;
    if (s->changes) s->idle = s->yields = 0;
    else s->idle += s->polls;
    s->polls = s->changes = false;
    if (s->idle < IDLE_LOOPS && s->loops < ANY_LOOPS) return;
    s->idle = s->loops = 0;
    const bool any = find_other(w, &other, &paths);
    if (s->yields++ >= paths) { /* each has had its turn */
        s->yields = 0;
        if (leave_join(w)) return;
    }
    if (any) raise_path(w, other);
}
