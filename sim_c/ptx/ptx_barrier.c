/* ptx_barrier.c - bar.sync, bar.arrive and bar.red: checks the operands and accumulates the result of bar.red.
 *
 * The caller opens barriers (isa/barriers.h). A warp executes its next instruction after its barrier has opened; the
 * result of bar.red is complete then and is written before that instruction. Two sums per barrier suffice, because a
 * barrier cannot open twice before every warp has taken the result of the first time. */
#include "ptx/ptx_exec.h"

static uint32_t first_lane(const ptx_launch_t *l, const ptx_warp_t *w, uint32_t ref, uint32_t mask)
{
    return ((const lane_u32 *)ptx_ref(l, w, ref))[__builtin_ctz(mask)];
}

static bool wrong(const fe_cta_t *cta, uint32_t pc, const char *what, uint32_t found, const char *allowed, err_t *err)
{
    char text[160];
    snprintf(text, sizeof text, "%s %u; allowed: %s", what, found, allowed);
    return ptx_place_error(cta, pc, text, err);
}

/* Counts the warp. Until a barrier opens, all warps must ask for the same number of arrivals. */
static bool arrive(fe_cta_t *cta, uint32_t pc, uint32_t barrier, uint32_t warps, err_t *err)
{
    const ptx_launch_t *l = cta->l;
    ptx_arrivals_t *at = &cta->arrivals[barrier];
    uint32_t live = 0;
    for (uint32_t i = 0; !at->wanted && i < l->warps; i++) live += cta->warp[i].depth != 0;
    if (at->arrived >= (at->wanted ? at->wanted : live)) *at = (ptx_arrivals_t){0}; /* it has opened since */
    const uint32_t before = at->wanted ? at->wanted : l->warps, now = warps ? warps : l->warps;
    if (at->arrived && before != now) {
        char text[160];
        snprintf(text, sizeof text,
                 "waits at barrier %u for %u threads, but warps that have arrived wait for %u; allowed: one number "
                 "until the barrier opens",
                 barrier, now * l->lanes, before * l->lanes);
        return ptx_place_error(cta, pc, text, err);
    }
    at->arrived++;
    at->wanted = (uint8_t)warps;
    return true;
}

void ptx_owe_sum(ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask)
{
    w->owed = w->sum;
    w->owed_op = u;
    w->owed_lanes = mask;
}

void ptx_join_sum(const ptx_launch_t *l, ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask)
{
    uint32_t p = *(const lane_u32 *)ptx_ref(l, w, u->s[2]);
    if (u->flags & UF_NOT) p = ~p;
    w->sum->count += (uint32_t)__builtin_popcount(p & mask);
    w->sum->all &= (p & mask) == mask;
}

static void add_to_sum(fe_cta_t *cta, ptx_warp_t *w, const ptx_uop_t *u, uint32_t barrier, uint32_t mask)
{
    const uint32_t turn = w->reductions[barrier]++;
    ptx_sum_t *sum = &cta->sum[barrier][turn & 1];
    if (!sum->used || sum->turn != turn) *sum = (ptx_sum_t){.used = true, .turn = turn, .all = true};
    w->sum = sum;
    ptx_join_sum(cta->l, w, u, mask);
    ptx_owe_sum(w, u, mask);
}

void ptx_take_sum(const fe_cta_t *cta, ptx_warp_t *w)
{
    const ptx_sum_t *sum = w->owed;
    const ptx_uop_t *u = w->owed_op;
    const bool yes = u->mod == RED_AND ? sum->all : sum->count != 0;
    w->owed = NULL;
    if (u->mod != RED_POPC) {
        ptx_set_pred(w, u->d[0], w->owed_lanes, yes ? UINT32_MAX : 0);
        return;
    }
    if (u->d[0] == UREF_NONE) return;
    for (uint32_t i = 0; i < cta->l->lanes; i++)
        if (w->owed_lanes >> i & 1) ((lane_u32 *)(void *)(w->regs + u->d[0]))[i] = sum->count;
}

bool ptx_exec_barrier(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, winst_exec_t *out, err_t *err)
{
    const ptx_launch_t *l = cta->l;
    const ptx_uop_t *u = &l->k->uop[pc];
    const uint32_t barrier = first_lane(l, w, u->s[0], mask), threads = first_lane(l, w, u->s[1], mask);
    if (barrier >= BARRIERS_MAX) return wrong(cta, pc, "names barrier", barrier, "0 to 15", err);
    if (threads % l->lanes || threads > l->warps * l->lanes) {
        char allowed[80];
        snprintf(allowed, sizeof allowed, "multiples of %u up to the CTA's %u", l->lanes, l->warps * l->lanes);
        return wrong(cta, pc, "waits for a number of threads of", threads, allowed, err);
    }
    if (!arrive(cta, pc, barrier, threads / l->lanes, err)) return false;
    out->barrier = (uint8_t)barrier;
    out->barrier_warps = (uint8_t)(threads / l->lanes);
    out->passes = u->op / 16 == O_BAR_ARRIVE;
    if (u->op / 16 == O_BAR_RED) add_to_sum(cta, w, u, barrier, mask);
    return true;
}
