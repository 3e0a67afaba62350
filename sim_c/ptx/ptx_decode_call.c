/* ptx_decode_call.c - decodes call, and ld.param and st.param of its arguments and results. */
#include "ptx/ptx_decode_call.h"

static bool dec_call(ptx_inst_t *in)
{
    ptx_kernel_t *k = in->ps->k;
    const bool builtin = ptx_is_builtin(in->call);
    const uint32_t address = in->u.s[0];
    ptx_mod(in, "uni");
    in->u.group = G_CALL;
    in->u.op = UOP(O_CALL, T_NONE);
    in->u.s[0] = in->call->kind == CALL_INDIRECT ? address : UREF_CONST;
    in->u.imm = k->calls;
    in->w.op = builtin ? WI_ALU : WI_BRANCH;
    if (builtin && in->call->results.used) in->u.d[0] = in->call->results.area[0].offset;
    if (!ptx_grow(&k->call, k->calls, &k->calls_room, sizeof *k->call)) return ptx_no_memory(in->ps);
    k->call[k->calls++] = *in->call;
    k->own_calls = k->calls;
    *in->call = (ptx_call_t){0}; /* the kernel owns it from now on */
    return true;
}

static bool inside(ptx_inst_t *in, const ptx_operand_t *o, ptx_type_t t)
{
    const uint32_t bytes = ptx_type_bytes(t), words = o->e[0].var->area->words;
    if (o->offset % bytes == 0 && o->offset + (uint64_t)bytes * in->u.vec <= (uint64_t)words * 4) return true;
    return ptx_bad_operand(in, &o->e[0], "an aligned offset inside the .param variable");
}

bool ptx_decode_area(ptx_inst_t *in, ptx_type_t t, bool writes)
{
    const ptx_operand_t *at = &in->o[writes ? 0 : 1], *value = &in->o[writes ? 1 : 0];
    const uint32_t area = at->e[0].var->area->id;
    if (!inside(in, at, t)) return false;
    in->u.group = G_PARAM;
    in->u.type = (uint8_t)t;
    in->u.op = UOP(writes ? O_ST : O_LD, t);
    in->u.imm = (int64_t)at->offset;
    in->w.width_bytes = 0;
    if (writes) in->u.d[0] = area;
    else in->u.s[0] = area;
    for (uint32_t i = 0; i < in->u.vec; i++)
        if (writes ? !ptx_src_elem(in, &value->e[i], i, t, true) : !ptx_dst_elem(in, &value->e[i], i, t, true))
            return false;
    return true;
}

const ptx_row_t ptx_rows_call[] = {
    {"call", dec_call, "call{.uni} of a function or a register, with .param variables", O_CALL, 0, 0}, {0}};
