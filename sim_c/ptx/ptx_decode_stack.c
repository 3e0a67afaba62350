/* ptx_decode_stack.c - decodes alloca, stacksave, stackrestore. */
#include "ptx/ptx_build.h"

enum { ALIGN_DEFAULT = 8, ALIGN_MAX = 1 << 16 };

static bool start(ptx_inst_t *in, ptx_type_t *t, const ptx_reg_t **pointer)
{
    *t = ptx_mod(in, "u64") ? T_U64 : T_U32;
    if (*t == T_U32 && !ptx_mod(in, "u32")) return ptx_bad(in);
    *pointer = ptx_sreg(in->ps, SR_STACK, "%stack", 6);
    if (!*pointer) return false;
    in->u.group = G_STACK;
    in->u.op = UOP(in->row->base, *t);
    in->u.s[1] = (*pointer)->id;
    return true;
}

/* alloca d, bytes{, alignment} */
static bool dec_alloca(ptx_inst_t *in)
{
    ptx_type_t t;
    const ptx_reg_t *pointer = NULL;
    if (!start(in, &t, &pointer)) return false;
    in->u.imm = ALIGN_DEFAULT;
    if (in->operands == 3) {
        const ptx_elem_t *e = &in->o[2].e[0];
        if (e->kind != OPD_INT || !e->value || e->value > ALIGN_MAX || (e->value & (e->value - 1)))
            return ptx_bad_operand(in, e, "an alignment: a power of two up to 65536");
        in->u.imm = (int64_t)e->value;
        in->operands = 2;
    }
    if (!ptx_count(in, 2) || !ptx_dst(in, 0, 0, t) || !ptx_src(in, 1, 0, t)) return false;
    in->u.d[1] = pointer->id;
    return true;
}

static bool dec_stacksave(ptx_inst_t *in)
{
    ptx_type_t t;
    const ptx_reg_t *pointer = NULL;
    return start(in, &t, &pointer) && ptx_count(in, 1) && ptx_dst(in, 0, 0, t);
}

static bool dec_stackrestore(ptx_inst_t *in)
{
    ptx_type_t t;
    const ptx_reg_t *pointer = NULL;
    if (!start(in, &t, &pointer) || !ptx_count(in, 1) || !ptx_src(in, 0, 0, t)) return false;
    if (in->o[0].e[0].kind != OPD_REG) return ptx_bad_operand(in, &in->o[0].e[0], "a register");
    in->u.d[1] = pointer->id;
    return true;
}

const ptx_row_t ptx_rows_stack[] = {{"alloca", dec_alloca, "alloca.{u32,u64}", O_ALLOCA, 0, 0},
                                    {"stacksave", dec_stacksave, "stacksave.{u32,u64}", O_STACKSAVE, 0, 0},
                                    {"stackrestore", dec_stackrestore, "stackrestore.{u32,u64}", O_STACKRESTORE, 0, 0},
                                    {0}};
