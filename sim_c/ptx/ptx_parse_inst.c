/* ptx_parse_inst.c - parses one instruction: mnemonic with modifiers, then operands. */
#include "ptx/ptx_build.h"

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

static const ptx_row_t *find_row(const char *name, size_t len)
{
    const ptx_row_t *const tables[] = {ptx_rows_int, ptx_rows_bits, ptx_rows_float, ptx_rows_move, ptx_rows_mem,
                                       ptx_rows_ctl, ptx_rows_call, ptx_rows_tex,   ptx_rows_copy};
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
        for (const ptx_row_t *r = tables[t]; r->name; r++)
            if (strlen(r->name) == len && memcmp(r->name, name, len) == 0) return r;
    return NULL;
}

static bool unsupported(ptx_parser_t *ps, const ptx_inst_t *in)
{
    return err_set(
        ps->lx.err, ps->lx.file, in->line,
        "unsupported instruction '%.60s' in %s '%.60s'; supported: abs activemask add addc and atom "
        "bar barrier bfe bfi bfind bmsk bra brev call clz cnot copysign cos cp cvt cvta div dp4a elect ex2 exit "
        "fence fma isspacep ld ldu lg2 lop3 mad mad24 madc match max membar min mov mul mul24 nanosleep neg "
        "not or popc prefetch prmt rcp red redux rem ret rsqrt sad selp set setp shf shfl shl shr sin slct "
        "sqrt st sub subc suld sust szext tanh testp tex tld4 trap vabsdiff4 vote xor",
        in->name, ptx_whose(ps->k), ps->k->name);
}

static bool negate(ptx_elem_t *e)
{
    if (e->kind == OPD_INT) e->value = 0 - e->value;
    else if (e->kind == OPD_F32) e->value ^= UINT64_C(1) << 31;
    else if (e->kind == OPD_F64) e->value ^= UINT64_C(1) << 63;
    else return false;
    return true;
}

/* A register, special register, variable, "_", or a label, which only a branch accepts. */
static bool name_elem(ptx_parser_t *ps, ptx_elem_t *e)
{
    const ptx_tok_t t = ps->lx.tok;
    bool known = false;
    if (!ptx_lex_next(&ps->lx)) return false;
    if (t.len == 1 && *t.p == '_') {
        e->kind = OPD_SINK;
    } else if (t.len == 7 && memcmp(t.p, "WARP_SZ", 7) == 0) {
        e->kind = OPD_INT;
        e->value = PTX_LANES;
    } else if ((e->reg = ptx_find_reg(ps, t.p, t.len)) != NULL ||
               (*t.p == '%' && (e->reg = ptx_special(ps, t, &known)) != NULL)) {
        e->kind = OPD_REG;
    } else if (known || *t.p == '%') {
        return err_set(ps->lx.err, ps->lx.file, t.line,
                       "'%.*s' is neither a declared register nor a supported special register",
                       t.len < 60 ? (int)t.len : 60, t.p);
    } else if ((e->var = ptx_find_var(ps, t.p, t.len)) != NULL) {
        e->kind = OPD_VAR;
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
    ptx_lex_t *lx = &ps->lx;
    const bool minus = ptx_lex_take(lx, "-");
    const ptx_tok_t t = lx->tok;
    *e = (ptx_elem_t){.text = t.p, .len = t.len, .value = t.value};
    switch (t.kind) {
    case TK_INT: e->kind = OPD_INT; break;
    case TK_F32: e->kind = OPD_F32; break;
    case TK_F64: e->kind = OPD_F64; break;
    case TK_IDENT:
        if (minus) return ptx_lex_expected(lx, "a number");
        return name_elem(ps, e);
    default: return ptx_lex_expected(lx, "an operand");
    }
    if (minus) negate(e);
    return ptx_lex_next(lx);
}

/* +4, -4 or +-4 behind an address or a variable. */
static bool offset(ptx_parser_t *ps, ptx_operand_t *o)
{
    ptx_lex_t *lx = &ps->lx;
    bool minus = ptx_lex_is(lx, "-");
    if (!minus && !ptx_lex_is(lx, "+")) return true;
    if (!ptx_lex_next(lx)) return false;
    if (ptx_lex_take(lx, "-")) minus = !minus;
    if (lx->tok.kind != TK_INT) return ptx_lex_expected(lx, "an integer offset");
    o->offset = minus ? 0 - lx->tok.value : lx->tok.value;
    return ptx_lex_next(lx);
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
    o->is_not = ptx_lex_take(lx, "!");
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
                    ptx_decode(&in);
    if (!ok) ptx_call_free(&call);
    return ok;
}
