/* ptx_control.c - the reconvergence stack: lane sets, each with a PC and a reconvergence point.
 *
 * A branch replaces the top frame by a join frame and pushes one frame per side. The join frame is left out if the
 * frame below waits at the same point; so loops do not grow the stack. The side that falls through runs first.
 *
 * A frame lies above its joins, whose lanes include its own. So a frame whose lanes no frame above holds may move to
 * the top: ptx_paths.c runs the paths of a warp in another order than that of a stack. */
#include "ptx/ptx_exec.h"

#include <string.h>

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
    const ptx_frame_t was = *f;
    if (u->reconv == was.reconv) /* a frame below is the join */
        w->depth--;
    else f->pc = u->reconv;
    if (u->target != u->reconv)
        w->frame[w->depth++] = (ptx_frame_t){.pc = u->target, .reconv = u->reconv, .mask = taken, .call = was.call};
    if (was.pc != u->reconv)
        w->frame[w->depth++] = (ptx_frame_t){.pc = was.pc, .reconv = u->reconv, .mask = stay, .call = was.call};
    return true;
}

typedef struct {
    uint32_t at, lanes;
} side_t;

/* The lanes of each target, in the order of the list; those that do not branch come first. Returns the sides. */
static uint32_t sides(const fe_cta_t *cta, const ptx_warp_t *w, uint32_t pc, uint32_t taken, side_t side[PTX_LANES])
{
    const ptx_uop_t *u = &cta->l->k->uop[pc];
    const uint32_t *target = &cta->l->k->target[u->imm + 1];
    const lane_u32 *index = ptx_ref(cta->l, w, u->s[0]);
    const uint32_t stay = w->frame[w->depth - 1].mask & ~taken;
    uint32_t n = 0;
    if (stay) side[n++] = (side_t){pc + 1, stay};
    while (taken) {
        uint32_t least = UINT32_MAX, lanes = 0;
        for (uint32_t left = taken; left; left &= left - 1) {
            const uint32_t i = (uint32_t)__builtin_ctz(left);
            if (index[i] < least) least = index[i], lanes = 0;
            if (index[i] == least) lanes |= UINT32_C(1) << i;
        }
        taken &= ~lanes;
        uint32_t s = 0;
        while (s < n && side[s].at != target[least]) s++;
        if (s == n) side[n++] = (side_t){.at = target[least]};
        side[s].lanes |= lanes;
    }
    return n;
}

static bool check_index(const fe_cta_t *cta, const ptx_warp_t *w, uint32_t pc, uint32_t taken, err_t *err)
{
    const ptx_uop_t *u = &cta->l->k->uop[pc];
    const lane_u32 *index = ptx_ref(cta->l, w, u->s[0]);
    const uint32_t targets = cta->l->k->target[u->imm];
    char what[100];
    for (uint32_t left = taken; left; left &= left - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(left);
        if (index[i] < targets) continue;
        snprintf(what, sizeof what, "in thread %u has index %u; allowed: 0 to %u", w->index * cta->l->lanes + i,
                 index[i], targets - 1);
        return ptx_place_error(cta, pc, what, err);
    }
    return true;
}

bool ptx_branch_index(const fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t taken, err_t *err)
{
    const uint32_t reconv = cta->l->k->uop[pc].reconv;
    ptx_frame_t *f = &w->frame[w->depth - 1];
    side_t side[PTX_LANES] = {{0}};
    if (!check_index(cta, w, pc, taken, err)) return false;
    uint32_t n = sides(cta, w, pc, taken, side);
    f->pc = side[0].at;
    if (n == 1) return true;
    if (w->depth + n > PTX_STACK) return ptx_place_error(cta, pc, "diverges too deeply", err);
    const ptx_frame_t was = *f;
    if (reconv == was.reconv) /* a frame below is the join */
        w->depth--;
    else f->pc = reconv;
    while (n-- > 0)
        if (side[n].at != reconv)
            w->frame[w->depth++] =
                (ptx_frame_t){.pc = side[n].at, .reconv = reconv, .mask = side[n].lanes, .call = was.call};
    return true;
}

bool ptx_part(ptx_warp_t *w, uint32_t *i, uint32_t apart, uint32_t at, uint32_t next)
{
    ptx_frame_t *f = &w->frame[*i];
    const ptx_frame_t was = *f;
    const bool joins = next != was.reconv; /* else a frame below is the join */
    const uint32_t more = joins ? 2 : 1;
    if (w->depth + more > PTX_STACK) return false;
    memmove(f + 1 + more, f + 1, (w->depth - *i - 1) * sizeof *f);
    w->depth += more;
    *i += more;
    if (joins) *f++ = (ptx_frame_t){.pc = next, .reconv = was.reconv, .mask = was.mask, .call = was.call};
    *f++ = (ptx_frame_t){.pc = was.pc, .reconv = next, .mask = was.mask & ~apart, .call = was.call, .waits = was.waits};
    *f = (ptx_frame_t){.pc = at, .reconv = next, .mask = apart, .call = was.call};
    return true;
}

/* Lanes that wait for the exiting ones need not wait any longer. */
void ptx_exit_lanes(ptx_warp_t *w, uint32_t lanes)
{
    w->live &= ~lanes;
    for (uint32_t i = 0; i < w->depth; i++) {
        w->frame[i].mask &= ~lanes;
        w->frame[i].waits = false;
    }
}
