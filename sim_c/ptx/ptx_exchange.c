/* ptx_exchange.c - exchange between lanes: shfl, vote, match, redux, elect, activemask.
 *
 * Lanes with the same member mask form a group. Without .sync, or before sm_70, the active lanes are the group. A
 * shuffle from a lane that does not take part returns 0; some kernels rely on it. */
#include "ptx/ptx_exec.h"

/* Operand c packs segment mask and clamp, see shfl in the PTX ISA manual. */
static void shuffle(const ptx_uop_t *u, ptx_exchange_t *x, uint32_t lanes, uint32_t n)
{
    const lane_u32 *A = x->a;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t b = x->b[i] & 31, clamp = x->c[i] & 31, segment = x->c[i] >> 8 & 31;
        const uint32_t max = (i & segment) | (clamp & ~segment), min = i & segment;
        uint32_t j = 0;
        bool in = false;
        switch ((ptx_shfl_t)u->mod) {
        case SHFL_UP:
            j = i - b;
            in = (int32_t)j >= (int32_t)max;
            break;
        case SHFL_DOWN:
            j = i + b;
            in = j <= max;
            break;
        case SHFL_BFLY:
            j = i ^ b;
            in = j <= max;
            break;
        case SHFL_IDX:
            j = min | (b & ~segment);
            in = j <= max;
            break;
        }
        if (!in) j = i;
        x->pred |= (uint32_t)in << i;
        x->value[i] = j < n && (lanes >> j & 1) ? A[j] : 0;
    }
}

static void give(ptx_exchange_t *x, uint32_t group, uint32_t value)
{
    for (uint32_t left = group; left; left &= left - 1) x->value[__builtin_ctz(left)] = value;
}

static void vote(const ptx_uop_t *u, ptx_exchange_t *x, uint32_t group)
{
    const uint32_t p = x->p & group;
    bool yes = false;
    switch ((ptx_vote_t)u->mod) {
    case VOTE_ALL: yes = p == group; break;
    case VOTE_ANY: yes = p != 0; break;
    case VOTE_UNI: yes = p == group || p == 0; break;
    case VOTE_BALLOT: give(x, group, p); return;
    }
    x->pred |= yes ? group : 0;
}

static void match(const ptx_uop_t *u, ptx_exchange_t *x, uint32_t group)
{
    const bool wide = u->op % 16 == T_U64;
    uint32_t same = 0;
    for (uint32_t left = group; left; left &= left - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(left);
        same = 0;
        for (uint32_t others = group; others; others &= others - 1) {
            const uint32_t j = (uint32_t)__builtin_ctz(others);
            if (ptx_lane_get(x->a, wide, i) == ptx_lane_get(x->a, wide, j)) same |= UINT32_C(1) << j;
        }
        x->value[i] = u->mod && same != group ? 0 : same;
    }
    if (same == group) x->pred |= group;
}

static uint32_t reduce(ptx_redux_t how, bool is_signed, uint32_t a, uint32_t b)
{
    switch (how) {
    case REDUX_ADD: return a + b;
    case REDUX_MIN: return (is_signed ? (int32_t)a < (int32_t)b : a < b) ? a : b;
    case REDUX_MAX: return (is_signed ? (int32_t)a > (int32_t)b : a > b) ? a : b;
    case REDUX_AND: return a & b;
    case REDUX_OR: return a | b;
    case REDUX_XOR: return a ^ b;
    }
    return a;
}

static void redux(const ptx_uop_t *u, ptx_exchange_t *x, uint32_t group)
{
    const lane_u32 *A = x->a;
    uint32_t sum = A[__builtin_ctz(group)];
    for (uint32_t left = group & (group - 1); left; left &= left - 1)
        sum = reduce((ptx_redux_t)u->mod, u->op % 16 == T_S32, sum, A[__builtin_ctz(left)]);
    give(x, group, sum);
}

static void of_group(const ptx_uop_t *u, ptx_exchange_t *x, uint32_t group)
{
    switch (u->op / 16) {
    case O_VOTE: vote(u, x, group); break;
    case O_MATCH: match(u, x, group); break;
    case O_REDUX: redux(u, x, group); break;
    case O_ELECT: /* the lowest lane */
        give(x, group, (uint32_t)__builtin_ctz(group));
        x->pred |= group & -group;
        break;
    case O_ACTIVEMASK: give(x, group, group); break;
    default: ptx_missing(u->group, u->op);
    }
}

void ptx_exchange_read(const ptx_launch_t *l, const ptx_warp_t *w, const ptx_uop_t *u, ptx_exchange_t *x)
{
    x->a = ptx_ref(l, w, u->s[0]);
    x->b = ptx_ref(l, w, u->s[1]);
    x->c = ptx_ref(l, w, u->s[2]);
    x->members = ptx_ref(l, w, u->s[3]);
    x->p = *(const lane_u32 *)x->a;
    if (u->flags & UF_NOT) x->p = ~x->p;
}

void ptx_exchange(const ptx_uop_t *u, ptx_exchange_t *x, uint32_t lanes, uint32_t warp_lanes)
{
    x->pred = 0;
    if (u->op / 16 == O_SHFL) {
        shuffle(u, x, lanes, warp_lanes);
        return;
    }
    for (uint32_t left = lanes; left;) {
        uint32_t group = left;
        if (u->flags & UF_MEETS) {
            const uint32_t members = x->members[__builtin_ctz(left)];
            for (uint32_t others = left; others; others &= others - 1)
                if (x->members[__builtin_ctz(others)] != members) group &= ~(others & -others);
        }
        of_group(u, x, group);
        left &= ~group;
    }
}

void ptx_exchange_write(const ptx_warp_t *w, const ptx_uop_t *u, const ptx_exchange_t *x, uint32_t lanes)
{
    if (u->dst == DST_PRED) ptx_set_pred(w, u->d[0], lanes, x->pred);
    else if (u->d[0] != UREF_NONE) ptx_blend(w->regs + u->d[0], x->value, false, lanes);
    ptx_set_pred(w, u->d[1], lanes, x->pred);
}

void ptx_exec_warp(const ptx_launch_t *l, ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask)
{
    ptx_exchange_t x;
    ptx_exchange_read(l, w, u, &x);
    ptx_exchange(u, &x, mask, l->lanes);
    ptx_exchange_write(w, u, &x, mask);
}
