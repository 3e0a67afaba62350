/* ptx_atom.c - executes atomics lane by lane, lowest first; each lane reads what the lane before has written. */
#include "ptx/ptx_mem.h"

#include <string.h>

static uint64_t add_float(uint64_t old, uint64_t b, bool is_double)
{
    uint64_t bits = 0;
    if (is_double) {
        double x, y;
        memcpy(&x, &old, sizeof x);
        memcpy(&y, &b, sizeof y);
        x += y;
        memcpy(&bits, &x, sizeof x);
    } else {
        float x, y;
        memcpy(&x, &old, sizeof x);
        memcpy(&y, &b, sizeof y);
        x += y;
        memcpy(&bits, &x, sizeof x);
    }
    return bits;
}

static bool less(uint64_t x, uint64_t y, ptx_type_t t)
{
    switch (t) {
    case T_S32: return (int32_t)x < (int32_t)y;
    case T_S64: return (int64_t)x < (int64_t)y;
    default: return x < y;
    }
}

static uint64_t update(const ptx_uop_t *u, uint64_t old, uint64_t b, uint64_t c)
{
    const ptx_type_t t = (ptx_type_t)u->type;
    switch ((ptx_atom_t)u->mod) {
    case A_ADD: return t == T_F32 || t == T_F64 ? add_float(old, b, t == T_F64) : old + b;
    case A_MIN: return less(b, old, t) ? b : old;
    case A_MAX: return less(old, b, t) ? b : old;
    case A_INC: return old >= b ? 0 : old + 1;
    case A_DEC: return old == 0 || old > b ? b : old - 1;
    case A_AND: return old & b;
    case A_OR: return old | b;
    case A_XOR: return old ^ b;
    case A_EXCH: return b;
    case A_CAS: return old == b ? c : old;
    }
    return old;
}

static uint64_t operand(const ptx_access_t *a, uint32_t slot, uint32_t lane)
{
    const void *s = ptx_ref(a->cta->l, a->w, a->u->s[slot]);
    return a->bytes == 8 ? ((const lane_u64 *)s)[lane] : ((const lane_u32 *)s)[lane];
}

void ptx_atomic(const ptx_access_t *a, ptx_at_t *at)
{
    const ptx_uop_t *u = a->u;
    const bool wide = a->bytes == 8;
    ptx_list_lanes(a, at);
    for (uint32_t todo = a->mask; todo; todo &= todo - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(todo);
        void *p = at->base + at->off[i];
        const uint64_t old = wide ? *(lane_u64 *)p : *(lane_u32 *)p;
        const uint64_t b = operand(a, 1, i), c = u->mod == A_CAS ? operand(a, 2, i) : 0;
        const uint64_t fresh = update(u, old, b, c);
        if (wide) *(lane_u64 *)p = fresh;
        else *(lane_u32 *)p = (uint32_t)fresh;
        if (u->dst == DST_NONE || u->d[0] == UREF_NONE) continue;
        if (wide) ((lane_u64 *)(void *)(a->w->regs + u->d[0]))[i] = old;
        else ((lane_u32 *)(void *)(a->w->regs + u->d[0]))[i] = (uint32_t)old;
    }
}
