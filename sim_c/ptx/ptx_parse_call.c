/* ptx_parse_call.c - parses call instructions: results, target, arguments. */
#include "ptx/ptx_build.h"

#include <string.h>

bool ptx_add_area(ptx_parser_t *ps, ptx_areas_t *areas, const ptx_var_t *v)
{
    if (!ptx_grow(&areas->area, areas->used, &areas->room, sizeof *areas->area)) return ptx_no_memory(ps);
    areas->area[areas->used++] = (ptx_area_t){.offset = v->area->id, .words = v->area->words};
    return true;
}

/* (name, name, ...): .param variables. */
static bool actuals(ptx_parser_t *ps, ptx_areas_t *areas)
{
    ptx_lex_t *lx = &ps->lx;
    if (!ptx_lex_want(lx, "(")) return false;
    if (ptx_lex_take(lx, ")")) return true;
    do {
        const ptx_var_t *v = lx->tok.kind == TK_IDENT ? ptx_find_var(ps, lx->tok.p, lx->tok.len) : NULL;
        if (!v || !v->area) return ptx_lex_expected(lx, "a .param variable");
        if (!ptx_add_area(ps, areas, v) || !ptx_lex_next(lx)) return false;
    } while (ptx_lex_take(lx, ","));
    return ptx_lex_want(lx, ")");
}

static ptx_call_kind_t kind_of(const ptx_kernel_t *f)
{
    if (f->is_defined) return CALL_FUNC;
    static const struct {
        const char *name;
        ptx_call_kind_t kind;
    } BUILTINS[] = {
        {"vprintf", CALL_PRINTF}, {"__assertfail", CALL_ASSERT}, {"malloc", CALL_MALLOC}, {"free", CALL_FREE}};
    for (uint32_t i = 0; i < sizeof BUILTINS / sizeof *BUILTINS; i++)
        if (strcmp(f->name, BUILTINS[i].name) == 0) return BUILTINS[i].kind;
    return CALL_FUNC;
}

static bool target(ptx_inst_t *in)
{
    ptx_lex_t *lx = &in->ps->lx;
    const ptx_reg_t *r = lx->tok.kind == TK_IDENT ? ptx_find_reg(in->ps, lx->tok.p, lx->tok.len) : NULL;
    if (r) {
        if (r->bits != 64) return ptx_lex_expected(lx, "a function or a 64-bit register");
        in->call->kind = CALL_INDIRECT;
        in->u.s[0] = r->id;
        return ptx_lex_next(lx);
    }
    in->call->callee = lx->tok.kind == TK_IDENT ? ptx_find_func(in->ps, lx->tok.p, lx->tok.len) : NULL;
    if (!in->call->callee) return ptx_lex_expected(lx, "a function that is declared, or a register");
    in->call->kind = (uint8_t)kind_of(in->call->callee);
    return ptx_lex_next(lx);
}

/* call [(results),] target [, (arguments)] [, prototype]; */
bool ptx_parse_call(ptx_inst_t *in)
{
    ptx_parser_t *ps = in->ps;
    ptx_lex_t *lx = &ps->lx;
    if (ptx_lex_is(lx, "(") && (!actuals(ps, &in->call->results) || !ptx_lex_want(lx, ","))) return false;
    if (!target(in)) return false;
    if (ptx_lex_take(lx, ",") && ptx_lex_is(lx, "(") && !actuals(ps, &in->call->args)) return false;
    if (!ptx_lex_take(lx, ",")) return true;
    return lx->tok.kind == TK_IDENT ? ptx_lex_next(lx) : ptx_lex_expected(lx, "a prototype");
}
