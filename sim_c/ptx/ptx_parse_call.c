/* ptx_parse_call.c - parses call instructions: results, target, arguments. */
#include "ptx/ptx_build.h"
#include "ptx/ptx_expr.h"

#include <string.h>

/* Type of argument i as the function that is called states it. */
static ptx_type_t wanted(const ptx_call_t *c, uint32_t i)
{
    return c->callee && i < c->callee->formals.used && c->callee->formals.area[i].words == 2 ? T_U64 : T_U32;
}

/* A .param variable, a register, or as an argument a constant expression of integers. */
static bool actual(ptx_inst_t *in, bool are_results)
{
    ptx_parser_t *ps = in->ps;
    ptx_lex_t *lx = &ps->lx;
    ptx_call_t *c = in->call;
    const ptx_tok_t t = lx->tok;
    const ptx_var_t *v = t.kind == TK_IDENT ? ptx_find_var(ps, t.p, t.len) : NULL;
    if (v && v->area) return ptx_add_area(ps, are_results ? &c->results : &c->args, v) && ptx_lex_next(lx);
    ptx_elem_t e = {.text = t.p, .len = t.len};
    if (t.kind == TK_IDENT) e.reg = ptx_find_reg(ps, t.p, t.len);
    e.kind = e.reg ? OPD_REG : OPD_INT;
    if (e.reg && (e.reg->bits == 32 || e.reg->bits == 64)) {
        if (!(are_results ? ptx_pass_result(in, e.reg) : ptx_pass_argument(in, &e, T_U32))) return false;
        return ptx_lex_next(lx);
    }
    static const char *const WANTED = "a .param variable or a register of 16 to 64 bits";
    ptx_value_t value;
    if (e.reg || are_results) return ptx_lex_expected(lx, WANTED);
    if (!ptx_expr_of(lx, false, WANTED, &value)) return false;
    e.value = value.bits;
    return ptx_pass_argument(in, &e, wanted(c, c->args.used));
}

/* (name, name, ...) */
static bool actuals(ptx_inst_t *in, bool are_results)
{
    ptx_lex_t *lx = &in->ps->lx;
    if (!ptx_lex_want(lx, "(")) return false;
    if (ptx_lex_take(lx, ")")) return true;
    do {
        if (!actual(in, are_results)) return false;
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
    if (ptx_lex_is(lx, "(") && (!actuals(in, true) || !ptx_lex_want(lx, ","))) return false;
    if (!target(in)) return false;
    if (ptx_lex_take(lx, ",") && ptx_lex_is(lx, "(") && !actuals(in, false)) return false;
    if (!ptx_lex_take(lx, ",")) return true;
    return lx->tok.kind == TK_IDENT ? ptx_lex_next(lx) : ptx_lex_expected(lx, "a prototype");
}
