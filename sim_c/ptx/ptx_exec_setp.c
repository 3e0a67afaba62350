/* ptx_exec_setp.c - executes setp, set, testp and isspacep: compares, combines with the third source, writes predicates
 * or registers. 16-bit floats are compared as f32, which holds each of them; of a pair the lower half comes first. */
#include "ptx/ptx_exec.h"
#include "ptx/ptx_half.h"

#define F16_NORMAL_MIN 0x1p-14f

enum { HALF_BITS = 16 };

static uint32_t combine(uint32_t how, uint32_t r, uint32_t c)
{
    switch ((ptx_bool_t)how) {
    case B_NONE: break;
    case B_AND: return r & c;
    case B_OR: return r | c;
    case B_XOR: return r ^ c;
    }
    return r;
}

/* Widens 16-bit floats to f32. A subnormal f16 becomes a normal f32, so .ftz must flush it here. */
static void widen(const ptx_uop_t *u, uint32_t *d, const void *from, uint32_t shift)
{
    const lane_u32 *S = from;
    lane_f32 *D = (lane_f32 *)(void *)d;
    const bool bfloat = ptx_is_bfloat((ptx_type_t)u->type);
    for (uint32_t i = 0; i < PTX_LANES; i++) d[i] = S[i] >> shift;
    ptx_half_lanes(bfloat ? T_BF16 : T_F16, d, d);
    for (uint32_t i = 0; u->flags & UF_FTZ_IN && i < PTX_LANES; i++)
        if (D[i] > -F16_NORMAL_MIN && D[i] < F16_NORMAL_MIN) D[i] *= 0.0f;
}

/* Bits of the lanes whose halves at `shift` compare true. */
static uint32_t halves(const ptx_launch_t *l, const ptx_uop_t *u, const ptx_files_t *from, uint32_t shift)
{
    _Alignas(64) uint32_t wide[2][PTX_LANES];
    const ptx_files_t f = {{NULL, (const uint8_t *)wide}};
    ptx_uop_t of_f32 = *u;
    for (uint32_t i = 0; i < 2; i++) {
        widen(u, wide[i], ptx_operand(from, u->s[i]), shift);
        of_f32.s[i] = UREF_POOL | (uint32_t)(i * sizeof wide[0]);
    }
    return l->compare(&of_f32, &f);
}

/* Bits of the lanes whose values compare true. */
static uint32_t values(const ptx_launch_t *l, const ptx_uop_t *u, const ptx_files_t *f)
{
    ptx_flushed_t flushed;
    if (!(u->flags & UF_FTZ_IN)) return l->compare(u, f);
    ptx_flush_sources(u, f, 2, &flushed);
    return l->compare(&flushed.u, &flushed.f);
}

/* set: true is imm, false 0. */
static void put(const ptx_launch_t *l, const ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask, uint32_t low,
                uint32_t high)
{
    lane_u32 *D = (lane_u32 *)(void *)(w->regs + u->d[0]);
    const uint32_t one = (uint32_t)u->imm;
    for (uint32_t i = 0; i < l->lanes; i++)
        if (mask >> i & 1) D[i] = (low >> i & 1 ? one : 0) | (high >> i & 1 ? one << HALF_BITS : 0);
}

void ptx_exec_compare(const ptx_launch_t *l, ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask)
{
    const ptx_files_t f = ptx_files(l, w);
    const bool pair = u->type == T_F16X2 || u->type == T_BF16X2;
    const bool half = pair || u->type == T_F16 || u->type == T_BF16;
    const uint32_t r = half ? halves(l, u, &f, 0) : values(l, u, &f);
    const uint32_t high = pair ? halves(l, u, &f, HALF_BITS) : ~r;
    const uint32_t third = *(const lane_u32 *)ptx_operand(&f, u->s[2]), c = u->flags & UF_NOT ? ~third : third;
    const uint32_t yes = combine(u->mod2, r, c), second = combine(u->mod2, high, c);
    if (u->dst == DST_PRED) {
        ptx_set_pred(w, u->d[0], mask, yes);
        ptx_set_pred(w, u->d[1], mask, second);
    } else if (u->d[0] != UREF_NONE) {
        put(l, w, u, mask, yes, pair ? second : 0);
    }
}
