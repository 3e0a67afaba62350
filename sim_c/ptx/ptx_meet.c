/* ptx_meet.c - instructions at which lanes wait for lanes on other paths of their warp, from sm_70 on: shfl, vote,
 * match, redux and elect with .sync, bar.warp.sync, barriers of the CTA; ldmatrix, stmatrix and movmatrix, which all
 * lanes must execute at one place.
 *
 * A lane at a .sync instruction waits for all lanes of its member mask that have not exited. They may stand at other
 * instructions of the same name and qualifiers, in other branches, with the same mask. When the last of them arrives,
 * its path executes the instruction for all of them; each other path issues its own instruction afterwards, which then
 * has nothing left to do. At a barrier of the CTA a lane waits for all lanes of the warp: the warp arrives once. */
#include "ptx/ptx_exec.h"

#include <string.h>

typedef struct { /* lanes of all paths that stand at instructions which go together */
    uint32_t here;
    uint32_t members[PTX_LANES]; /* by lane: its member mask; of a barrier: its number and thread count */
} meeting_t;

static bool exact(const ptx_uop_t *u) { return u->group == G_BARRIER; }

static bool together(const ptx_uop_t *a, const ptx_uop_t *b)
{
    return (b->flags & UF_MEETS) && a->group == b->group && a->op == b->op && a->mod == b->mod;
}

/* The path in frame i takes part with the instruction at its pc: adds its lanes. */
static void attend(const fe_cta_t *cta, ptx_warp_t *w, const ptx_frame_t *f, meeting_t *m)
{
    const ptx_uop_t *u = &cta->l->k->uop[f->pc];
    uint8_t *const running = w->regs;
    w->regs = ptx_regs_of(w, f);
    const uint32_t lanes = ptx_guard(w, u, f->mask);
    const lane_u32 *a = ptx_ref(cta->l, w, u->s[0]), *b = ptx_ref(cta->l, w, u->s[1]);
    const lane_u32 *members = ptx_ref(cta->l, w, u->s[u->group == G_NOP ? 0 : 3]);
    for (uint32_t left = lanes; left; left &= left - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(left);
        m->members[i] = exact(u) ? a[i] | b[i] << 8 : members[i];
    }
    m->here |= lanes;
    w->regs = running;
}

static void gather(const fe_cta_t *cta, ptx_warp_t *w, const ptx_uop_t *u, meeting_t *m)
{
    uint32_t above = 0;
    *m = (meeting_t){0};
    for (uint32_t i = w->depth - 1; ptx_next_path(w, &i, &above); i--) {
        const ptx_frame_t *f = &w->frame[i];
        if (!f->done && together(u, &cta->l->k->uop[f->pc])) attend(cta, w, f, m);
    }
}

/* Lanes that have come with the same members as lane i. */
static uint32_t company(const meeting_t *m, uint32_t i)
{
    uint32_t same = 0;
    for (uint32_t left = m->here; left; left &= left - 1) {
        const uint32_t j = (uint32_t)__builtin_ctz(left);
        if (m->members[j] == m->members[i]) same |= UINT32_C(1) << j;
    }
    return same;
}

/* Of `lanes`: those for which no lane is missing. A lane outside its own mask is one of them: executing it is an
 * error. */
static uint32_t complete(const ptx_warp_t *w, const ptx_uop_t *u, const meeting_t *m, uint32_t lanes)
{
    uint32_t yes = 0;
    for (uint32_t left = lanes; left;) {
        const uint32_t i = (uint32_t)__builtin_ctz(left), same = company(m, i);
        const uint32_t wanted = w->live & (exact(u) ? UINT32_MAX : m->members[i]);
        if (!(wanted & ~same)) yes |= same & lanes;
        left &= ~same;
    }
    return yes;
}

ptx_met_t ptx_meet(fe_cta_t *cta, ptx_warp_t *w)
{
    const ptx_frame_t *f = &w->frame[w->depth - 1];
    const ptx_uop_t *u = &cta->l->k->uop[f->pc];
    uint32_t lanes = ptx_guard(w, u, f->mask);
    meeting_t m;
    if (f->done || !lanes || lanes == w->live) return MEET_GOES;
    ptx_merge(w);
    uint32_t top = w->depth - 1;
    f = &w->frame[top];
    lanes = ptx_guard(w, u, f->mask);
    gather(cta, w, u, &m);
    const uint32_t go = complete(w, u, &m, lanes);
    if (go == lanes) return MEET_GOES;
    if (go) return ptx_part(w, &top, go, f->pc, f->pc + 1) ? MEET_GOES : MEET_FULL;
    if (lanes == f->mask) return MEET_WAITS;
    return ptx_part(w, &top, f->mask & ~lanes, f->pc + 1, f->pc + 1) ? MEET_AGAIN : MEET_FULL;
}

/* False: err, a lane is not in its own mask, which the PTX ISA leaves undefined. */
static bool check_members(const fe_cta_t *cta, const uint32_t *members, uint32_t pc, uint32_t lanes, err_t *err)
{
    char text[120];
    uint32_t absent = 0;
    for (uint32_t i = 0; i < PTX_LANES; i++) absent |= ~members[i] & UINT32_C(1) << i;
    absent &= lanes;
    if (!absent) return true;
    const uint32_t i = (uint32_t)__builtin_ctz(absent);
    snprintf(text, sizeof text, "has member mask 0x%08x in lane %u; allowed: a mask that holds the lane itself",
             members[i], i);
    return ptx_place_error(cta, pc, text, err);
}

/* All lanes of the warp are on one path. */
static bool meet_alone(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, winst_exec_t *out, err_t *err)
{
    const ptx_uop_t *u = &cta->l->k->uop[pc];
    if (u->group == G_BARRIER) return ptx_exec_barrier(cta, w, pc, w->live, out, err);
    if (!check_members(cta, ptx_ref(cta->l, w, u->s[u->group == G_NOP ? 0 : 3]), pc, w->live, err)) return false;
    if (u->group == G_MATRIX) return ptx_exec_matrix(cta, w, pc, w->live, out, err);
    if (u->group == G_WARP) ptx_exec_warp(cta->l, w, u, w->live);
    return true;
}

typedef struct { /* the sources of all lanes, copied from the registers of their paths */
    _Alignas(64) uint64_t a[PTX_LANES];
    _Alignas(64) uint32_t b[PTX_LANES], c[PTX_LANES];
    ptx_exchange_t x;
} table_t;

static void copy_lanes(table_t *t, const ptx_exchange_t *x, const ptx_uop_t *u, uint32_t lanes)
{
    const uint32_t op = u->op / 16;
    if (op == O_SHFL || op == O_MATCH || op == O_REDUX) ptx_blend(t->a, x->a, u->op % 16 == T_U64, lanes);
    if (op == O_SHFL) {
        ptx_blend(t->b, x->b, false, lanes);
        ptx_blend(t->c, x->c, false, lanes);
    }
    t->x.p = (t->x.p & ~lanes) | (x->p & lanes); /* of a vote, whose source is no register of lanes */
}

/* Calls for each path with lanes in `lanes`: reads their sources, or writes their results and marks the path. */
static void visit(const fe_cta_t *cta, ptx_warp_t *w, const ptx_uop_t *u, uint32_t lanes, table_t *t, bool writes)
{
    uint8_t *const running = w->regs;
    uint32_t above = 0;
    for (uint32_t i = w->depth - 1; ptx_next_path(w, &i, &above); i--) {
        ptx_frame_t *f = &w->frame[i];
        const ptx_uop_t *v = &cta->l->k->uop[f->pc];
        ptx_exchange_t x;
        if (f->done || !(f->mask & lanes) || !together(u, v)) continue;
        const bool own = i == w->depth - 1;
        w->regs = ptx_regs_of(w, f);
        const uint32_t here = ptx_guard(w, v, f->mask) & lanes;
        if (u->group == G_WARP && writes) ptx_exchange_write(w, v, &t->x, here);
        if (u->group == G_WARP && !writes) {
            ptx_exchange_read(cta->l, w, v, &x);
            copy_lanes(t, &x, u, here);
        }
        if (writes && !own && u->op / 16 == O_BAR_RED) ptx_join_sum(cta->l, w, v, here);
        if (writes) f->waits = false;
        if (writes && !own) f->done = true;
    }
    w->regs = running;
}

/* A path of which only some lanes take part is split. */
static bool split_others(const fe_cta_t *cta, ptx_warp_t *w, const ptx_uop_t *u, uint32_t lanes)
{
    uint32_t above = w->frame[w->depth - 1].mask;
    for (uint32_t i = w->depth - 2; ptx_next_path(w, &i, &above); i--) {
        const ptx_frame_t *f = &w->frame[i];
        const uint32_t here = f->mask & lanes;
        uint32_t at = i;
        if (f->done || !here || here == f->mask || !together(u, &cta->l->k->uop[f->pc])) continue;
        if (!ptx_part(w, &at, here, f->pc, f->pc + 1)) return false;
    }
    return true;
}

bool ptx_exec_meet(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, winst_exec_t *out, err_t *err)
{
    const ptx_uop_t *u = &cta->l->k->uop[pc];
    meeting_t m;
    table_t t;
    uint32_t lanes = 0;
    if (mask == w->live) return meet_alone(cta, w, pc, out, err);
    if (u->group == G_MATRIX) return ptx_exec_matrix(cta, w, pc, mask, out, err);
    gather(cta, w, u, &m);
    for (uint32_t left = mask; left; left &= ~lanes)
        lanes |= company(&m, (uint32_t)__builtin_ctz(left)); /* ptx_meet has checked that no lane is missing */
    if (!exact(u) && !check_members(cta, m.members, pc, lanes, err)) return false;
    if (lanes != mask && !split_others(cta, w, u, lanes)) return ptx_place_error(cta, pc, "diverges too deeply", err);
    if (u->group == G_WARP) {
        t.x.p = 0;
        visit(cta, w, u, lanes, &t, false);
        t.x.a = t.a;
        t.x.b = t.b;
        t.x.c = t.c;
        t.x.members = m.members;
        ptx_exchange(u, &t.x, lanes, cta->l->lanes);
    }
    if (u->group == G_BARRIER) {
        if (!ptx_exec_barrier(cta, w, pc, mask, out, err)) return false;
        out->lanes = lanes;
    }
    visit(cta, w, u, lanes, &t, true);
    return true;
}

void ptx_exec_met(fe_cta_t *cta, ptx_warp_t *w, const ptx_uop_t *u, winst_exec_t *out)
{
    ptx_frame_t *f = &w->frame[w->depth - 1];
    f->done = false;
    out->lanes = f->mask;
    if (u->group != G_BARRIER) return;
    out->lanes = 0; /* they have arrived with the path that executed the barrier */
    if (u->op / 16 != O_BAR_RED) return;
    ptx_owe_sum(w, u, f->mask);
    ptx_take_sum(cta, w);
}
