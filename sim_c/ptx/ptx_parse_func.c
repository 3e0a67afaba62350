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

/* v[] as the last parameter of a variadic function: what a call passes beyond the others. */
static bool variadic(ptx_parser_t *ps, ptx_kernel_t *f, const ptx_var_t *v)
{
    f->is_variadic = true;
    return ptx_lex_is(&ps->lx, ")") ||
           err_set(ps->lx.err, ps->lx.file, v->line, "'%.60s' without a size must be the last parameter", v->name);
}

/* Optional (.param …, .reg …). Replaces the list of an earlier declaration. */
static bool formals(ptx_parser_t *ps, ptx_areas_t *areas, bool are_results)
{
    ptx_var_t *v;
    areas->used = 0;
    if (!ptx_lex_take(&ps->lx, "(") || ptx_lex_take(&ps->lx, ")")) return true;
    do {
        if (ptx_lex_take(&ps->lx, ".reg")) {
            if (!ptx_pass_formal(ps, areas, are_results)) return false;
            continue;
        }
        if (!ptx_lex_want(&ps->lx, ".param") || !ptx_parse_area(ps, &v)) return false;
        if (!v->area ? !variadic(ps, ps->k, v) : !ptx_add_area(ps, areas, v)) return false;
    } while (ptx_lex_take(&ps->lx, ","));
    return ptx_lex_want(&ps->lx, ")");
}

/* .noreturn, .abi_preserve n and .pragma "…"; they change no result. */
static bool func_directives(ptx_parser_t *ps)
{
    while (ps->lx.tok.kind == TK_DOT || ps->lx.tok.kind == TK_INT) {
        if (ptx_lex_is(&ps->lx, ".pragma") ? !ptx_skip_until(ps, ";") : !ptx_lex_next(&ps->lx)) return false;
    }
    return true;
}

/* [(results)] name [(parameters)] [.noreturn …] */
static bool head(ptx_parser_t *ps)
{
    ptx_lex_t *lx = &ps->lx;
    ptx_kernel_t unnamed = {.m = ps->m, .name = "?", .is_func = true};
    ps->k = &unnamed; /* for messages */
    bool ok = formals(ps, &unnamed.results, true);
    ptx_kernel_t *f = NULL;
    if (ok && lx->tok.kind != TK_IDENT) ok = ptx_lex_expected(lx, "a function's name");
    if (ok && (f = named(ps, lx->tok)) != NULL && f->is_defined)
        ok = err_set(lx->err, lx->file, lx->tok.line, "function '%.80s' is defined twice", f->name);
    if (!ok || !f) {
        free(unnamed.results.area);
        ps->k = f;
        return false;
    }
    free(f->results.area);
    f->results = unnamed.results;
    ps->k = f;
    return ptx_lex_next(lx) && formals(ps, &f->formals, false) && func_directives(ps);
}

/* Steps over a list in ( ). */
static bool skip_list(ptx_parser_t *ps) { return !ptx_lex_is(&ps->lx, "(") || ptx_skip_until(ps, ")"); }

/* A head that is not understood refuses the function, and with it the kernels that call it. */
static bool refused_head(ptx_parser_t *ps, const err_t *reason)
{
    ptx_lex_t *lx = &ps->lx;
    ptx_scope_drop_all(ps);
    if (!skip_list(ps)) return false;
    if (lx->tok.kind != TK_IDENT) return ptx_lex_expected(lx, "a function's name");
    ptx_kernel_t *f = named(ps, lx->tok);
    if (!f) return false;
    if (!ptx_refuse(f, reason)) return ptx_no_memory(ps);
    f->is_defined = true;
    return ptx_lex_next(lx) && skip_list(ps) && ptx_skip_to_body(ps) && (ptx_lex_take(lx, ";") || ptx_skip_braces(ps));
}

bool ptx_parse_func(ptx_parser_t *ps)
{
    ptx_lex_t *lx = &ps->lx;
    ps->regs = ps->pendings = ps->passeds = 0;
    ps->carry = NULL;
    if (ptx_lex_take(lx, ".attribute") && !ptx_skip_until(ps, ")")) return false;
    const ptx_lex_t start = *lx;
    err_t reason = {""};
    lx->err = &reason;
    bool ok = ptx_scope_open(ps) && head(ps) && !reason.text[0];
    lx->err = start.err;
    if (!ok) {
        *lx = start;
        ok = refused_head(ps, &reason);
    } else if (ptx_lex_take(lx, ";")) {
        ptx_scope_drop_all(ps);
    } else {
        ps->k->is_defined = true;
        ps->k->line = lx->tok.line;
        ok = ptx_lex_is(lx, "{") ? ptx_parse_body(ps) : ptx_lex_expected(lx, "';' or '{'");
    }
    ps->k = NULL;
    return ok;
}

/* .alias name, function; */
bool ptx_parse_alias(ptx_parser_t *ps)
{
    ptx_lex_t *lx = &ps->lx;
    ptx_kernel_t *f[2];
    for (uint32_t i = 0; i < 2; i++) {
        if (lx->tok.kind != TK_IDENT) return ptx_lex_expected(lx, "a function's name");
        if (!(f[i] = named(ps, lx->tok)) || !ptx_lex_next(lx) || !ptx_lex_want(lx, i ? ";" : ",")) return false;
    }
    if (f[0] == f[1] || f[0]->is_defined || f[1]->alias)
        return err_set(lx->err, lx->file, f[0]->line,
                       ".alias of '%.80s': expected a function without a body, then one that is no alias", f[0]->name);
    f[0]->alias = f[1];
    return true;
}
