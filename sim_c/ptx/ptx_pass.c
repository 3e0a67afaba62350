/* ptx_pass.c - parameters, results and arguments of functions that are registers instead of .param variables. Each has
 * a .param variable behind it: micro-ops store registers to it before a call or a return, and load them after. */
#include "ptx/ptx_decode_call.h"

bool ptx_add_area(ptx_parser_t *ps, ptx_areas_t *areas, const ptx_var_t *v)
{
    if (!ptx_grow(&areas->area, areas->used, &areas->room, sizeof *areas->area)) return ptx_no_memory(ps);
    areas->area[areas->used++] = (ptx_area_t){.offset = v->area->id, .words = v->area->words};
    return true;
}

static ptx_type_t word(const ptx_reg_t *r) { return r->bits == 64 ? T_U64 : T_U32; }

/* The .param variable behind a register or a constant of this type. NULL: err. */
static ptx_var_t *behind(ptx_parser_t *ps, ptx_type_t type)
{
    ptx_var_t *v = ptx_arena_alloc(&ps->m->arena, sizeof *v);
    if (!v) {
        ptx_no_memory(ps);
        return NULL;
    }
    *v = (ptx_var_t){.name = "passed", .line = ps->lx.tok.line, .space = SPACE_PARAM, .type = (uint8_t)type};
    v->align_bytes = ptx_type_bytes(type);
    v->size_bytes = v->align_bytes;
    v->area = ptx_new_reg(ps, v->name, 32);
    if (!v->area) return NULL;
    v->area->words = (uint32_t)v->size_bytes / 4;
    return v;
}

/* Stores `value` to v, or loads it. */
static bool move(const ptx_inst_t *like, const ptx_elem_t *value, ptx_var_t *v, bool writes)
{
    ptx_inst_t x = ptx_beside(like);
    x.operands = 2;
    x.u.vec = 1;
    x.o[writes ? 0 : 1] = (ptx_operand_t){.n = 1, .is_addr = true, .e[0] = {.kind = OPD_VAR, .var = v}};
    x.o[writes ? 1 : 0] = (ptx_operand_t){.n = 1, .e[0] = *value};
    return ptx_decode_area(&x, (ptx_type_t)v->type, writes) && ptx_append(&x);
}

bool ptx_pass_formal(ptx_parser_t *ps, ptx_areas_t *areas, bool is_result)
{
    ptx_reg_t *r = ptx_declare_formal(ps);
    if (!r) return false;
    if (r->bits != 32 && r->bits != 64)
        return err_set(ps->lx.err, ps->lx.file, ps->lx.tok.line, "'%.60s' is a parameter; allowed: 16, 32 or 64 bits",
                       r->name);
    ptx_var_t *v = behind(ps, word(r));
    if (!v || !ptx_add_area(ps, areas, v)) return false;
    if (!ptx_grow(&ps->passed, ps->passeds, &ps->passeds_room, sizeof *ps->passed)) return ptx_no_memory(ps);
    ps->passed[ps->passeds++] = (ptx_passed_t){.reg = r, .var = v, .is_result = is_result};
    return true;
}

bool ptx_pass_formals(const ptx_inst_t *like, bool results)
{
    const ptx_parser_t *ps = like->ps;
    for (uint32_t i = 0; i < ps->passeds; i++) {
        const ptx_elem_t e = {.kind = OPD_REG, .reg = ps->passed[i].reg};
        if (ps->passed[i].is_result == results && !move(like, &e, ps->passed[i].var, results)) return false;
    }
    return true;
}

bool ptx_pass_argument(ptx_inst_t *in, const ptx_elem_t *e, ptx_type_t type)
{
    ptx_var_t *v = behind(in->ps, e->kind == OPD_REG ? word(e->reg) : type);
    return v && ptx_add_area(in->ps, &in->call->args, v) && move(in, e, v, true);
}

bool ptx_pass_result(ptx_inst_t *in, ptx_reg_t *r)
{
    if (in->taken == PTX_MAX_OPERANDS) return ptx_count(in, PTX_MAX_OPERANDS);
    ptx_var_t *v = behind(in->ps, word(r));
    if (!v || !ptx_add_area(in->ps, &in->call->results, v)) return false;
    in->take[in->taken++] = (ptx_passed_t){.reg = r, .var = v, .is_result = true};
    return true;
}

bool ptx_pass_back(const ptx_inst_t *in)
{
    for (uint32_t i = 0; i < in->taken; i++) {
        const ptx_elem_t e = {.kind = OPD_REG, .reg = in->take[i].reg};
        if (!move(in, &e, in->take[i].var, false)) return false;
    }
    return true;
}
