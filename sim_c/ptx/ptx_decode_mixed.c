/* ptx_decode_mixed.c - add, sub, mul, fma of pairs of f32, and of f32 with 16-bit operands. */
#include "ptx/ptx_decode_float.h"

/* False: fma without a rounding, or rounding to an integer. */
static bool takes_mode(ptx_inst_t *in, uint8_t base, uint8_t *mode)
{
    *mode = R_RN;
    return ptx_rounding(in, mode) ? *mode <= R_RP : base != O_FMA;
}

static bool two_floats(ptx_inst_t *in, uint8_t base)
{
    if (!takes_mode(in, base, &in->u.mod)) return ptx_bad(in);
    if (ptx_mod(in, "ftz")) in->u.flags |= UF_FTZ_IN | UF_FTZ_OUT;
    in->u.group = G_TWO;
    in->u.op = UOP(base, T_F32);
    ptx_timing(in, UNIT_SP, LAT_FP);
    if (!ptx_same_types(in, T_U64, base == O_FMA ? 3 : 2)) return false;
    in->u.type = T_F32;
    return true;
}

/* The 16-bit operands widen exactly; the instruction adds and rounds once, as f32. */
static bool with_halves(ptx_inst_t *in, uint8_t base, ptx_type_t half)
{
    ptx_type_t t;
    if (base == O_MUL || !ptx_take_type(in, TM(T_F32), &t)) return ptx_bad(in);
    const uint32_t halves = base == O_FMA ? 2 : 1;
    uint8_t mode;
    if (!takes_mode(in, base, &mode)) return ptx_bad(in);
    if (ptx_mod(in, "sat")) in->u.flags |= UF_SAT;
    in->u.group = mode == R_RN ? G_FLOAT : G_ROUND;
    in->u.mod = mode;
    in->u.op = UOP(base, T_F32);
    in->u.type = T_F32;
    ptx_timing(in, UNIT_SP, LAT_FP);
    if (!ptx_count(in, halves + 2) || !ptx_dst(in, 0, 0, T_F32) || !ptx_src(in, halves + 1, halves, T_F32))
        return false;
    for (uint32_t i = 0; i < halves; i++)
        if (!ptx_widened(in, i + 1, i, half)) return false;
    return true;
}

bool ptx_decode_mixed(ptx_inst_t *in, bool *taken)
{
    static const struct {
        const char *word;
        uint8_t type;
    } HALVES[] = {{"f16", T_F16}, {"bf16", T_BF16}};
    const uint8_t base = in->row->base;
    *taken = false;
    if (base != O_ADD && base != O_SUB && base != O_MUL && base != O_FMA) return true;
    if (ptx_mod(in, "f32x2")) {
        *taken = true;
        return two_floats(in, base);
    }
    for (uint32_t i = 0; i < 2 && ptx_has_word(in, "f32"); i++) {
        if (!ptx_mod(in, HALVES[i].word)) continue;
        *taken = true;
        return with_halves(in, base, (ptx_type_t)HALVES[i].type);
    }
    return true;
}
