/* ptx_decode_matrix.c - decodes ldmatrix, stmatrix, movmatrix of 8 x 8 matrices of 16-bit elements. */
#include "ptx/ptx_build.h"

enum { MATRIX_WORD = 4 /* bytes of a matrix that a lane holds */ };

/* .sync.aligned: the warp executes it as a whole. The lanes of diverged paths wait for one another. */
static bool whole_warp(ptx_inst_t *in)
{
    if (!ptx_mod(in, "sync") || !ptx_mod(in, "aligned") || !ptx_mod(in, "m8n8")) return ptx_bad(in);
    in->u.group = G_MATRIX;
    if (in->ps->m->splits) in->u.flags |= UF_MEETS;
    in->u.s[3] = ptx_const(in->ps, UINT32_MAX, 32, NULL);
    return in->u.s[3] != UREF_NONE;
}

static bool matrices(ptx_inst_t *in, const ptx_operand_t *o)
{
    in->u.vec = ptx_mod(in, "x1") ? 1 : ptx_mod(in, "x2") ? 2 : ptx_mod(in, "x4") ? 4 : 0;
    in->u.mod = ptx_mod(in, "trans");
    if (!in->u.vec || !ptx_mod(in, "b16")) return ptx_bad(in);
    in->u.type = T_U16;
    in->w.width_bytes = (uint8_t)(in->u.vec * MATRIX_WORD);
    ptx_timing(in, UNIT_LDST, LAT_INT);
    if (!o->is_vec || o->n != in->u.vec)
        return ptx_bad_operand(in, &o->e[0], "as many registers in { } as .x1, .x2 or .x4 says");
    return true;
}

/* The rows lie in shared memory: a generic address must point there. */
static bool rows(ptx_inst_t *in, uint32_t operand)
{
    const uint8_t space = ptx_space_of(in);
    if (space != SPACE_SHARED && space != SPACE_GENERIC) return ptx_bad(in);
    if (!ptx_address(in, operand, space)) return false;
    in->w.space = SPACE_SHARED;
    return true;
}

static bool dec_ldmatrix(ptx_inst_t *in)
{
    if (!whole_warp(in) || !ptx_count(in, 2) || !matrices(in, &in->o[0]) || !rows(in, 1)) return false;
    in->u.op = UOP(O_LD, T_U32);
    in->w.op = WI_LOAD;
    for (uint32_t i = 0; i < in->u.vec; i++)
        if (!ptx_dst_elem(in, &in->o[0].e[i], i, T_U32, false)) return false;
    return true;
}

static bool dec_stmatrix(ptx_inst_t *in)
{
    if (!whole_warp(in) || !ptx_count(in, 2) || !matrices(in, &in->o[1]) || !rows(in, 0)) return false;
    in->u.op = UOP(O_ST, T_U32);
    in->w.op = WI_STORE;
    for (uint32_t i = 0; i < in->u.vec; i++)
        if (!ptx_src_elem(in, &in->o[1].e[i], MATRIX_FIRST + i, T_U32, false)) return false;
    return true;
}

static bool dec_movmatrix(ptx_inst_t *in)
{
    if (!whole_warp(in) || !ptx_mod(in, "trans") || !ptx_mod(in, "b16")) return ptx_bad(in);
    in->u.op = UOP(O_MOV, T_U32);
    if (!ptx_same_types(in, T_U32, 1)) return false;
    return in->o[1].e[0].kind == OPD_REG || ptx_bad_operand(in, &in->o[1].e[0], "a register");
}

const ptx_row_t ptx_rows_matrix[] = {
    {"ldmatrix", dec_ldmatrix, "ldmatrix.sync.aligned.m8n8.{x1,x2,x4}{.trans}{.shared{::cta}}.b16", O_LD, 0, 0},
    {"stmatrix", dec_stmatrix, "stmatrix.sync.aligned.m8n8.{x1,x2,x4}{.trans}{.shared{::cta}}.b16", O_ST, 0, 0},
    {"movmatrix", dec_movmatrix, "movmatrix.sync.aligned.m8n8.trans.b16", O_MOV, 0, 0},
    {0}};
