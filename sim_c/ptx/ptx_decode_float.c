/* ptx_decode_float.c - decodes floating-point arithmetic, special functions and cvt. */
#include "ptx/ptx_decode_float.h"

#include <string.h>

enum { ROUNDS_FROM = 20 /* sm_20, Fermi */ };

static void float_timing(ptx_inst_t *in, uint8_t base, ptx_type_t type, bool approx)
{
    const bool slow = base == O_DIV || base == O_SQRT || base == O_RCP;
    if (type == T_F64) ptx_timing(in, UNIT_DP, slow ? LAT_DIV : LAT_DP);
    else if (slow) ptx_timing(in, UNIT_SFU, approx ? LAT_SFU : LAT_DIV);
    else ptx_timing(in, UNIT_SP, LAT_FP);
}

static uint32_t source_count(uint8_t base)
{
    switch (base) {
    case O_ABS:
    case O_NEG:
    case O_RCP:
    case O_SQRT:
    case O_EX2:
    case O_TANH:
    case O_RSQRT: return 1;
    case O_MIN3:
    case O_MAX3:
    case O_FMA: return 3;
    default: return 2;
    }
}

bool ptx_decode_half(ptx_inst_t *in, uint8_t base, ptx_type_t t)
{
    if ((base == O_MIN || base == O_MAX) && ptx_mod(in, "xorsign")) {
        if (!ptx_mod(in, "abs")) return ptx_bad(in);
        in->u.mod |= HALF_XORSIGN;
    }
    if ((base == O_MIN || base == O_MAX) && ptx_mod(in, "NaN")) base = base == O_MIN ? O_MINNAN : O_MAXNAN;
    const bool rounds = base == O_ADD || base == O_SUB || base == O_MUL || base == O_FMA;
    if (rounds) {
        if (!ptx_mod(in, "rn") && base == O_FMA) return ptx_bad(in);
        const bool sat = (t == T_F16 || t == T_F16X2) && ptx_mod(in, "sat");
        const bool relu = base == O_FMA && !sat && ptx_mod(in, "relu");
        in->u.mod |= (sat ? HALF_SAT : 0) | (relu ? HALF_RELU : 0);
    }
    if ((t == T_F16 || t == T_F16X2) && ptx_mod(in, "ftz")) in->u.mod |= HALF_FTZ;
    in->u.group = G_HALF;
    in->u.op = UOP(base, t);
    in->u.type = (uint8_t)t;
    ptx_timing(in, UNIT_SP, LAT_FP);
    return ptx_same_types(in, t, source_count(base));
}

/* .NaN, .xorsign.abs, and a third source, with .abs or without. */
static bool extreme(ptx_inst_t *in, ptx_type_t t, uint8_t *base)
{
    const bool is_min = *base == O_MIN, nan = ptx_mod(in, "NaN"), xorsign = ptx_mod(in, "xorsign");
    const bool three = !xorsign && in->operands == 4, magnitude = (xorsign || three) && ptx_mod(in, "abs");
    if ((xorsign && !magnitude) || (t == T_F64 && (nan || xorsign || three))) return ptx_bad(in);
    if (xorsign) *base = is_min ? O_MINX : O_MAXX;
    else if (three) *base = is_min ? O_MIN3 : O_MAX3;
    else if (nan) *base = is_min ? O_MINNAN : O_MAXNAN;
    if (xorsign || three) in->u.mod = (uint8_t)((nan ? MIN_NAN : 0) | (magnitude ? MIN_ABS : 0));
    return true;
}

/* A rounding must be stated; before sm_20 only that of fma. */
static bool must_round(const ptx_inst_t *in, uint8_t base)
{
    const bool other = base == O_DIV || base == O_SQRT || base == O_RCP || base == O_FMA;
    return in->ps->m->sm < ROUNDS_FROM ? strcmp(in->row->name, "fma") == 0 : other;
}

bool ptx_decode_float(ptx_inst_t *in, uint8_t base, ptx_type_t t)
{
    uint8_t mode = R_RN;
    const bool approx = ptx_mod(in, "approx") || (base == O_DIV && ptx_mod(in, "full"));
    if (!approx && base != O_ABS && base != O_NEG && base != O_MIN && base != O_MAX && !ptx_rounding(in, &mode) &&
        must_round(in, base))
        return ptx_bad(in);
    if (mode > R_RP || (approx && t == T_F64 && base != O_RCP)) return ptx_bad(in);
    if (ptx_mod(in, "ftz")) in->u.flags |= t == T_F32 ? UF_FTZ_IN | UF_FTZ_OUT : 0;
    if ((base == O_ADD || base == O_SUB || base == O_MUL || base == O_FMA) && ptx_mod(in, "sat")) in->u.flags |= UF_SAT;
    if ((base == O_MIN || base == O_MAX) && !extreme(in, t, &base)) return false;
    in->u.group = mode == R_RN ? G_FLOAT : G_ROUND;
    in->u.mod |= mode;
    in->u.op = UOP(base, t);
    in->u.type = (uint8_t)t;
    float_timing(in, base, t, approx);
    return ptx_same_types(in, t, source_count(base));
}

static bool dec_float(ptx_inst_t *in) /* fma, sqrt, rcp */
{
    ptx_type_t t;
    bool taken;
    if (!ptx_decode_mixed(in, &taken)) return false;
    if (taken) return true;
    if (!ptx_take_type(in, in->row->types, &t)) return false;
    return TM(t) & TM_HALF ? ptx_decode_half(in, in->row->base, t) : ptx_decode_float(in, in->row->base, t);
}

/* ex2 of bf16 flushes subnormals and must say so. */
static bool half_special(ptx_inst_t *in, ptx_type_t t)
{
    const bool flushes = in->row->base == O_EX2 && (t == T_BF16 || t == T_BF16X2);
    if (flushes && !ptx_mod(in, "ftz")) return ptx_bad(in);
    in->u.group = G_HALF;
    in->u.mod = flushes ? HALF_FTZ : 0;
    in->u.op = UOP(in->row->base, t);
    in->u.type = (uint8_t)t;
    ptx_timing(in, UNIT_SFU, LAT_SFU);
    return ptx_same_types(in, t, 1);
}

static bool dec_special(ptx_inst_t *in) /* rsqrt, ex2, lg2, sin, cos, tanh */
{
    ptx_type_t t;
    if (!ptx_take_type(in, in->row->types, &t) || !ptx_mod(in, "approx")) return ptx_bad(in);
    if (TM(t) & TM_HALF) return half_special(in, t);
    if (ptx_mod(in, "ftz")) in->u.flags |= t == T_F32 ? UF_FTZ_IN | UF_FTZ_OUT : 0;
    in->u.group = G_SFU;
    in->u.op = UOP(in->row->base, t);
    in->u.type = (uint8_t)t;
    ptx_timing(in, UNIT_SFU, LAT_SFU);
    return ptx_same_types(in, t, 1);
}

static bool dec_copysign(ptx_inst_t *in)
{
    ptx_type_t t;
    if (!ptx_take_type(in, in->row->types, &t)) return false;
    in->u.group = G_FLOAT;
    in->u.op = UOP(O_COPYSIGN, t);
    in->u.type = (uint8_t)t;
    return ptx_same_types(in, t, 2);
}

static bool dec_testp(ptx_inst_t *in)
{
    static const char *const WORDS[] = {
        [TP_FINITE] = "finite",  [TP_INFINITE] = "infinite", [TP_NUMBER] = "number",
        [TP_NAN] = "notanumber", [TP_NORMAL] = "normal",     [TP_SUBNORMAL] = "subnormal"};
    ptx_type_t t;
    bool found = false;
    for (uint32_t i = 0; i < 6 && !found; i++) {
        in->u.mod = (uint8_t)i;
        found = ptx_mod(in, WORDS[i]);
    }
    if (!found || !ptx_take_type(in, in->row->types, &t)) return ptx_bad(in);
    in->u.group = G_CMP;
    in->u.op = UOP(O_TESTP, t);
    in->u.type = (uint8_t)t;
    return ptx_count(in, 2) && ptx_dst(in, 0, 0, T_PRED) && ptx_src(in, 1, 0, t);
}

/* cvt.rn.f16x2.f32 d, a, b: a to the upper half, b to the lower. */
static bool dec_cvt_pair(ptx_inst_t *in, ptx_type_t to)
{
    uint8_t mode = R_RN;
    if (!ptx_rounding(in, &mode) || (mode != R_RN && mode != R_RZ)) return ptx_bad(in);
    in->u.group = G_HALF;
    in->u.op = UOP(O_CVT, to);
    in->u.mod = mode;
    return ptx_count(in, 3) && ptx_dst(in, 0, 0, to) && ptx_src(in, 1, 0, T_F32) && ptx_src(in, 2, 1, T_F32);
}

/* Integer rounding (.rni, .rzi, .rmi, .rpi) goes with float to integer and with a float type to itself. */
static bool cvt_rounding(ptx_inst_t *in, ptx_type_t to, ptx_type_t from)
{
    uint8_t mode = R_RN;
    const bool given = ptx_rounding(in, &mode);
    const bool real = TM(to) & TM_ONE_REAL;
    if (TM(from) & TM_ONE_REAL && !real) return given ? mode >= R_RNI && (in->u.mod = mode) : false;
    in->u.mod = mode;
    if (!given) return true;
    if (to == from) return mode >= R_RNI;
    return real && mode <= R_RP;
}

/* cvt.pack.sat.{u16,s16}.s32 d, a, b and cvt.pack.sat.{u2,…,s8}.s32.b32 d, a, b, c */
static bool dec_cvt_pack(ptx_inst_t *in)
{
    static const char *const WORDS[] = {"u2", "s2", "u4", "s4", "u8", "s8", "u16", "s16"};
    ptx_type_t t;
    uint32_t i = 0;
    while (i < 8 && !ptx_mod(in, WORDS[i])) i++;
    const uint32_t bits = 2u << i / 2;
    if (i == 8 || !ptx_mod(in, "sat") || (bits < 16 && !ptx_take_type(in, TM(T_U32), &t)) ||
        !ptx_take_type(in, TM(T_S32), &t))
        return ptx_bad(in);
    in->u.group = G_BITS;
    in->u.op = UOP(O_CVTPACK, i & 1 ? T_S32 : T_U32);
    in->u.mod = (uint8_t)bits;
    return ptx_same_types(in, T_U32, bits < 16 ? 3 : 2);
}

static bool dec_cvt(ptx_inst_t *in)
{
    ptx_type_t from, to;
    if (ptx_mod(in, "pack")) return dec_cvt_pack(in);
    if (ptx_is_small(in)) return ptx_decode_small(in);
    const uint32_t types = in->row->types;
    if (!ptx_take_type(in, types, &from) || !ptx_take_type(in, types | TM_HALF, &to)) return false;
    if (to == T_F16X2 || to == T_BF16X2) return from == T_F32 ? dec_cvt_pair(in, to) : ptx_bad(in);
    if (!cvt_rounding(in, to, from)) return ptx_bad(in);
    if (ptx_mod(in, "ftz")) {
        if (from == T_F32) in->u.flags |= UF_FTZ_IN;
        if (to == T_F32) in->u.flags |= UF_FTZ_OUT;
    }
    if (ptx_mod(in, "sat")) in->u.flags |= UF_SAT;
    in->u.group = G_CVT;
    in->u.op = UOP(O_CVT, to);
    in->u.type = (uint8_t)from;
    if (from == T_F64 || to == T_F64) ptx_timing(in, UNIT_DP, LAT_DP);
    const bool single = !in->o[0].is_vec && !in->o[1].is_vec && !in->o[1].is_addr && !in->o[0].is_addr;
    return ptx_count(in, 2) && (single || ptx_bad_operand(in, &in->o[0].e[0], "single registers")) &&
           ptx_dst_elem(in, &in->o[0].e[0], 0, to, true) && ptx_src_elem(in, &in->o[1].e[0], 0, from, true);
}

const ptx_row_t ptx_rows_float[] = {
    {"fma", dec_float, "fma.{rn,rz,rm,rp}{.ftz}{.sat}.{f32,f64}, fma.rn{.ftz}{.sat,.relu}.{f16,f16x2,bf16,bf16x2}",
     O_FMA, 3, TM_FLOAT | TM_HALF},
    {"sqrt", dec_float, "sqrt.{approx,rn,rz,rm,rp}{.ftz}.f32, sqrt.{rn,rz,rm,rp}.f64", O_SQRT, 1, TM_FLOAT},
    {"rcp", dec_float, "rcp.{approx,rn,rz,rm,rp}{.ftz}.{f32,f64}", O_RCP, 1, TM_FLOAT},
    {"rsqrt", dec_special, "rsqrt.approx{.ftz}.{f32,f64}", O_RSQRT, 1, TM_FLOAT},
    {"ex2", dec_special, "ex2.approx{.ftz}.f32, ex2.approx.{f16,f16x2}, ex2.approx.ftz.{bf16,bf16x2}", O_EX2, 1,
     TM(T_F32) | TM_HALF},
    {"lg2", dec_special, "lg2.approx{.ftz}.f32", O_LG2, 1, TM(T_F32)},
    {"sin", dec_special, "sin.approx{.ftz}.f32", O_SIN, 1, TM(T_F32)},
    {"cos", dec_special, "cos.approx{.ftz}.f32", O_COS, 1, TM(T_F32)},
    {"tanh", dec_special, "tanh.approx.{f32,f16,f16x2,bf16,bf16x2}", O_TANH, 1, TM(T_F32) | TM_HALF},
    {"copysign", dec_copysign, "copysign.{f32,f64}", O_COPYSIGN, 2, TM_FLOAT},
    {"testp", dec_testp, "testp.{finite,infinite,number,notanumber,normal,subnormal}.{f32,f64}", O_TESTP, 1, TM_FLOAT},
    {"cvt", dec_cvt,
     "cvt{.rn,.rz,.rm,.rp,.rni,.rzi,.rmi,.rpi}{.ftz}{.sat}.to.from of "
     "{u,s}{8,16,32,64}, f16, bf16, f32, f64, cvt.pack, with .relu, .satfinite to "
     "{f16,bf16,tf32,e4m3x2,e5m2x2,e2m1x2,e2m3x2,e3m2x2}, back to f16x2, {f16x2,bf16x2} from f32; to integers and "
     "within a float type the mode "
     "ends "
     "in i; cvt.{rz,rp}{.satfinite}.ue8m0x2.{f32,bf16x2}, cvt.rn.bf16x2.ue8m0x2",
     O_CVT, 1, TM_INT | TM_BYTE | TM_FLOAT | TM_ONE_HALF},
    {0}};
