/* ptx_decode_bits.c - counts, bit fields, funnel shifts, permutations. */
#include "ptx/ptx_build.h"

#include <string.h>

static bool dec_count(ptx_inst_t *in) /* popc, clz, bfind: the result is 32 bits wide */
{
    ptx_type_t t;
    uint8_t base = in->row->base;
    if (base == O_BFIND && ptx_mod(in, "shiftamt")) base = O_BFINDSH;
    if (!ptx_take_type(in, in->row->types, &t)) return false;
    ptx_set_op(in, G_BITS, base, t);
    return ptx_count(in, 2) && ptx_dst(in, 0, 0, T_U32) && ptx_src(in, 1, 0, t);
}

static bool dec_bits(ptx_inst_t *in) /* brev */
{
    ptx_type_t t;
    if (!ptx_take_type(in, in->row->types, &t)) return false;
    ptx_set_op(in, G_BITS, in->row->base, t);
    return ptx_same_types(in, t, in->row->srcs);
}

static bool dec_field(ptx_inst_t *in) /* bfe d,a,pos,len and bfi d,a,b,pos,len */
{
    ptx_type_t t;
    const uint32_t wide_srcs = in->row->base == O_BFI ? 2 : 1;
    if (!ptx_take_type(in, in->row->types, &t)) return false;
    ptx_set_op(in, G_BITS, in->row->base, t);
    if (!ptx_count(in, wide_srcs + 3) || !ptx_dst(in, 0, 0, t)) return false;
    for (uint32_t i = 0; i < wide_srcs + 2; i++)
        if (!ptx_src(in, i + 1, i, i < wide_srcs ? t : T_U32)) return false;
    return true;
}

static bool dec_shf(ptx_inst_t *in)
{
    ptx_type_t t;
    const bool left = ptx_mod(in, "l");
    if (!left && !ptx_mod(in, "r")) return ptx_bad(in);
    const bool clamp = ptx_mod(in, "clamp");
    if ((!clamp && !ptx_mod(in, "wrap")) || !ptx_take_type(in, in->row->types, &t)) return ptx_bad(in);
    ptx_set_op(in, G_BITS, left ? (clamp ? O_SHF_L_CLAMP : O_SHF_L_WRAP) : clamp ? O_SHF_R_CLAMP : O_SHF_R_WRAP, t);
    return ptx_same_types(in, t, 3);
}

/* lop3.{or,and}.b32 d|p, a, b, c, table, q: p = (d != 0) op q. */
static bool lop3_predicate(ptx_inst_t *in, bool is_and)
{
    in->u.group = G_MOVE;
    in->u.op = UOP(O_LOP3P, T_U32);
    in->u.mod2 = is_and ? B_AND : B_OR;
    const ptx_operand_t *d = &in->o[0];
    if (!d->is_pair || d->second.kind == OPD_SINK) return ptx_bad_operand(in, &d->e[0], "d|p");
    return ptx_dst_elem(in, &d->e[0], 0, T_U32, false) && ptx_dst_elem(in, &d->second, 1, T_PRED, false) &&
           ptx_src(in, 5, 3, T_PRED);
}

static bool dec_lop3(ptx_inst_t *in)
{
    ptx_type_t t;
    const bool is_and = ptx_mod(in, "and"), predicate = is_and || ptx_mod(in, "or");
    if (!ptx_take_type(in, in->row->types, &t) || !ptx_count(in, predicate ? 6 : 5)) return false;
    ptx_set_op(in, G_BITS, O_LOP3, t);
    const ptx_elem_t *table = &in->o[4].e[0];
    if (table->kind != OPD_INT || table->value > 255) return ptx_bad_operand(in, table, "a truth table from 0 to 255");
    in->u.imm = (int64_t)table->value;
    for (uint32_t i = 0; i < 3; i++)
        if (!ptx_src(in, i + 1, i, t)) return false;
    return predicate ? lop3_predicate(in, is_and) : ptx_dst(in, 0, 0, t);
}

static bool dec_fns(ptx_inst_t *in)
{
    ptx_type_t t;
    if (!ptx_take_type(in, in->row->types, &t)) return false;
    ptx_set_op(in, G_BITS, O_FNS, T_U32);
    return ptx_same_types(in, t, 3);
}

static bool dec_prmt(ptx_inst_t *in)
{
    static const char *const MODES[] = {
        [P_F4E] = "f4e", [P_B4E] = "b4e", [P_RC8] = "rc8", [P_ECL] = "ecl", [P_ECR] = "ecr", [P_RC16] = "rc16"};
    ptx_type_t t;
    if (!ptx_take_type(in, in->row->types, &t)) return false;
    ptx_set_op(in, G_BITS, O_PRMT, t);
    for (uint32_t i = P_F4E; i <= P_RC16; i++)
        if (ptx_mod(in, MODES[i])) in->u.mod = (uint8_t)i;
    return ptx_same_types(in, t, 3);
}

static bool dec_dot(ptx_inst_t *in) /* dp4a, dp2a */
{
    ptx_type_t b, a;
    const bool pairs = in->row->base == O_DP2A, hi = pairs && ptx_mod(in, "hi");
    if (pairs && !hi && !ptx_mod(in, "lo")) return ptx_bad(in);
    if (!ptx_take_type(in, in->row->types, &b) || !ptx_take_type(in, in->row->types, &a)) return false;
    ptx_set_op(in, G_BITS, in->row->base, T_U32);
    in->u.mod = (uint8_t)((a == T_S32) | (b == T_S32) << 1 | hi << 2);
    ptx_timing(in, UNIT_SP, LAT_IMUL);
    return ptx_same_types(in, T_U32, 3);
}

static bool dec_mask(ptx_inst_t *in) /* bmsk d,position,width and szext d,a,width */
{
    ptx_type_t t;
    const bool clamp = ptx_mod(in, "clamp");
    if ((!clamp && !ptx_mod(in, "wrap")) || !ptx_take_type(in, in->row->types, &t)) return ptx_bad(in);
    ptx_set_op(in, G_BITS, (uint8_t)(in->row->base + clamp), t);
    return ptx_same_types(in, t, 2);
}

const ptx_row_t ptx_rows_bits[] = {
    {"popc", dec_count, "popc.{b32,b64}", O_POPC, 1, TM_32 | TM_64},
    {"clz", dec_count, "clz.{b32,b64}", O_CLZ, 1, TM_32 | TM_64},
    {"bfind", dec_count, "bfind{.shiftamt}.{u32,s32,u64,s64}", O_BFIND, 1, TM_32 | TM_64},
    {"brev", dec_bits, "brev.{b32,b64}", O_BREV, 1, TM_32 | TM_64},
    {"bfe", dec_field, "bfe.{u32,s32,u64,s64}", O_BFE, 3, TM_32 | TM_64},
    {"bfi", dec_field, "bfi.{b32,b64}", O_BFI, 4, TM_32 | TM_64},
    {"shf", dec_shf, "shf.{l,r}.{wrap,clamp}.b32", O_SHF_L_WRAP, 3, TM(T_U32)},
    {"lop3", dec_lop3, "lop3.b32, lop3.{or,and}.b32 d|p, a, b, c, table, q", O_LOP3, 3, TM_32},
    {"prmt", dec_prmt, "prmt.b32{.f4e,.b4e,.rc8,.ecl,.ecr,.rc16}", O_PRMT, 3, TM_32},
    {"dp4a", dec_dot, "dp4a.{u32,s32}.{u32,s32}", O_DP4A, 3, TM_32},
    {"dp2a", dec_dot, "dp2a.{lo,hi}.{u32,s32}.{u32,s32}", O_DP2A, 3, TM_32},
    {"fns", dec_fns, "fns.b32", O_FNS, 3, TM(T_U32)},
    {"bmsk", dec_mask, "bmsk.{clamp,wrap}.b32", O_BMSK_WRAP, 2, TM(T_U32)},
    {"szext", dec_mask, "szext.{clamp,wrap}.{u32,s32}", O_SZEXT_WRAP, 2, TM_32},
    {0}};
