/* ptx_warpop.c - executes pack, unpack, clock reads, carry chains, and exchange between lanes.
 *
 * A shuffle from an inactive lane returns 0; some kernels rely on it. */
#include "ptx/ptx_exec.h"

#include <string.h>

static uint64_t ones(uint32_t bits) { return bits > 63 ? UINT64_MAX : (UINT64_C(1) << bits) - 1; }

static uint64_t get(const void *s, bool wide, uint32_t lane)
{
    return wide ? ((const lane_u64 *)s)[lane] : ((const lane_u32 *)s)[lane];
}

static void put(const ptx_warp_t *w, uint32_t offset, bool wide, uint32_t lane, uint64_t v)
{
    if (offset == UREF_NONE) return;
    void *d = w->regs + offset;
    if (wide) ((lane_u64 *)d)[lane] = v;
    else ((lane_u32 *)d)[lane] = (uint32_t)v;
}

/* p = (d != 0) op q */
static void lop3_predicate(const ptx_launch_t *l, ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask)
{
    const void *s[4];
    uint32_t d[PTX_LANES], any = 0;
    const uint32_t q = *(const lane_u32 *)ptx_ref(l, w, u->s[3]);
    for (uint32_t i = 0; i < 4; i++) s[i] = ptx_ref(l, w, u->s[i]);
    ptx_uop_t plain = *u;
    plain.op = UOP(O_LOP3, T_U32);
    l->alu[G_BITS](&plain, d, s, l->lanes);
    for (uint32_t i = 0; i < l->lanes; i++) any |= (uint32_t)(d[i] != 0) << i;
    if (u->d[0] != UREF_NONE) ptx_blend(w->regs + u->d[0], d, false, mask, l->lanes);
    ptx_set_pred(w, u->d[1], mask, u->mod2 == B_AND ? any & q : any | q);
}

void ptx_exec_move(fe_cta_t *cta, ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask)
{
    const ptx_launch_t *l = cta->l;
    const uint32_t base = u->op / 16, bits = u->mod;
    const bool src_wide = u->op % 16 == T_U64;
    if (base == O_LOP3P) {
        lop3_predicate(l, w, u, mask);
        return;
    }
    for (uint32_t i = 0; i < l->lanes; i++) {
        if (!(mask >> i & 1)) continue;
        uint64_t v = 0;
        if (base == O_CLOCK) {
            put(w, u->d[0], u->dst == DST_64, i, cta->executed);
        } else if (base == O_MOVE2) {
            uint64_t half[2];
            for (uint32_t e = 0; e < 2; e++) half[e] = get(ptx_ref(l, w, u->s[e]), true, i);
            for (uint32_t e = 0; e < 2; e++) put(w, u->d[e], true, i, half[e]);
        } else if (base == O_PACK) {
            for (uint32_t e = 0; e < u->vec; e++)
                v |= (get(ptx_ref(l, w, u->s[e]), false, i) & ones(bits)) << (e * bits);
            put(w, u->d[0], u->dst == DST_64, i, v);
        } else {
            v = get(ptx_ref(l, w, u->s[0]), src_wide, i);
            for (uint32_t e = 0; e < u->vec; e++) put(w, u->d[e], false, i, v >> (e * bits) & ones(bits));
        }
    }
}

/* The low or high half of the product, for mad.lo and mad.hi. */
static uint64_t product(const ptx_uop_t *u, uint64_t a, uint64_t b)
{
    const ptx_type_t t = (ptx_type_t)(u->op % 16);
    if (u->op / 16 == O_MAD) return a * b;
    switch (t) {
    case T_U32: return a * b >> 32;
    case T_S32: return (uint64_t)(((int64_t)(int32_t)a * (int32_t)b) >> 32);
    case T_U64: return (uint64_t)(((ptx_u128)a * b) >> 64);
    default: return (uint64_t)(((ptx_s128)(int64_t)a * (int64_t)b) >> 64);
    }
}

void ptx_exec_carry(const ptx_launch_t *l, ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask)
{
    const uint32_t base = u->op / 16;
    const bool wide = u->dst == DST_64;
    const uint64_t all = ones(wide ? 64 : 32);
    const uint32_t in = u->flags & UF_CARRY_IN ? *(const lane_u32 *)ptx_ref(l, w, u->s[3]) : 0;
    uint32_t out = 0;
    for (uint32_t i = 0; i < l->lanes; i++) {
        if (!(mask >> i & 1)) continue;
        uint64_t a = get(ptx_ref(l, w, u->s[0]), wide, i), b = get(ptx_ref(l, w, u->s[1]), wide, i);
        const uint32_t cin = in >> i & 1;
        if (base == O_MAD || base == O_MADHI) {
            a = product(u, a, b) & all;
            b = get(ptx_ref(l, w, u->s[2]), wide, i);
        }
        const ptx_u128 sum = base == O_SUB ? (ptx_u128)a - b - cin : (ptx_u128)a + b + cin;
        out |= (uint32_t)((sum >> (wide ? 64 : 32)) & 1) << i; /* of sub: the borrow */
        put(w, u->d[0], wide, i, (uint64_t)sum & all);
    }
    if (u->flags & UF_CARRY_OUT) ptx_set_pred(w, u->d[1], mask, out);
}

/* Operand c packs segment mask and clamp, see shfl in the PTX ISA manual. */
static void shuffle(const ptx_launch_t *l, ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask)
{
    const lane_u32 *A = ptx_ref(l, w, u->s[0]), *B = ptx_ref(l, w, u->s[1]), *C = ptx_ref(l, w, u->s[2]);
    uint32_t result[PTX_LANES] = {0}, inside = 0;
    for (uint32_t i = 0; i < l->lanes; i++) {
        const uint32_t b = B[i] & 31, clamp = C[i] & 31, segment = C[i] >> 8 & 31;
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
        inside |= (uint32_t)in << i;
        result[i] = j < l->lanes && (mask >> j & 1) ? A[j] : 0;
    }
    if (u->d[0] != UREF_NONE) ptx_blend(w->regs + u->d[0], result, false, mask, l->lanes);
    ptx_set_pred(w, u->d[1], mask, inside);
}

static void vote(const ptx_launch_t *l, ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask)
{
    uint32_t p = *(const lane_u32 *)ptx_ref(l, w, u->s[0]);
    if (u->flags & UF_NOT) p = ~p;
    p &= mask;
    bool yes = false;
    switch ((ptx_vote_t)u->mod) {
    case VOTE_ALL: yes = p == mask; break;
    case VOTE_ANY: yes = p != 0; break;
    case VOTE_UNI: yes = p == mask || p == 0; break;
    case VOTE_BALLOT:
        for (uint32_t i = 0; i < l->lanes; i++)
            if (mask >> i & 1) put(w, u->d[0], false, i, p);
        return;
    }
    ptx_set_pred(w, u->d[0], mask, yes ? UINT32_MAX : 0);
}

static void match(const ptx_launch_t *l, ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask)
{
    const bool wide = u->op % 16 == T_U64;
    const void *A = ptx_ref(l, w, u->s[0]);
    uint32_t result[PTX_LANES] = {0};
    for (uint32_t i = 0; i < l->lanes; i++)
        for (uint32_t j = 0; j < l->lanes; j++)
            if ((mask >> i & 1) && (mask >> j & 1) && get(A, wide, i) == get(A, wide, j)) result[i] |= UINT32_C(1) << j;
    for (uint32_t i = 0; i < l->lanes; i++)
        if (mask >> i & 1) put(w, u->d[0], false, i, u->mod && result[i] != mask ? 0 : result[i]);
    const uint32_t first = mask ? (uint32_t)__builtin_ctz(mask) : 0;
    ptx_set_pred(w, u->d[1], mask, result[first] == mask ? UINT32_MAX : 0);
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

static void redux(const ptx_launch_t *l, ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask)
{
    const lane_u32 *A = ptx_ref(l, w, u->s[0]);
    if (!mask) return;
    uint32_t sum = A[__builtin_ctz(mask)];
    for (uint32_t left = mask & (mask - 1); left; left &= left - 1)
        sum = reduce((ptx_redux_t)u->mod, u->op % 16 == T_S32, sum, A[__builtin_ctz(left)]);
    for (uint32_t left = mask; left; left &= left - 1) put(w, u->d[0], false, (uint32_t)__builtin_ctz(left), sum);
}

/* elect.sync: the lowest active lane. */
static void elect(ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask)
{
    if (!mask) return;
    const uint32_t leader = (uint32_t)__builtin_ctz(mask);
    for (uint32_t left = mask; left; left &= left - 1) put(w, u->d[0], false, (uint32_t)__builtin_ctz(left), leader);
    ptx_set_pred(w, u->d[1], mask, UINT32_C(1) << leader);
}

void ptx_exec_warp(const ptx_launch_t *l, ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask)
{
    switch (u->op / 16) {
    case O_SHFL: shuffle(l, w, u, mask); break;
    case O_VOTE: vote(l, w, u, mask); break;
    case O_MATCH: match(l, w, u, mask); break;
    case O_REDUX: redux(l, w, u, mask); break;
    case O_ELECT: elect(w, u, mask); break;
    default: /* activemask */
        for (uint32_t i = 0; i < l->lanes; i++)
            if (mask >> i & 1) put(w, u->d[0], false, i, mask);
    }
}
