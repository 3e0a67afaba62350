/* ptx_decode_move.c - decodes moves, selection, address conversion. */
#include "ptx/ptx_build.h"

static ptx_type_t bits_type(ptx_type_t t) /* the integer type of the same width */
{
    return t == T_F32 ? T_U32 : t == T_F64 ? T_U64 : ptx_unsigned(t);
}

/* mov.b64 %rd, {%r1, %r2} and mov.b64 {%r1, %r2}, %rd: the vector elements are equal parts of the scalar. */
static bool pack(ptx_inst_t *in, ptx_type_t t)
{
    const bool packs = in->o[1].is_vec;
    const ptx_operand_t *v = &in->o[packs ? 1 : 0];
    const uint32_t piece_bytes = ptx_type_bytes(t) / v->n;
    if (in->o[0].is_vec == packs || v->n == 1 || v->n == 3 || v->n > 4 || piece_bytes < 1) return ptx_bad(in);
    in->u.group = G_MOVE;
    in->u.op = UOP(packs ? O_PACK : O_UNPACK, bits_type(t));
    in->u.vec = (uint8_t)v->n;
    in->u.mod = (uint8_t)(8 * piece_bytes);
    if (packs && !ptx_dst(in, 0, 0, t)) return false;
    if (!packs && !ptx_src(in, 1, 0, t)) return false;
    for (uint32_t i = 0; i < v->n; i++)
        if (packs ? !ptx_src_elem(in, &v->e[i], i, T_U32, false) : !ptx_dst_elem(in, &v->e[i], i, T_U32, false))
            return false;
    return true;
}

/* mov of the address of a local variable of a function: an addition, because SR_LOCAL holds the start of its locals. */
static bool frame(ptx_inst_t *in)
{
    const ptx_operand_t *from = &in->o[1];
    const ptx_reg_t *base = ptx_sreg(in->ps, SR_LOCAL, "%local", 6);
    if (!base) return false;
    in->u.group = G_INT;
    in->u.op = UOP(O_ADD, T_U64);
    in->u.s[0] = base->id;
    in->u.s[1] = ptx_const(in->ps, from->e[0].var->offset_bytes + from->offset, 64, NULL);
    in->u.src64 |= 3;
    return in->u.s[1] != UREF_NONE && ptx_dst(in, 0, 0, T_U64);
}

/* mov.b128: both sides are pairs of 64-bit registers by now. */
static bool move_pair(ptx_inst_t *in)
{
    in->u.group = G_MOVE;
    in->u.op = UOP(O_MOVES, T_U64);
    in->u.vec = 2;
    for (uint32_t i = 0; i < 2; i++) {
        const ptx_operand_t *o = &in->o[i];
        if (!o->is_vec || o->n != 2) return ptx_bad_operand(in, &o->e[0], "a .b128 register or two 64-bit ones");
    }
    for (uint32_t h = 0; h < 2; h++)
        if (!ptx_dst_elem(in, &in->o[0].e[h], h, T_U64, false) || !ptx_src_elem(in, &in->o[1].e[h], h, T_U64, false))
            return false;
    return true;
}

/* mov.v2 and mov.v4 {d, …}, {a, …}; mov.v4 {d, …}, %tid. */
static bool move_vector(ptx_inst_t *in, ptx_type_t t, uint32_t n)
{
    const ptx_operand_t *to = &in->o[0], *from = &in->o[1];
    const bool whole = from->e[0].kind == OPD_WHOLE && n == 4 && !from->is_vec && !from->is_addr;
    const uint32_t bytes = ptx_type_bytes(t);
    if (t == T_PRED || n * bytes > 16 || (whole && (bytes == 8 || t == T_F32))) return ptx_bad(in);
    if (!to->is_vec || to->n != n) return ptx_bad_operand(in, &to->e[0], "as many elements as .v2 or .v4 says");
    if (!whole && (!from->is_vec || from->n != n))
        return ptx_bad_operand(in, &from->e[0], "as many elements as .v2 or .v4 says, or of .v4 a special register");
    in->u.group = G_MOVE;
    in->u.op = UOP(O_MOVES, bits_type(t));
    in->u.vec = (uint8_t)n;
    for (uint32_t i = 0; i < n; i++) {
        ptx_elem_t e = from->e[i];
        if (whole && !ptx_special_part(in->ps, &from->e[0], i, &e)) return false;
        if (!ptx_dst_elem(in, &to->e[i], i, t, false) || !ptx_src_elem(in, &e, i, t, false)) return false;
    }
    return true;
}

/* The address of a .param variable of a call is a name, not a number: the variable lies in registers. The register that
 * gets it stands for the variable, in ld.param and st.param, from here on. */
static bool point(ptx_inst_t *in, ptx_var_t *v)
{
    const ptx_elem_t *to = &in->o[0].e[0];
    if (in->guard || in->o[1].offset || to->kind != OPD_REG || !ptx_dst(in, 0, 0, T_U64))
        return ptx_bad_operand(in, &in->o[1].e[0],
                               "a register (such an address may only be moved as it is, unguarded)");
    to->reg->points = v;
    return true;
}

static bool dec_mov(ptx_inst_t *in)
{
    ptx_type_t t;
    bool is_b128;
    if (!ptx_take_wide(in, in->row->types, 0, &t, &is_b128) || !ptx_count(in, 2)) return false;
    if (is_b128) return move_pair(in);
    const uint32_t vec = ptx_mod(in, "v2") ? 2 : ptx_mod(in, "v4") ? 4 : 0;
    if (vec) return move_vector(in, t, vec);
    for (uint32_t i = 0; i < 2; i++) in->o[i].is_vec &= in->o[i].n > 1; /* {a} is a */
    if (in->o[0].is_vec || in->o[1].is_vec) return pack(in, t);
    const ptx_elem_t *from = &in->o[1].e[0];
    in->u.type = (uint8_t)t;
    if (from->kind == OPD_VAR && from->var->space == SPACE_LOCAL && in->ps->k->is_func && t == T_U64) return frame(in);
    ptx_var_t *area = from->kind == OPD_REG                      ? from->reg->points
                      : from->kind == OPD_VAR && from->var->area ? from->var
                                                                 : NULL;
    in->u.group = t == T_PRED ? G_PRED : G_INT;
    in->u.op = UOP(O_MOV, t == T_PRED ? T_PRED : bits_type(t));
    if (area && t == T_U64) return point(in, area);
    if (from->kind == OPD_REG && from->reg->sreg >= SR_CLOCK) {
        if (from->reg->bits != (ptx_type_bytes(t) == 8 ? 64 : 32))
            return ptx_bad_operand(in, from, "a special register of the type's width");
        in->u.group = G_MOVE;
        in->u.op = UOP(O_CLOCK, bits_type(t));
        in->u.mod = from->reg->sreg == SR_CLOCK_HI || from->reg->sreg == SR_TIMER_HI;
        in->u.mod2 = from->reg->sreg >= SR_TIMER;
        return ptx_dst(in, 0, 0, t);
    }
    return ptx_same_types(in, t, 1);
}

static bool dec_selp(ptx_inst_t *in)
{
    ptx_type_t t;
    if (!ptx_take_type(in, in->row->types, &t) || !ptx_count(in, 4)) return false;
    in->u.group = G_INT;
    in->u.op = UOP(O_SELP, bits_type(t));
    return ptx_dst(in, 0, 0, t) && ptx_src(in, 1, 0, t) && ptx_src(in, 2, 1, t) && ptx_src(in, 3, 2, T_PRED);
}

static bool dec_slct(ptx_inst_t *in)
{
    ptx_type_t t, c;
    if (!ptx_take_type(in, TM(T_S32) | TM(T_F32), &c) || !ptx_take_type(in, in->row->types, &t) || !ptx_count(in, 4))
        return false;
    in->u.mod = ptx_mod(in, "ftz"); /* not UF_FTZ_IN: only c is flushed */
    in->u.group = G_INT;
    in->u.op = UOP(c == T_F32 ? O_SLCTF : O_SLCT, bits_type(t));
    return ptx_dst(in, 0, 0, t) && ptx_src(in, 1, 0, t) && ptx_src(in, 2, 1, t) && ptx_src(in, 3, 2, c);
}

/* The state space that the instruction names. A function's parameters have no address: they lie in registers. */
static bool named_space(ptx_inst_t *in, uint8_t *space)
{
    const bool in_registers = ptx_mod(in, "param::func");
    *space = ptx_space_of(in);
    return !in_registers && *space != SPACE_GENERIC;
}

static bool dec_cvta(ptx_inst_t *in)
{
    static const uint8_t WINDOWS[] = {[SPACE_GLOBAL] = 0,
                                      [SPACE_SHARED] = PTX_WINDOW_SHARED,
                                      [SPACE_LOCAL] = PTX_WINDOW_LOCAL,
                                      [SPACE_CONST] = PTX_WINDOW_CONST,
                                      [SPACE_PARAM] = PTX_WINDOW_PARAM};
    ptx_type_t t;
    uint8_t space;
    const bool to = ptx_mod(in, "to");
    if (!named_space(in, &space) || !ptx_take_type(in, in->row->types, &t) || !ptx_count(in, 2)) return ptx_bad(in);
    const uint64_t base = (uint64_t)WINDOWS[space] << PTX_WINDOW_SHIFT;
    in->u.group = G_INT;
    in->u.op = UOP(base ? O_ADD : O_MOV, T_U64);
    if (!base) in->u.flags |= UF_SILENT;
    in->u.s[1] = ptx_const(in->ps, to ? 0 - base : base, 64, NULL);
    if (!base) in->u.s[1] = UREF_CONST;
    return in->u.s[1] != UREF_NONE && ptx_dst(in, 0, 0, t) && ptx_src(in, 1, 0, t);
}

static bool dec_isspacep(ptx_inst_t *in)
{
    if (!named_space(in, &in->u.mod)) return ptx_bad(in);
    const bool own = in->u.mod == SPACE_SHARED && !(in->u.flags & UF_CLUSTER) && in->ps->m->sm >= 90;
    in->u.group = own ? G_CLUSTER : G_CMP;
    in->u.op = own ? UOP(O_ISOWN, T_U64) : UOP(O_ISSPACEP, T_U64);
    return ptx_count(in, 2) && ptx_dst(in, 0, 0, T_PRED) && ptx_src(in, 1, 0, T_U64);
}

#define TM_ALL (TM_INT | TM_FLOAT)
const ptx_row_t ptx_rows_move[] = {
    {"mov", dec_mov,
     "mov.{pred,b16,…,b64,u16,…,s64,f32,f64}, with {a,b} or {a,b,c,d} on one side to "
     "pack or unpack b16, b32 or b64, mov.b128 with {lower,upper} on a side, mov.{v2,v4} of {a,…}, mov.v4 of %tid",
     O_MOV, 1, TM_ALL | TM(T_PRED)},
    {"selp", dec_selp, "selp.{b16,…,b64,u16,…,s64,f32,f64}", O_SELP, 3, TM_ALL},
    {"slct", dec_slct, "slct{.ftz}.{b16,…,b64,u16,…,s64,f32,f64}.{s32,f32}", O_SLCT, 3, TM_ALL},
    {"cvta", dec_cvta, "cvta{.to}.{global,shared,local,const,param}.u64", O_MOV, 1, TM(T_U64)},
    {"isspacep", dec_isspacep, "isspacep.{global,shared,local,const,param}", O_ISSPACEP, 1, 0},
    {0}};
