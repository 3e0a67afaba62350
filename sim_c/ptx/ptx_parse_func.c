/* ptx_parse_func.c - parses declarations and heads of functions. */
#include "ptx/ptx_build.h"

#include <stdlib.h>
#include <string.h>

/* The function of this name; creates it at its first declaration. NULL: err. */
static ptx_kernel_t *named(ptx_parser_t *ps, ptx_tok_t name)
{
    ptx_module_t *m = ps->m;
    ptx_kernel_t *f = ptx_map_get(&m->functions, name.p, name.len);
    if (f) return f;
    f = ptx_arena_alloc(&m->arena, sizeof *f);
    if (f) f->name = ptx_arena_str(&m->arena, name.p, name.len);
    if (!f || !f->name || !ptx_grow(&m->func, m->funcs, &m->funcs_room, sizeof(ptx_kernel_t *)) ||
        !ptx_map_put(&m->functions, f->name, f)) {
        ptx_no_memory(ps);
        return NULL;
    }
    f->m = m;
    f->is_func = true;
    f->line = name.line;
    f->index = m->funcs;
    m->func[m->funcs++] = f;
    return f;
}

/* Optional (.param …, .param …). Replaces the list of an earlier declaration. */
static bool formals(ptx_parser_t *ps, ptx_areas_t *areas)
{
    ptx_var_t *v;
    areas->used = 0;
    if (!ptx_lex_take(&ps->lx, "(") || ptx_lex_take(&ps->lx, ")")) return true;
    do {
        if (!ptx_lex_want(&ps->lx, ".param") || !ptx_parse_area(ps, &v) || !ptx_add_area(ps, areas, v)) return false;
    } while (ptx_lex_take(&ps->lx, ","));
    return ptx_lex_want(&ps->lx, ")");
}

/* [(results)] name [(parameters)] [.noreturn …] */
static bool head(ptx_parser_t *ps)
{
    ptx_lex_t *lx = &ps->lx;
    ptx_kernel_t unnamed = {.m = ps->m, .name = "?", .is_func = true};
    ps->k = &unnamed; /* for messages */
    bool ok = formals(ps, &unnamed.results);
    ptx_kernel_t *f = NULL;
    if (ok && lx->tok.kind != TK_IDENT) ok = ptx_lex_expected(lx, "a function's name");
    if (ok && (f = named(ps, lx->tok)) != NULL && f->is_defined)
        ok = err_set(lx->err, lx->file, lx->tok.line, "function '%.80s' is defined twice", f->name);
    if (!ok || !f) {
        free(unnamed.results.area);
        return false;
    }
    free(f->results.area);
    f->results = unnamed.results;
    ps->k = f;
    if (!ptx_lex_next(lx) || !formals(ps, &f->formals)) return false;
    while (lx->tok.kind == TK_DOT)
        if (!ptx_lex_next(lx)) return false;
    return true;
}

bool ptx_parse_func(ptx_parser_t *ps)
{
    ptx_lex_t *lx = &ps->lx;
    ps->regs = ps->pendings = 0;
    ps->carry = NULL;
    if (ptx_lex_take(lx, ".attribute") && !ptx_skip_until(ps, ")")) return false;
    bool ok = ptx_scope_open(ps) && head(ps);
    if (ok && ptx_lex_take(lx, ";")) {
        ptx_scope_drop_all(ps);
    } else if (ok) {
        ps->k->is_defined = true;
        ps->k->line = lx->tok.line;
        ok = ptx_lex_is(lx, "{") ? ptx_parse_body(ps) : ptx_lex_expected(lx, "';' or '{'");
    }
    ps->k = NULL;
    return ok;
}
