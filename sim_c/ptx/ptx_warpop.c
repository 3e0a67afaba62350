/* ptx_warpop.c - executes pack, unpack, clock reads, carry chains. */
#include "ptx/ptx_exec.h"

#include <string.h>

static uint64_t ones(uint32_t bits) { return bits > 63 ? UINT64_MAX : (UINT64_C(1) << bits) - 1; }

static void put(const ptx_warp_t *w, uint32_t offset, bool wide, uint32_t lane, uint64_t v)
{
    if (offset != UREF_NONE) ptx_lane_put(w->regs + offset, wide, lane, v);
}

/* p = (d != 0) op q */
static void lop3_predicate(const ptx_launch_t *l, ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask)
{
    const ptx_files_t files = ptx_files(l, w);
    uint32_t d[PTX_LANES], any = 0;
    const uint32_t q = *(const lane_u32 *)ptx_ref(l, w, u->s[3]);
    ptx_uop_t plain = *u;
    plain.op = UOP(O_LOP3, T_U32);
    l->alu[G_BITS](&plain, d, &files);
    for (uint32_t i = 0; i < l->lanes; i++) any |= (uint32_t)(d[i] != 0) << i;
    if (u->d[0] != UREF_NONE) ptx_blend(w->regs + u->d[0], d, false, mask);
    ptx_set_pred(w, u->d[1], mask, u->mod2 == B_AND ? any & q : any | q);
}

/* mod: the upper 32 bits; mod2: nanoseconds. */
static uint64_t clock_of(const fe_cta_t *cta, const ptx_uop_t *u, const uint64_t *cycle)
{
    const uint32_t mhz = cta->place.core_mhz;
    const uint64_t cycles = mhz ? *cycle : cta->executed;
    const uint64_t value = u->mod2 && mhz ? cycles * 1000 / mhz : cycles;
    return u->mod ? value >> 32 : value;
}

void ptx_exec_move(fe_cta_t *cta, ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask, const uint64_t *cycle)
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
            put(w, u->d[0], u->dst == DST_64, i, clock_of(cta, u, cycle));
        } else if (base == O_MOVES) { /* reads all before it writes: mov.v2 {a, b}, {b, a} */
            uint64_t part[4];
            for (uint32_t e = 0; e < u->vec; e++) part[e] = ptx_lane_get(ptx_ref(l, w, u->s[e]), src_wide, i);
            for (uint32_t e = 0; e < u->vec; e++) put(w, u->d[e], src_wide, i, part[e]);
        } else if (base == O_PACK) {
            for (uint32_t e = 0; e < u->vec; e++)
                v |= (ptx_lane_get(ptx_ref(l, w, u->s[e]), false, i) & ones(bits)) << (e * bits);
            put(w, u->d[0], u->dst == DST_64, i, v);
        } else if (base != O_UNPACK) {
            ptx_missing(u->group, u->op);
        } else {
            v = ptx_lane_get(ptx_ref(l, w, u->s[0]), src_wide, i);
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
        uint64_t a = ptx_lane_get(ptx_ref(l, w, u->s[0]), wide, i), b = ptx_lane_get(ptx_ref(l, w, u->s[1]), wide, i);
        const uint32_t cin = in >> i & 1;
        if (base == O_MAD || base == O_MADHI) {
            a = product(u, a, b) & all;
            b = ptx_lane_get(ptx_ref(l, w, u->s[2]), wide, i);
        }
        const ptx_u128 sum = base == O_SUB ? (ptx_u128)a - b - cin : (ptx_u128)a + b + cin;
        out |= (uint32_t)((sum >> (wide ? 64 : 32)) & 1) << i; /* of sub: the borrow */
        put(w, u->d[0], wide, i, (uint64_t)sum & all);
    }
    if (u->flags & UF_CARRY_OUT) ptx_set_pred(w, u->d[1], mask, out);
}
