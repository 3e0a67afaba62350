/* ptx_parse_var.c - parses variables of all spaces, initialisers, and kernel parameters. */
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

/* .attribute(.managed): accepted without effect, the host sees device memory anyway. */
static bool managed(ptx_lex_t *lx)
{
    if (!ptx_lex_want(lx, "(")) return false;
    return ptx_lex_take(lx, ".managed") ? ptx_lex_want(lx, ")") : ptx_lex_expected(lx, ".managed");
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
            if (!managed(lx)) return false;
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

/* name [n][m]…; a dimension of an extern array may be empty. */
static bool name_and_size(ptx_parser_t *ps, ptx_var_t *v, uint32_t elements)
{
    ptx_lex_t *lx = &ps->lx;
    if (lx->tok.kind != TK_IDENT) return ptx_lex_expected(lx, "a variable name");
    v->line = lx->tok.line;
    v->name = ptx_arena_str(&ps->m->arena, lx->tok.p, lx->tok.len);
    if (!v->name) return ptx_no_memory(ps);
    v->size_bytes = (uint64_t)ptx_type_bytes((ptx_type_t)v->type) * elements;
    if (!ptx_lex_next(lx)) return false;
    while (ptx_lex_take(lx, "[")) {
        if (v->is_extern && ptx_lex_take(lx, "]")) {
            v->size_bytes = 0;
            continue;
        }
        if (lx->tok.kind != TK_INT) return ptx_lex_expected(lx, "an array size");
        if (lx->tok.value > limit_bytes((space_t)v->space)) return too_big(ps, v);
        v->size_bytes *= lx->tok.value; /* both factors are at most 2^32 */
        if (v->size_bytes > limit_bytes((space_t)v->space)) return too_big(ps, v);
        if (!ptx_lex_next(lx) || !ptx_lex_want(lx, "]")) return false;
    }
    return lx->tok.kind != TK_END || ptx_lex_expected(lx, "';'");
}

/* name, generic(name), name+4: the address of a variable or function of the module, as a relocation. */
static bool init_address(ptx_parser_t *ps, ptx_var_t *v, uint64_t offset)
{
    ptx_lex_t *lx = &ps->lx;
    const bool generic = ptx_lex_take(lx, "generic");
    if (generic && !ptx_lex_want(lx, "(")) return false;
    ptx_reloc_t r = {.offset = offset, .bytes = ptx_type_bytes((ptx_type_t)v->type)};
    ptx_kernel_t *f = ptx_find_func(ps, lx->tok.p, lx->tok.len);
    r.var = ptx_find_var(ps, lx->tok.p, lx->tok.len);
    if (lx->tok.kind != TK_IDENT || (r.var ? r.var->space != SPACE_GLOBAL && r.var->space != SPACE_CONST : !f))
        return ptx_lex_expected(lx, "a .global or .const variable or a function");
    if (!r.var) {
        f->is_taken = true;
        r.add = ((uint64_t)PTX_WINDOW_CODE << PTX_WINDOW_SHIFT) + (uint64_t)f->index * PTX_FUNC_BYTES;
    } else if (generic && r.var->space == SPACE_CONST) {
        r.add = (uint64_t)PTX_WINDOW_CONST << PTX_WINDOW_SHIFT;
    }
    if (!ptx_lex_next(lx) || (generic && !ptx_lex_want(lx, ")"))) return false;
    if (ptx_lex_take(lx, "+")) {
        if (lx->tok.kind != TK_INT) return ptx_lex_expected(lx, "an integer offset");
        r.add += lx->tok.value;
        if (!ptx_lex_next(lx)) return false;
    }
    if (r.bytes != 8)
        return err_set(lx->err, lx->file, v->line, "'%.60s' is initialised by an address; expected a .u64", v->name);
    ptx_reloc_t *kept = ptx_arena_alloc(&ps->m->arena, sizeof *kept);
    if (!kept) return ptx_no_memory(ps);
    r.next = v->reloc;
    *kept = r;
    v->reloc = kept;
    return true;
}

static bool init_value(ptx_parser_t *ps, ptx_var_t *v, uint64_t offset, uint64_t *bits)
{
    ptx_lex_t *lx = &ps->lx;
    const bool minus = ptx_lex_take(lx, "-");
    const ptx_tok_t t = lx->tok;
    const bool is_float = v->type == T_F32 || v->type == T_F64;
    if (t.kind == TK_INT && !is_float) {
        *bits = minus ? 0 - t.value : t.value;
    } else if ((t.kind == TK_F32 || t.kind == TK_F64) && is_float) {
        double d;
        float f;
        memcpy(&d, &t.value, sizeof d);
        memcpy(&f, &t.value, sizeof f); /* little-endian: the low half holds 0f bits */
        if (t.kind == TK_F32) d = f;
        if (minus) d = -d;
        f = (float)d;
        *bits = 0;
        memcpy(bits, v->type == T_F32 ? (void *)&f : (void *)&d, ptx_type_bytes((ptx_type_t)v->type));
    } else if (t.kind == TK_IDENT && !is_float && !minus) {
        return init_address(ps, v, offset);
    } else {
        return ptx_lex_expected(lx, is_float ? "a float: 0f…, 0d… or decimal" : "an integer or an address");
    }
    return ptx_lex_next(lx);
}

static bool init_list(ptx_parser_t *ps, ptx_var_t *v)
{
    ptx_lex_t *lx = &ps->lx;
    const uint32_t item = ptx_type_bytes((ptx_type_t)v->type);
    const bool braces = ptx_lex_take(lx, "{");
    uint8_t *data = NULL;
    uint32_t items = 0, room = 0;
    bool ok = true;
    do {
        uint64_t bits = 0;
        if (braces && ptx_lex_is(lx, "}")) break;
        ok = init_value(ps, v, (uint64_t)items * item, &bits);
        if (ok && (uint64_t)(items + 1) * item > v->size_bytes)
            ok = err_set(lx->err, lx->file, lx->tok.line, "more initialisers than the %" PRIu64 " elements of '%.60s'",
                         v->size_bytes / item, v->name);
        if (ok && !ptx_grow(&data, items, &room, item)) ok = ptx_no_memory(ps);
        if (ok) memcpy(data + (size_t)items++ * item, &bits, item);
    } while (ok && braces && ptx_lex_take(lx, ","));
    v->init_bytes = (uint64_t)items * item;
    v->init = ok && items ? ptx_arena_alloc(&ps->m->arena, (size_t)v->init_bytes) : NULL;
    if (v->init) memcpy(v->init, data, (size_t)v->init_bytes);
    free(data);
    if (ok && items && !v->init) return ptx_no_memory(ps);
    return ok && (!braces || ptx_lex_want(lx, "}"));
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
    if (ptx_map_get(names, v->name, strlen(v->name)))
        return err_set(ps->lx.err, ps->lx.file, v->line, "'%.60s' is declared twice", v->name);
    if (!ptx_map_put(names, v->name, v)) return ptx_no_memory(ps);
    if (v->space == SPACE_CONST) return place_const(ps, v);
    if (v->space == SPACE_LOCAL) return append(ps, v, &ps->k->local_bytes);
    if (v->space == SPACE_PARAM) return append(ps, v, &ps->k->param_bytes);
    if (v->space == SPACE_SHARED) return !ps->k || ptx_place_var(ps, v);
    if (!ptx_grow(&m->global, m->globals, &m->globals_room, sizeof *m->global)) return ptx_no_memory(ps);
    v->offset_bytes = m->globals;
    m->global[m->globals++] = v;
    return true;
}

bool ptx_parse_var(ptx_parser_t *ps, space_t space, bool is_extern)
{
    ptx_lex_t *lx = &ps->lx;
    ptx_var_t proto = {.space = (uint8_t)space, .is_extern = is_extern, .line = lx->tok.line};
    uint32_t elements;
    if (is_extern && space != SPACE_SHARED)
        return err_set(lx->err, lx->file, lx->tok.line,
                       ".extern variable that this module does not define; allowed: .extern .shared");
    if (!var_type(ps, &proto, &elements)) return false;
    do {
        ptx_var_t *v = ptx_arena_alloc(&ps->m->arena, sizeof *v);
        if (!v) return ptx_no_memory(ps);
        *v = proto;
        if (!name_and_size(ps, v, elements)) return false;
        if (ptx_lex_is(lx, "=") && space != SPACE_GLOBAL && space != SPACE_CONST)
            return err_set(lx->err, lx->file, v->line,
                           "'%.60s' has an initialiser; only .global and .const may have one", v->name);
        if (ptx_lex_take(lx, "=") && !init_list(ps, v)) return false;
        if (!v->size_bytes && !is_extern)
            return err_set(lx->err, lx->file, v->line, "'%.60s' has 0 bytes; allowed: at least 1 element", v->name);
        if (!enter_var(ps, v)) return false;
    } while (ptx_lex_take(lx, ","));
    return ptx_lex_want(lx, ";");
}

/* A .param variable of a call lies in the register file, because hardware passes arguments in registers. */
bool ptx_parse_area(ptx_parser_t *ps, ptx_var_t **out)
{
    ptx_var_t *v = ptx_arena_alloc(&ps->m->arena, sizeof *v);
    uint32_t elements;
    if (!v) return ptx_no_memory(ps);
    v->space = SPACE_PARAM;
    if (!var_type(ps, v, &elements) || !name_and_size(ps, v, elements)) return false;
    if (!v->size_bytes || v->size_bytes > PTX_MAX_AREA)
        return err_set(ps->lx.err, ps->lx.file, v->line,
                       "'%.60s' has %" PRIu64 " bytes; allowed: 1 to %d for an argument of a call", v->name,
                       v->size_bytes, PTX_MAX_AREA);
    if (ptx_map_get(&ps->scope->vars, v->name, strlen(v->name)))
        return err_set(ps->lx.err, ps->lx.file, v->line, "'%.60s' is declared twice", v->name);
    v->area = ptx_new_reg(ps, v->name, 32);
    if (!v->area || !ptx_map_put(&ps->scope->vars, v->name, v)) return ptx_no_memory(ps);
    v->area->words = (uint32_t)(v->size_bytes + 3) / 4;
    *out = v;
    return true;
}

bool ptx_parse_param(ptx_parser_t *ps)
{
    ptx_kernel_t *k = ps->k;
    ptx_var_t *v = ptx_arena_alloc(&ps->m->arena, sizeof *v);
    uint32_t elements;
    if (!v) return ptx_no_memory(ps);
    v->space = SPACE_PARAM;
    if (!ptx_lex_want(&ps->lx, ".param") || !var_type(ps, v, &elements) || !name_and_size(ps, v, elements) ||
        !enter_var(ps, v))
        return false;
    if (!ptx_grow(&k->param, k->params, &k->params_room, sizeof *k->param)) return ptx_no_memory(ps);
    k->param[k->params++] = (ptx_param_t){.name = v->name,
                                          .offset_bytes = (uint32_t)v->offset_bytes,
                                          .size_bytes = (uint32_t)v->size_bytes,
                                          .is_float = v->type == T_F32 || v->type == T_F64};
    return true;
}
