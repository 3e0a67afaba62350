/* ptx_parse_inst.c - parses one instruction: mnemonic with modifiers, then operands. */
#include "ptx/ptx_build.h"
#include "ptx/ptx_expr.h"

#include <stdlib.h>
#include <string.h>

static bool too_long(ptx_parser_t *ps, uint32_t line)
{
    return err_set(ps->lx.err, ps->lx.file, line,
                   "mnemonic too long; allowed: %d characters, %d modifiers of up to %d characters", PTX_NAME_CHARS - 1,
                   PTX_MAX_PARTS, PTX_PART_CHARS - 1);
}

/* Reads the mnemonic into in->name and its modifiers into in->part[]. */
static bool take_words(ptx_parser_t *ps, ptx_inst_t *in, ptx_tok_t first)
{
    size_t used = first.len;
    if (used >= sizeof in->name) return too_long(ps, in->line);
    memcpy(in->name, first.p, used);
    while (ps->lx.tok.kind == TK_DOT) {
        const ptx_tok_t t = ps->lx.tok;
        if (used + t.len >= sizeof in->name || t.len > PTX_PART_CHARS || in->parts == PTX_MAX_PARTS)
            return too_long(ps, in->line);
        memcpy(in->name + used, t.p, t.len);
        used += t.len;
        memcpy(in->part[in->parts++], t.p + 1, t.len - 1);
        if (!ptx_lex_next(&ps->lx)) return false;
    }
    return true;
}

static const ptx_row_t *const TABLES[] = {ptx_rows_int,   ptx_rows_bits,  ptx_rows_float, ptx_rows_move, ptx_rows_mem,
                                          ptx_rows_ctl,   ptx_rows_call,  ptx_rows_tex,   ptx_rows_copy, ptx_rows_video,
                                          ptx_rows_atom,  ptx_rows_sync,  ptx_rows_hint,  ptx_rows_mbar, ptx_rows_setp,
                                          ptx_rows_stack, ptx_rows_matrix};
enum { TABLES_USED = sizeof TABLES / sizeof *TABLES, LIST_CHARS = 900 };

const ptx_row_t *ptx_table(uint32_t i)
{
    return i < TABLES_USED ? TABLES[i] : i == TABLES_USED ? ptx_rows_absent : NULL;
}

static const ptx_row_t *find_row(const char *name, size_t len)
{
    for (uint32_t t = 0; t <= TABLES_USED; t++)
        for (const ptx_row_t *r = ptx_table(t); r->name; r++)
            if (strlen(r->name) == len && memcmp(r->name, name, len) == 0) return r;
    return NULL;
}

/* The mnemonic that follows `last` in the alphabet; NULL: it was the last one. */
static const char *next_name(const char *last)
{
    const char *next = NULL;
    for (size_t t = 0; t < TABLES_USED; t++)
        for (const ptx_row_t *r = TABLES[t]; r->name; r++)
            if (strcmp(r->name, last) > 0 && (!next || strcmp(r->name, next) < 0)) next = r->name;
    return next;
}

static bool unsupported(ptx_parser_t *ps, const ptx_inst_t *in)
{
    char list[LIST_CHARS] = "";
    for (const char *name = next_name(""); name; name = next_name(name)) {
        if (strlen(list) + strlen(name) + 2 > sizeof list) break;
        strcat(strcat(list, " "), name);
    }
    return err_set(ps->lx.err, ps->lx.file, in->line, "unsupported instruction '%.60s' in %s '%.60s'; supported:%s",
                   in->name, ptx_whose(ps->k), ps->k->name, list);
}

/* A register, special register, variable, "_", or a label, which only a branch accepts. */
static bool name_elem(ptx_parser_t *ps, ptx_elem_t *e)
{
    const ptx_tok_t t = ps->lx.tok;
    if (!ptx_lex_next(&ps->lx)) return false;
    if (t.len == 1 && *t.p == '_') {
        e->kind = OPD_SINK;
    } else if ((e->reg = ptx_find_reg(ps, t.p, t.len)) != NULL) {
        e->kind = OPD_REG;
    } else if (*t.p == '%') {
        return ptx_special(ps, t, e);
    } else if ((e->var = ptx_find_var(ps, t.p, t.len)) != NULL) {
        e->kind = OPD_VAR;
        if (e->var->refusal && !e->var->awaits)
            return err_set(ps->lx.err, ps->lx.file, t.line, "'%.60s' cannot be used: %s", e->var->name,
                           e->var->refusal);
        return ptx_place_var(ps, e->var);
    } else if ((e->func = ptx_find_func(ps, t.p, t.len)) != NULL) {
        e->kind = OPD_FUNC;
    } else {
        e->kind = OPD_LABEL;
    }
    return true;
}

static bool elem(ptx_parser_t *ps, ptx_elem_t *e)
{
    static const ptx_opd_kind_t KINDS[] = {
        [VALUE_S64] = OPD_INT, [VALUE_U64] = OPD_INT, [VALUE_F32] = OPD_F32, [VALUE_F64] = OPD_F64};
    ptx_lex_t *lx = &ps->lx;
    const ptx_tok_t t = lx->tok;
    ptx_value_t v;
    *e = (ptx_elem_t){.text = t.p, .len = t.len};
    if (t.kind == TK_IDENT && !ptx_is_expr(lx)) {
        if (!name_elem(ps, e)) return false;
        if (e->kind != OPD_REG || lx->tok.kind != TK_DOT) return true;
        e->part = lx->tok.p + 1;
        e->part_len = lx->tok.len - 1;
        return ptx_lex_next(lx);
    }
    if (!ptx_is_expr(lx)) return ptx_lex_expected(lx, "an operand");
    if (!ptx_expr(lx, &v)) return false;
    e->kind = KINDS[v.kind];
    e->value = v.bits;
    return true;
}

/* +4, +-4 or an expression behind an address or a variable. */
static bool offset(ptx_parser_t *ps, ptx_operand_t *o)
{
    ptx_lex_t *lx = &ps->lx;
    ptx_value_t v;
    if (ptx_lex_is(lx, "-")) return ptx_lex_expected(lx, "an offset as in +4 or +-4");
    if (!ptx_lex_take(lx, "+")) return true;
    if (!ptx_expr_of(lx, false, "an integer offset", &v)) return false;
    o->offset = v.bits;
    return true;
}

static bool vector(ptx_parser_t *ps, ptx_operand_t *o)
{
    o->is_vec = true;
    o->n = 0;
    do {
        if (o->n == PTX_MAX_VECTOR)
            return err_set(ps->lx.err, ps->lx.file, ps->lx.tok.line,
                           "vector of more than %d elements; allowed: 1 to %d", PTX_MAX_VECTOR, PTX_MAX_VECTOR);
        if (!elem(ps, &o->e[o->n++])) return false;
    } while (ptx_lex_take(&ps->lx, ","));
    return ptx_lex_want(&ps->lx, "}");
}

static ptx_operand_t *next_operand(ptx_parser_t *ps, ptx_inst_t *in)
{
    if (in->operands < PTX_MAX_OPERANDS) return &in->o[in->operands++];
    err_set(ps->lx.err, ps->lx.file, in->line, "%.60s: more than the %d operands allowed", in->name, PTX_MAX_OPERANDS);
    return NULL;
}

/* [a], [a+4], or [a, {x, y}] of textures and surfaces, whose coordinates become the next operand. */
static bool address(ptx_parser_t *ps, ptx_inst_t *in, ptx_operand_t *o)
{
    ptx_lex_t *lx = &ps->lx;
    o->is_addr = true;
    if (!elem(ps, &o->e[0]) || !offset(ps, o)) return false;
    if (!ptx_lex_take(lx, ",")) return ptx_lex_want(lx, "]");
    o = next_operand(ps, in);
    if (!o) return false;
    *o = (ptx_operand_t){.n = 1, .is_inside = true};
    return (ptx_lex_take(lx, "{") ? vector(ps, o) : elem(ps, &o->e[0])) && ptx_lex_want(lx, "]");
}

static bool operand(ptx_parser_t *ps, ptx_inst_t *in)
{
    ptx_lex_t *lx = &ps->lx;
    ptx_operand_t *o = next_operand(ps, in);
    if (!o) return false;
    *o = (ptx_operand_t){.n = 1};
    if (ptx_lex_take(lx, "{")) return vector(ps, o);
    if (ptx_lex_take(lx, "[")) return address(ps, in, o);
    const ptx_lex_t before = *lx;
    o->is_not = ptx_lex_take(lx, "!");
    o->is_minus = !o->is_not && ptx_lex_take(lx, "-");
    if (lx->tok.kind != TK_IDENT || ptx_lex_is(lx, "WARP_SZ")) { /* the sign belongs to a constant expression */
        *lx = before;
        o->is_not = o->is_minus = false;
    }
    if (!elem(ps, &o->e[0])) return false;
    if (o->e[0].kind == OPD_VAR) return offset(ps, o);
    if (!ptx_lex_take(lx, "|")) return true;
    o->is_pair = true;
    return elem(ps, &o->second);
}

static bool operands(ptx_parser_t *ps, ptx_inst_t *in)
{
    if (ptx_lex_is(&ps->lx, ";")) return true;
    do {
        if (!operand(ps, in)) return false;
    } while (ptx_lex_take(&ps->lx, ","));
    return true;
}

bool ptx_parse_inst(ptx_parser_t *ps, ptx_tok_t mnemonic, ptx_reg_t *guard, bool guard_not)
{
    ptx_inst_t in = {.ps = ps, .line = mnemonic.line, .guard = guard};
    if (!take_words(ps, &in, mnemonic)) return false;
    in.row = find_row(mnemonic.p, mnemonic.len);
    if (!in.row) return unsupported(ps, &in);
    ptx_call_t call = {.line = in.line};
    in.call = &call;
    if (guard_not) in.u.flags |= UF_GUARD_NOT;
    const bool ok = (in.row->base == O_CALL ? ptx_parse_call(&in) : operands(ps, &in)) && ptx_lex_want(&ps->lx, ";") &&
                    ptx_decode(&in) && ptx_pass_back(&in);
    if (!ok) ptx_call_free(&call);
    return ok;
}
