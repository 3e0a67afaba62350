/* ptx_append.c - decodes an instruction as a whole and appends its micro-ops to the kernel: its own, and the silent
 * ones that prepare its operands. */
#include "ptx/ptx_build.h"

#include <string.h>

static const char *keep_name(ptx_inst_t *in)
{
    ptx_kernel_t *k = in->ps->k;
    if (k->uops && strcmp(k->text[k->uops - 1], in->name) == 0) return k->text[k->uops - 1];
    return ptx_arena_str(&in->ps->m->arena, in->name, strlen(in->name));
}

bool ptx_append(ptx_inst_t *in)
{
    ptx_parser_t *ps = in->ps;
    ptx_kernel_t *k = ps->k;
    if (k->uops == PTX_MAX_CODE)
        return err_set(ps->lx.err, ps->lx.file, in->line, "%s '%.60s' has more instructions than the %d allowed",
                       ptx_whose(k), k->name, PTX_MAX_CODE);
    const char *text = keep_name(in);
    if (!text || !ptx_grow(&k->uop, k->uops, &k->uops_room, sizeof *k->uop) ||
        !ptx_grow(&k->winst, k->uops, &k->winst_room, sizeof *k->winst) ||
        !ptx_grow(&k->text, k->uops, &k->text_room, sizeof *k->text))
        return ptx_no_memory(ps);
    in->w.line = in->line;
    k->uop[k->uops] = in->u;
    k->winst[k->uops] = in->w;
    k->text[k->uops++] = text;
    return true;
}

/* No guard, no operands, no target. */
void ptx_clear(ptx_inst_t *in)
{
    in->u.guard = in->guard ? in->guard->id : UREF_NONE;
    in->u.target = in->u.reconv = UREF_NONE;
    for (uint32_t i = 0; i < UVEC_MAX; i++) in->u.d[i] = UREF_NONE;
    for (uint32_t i = 0; i <= UVEC_MAX; i++) in->u.s[i] = UREF_CONST;
    ptx_timing(in, UNIT_SP, LAT_INT);
}

ptx_inst_t ptx_beside(const ptx_inst_t *in)
{
    ptx_inst_t x = {.ps = in->ps, .line = in->line, .row = in->row, .guard = in->guard};
    memcpy(x.name, in->name, sizeof x.name);
    ptx_clear(&x);
    x.u.flags = in->u.flags & UF_GUARD_NOT;
    return x;
}

/* !p: hardware negates as it reads. A silent micro-op writes the negation into a register of its own; the instruction
 * still waits for p itself. */
bool ptx_negated(ptx_inst_t *in, const ptx_elem_t *e, uint32_t slot)
{
    ptx_inst_t not = ptx_beside(in);
    const ptx_reg_t *r = ptx_new_reg(in->ps, "!", 1);
    if (!r || e->kind != OPD_REG || e->reg->bits != 1) return r && ptx_bad_operand(in, e, "a predicate register");
    not .u.guard = UREF_NONE;
    not .u.group = G_PRED;
    not .u.op = UOP(O_NOT, T_PRED);
    not .u.flags = UF_SILENT;
    not .u.s[0] = e->reg->id;
    not .u.d[0] = in->u.s[slot] = r->id;
    not .u.dst = DST_PRED;
    return ptx_append(&not ) && ptx_more_src(in, e, T_PRED);
}

bool ptx_widened(ptx_inst_t *in, uint32_t operand, uint32_t slot, ptx_type_t half)
{
    ptx_inst_t cvt = ptx_beside(in);
    const ptx_operand_t *o = &in->o[operand];
    const ptx_reg_t *r = ptx_new_reg(in->ps, "half", 32);
    if (!r) return false;
    if (o->e[0].kind != OPD_REG || o->is_vec || o->is_addr || o->is_not || o->is_pair)
        return ptx_bad_operand(in, &o->e[0], "a 16-bit register");
    if (!ptx_src_elem(&cvt, &o->e[0], 0, half, false)) return false;
    cvt.u.group = G_CVT;
    cvt.u.op = UOP(O_CVT, T_F32);
    cvt.u.type = (uint8_t)half;
    cvt.u.flags |= UF_SILENT;
    cvt.u.d[0] = in->u.s[slot] = r->id;
    cvt.u.dst = DST_32;
    return ptx_append(&cvt) && ptx_more_src(in, &o->e[0], half);
}

bool ptx_src(ptx_inst_t *in, uint32_t operand, uint32_t slot, ptx_type_t type)
{
    const ptx_operand_t *o = &in->o[operand];
    if (o->is_not && type == T_PRED && !o->is_pair) return ptx_negated(in, &o->e[0], slot);
    if (o->is_vec || o->is_addr || o->is_pair || o->is_not)
        return ptx_bad_operand(in, &o->e[0], "a single register or constant");
    if (o->e[0].kind == OPD_VAR) return ptx_src_var(in, &o->e[0], o->offset, slot, type);
    return ptx_src_elem(in, &o->e[0], slot, type, false);
}

bool ptx_same_types(ptx_inst_t *in, ptx_type_t type, uint32_t srcs)
{
    if (!ptx_count(in, srcs + 1) || !ptx_dst(in, 0, 0, type)) return false;
    for (uint32_t i = 0; i < srcs; i++)
        if (!ptx_src(in, i + 1, i, type)) return false;
    return true;
}

/* %r1.b0 and -%r1 belong to the video instructions. */
static bool plain_operands(ptx_inst_t *in)
{
    for (uint32_t i = 0; i < in->operands; i++) {
        const ptx_operand_t *o = &in->o[i];
        for (uint32_t e = 0; e < o->n; e++)
            if (o->e[e].part || o->is_minus) return ptx_bad_operand(in, &o->e[e], "a register without sign or part");
    }
    return true;
}

bool ptx_decode(ptx_inst_t *in)
{
    const uint32_t target = in->u.s[0]; /* of an indirect call */
    in->ps->line = in->line;
    ptx_clear(in);
    if (in->call->kind == CALL_INDIRECT) in->u.s[0] = target;
    if (!in->ps->k->pool_used && ptx_const(in->ps, 0, 64, NULL) == UREF_NONE) return false;
    if (!in->row->decode(in) || (!in->takes_parts && !plain_operands(in))) return false;
    for (uint32_t i = 0; i < in->parts; i++)
        if (!in->part_used[i]) return ptx_bad(in);
    return ptx_append(in);
}
