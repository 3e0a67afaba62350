/* ptx_decode_int.c - decodes integer arithmetic. Floating-point forms of the same mnemonics go to ptx_decode_float.c.
 */
#include "ptx/ptx_decode_float.h"

#include <string.h>

static bool decode_real(ptx_inst_t *in, uint8_t base, ptx_type_t t)
{
    return TM(t) & TM_HALF ? ptx_decode_half(in, base, t) : ptx_decode_float(in, base, t);
}

static ptx_type_t wider(ptx_type_t t) { return (ptx_type_t)(t + 2); }

static ptx_reg_t *carry(ptx_inst_t *in)
{
    if (!in->ps->carry) in->ps->carry = ptx_new_reg(in->ps, "CC.CF", 1);
    return in->ps->carry;
}

/* add.cc, addc, sub.cc, subc, mad.cc, madc: CC.CF is a predicate in s[3] and d[1]. */
static bool carry_op(ptx_inst_t *in, uint8_t base, ptx_type_t type, bool uses, bool sets)
{
    if (!(TM(type) & (TM_32 | TM_64))) return ptx_bad(in);
    const ptx_reg_t *cc = carry(in);
    if (!cc || !ptx_same_types(in, type, in->row->srcs)) return false;
    ptx_set_op(in, G_CARRY, base, base == O_MADHI ? type : ptx_unsigned(type));
    if (uses) in->u.s[3] = cc->id;
    if (sets) in->u.d[1] = cc->id;
    in->u.flags |= (uses ? UF_CARRY_IN : 0) | (sets ? UF_CARRY_OUT : 0);
    return true;
}

static bool dec_add(ptx_inst_t *in) /* add, sub */
{
    ptx_type_t t;
    bool taken;
    if (!ptx_decode_pairs(in, &taken)) return false;
    if (taken) return true;
    if (!ptx_decode_mixed(in, &taken)) return false;
    if (taken) return true;
    if (!ptx_take_type(in, in->row->types, &t)) return false;
    if (TM(t) & TM_REAL) return decode_real(in, in->row->base, t);
    if (ptx_mod(in, "cc")) return carry_op(in, in->row->base, t, false, true);
    uint8_t base = in->row->base;
    if (ptx_mod(in, "sat")) {
        if (t != T_S32) return ptx_bad(in);
        base = base == O_ADD ? O_ADDSAT : O_SUBSAT;
    }
    ptx_set_op(in, G_INT, base, t);
    return ptx_same_types(in, t, 2);
}

static bool dec_addc(ptx_inst_t *in)
{
    ptx_type_t t;
    if (!ptx_take_type(in, in->row->types, &t)) return false;
    return carry_op(in, in->row->base, t, true, ptx_mod(in, "cc"));
}

static bool dec_madc(ptx_inst_t *in)
{
    ptx_type_t t;
    if (!ptx_take_type(in, in->row->types, &t)) return false;
    const bool hi = ptx_mod(in, "hi");
    if (!hi && !ptx_mod(in, "lo")) return ptx_bad(in);
    ptx_timing(in, UNIT_SP, LAT_IMUL);
    return carry_op(in, hi ? O_MADHI : O_MAD, t, true, ptx_mod(in, "cc"));
}

static bool wide(ptx_inst_t *in, ptx_type_t t) /* mul.wide, mad.wide */
{
    const bool mad = in->row->base == O_MAD;
    if (!(TM(t) & (TM_16 | TM_32))) return ptx_bad(in);
    ptx_set_op(in, G_INT, mad ? O_MADWIDE : O_MULWIDE, t);
    return ptx_count(in, mad ? 4 : 3) && ptx_dst(in, 0, 0, wider(t)) && ptx_src(in, 1, 0, t) && ptx_src(in, 2, 1, t) &&
           (!mad || ptx_src(in, 3, 2, wider(t)));
}

static bool dec_mul(ptx_inst_t *in) /* mul, mad */
{
    ptx_type_t t;
    const bool mad = in->row->base == O_MAD;
    bool taken;
    if (!ptx_decode_mixed(in, &taken)) return false;
    if (taken) return true;
    if (!ptx_take_type(in, in->row->types, &t)) return false;
    if (TM(t) & TM_REAL) return decode_real(in, mad ? O_FMA : O_MUL, t);
    ptx_timing(in, UNIT_SP, LAT_IMUL);
    if (ptx_mod(in, "wide")) return wide(in, t);
    const bool hi = ptx_mod(in, "hi");
    if (!hi && !ptx_mod(in, "lo")) return ptx_bad(in);
    uint8_t base = hi ? (mad ? O_MADHI : O_MULHI) : in->row->base;
    if (mad && ptx_mod(in, "cc")) return carry_op(in, base, t, false, true);
    if (mad && hi && ptx_mod(in, "sat")) {
        if (t != T_S32) return ptx_bad(in);
        base = O_MADHISAT;
    }
    ptx_set_op(in, G_INT, base, t);
    return ptx_same_types(in, t, in->row->srcs);
}

static bool dec_mul24(ptx_inst_t *in) /* mul24, mad24 */
{
    ptx_type_t t;
    if (!ptx_take_type(in, in->row->types, &t)) return false;
    const bool hi = ptx_mod(in, "hi");
    if (!hi && !ptx_mod(in, "lo")) return ptx_bad(in);
    const bool sat = hi && in->row->base == O_MAD24 && t == T_S32 && ptx_mod(in, "sat");
    ptx_set_op(in, G_INT, sat ? O_MAD24SAT : hi ? in->row->base + 1 : in->row->base, t);
    ptx_timing(in, UNIT_SP, LAT_IMUL);
    return ptx_same_types(in, t, in->row->srcs);
}

static bool dec_div(ptx_inst_t *in) /* div, rem */
{
    ptx_type_t t;
    if (!ptx_take_type(in, in->row->types, &t)) return false;
    if (TM(t) & TM_REAL) return ptx_decode_float(in, O_DIV, t);
    ptx_set_op(in, G_INT, in->row->base, t);
    ptx_timing(in, UNIT_SFU, LAT_DIV);
    return ptx_same_types(in, t, 2);
}

static bool dec_plain(ptx_inst_t *in) /* abs, neg, min, max, sad, cnot: d and srcs of one type */
{
    ptx_type_t t;
    bool taken;
    if (!ptx_decode_pairs(in, &taken)) return false;
    if (taken) return true;
    if (!ptx_take_type(in, in->row->types, &t)) return false;
    if (TM(t) & TM_REAL) return decode_real(in, in->row->base, t);
    ptx_set_op(in, G_INT, in->row->base, t);
    return ptx_same_types(in, t, in->row->srcs);
}

static bool dec_logic(ptx_inst_t *in) /* and, or, xor, not */
{
    ptx_type_t t;
    if (!ptx_take_type(in, in->row->types, &t)) return false;
    ptx_set_op(in, t == T_PRED ? G_PRED : G_INT, in->row->base, t);
    return ptx_same_types(in, t, in->row->srcs);
}

static bool dec_shift(ptx_inst_t *in) /* shl, shr: the amount is 32 bits wide */
{
    ptx_type_t t;
    if (!ptx_take_type(in, in->row->types, &t)) return false;
    ptx_set_op(in, G_INT, in->row->base, t);
    return ptx_count(in, 3) && ptx_dst(in, 0, 0, t) && ptx_src(in, 1, 0, t) && ptx_src(in, 2, 1, T_U32);
}

#define TM_ADD    (TM_INT | TM_FLOAT)
#define TM_SIGNED (TM(T_S16) | TM(T_S32) | TM(T_S64) | TM_FLOAT)
#define HALVES    "{f16,f16x2,bf16,bf16x2}"
const ptx_row_t ptx_rows_int[] = {
    {"add", dec_add,
     "add{.sat}.s32, add.{u16,…,s64}, add.cc.{u32,…,s64}, "
     "add{.rn,.rz,.rm,.rp}{.ftz}{.sat}.{f32,f64}, add{.rn}{.ftz}{.sat}." HALVES,
     O_ADD, 2, TM_ADD | TM_HALF},
    {"sub", dec_add,
     "sub{.sat}.s32, sub.{u16,…,s64}, sub.cc.{u32,…,s64}, "
     "sub{.rn,.rz,.rm,.rp}{.ftz}{.sat}.{f32,f64}, sub{.rn}{.ftz}{.sat}." HALVES,
     O_SUB, 2, TM_ADD | TM_HALF},
    {"addc", dec_addc, "addc{.cc}.{u32,s32,u64,s64}", O_ADD, 2, TM_32 | TM_64},
    {"subc", dec_addc, "subc{.cc}.{u32,s32,u64,s64}", O_SUB, 2, TM_32 | TM_64},
    {"mul", dec_mul,
     "mul.{lo,hi}.{u16,…,s64}, mul.wide.{u16,s16,u32,s32}, "
     "mul{.rn,.rz,.rm,.rp}{.ftz}{.sat}.{f32,f64}, mul{.rn}{.ftz}{.sat}." HALVES,
     O_MUL, 2, TM_ADD | TM_HALF},
    {"mad", dec_mul,
     "mad.{lo,hi}.{u16,…,s64}, mad.hi.sat.s32, mad.wide.{u16,s16,u32,s32}, "
     "mad.{lo,hi}.cc.{u32,…,s64}, mad{.rn,…}{.ftz}{.sat}.{f32,f64}",
     O_MAD, 3, TM_ADD},
    {"madc", dec_madc, "madc.{lo,hi}{.cc}.{u32,s32,u64,s64}", O_MAD, 3, TM_32 | TM_64},
    {"mul24", dec_mul24, "mul24.{lo,hi}.{u32,s32}", O_MUL24, 2, TM_32},
    {"mad24", dec_mul24, "mad24.{lo,hi}.{u32,s32}, mad24.hi.sat.s32", O_MAD24, 3, TM_32},
    {"div", dec_div, "div.{u16,…,s64}, div.{approx,full}{.ftz}.f32, div{.rn,…}{.ftz}.{f32,f64}", O_DIV, 2, TM_ADD},
    {"rem", dec_div, "rem.{u16,s16,u32,s32,u64,s64}", O_REM, 2, TM_INT},
    {"sad", dec_plain, "sad.{u16,s16,u32,s32,u64,s64}", O_SAD, 3, TM_INT},
    {"abs", dec_plain, "abs.{s16,s32,s64}, abs{.ftz}.{f32,f64}, abs{.ftz}." HALVES, O_ABS, 1, TM_SIGNED | TM_HALF},
    {"neg", dec_plain, "neg.{s16,s32,s64}, neg{.ftz}.{f32,f64}, neg{.ftz}." HALVES, O_NEG, 1, TM_SIGNED | TM_HALF},
    {"min", dec_plain,
     "min.{u16,…,s64,u16x2,s16x2}, min.relu.{s32,s16x2}, min{.ftz}{.NaN}{.xorsign.abs}.f32, min{.ftz}{.NaN}{.abs}.f32 "
     "d, a, b, c, min.f64, min{.ftz}{.NaN}{.xorsign.abs}." HALVES,
     O_MIN, 2, TM_ADD | TM_HALF},
    {"max", dec_plain,
     "max.{u16,…,s64,u16x2,s16x2}, max.relu.{s32,s16x2}, max{.ftz}{.NaN}{.xorsign.abs}.f32, max{.ftz}{.NaN}{.abs}.f32 "
     "d, a, b, c, max.f64, max{.ftz}{.NaN}{.xorsign.abs}." HALVES,
     O_MAX, 2, TM_ADD | TM_HALF},
    {"cnot", dec_plain, "cnot.{b16,b32,b64}", O_CNOT, 1, TM_INT},
    {"and", dec_logic, "and.{pred,b16,b32,b64}", O_AND, 2, TM_INT | TM(T_PRED)},
    {"or", dec_logic, "or.{pred,b16,b32,b64}", O_OR, 2, TM_INT | TM(T_PRED)},
    {"xor", dec_logic, "xor.{pred,b16,b32,b64}", O_XOR, 2, TM_INT | TM(T_PRED)},
    {"not", dec_logic, "not.{pred,b16,b32,b64}", O_NOT, 1, TM_INT | TM(T_PRED)},
    {"shl", dec_shift, "shl.{b16,b32,b64}", O_SHL, 2, TM_INT},
    {"shr", dec_shift, "shr.{b16,…,b64,u16,…,s64}", O_SHR, 2, TM_INT},
    {0}};
