/* ptx_parse_var.c - parses variables of all spaces, and parameters of kernels and calls. */
#include "ptx/ptx_build.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static uint64_t limit_bytes(space_t space)
{
    switch (space) {
    case SPACE_SHARED: return PTX_MAX_SHARED;
    case SPACE_CONST: return PTX_MAX_CONST;
    case SPACE_PARAM: return PTX_MAX_PARAM;
    case SPACE_LOCAL: return PTX_MAX_LOCAL;
    default: return PTX_MAX_GLOBAL;
    }
}

static bool too_big(ptx_parser_t *ps, const ptx_var_t *v)
{
    return err_set(ps->lx.err, ps->lx.file, v->line,
                   "'%.60s' makes its space larger than the %" PRIu64 " bytes allowed", v->name,
                   limit_bytes((space_t)v->space));
}

static bool alignment(ptx_parser_t *ps, uint32_t *align)
{
    const uint64_t v = ps->lx.tok.value;
    if (ps->lx.tok.kind != TK_INT || !v || v > 256 || (v & (v - 1)))
        return ptx_lex_expected(&ps->lx, "an alignment: a power of two up to 256");
    *align = (uint32_t)v;
    return ptx_lex_next(&ps->lx);
}

/* .attribute(.managed, .unified(u1, u2)): accepted without effect, the host sees device memory anyway. */
static bool attributes(ptx_parser_t *ps)
{
    ptx_lex_t *lx = &ps->lx;
    if (!ptx_lex_want(lx, "(")) return false;
    do {
        if (ptx_lex_take(lx, ".unified")) {
            if (!ptx_skip_until(ps, ")")) return false;
        } else if (!ptx_lex_take(lx, ".managed")) {
            return ptx_lex_expected(lx, ".managed or .unified");
        }
    } while (ptx_lex_take(lx, ","));
    return ptx_lex_want(lx, ")");
}

/* [.attribute(.managed)] [.align n] [.v2|.v4] .type; parameters may have .ptr attributes before or after the type. */
static bool var_type(ptx_parser_t *ps, ptx_var_t *v, uint32_t *elements)
{
    ptx_lex_t *lx = &ps->lx;
    ptx_type_t type = T_NONE;
    uint32_t pointee_align;
    *elements = 1;
    while (lx->tok.kind == TK_DOT) {
        if (ptx_lex_take(lx, ".align")) {
            if (!alignment(ps, &v->align_bytes)) return false;
        } else if (v->space == SPACE_GLOBAL && ptx_lex_take(lx, ".attribute")) {
            if (!attributes(ps)) return false;
        } else if (ptx_lex_take(lx, ".v2")) {
            *elements = 2;
        } else if (ptx_lex_take(lx, ".v4")) {
            *elements = 4;
        } else if (v->space == SPACE_PARAM && ptx_lex_take(lx, ".ptr")) {
            while (ptx_lex_take(lx, ".global") || ptx_lex_take(lx, ".shared") || ptx_lex_take(lx, ".const") ||
                   ptx_lex_take(lx, ".local")) {
            }
            if (ptx_lex_take(lx, ".align") && !alignment(ps, &pointee_align)) return false;
        } else if (type == T_NONE && ptx_type_of(lx->tok.p + 1, lx->tok.len - 1, &type) && type != T_PRED) {
            if (!ptx_lex_next(lx)) return false;
        } else {
            break;
        }
    }
    if (type == T_NONE || type == T_PRED)
        return ptx_lex_expected(lx, "a variable type: .b8 … .b64 .u8 … .f64 (instead of .texref, a texture object)");
    v->type = (uint8_t)type;
    const uint32_t natural = ptx_type_bytes(type) * *elements;
    if (v->align_bytes < natural) v->align_bytes = natural;
    return true;
}

/* [n][m]…: the first dimension may be empty, of an extern array or of one that its initialiser sizes. */
static bool dimensions(ptx_parser_t *ps, ptx_var_t *v, ptx_shape_t *shape)
{
    ptx_lex_t *lx = &ps->lx;
    while (ptx_lex_take(lx, "[")) {
        if (shape->dims == PTX_MAX_DIMS) return ptx_lex_expected(lx, "at most 8 dimensions");
        uint64_t *n = &shape->n[shape->dims++];
        if (shape->dims == 1 && ptx_lex_take(lx, "]")) {
            shape->is_open = true;
            *n = 1;
            continue;
        }
        if (lx->tok.kind != TK_INT) return ptx_lex_expected(lx, "an array size");
        if (lx->tok.value > limit_bytes((space_t)v->space)) return too_big(ps, v);
        *n = lx->tok.value;
        v->size_bytes *= *n; /* both factors are at most 2^32 */
        if (v->size_bytes > limit_bytes((space_t)v->space)) return too_big(ps, v);
        if (!ptx_lex_next(lx) || !ptx_lex_want(lx, "]")) return false;
    }
    return true;
}

/* name [n][m]…, with *shape for the initialiser. An open array has 0 bytes so far. */
static bool name_and_size(ptx_parser_t *ps, ptx_var_t *v, uint32_t elements, ptx_shape_t *shape)
{
    ptx_lex_t *lx = &ps->lx;
    *shape = (ptx_shape_t){.row_bytes = 0};
    if (lx->tok.kind != TK_IDENT) return ptx_lex_expected(lx, "a variable name");
    v->line = lx->tok.line;
    v->name = ptx_arena_str(&ps->m->arena, lx->tok.p, lx->tok.len);
    if (!v->name) return ptx_no_memory(ps);
    v->size_bytes = (uint64_t)ptx_type_bytes((ptx_type_t)v->type) * elements;
    if (!ptx_lex_next(lx) || !dimensions(ps, v, shape)) return false;
    if (elements > 1) shape->n[shape->dims++] = elements;
    shape->row_bytes = v->size_bytes;
    if (shape->is_open) v->size_bytes = 0;
    return lx->tok.kind != TK_END || ptx_lex_expected(lx, "';'");
}

static uint64_t align_up(uint64_t at, uint32_t align) { return (at + align - 1) / align * align; }

static bool append(ptx_parser_t *ps, ptx_var_t *v, uint32_t *bytes)
{
    v->offset_bytes = align_up(*bytes, v->align_bytes);
    if (v->offset_bytes + v->size_bytes > limit_bytes((space_t)v->space)) return too_big(ps, v);
    *bytes = (uint32_t)(v->offset_bytes + v->size_bytes);
    return true;
}

bool ptx_place_var(ptx_parser_t *ps, ptx_var_t *v)
{
    if (v->space != SPACE_SHARED || ps->k->is_func) return true;
    switch (ptx_place_shared(ps->k, v, &v->offset_bytes)) {
    case PLACED: return true;
    case PLACE_TOO_BIG: return too_big(ps, v);
    default: return ptx_no_memory(ps);
    }
}

static bool place_const(ptx_parser_t *ps, ptx_var_t *v)
{
    ptx_module_t *m = ps->m;
    if (!append(ps, v, &m->const_bytes)) return false;
    if (!m->constants && !(m->constants = calloc(1, PTX_MAX_CONST))) return ptx_no_memory(ps);
    if (!ptx_grow(&m->konst, m->consts, &m->consts_room, sizeof *m->konst)) return ptx_no_memory(ps);
    m->konst[m->consts++] = v;
    if (v->init) memcpy(m->constants + v->offset_bytes, v->init, (size_t)v->init_bytes);
    return true;
}

static bool enter_var(ptx_parser_t *ps, ptx_var_t *v)
{
    ptx_module_t *m = ps->m;
    ptx_map_t *names = ps->scope ? &ps->scope->vars : &m->vars;
    ptx_var_t *before = ptx_map_get(names, v->name, strlen(v->name));
    if (before && !before->refusal)
        return err_set(ps->lx.err, ps->lx.file, v->line, "'%.60s' is declared twice", v->name);
    if (before && before->awaits) {
        if (!ptx_define_extern(ps, before, v)) return false;
        v = before;
    } else if (!ptx_map_put(names, v->name, v)) return ptx_no_memory(ps);
    if (v->space == SPACE_CONST) return place_const(ps, v);
    if (v->space == SPACE_LOCAL) return append(ps, v, &ps->k->local_bytes);
    if (v->space == SPACE_PARAM) return append(ps, v, &ps->k->param_bytes);
    if (v->space == SPACE_SHARED) return !ps->k || ptx_place_var(ps, v);
    if (!ptx_grow(&m->global, m->globals, &m->globals_room, sizeof *m->global)) return ptx_no_memory(ps);
    v->offset_bytes = m->globals;
    m->global[m->globals++] = v;
    return true;
}

/* After .global, …: the declaration up to its ';'. */
static bool declaration(ptx_parser_t *ps, space_t space, bool is_extern)
{
    ptx_lex_t *lx = &ps->lx;
    ptx_var_t proto = {.space = (uint8_t)space, .is_extern = is_extern, .line = lx->tok.line};
    uint32_t elements;
    ptx_shape_t shape;
    if (!var_type(ps, &proto, &elements)) return false;
    do {
        ptx_var_t *v = ptx_arena_alloc(&ps->m->arena, sizeof *v);
        if (!v) return ptx_no_memory(ps);
        *v = proto;
        if (!name_and_size(ps, v, elements, &shape)) return false;
        if (is_extern && space != SPACE_SHARED) {
            if (!ptx_declare_extern(ps, v)) return false;
            continue;
        }
        if (ptx_lex_is(lx, "=") && space != SPACE_GLOBAL && space != SPACE_CONST)
            return err_set(lx->err, lx->file, v->line,
                           "'%.60s' has an initialiser; only .global and .const may have one", v->name);
        if (ptx_lex_take(lx, "=") && !ptx_parse_init(ps, v, &shape)) return false;
        if (!v->size_bytes && !is_extern)
            return err_set(lx->err, lx->file, v->line, "'%.60s' has 0 bytes; allowed: at least 1 element", v->name);
        if (!enter_var(ps, v)) return false;
    } while (ptx_lex_take(lx, ","));
    return ptx_lex_want(lx, ";");
}

/* An .extern declaration behind the definition changes nothing; any other mistake refuses the name. */
static bool refuse_name(ptx_parser_t *ps, ptx_tok_t t, space_t space, bool is_extern, const char *reason)
{
    ptx_arena_t *a = &ps->m->arena;
    ptx_var_t *v = ptx_map_get(&ps->m->vars, t.p, t.len);
    if (v && is_extern) return true;
    const bool known = v != NULL;
    if (!known && (v = ptx_arena_alloc(a, sizeof *v)) != NULL) {
        *v = (ptx_var_t){.space = (uint8_t)space, .line = t.line, .type = T_U32, .align_bytes = 4};
        v->name = ptx_arena_str(a, t.p, t.len);
    }
    if (!v || !v->name || !(v->refusal = ptx_arena_str(a, reason, strlen(reason)))) return false;
    return known || ptx_map_put(&ps->m->vars, v->name, v);
}

/* The names of a declaration that is not understood: their uses are refused for `reason`. */
static bool refuse_names(ptx_parser_t *ps, space_t space, bool is_extern, const char *reason)
{
    ptx_lex_t *lx = &ps->lx;
    uint32_t inside = 0; /* braces and parentheses hold no names of variables */
    for (bool named = false; !ptx_lex_is(lx, ";");) {
        const ptx_tok_t t = lx->tok;
        if (t.kind == TK_END) return ptx_lex_want(lx, ";");
        inside += ptx_lex_is(lx, "{") || ptx_lex_is(lx, "(");
        inside -= inside && (ptx_lex_is(lx, "}") || ptx_lex_is(lx, ")"));
        if (!inside && ptx_lex_is(lx, ",")) named = false;
        if (!ptx_lex_next(lx)) return false;
        if (inside || named || t.kind != TK_IDENT) continue;
        named = true;
        if (!refuse_name(ps, t, space, is_extern, reason)) return ptx_no_memory(ps);
    }
    return ptx_lex_next(lx);
}

/* At module scope a mistake refuses only the uses of the variable. */
bool ptx_parse_var(ptx_parser_t *ps, space_t space, bool is_extern)
{
    if (ps->k) return declaration(ps, space, is_extern);
    const ptx_lex_t start = ps->lx;
    err_t reason = {""};
    ps->lx.err = &reason;
    const bool ok = declaration(ps, space, is_extern) && !reason.text[0];
    ps->lx.err = start.err;
    if (ok) return true;
    ps->lx = start;
    return refuse_names(ps, space, is_extern, reason.text);
}

/* A .param variable of a call lies in the register file, because hardware passes arguments in registers. v[] has no
 * area: it names what a call passes to a variadic function. */
bool ptx_parse_area(ptx_parser_t *ps, ptx_var_t **out)
{
    ptx_var_t *v = ptx_arena_alloc(&ps->m->arena, sizeof *v);
    uint32_t elements;
    ptx_shape_t shape;
    if (!v) return ptx_no_memory(ps);
    v->space = SPACE_PARAM;
    if (!var_type(ps, v, &elements) || !name_and_size(ps, v, elements, &shape)) return false;
    *out = v;
    if (shape.is_open) {
        v->refusal = "the arguments of a variadic function are not supported";
        return ptx_map_put(&ps->scope->vars, v->name, v) || ptx_no_memory(ps);
    }
    if (!v->size_bytes || v->size_bytes > PTX_MAX_AREA)
        return err_set(ps->lx.err, ps->lx.file, v->line,
                       "'%.60s' has %" PRIu64 " bytes; allowed: 1 to %d for an argument of a call", v->name,
                       v->size_bytes, PTX_MAX_AREA);
    if (ptx_map_get(&ps->scope->vars, v->name, strlen(v->name)))
        return err_set(ps->lx.err, ps->lx.file, v->line, "'%.60s' is declared twice", v->name);
    v->area = ptx_new_reg(ps, v->name, 32);
    if (!v->area || !ptx_map_put(&ps->scope->vars, v->name, v)) return ptx_no_memory(ps);
    v->area->words = (uint32_t)(v->size_bytes + 3) / 4;
    return true;
}

bool ptx_parse_param(ptx_parser_t *ps)
{
    ptx_kernel_t *k = ps->k;
    ptx_var_t *v = ptx_arena_alloc(&ps->m->arena, sizeof *v);
    uint32_t elements;
    ptx_shape_t shape;
    if (!v) return ptx_no_memory(ps);
    v->space = SPACE_PARAM;
    if (!ptx_lex_want(&ps->lx, ".param") || !var_type(ps, v, &elements) || !name_and_size(ps, v, elements, &shape) ||
        !enter_var(ps, v))
        return false;
    if (shape.is_open) return ptx_lex_expected(&ps->lx, "the size of the parameter in [ ]");
    if (!ptx_grow(&k->param, k->params, &k->params_room, sizeof *k->param)) return ptx_no_memory(ps);
    k->param[k->params++] = (ptx_param_t){.name = v->name,
                                          .offset_bytes = (uint32_t)v->offset_bytes,
                                          .size_bytes = (uint32_t)v->size_bytes,
                                          .is_float = v->type == T_F32 || v->type == T_F64};
    return true;
}
