/* ptx_atom.c - executes atomics lane by lane, lowest first; each lane reads what the lane before has written. */
#include "ptx/float_bits.h"
#include "ptx/ptx_half.h"
#include "ptx/ptx_mem.h"

#include <string.h>

static uint64_t add_float(uint64_t old, uint64_t b, bool is_double)
{
    return is_double ? f64_bits(f64_of(old) + f64_of(b)) : f32_bits(f32_of((uint32_t)old) + f32_of((uint32_t)b));
}

static uint32_t one_half(ptx_atom_t how, bool bfloat, uint16_t old, uint16_t b)
{
    const float x = ptx_16_to_float(old, bfloat);
    const float y = ptx_16_to_float(b, bfloat);
    if (how == A_ADD) return bfloat ? ptx_bfloat_sum(old, b) : ptx_half_of((double)x + y, R_RN);
    if (x != x || y != y) return x == x ? old : y == y ? b : PTX_HALF_NAN;
    const bool old_is_less = x < y || (x == y && old > b); /* -0 is less than +0 */
    return old_is_less == (how == A_MIN) ? old : b;
}

/* One or two 16-bit floats. */
static uint64_t update_half(const ptx_uop_t *u, uint64_t old, uint64_t b)
{
    const ptx_type_t t = (ptx_type_t)u->type;
    const ptx_atom_t how = (ptx_atom_t)u->mod;
    const bool bfloat = ptx_is_bfloat(t);
    const uint32_t low = one_half(how, bfloat, (uint16_t)old, (uint16_t)b);
    if (t == T_F16 || t == T_BF16) return low;
    return low | one_half(how, bfloat, (uint16_t)(old >> 16), (uint16_t)(b >> 16)) << 16;
}

static bool is_half(uint8_t type) { return type >= T_F16; }

static bool less(uint64_t x, uint64_t y, ptx_type_t t)
{
    switch (t) {
    case T_S32: return (int32_t)x < (int32_t)y;
    case T_S64: return (int64_t)x < (int64_t)y;
    default: return x < y;
    }
}

static uint64_t update(const ptx_uop_t *u, uint64_t old, uint64_t b)
{
    const ptx_type_t t = (ptx_type_t)u->type;
    if (is_half(u->type)) return update_half(u, old, b);
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
    case A_CAS: break; /* see ptx_atomic */
    }
    return old;
}

uint64_t ptx_combine(ptx_atom_t how, ptx_type_t t, uint64_t old, uint64_t b)
{
    const ptx_uop_t u = {.mod = (uint8_t)how, .type = (uint8_t)t};
    return update(&u, old, b);
}

static uint64_t operand(const ptx_access_t *a, uint32_t slot, uint32_t lane, uint32_t bytes)
{
    const uint64_t v = ptx_lane_get(ptx_ref(a->cta->l, a->w, a->u->s[slot]), bytes == 8, lane);
    return bytes == 2 ? (uint16_t)v : v;
}

static uint64_t fetch(const uint8_t *p, uint32_t bytes)
{
    uint64_t v = 0;
    memcpy(&v, p, bytes);
    return v;
}

static void result(const ptx_access_t *a, uint32_t e, uint32_t lane, uint64_t old)
{
    if (a->u->dst == DST_NONE || a->u->d[e] == UREF_NONE) return;
    ptx_lane_put(a->w->regs + a->u->d[e], a->u->dst == DST_64, lane, old);
}

/* All elements of a cas are compared before one is written. */
static bool equal(const ptx_access_t *a, const uint8_t *p, uint32_t lane, uint32_t bytes)
{
    for (uint32_t e = 0; e < a->u->vec; e++)
        if (fetch(p + e * bytes, bytes) != operand(a, 1 + e, lane, bytes)) return false;
    return true;
}

void ptx_atomic(ptx_access_t *a, const ptx_at_t *at)
{
    const ptx_uop_t *u = a->u;
    const uint32_t n = u->vec, bytes = ptx_type_bytes((ptx_type_t)u->type);
    for (uint32_t todo = a->mask; todo; todo &= todo - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(todo);
        uint8_t *p = ptx_at(at, i);
        const bool swaps = u->mod == A_CAS && equal(a, p, i, bytes);
        for (uint32_t e = 0; e < n; e++) {
            const uint64_t old = fetch(p + e * bytes, bytes);
            const uint64_t fresh = u->mod != A_CAS ? update(u, old, operand(a, 1 + e, i, bytes))
                                   : swaps         ? operand(a, 1 + n + e, i, bytes)
                                                   : old;
            memcpy(p + e * bytes, &fresh, bytes);
            a->changed |= fresh != old;
            result(a, e, i, old);
        }
    }
    a->w->spin.changes |= a->changed;
}
