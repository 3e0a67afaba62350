/* ptx_scope.c - name lookup inside a kernel: nested { } scopes, registers, variables, labels. */
#include "ptx/ptx_build.h"

#include <stdlib.h>
#include <string.h>

bool ptx_scope_open(ptx_parser_t *ps)
{
    const uint32_t depth = ps->scope ? ps->scope->depth + 1 : 0;
    if (depth == PTX_MAX_SCOPES)
        return err_set(ps->lx.err, ps->lx.file, ps->lx.tok.line, "{ } nested deeper than the %d levels allowed",
                       PTX_MAX_SCOPES);
    ptx_scope_t *s = calloc(1, sizeof *s);
    if (!s) return ptx_no_memory(ps);
    s->outer = ps->scope;
    s->first_pending = ps->pendings;
    s->depth = depth;
    ps->scope = s;
    return true;
}

static void drop(ptx_parser_t *ps)
{
    ptx_scope_t *s = ps->scope;
    ps->scope = s->outer;
    ptx_map_free(&s->regs);
    ptx_map_free(&s->vars);
    ptx_map_free(&s->labels);
    ptx_map_free(&s->lists);
    free(s->range);
    free(s);
}

bool ptx_scope_close(ptx_parser_t *ps)
{
    uint32_t kept = ps->scope->first_pending;
    for (uint32_t i = kept; i < ps->pendings; i++) {
        const ptx_pending_t p = ps->pending[i];
        const uintptr_t at = (uintptr_t)ptx_map_get(&ps->scope->labels, p.label, p.len);
        if (at) *(p.in_list ? &ps->k->target[p.at] : &ps->k->uop[p.at].target) = (uint32_t)(at - 1);
        else if (ps->scope->outer) ps->pending[kept++] = p;
        else
            return err_set(ps->lx.err, ps->lx.file, p.line,
                           "no label '%.*s' in %s '%s'; expected one in this or an enclosing { }", (int)p.len, p.label,
                           ptx_whose(ps->k), ps->k->name);
    }
    ps->pendings = kept;
    drop(ps);
    return true;
}

bool ptx_pend(ptx_parser_t *ps, ptx_pending_t p)
{
    if (!ptx_grow(&ps->pending, ps->pendings, &ps->pendings_room, sizeof *ps->pending)) return ptx_no_memory(ps);
    ps->pending[ps->pendings++] = p;
    return true;
}

void ptx_scope_drop_all(ptx_parser_t *ps)
{
    while (ps->scope) drop(ps);
}

ptx_reg_t *ptx_new_reg(ptx_parser_t *ps, const char *name, uint32_t bits)
{
    if (ps->regs == PTX_MAX_REGS) {
        err_set(ps->lx.err, ps->lx.file, ps->lx.tok.line, "'%s' uses more than the %d registers allowed", ps->k->name,
                PTX_MAX_REGS);
        return NULL;
    }
    ptx_reg_t *r = ptx_arena_alloc(&ps->m->arena, sizeof *r);
    if (!r || !ptx_grow(&ps->reg, ps->regs, &ps->regs_room, sizeof *ps->reg)) {
        ptx_no_memory(ps);
        return NULL;
    }
    *r = (ptx_reg_t){.name = name, .bits = (uint8_t)bits, .id = ps->regs};
    ps->reg[ps->regs++] = r;
    return r;
}

static ptx_reg_t *add_reg(ptx_parser_t *ps, ptx_scope_t *s, const char *text, uint32_t len, uint32_t bits)
{
    const char *name = ptx_arena_str(&ps->m->arena, text, len);
    ptx_reg_t *r = name ? ptx_new_reg(ps, name, bits) : NULL;
    if (!r || !ptx_map_put(&s->regs, name, r)) {
        ptx_no_memory(ps);
        return NULL;
    }
    for (uint32_t i = 0; bits == 128 && i < 2; i++)
        if (!(r->half[i] = ptx_new_reg(ps, name, 64))) return NULL;
    return r;
}

/* True: name is the prefix followed by a number below count, without leading zeros. */
static bool in_range(const ptx_range_t *g, const char *name, uint32_t len)
{
    if (len <= g->prefix_len || memcmp(name, g->prefix, g->prefix_len) != 0) return false;
    const uint32_t n = len - g->prefix_len;
    if (n > 9 || (n > 1 && name[g->prefix_len] == '0')) return false;
    uint32_t index = 0;
    for (uint32_t i = g->prefix_len; i < len; i++) {
        if (name[i] < '0' || name[i] > '9') return false;
        index = index * 10 + (uint32_t)(name[i] - '0');
    }
    return index < g->count;
}

ptx_reg_t *ptx_find_reg(ptx_parser_t *ps, const char *name, uint32_t len)
{
    for (ptx_scope_t *s = ps->scope; s; s = s->outer) {
        ptx_reg_t *r = ptx_map_get(&s->regs, name, len);
        if (r) return r;
        for (uint32_t i = 0; i < s->ranges; i++)
            if (in_range(&s->range[i], name, len)) return add_reg(ps, s, name, len, s->range[i].bits);
    }
    return NULL;
}

ptx_var_t *ptx_find_var(const ptx_parser_t *ps, const char *name, uint32_t len)
{
    for (const ptx_scope_t *s = ps->scope; s; s = s->outer) {
        ptx_var_t *v = ptx_map_get(&s->vars, name, len);
        if (v) return v;
    }
    return ptx_map_get(&ps->m->vars, name, len);
}

ptx_kernel_t *ptx_find_func(const ptx_parser_t *ps, const char *name, uint32_t len)
{
    return ptx_map_get(&ps->m->functions, name, len);
}

static bool declare_one(ptx_parser_t *ps, uint32_t bits)
{
    ptx_lex_t *lx = &ps->lx;
    const ptx_tok_t name = lx->tok;
    ptx_scope_t *s = ps->scope;
    if (name.kind != TK_IDENT) return ptx_lex_expected(lx, "a register name");
    if (!ptx_lex_next(lx)) return false;
    if (!ptx_lex_is(lx, "<")) {
        if (ptx_map_get(&s->regs, name.p, name.len))
            return err_set(lx->err, lx->file, name.line, "register '%.*s' is declared twice", (int)name.len, name.p);
        return add_reg(ps, s, name.p, name.len, bits) != NULL;
    }
    if (!ptx_lex_next(lx)) return false;
    if (lx->tok.kind != TK_INT || lx->tok.value > UINT32_MAX) return ptx_lex_expected(lx, "the number of registers");
    if (!ptx_grow(&s->range, s->ranges, &s->ranges_room, sizeof *s->range)) return ptx_no_memory(ps);
    s->range[s->ranges++] = (ptx_range_t){name.p, name.len, (uint32_t)lx->tok.value, (uint8_t)bits};
    return ptx_lex_next(lx) && ptx_lex_want(lx, ">");
}

/* Takes the type of a register. */
static bool register_bits(ptx_lex_t *lx, uint32_t *bits)
{
    ptx_type_t type = T_U64;
    const bool is_b128 = ptx_lex_is(lx, ".b128");
    if (!is_b128 && (lx->tok.kind != TK_DOT || !ptx_type_of(lx->tok.p + 1, lx->tok.len - 1, &type)))
        return ptx_lex_expected(lx, "a register type: .pred .b16 .b32 .b64 .b128 .u16 … .f64");
    *bits = is_b128 ? 128 : type == T_PRED ? 1 : ptx_type_bytes(type) == 8 ? 64 : 32;
    return ptx_lex_next(lx);
}

ptx_reg_t *ptx_declare_formal(ptx_parser_t *ps)
{
    uint32_t bits = 0;
    if (!register_bits(&ps->lx, &bits)) return NULL;
    const ptx_tok_t name = ps->lx.tok;
    return declare_one(ps, bits) ? ptx_find_reg(ps, name.p, name.len) : NULL;
}

bool ptx_declare_regs(ptx_parser_t *ps)
{
    ptx_lex_t *lx = &ps->lx;
    uint32_t bits = 0;
    if (!register_bits(lx, &bits)) return false;
    do {
        if (!declare_one(ps, bits)) return false;
    } while (ptx_lex_take(lx, ","));
    return ptx_lex_want(lx, ";");
}
