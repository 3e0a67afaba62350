/* ptx_parse_init.c - parses initialisers of variables: numbers, addresses, and lists nested as the array's dimensions.
 */
#include "ptx/ptx_build.h"
#include "ptx/ptx_expr.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* name, generic(name), name+4: the address of a variable or function of the module, as a relocation. */
static bool init_address(ptx_parser_t *ps, ptx_var_t *v, uint64_t offset)
{
    ptx_lex_t *lx = &ps->lx;
    const bool generic = ptx_lex_take(lx, "generic");
    if (generic && !ptx_lex_want(lx, "(")) return false;
    ptx_value_t plus;
    ptx_reloc_t r = {.offset = offset, .bytes = ptx_type_bytes((ptx_type_t)v->type)};
    ptx_kernel_t *f = ptx_find_func(ps, lx->tok.p, lx->tok.len);
    r.var = ptx_find_var(ps, lx->tok.p, lx->tok.len);
    if (lx->tok.kind != TK_IDENT || (r.var && r.var->refusal) ||
        (r.var ? r.var->space != SPACE_GLOBAL && r.var->space != SPACE_CONST : !f))
        return ptx_lex_expected(lx, "a .global or .const variable or a function");
    if (!r.var) {
        f->is_taken = true;
        r.add = ((uint64_t)PTX_WINDOW_CODE << PTX_WINDOW_SHIFT) + (uint64_t)f->index * PTX_FUNC_BYTES;
    } else if (generic && r.var->space == SPACE_CONST) {
        r.add = (uint64_t)PTX_WINDOW_CONST << PTX_WINDOW_SHIFT;
    }
    if (!ptx_lex_next(lx) || (generic && !ptx_lex_want(lx, ")"))) return false;
    if (ptx_lex_take(lx, "+")) {
        if (!ptx_expr_of(lx, false, "an integer offset", &plus)) return false;
        r.add += plus.bits;
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
    const bool is_float = v->type == T_F32 || v->type == T_F64;
    const char *wanted = is_float ? "a float: 0f…, 0d… or decimal" : "an integer or an address";
    ptx_value_t value;
    double d;
    float f;
    if (!is_float && ps->lx.tok.kind == TK_IDENT && !ptx_is_expr(&ps->lx)) return init_address(ps, v, offset);
    if (!ptx_expr_of(&ps->lx, is_float, wanted, &value)) return false;
    *bits = value.bits;
    if (!is_float) return true;
    memcpy(&d, bits, sizeof d);
    memcpy(&f, bits, sizeof f); /* little-endian: the low half holds 0f bits */
    if (value.kind == VALUE_F32) d = f;
    f = (float)d;
    memcpy(bits, v->type == T_F32 ? (void *)&f : (void *)&d, ptx_type_bytes((ptx_type_t)v->type));
    return true;
}

typedef struct {
    ptx_parser_t *ps;
    ptx_var_t *v;
    uint64_t item, stride[PTX_MAX_DIMS + 2]; /* bytes of an item; of an element of each dimension */
    uint32_t dims;
    uint8_t *data;
    uint32_t bytes, room; /* data in use, allocated */
} init_t;

static bool too_many(const init_t *in)
{
    return err_set(in->ps->lx.err, in->ps->lx.file, in->ps->lx.tok.line,
                   "more initialisers than the %" PRIu64 " elements of '%.60s'", in->v->size_bytes / in->item,
                   in->v->name);
}

static bool scalar(init_t *in, uint64_t at)
{
    uint64_t bits = 0;
    const uint64_t limit = in->v->size_bytes ? in->v->size_bytes : PTX_MAX_OPEN;
    if (!init_value(in->ps, in->v, at, &bits)) return false;
    if (at + in->item > limit) return too_many(in);
    while (in->bytes < at + in->item) {
        if (!ptx_grow(&in->data, in->bytes, &in->room, 1)) return ptx_no_memory(in->ps);
        in->data[in->bytes++] = 0;
    }
    memcpy(in->data + at, &bits, in->item);
    return true;
}

/* The items of one { }, whose { is taken, from byte `at` on; an inner { } is one element of dimension `dim`. */
static bool list(init_t *in, uint32_t dim, uint64_t at)
{
    ptx_lex_t *lx = &in->ps->lx;
    const uint64_t stride = in->stride[dim];
    uint64_t next = at;
    do {
        if (ptx_lex_is(lx, "}")) break;
        if (!ptx_lex_take(lx, "{")) {
            if (!scalar(in, next)) return false;
            next += in->item;
            continue;
        }
        if (dim + 1 >= in->dims) return ptx_lex_expected(lx, "no more { } than the array has dimensions");
        next = at + (next - at + stride - 1) / stride * stride;
        if (!list(in, dim + 1, next)) return false;
        next += stride;
    } while (ptx_lex_take(lx, ","));
    return ptx_lex_want(lx, "}");
}

static bool keep(init_t *in)
{
    ptx_var_t *v = in->v;
    v->init_bytes = in->bytes;
    if (!in->bytes) return true;
    v->init = ptx_arena_alloc(&in->ps->m->arena, in->bytes);
    if (!v->init) return ptx_no_memory(in->ps);
    memcpy(v->init, in->data, in->bytes);
    return true;
}

bool ptx_parse_init(ptx_parser_t *ps, ptx_var_t *v, const ptx_shape_t *shape)
{
    init_t in = {.ps = ps, .v = v, .item = ptx_type_bytes((ptx_type_t)v->type), .dims = shape->dims};
    in.stride[in.dims] = in.item;
    for (uint32_t d = in.dims; d-- > 0;) in.stride[d] = d + 1 == in.dims ? in.item : in.stride[d + 1] * shape->n[d + 1];
    const bool braces = ptx_lex_take(&ps->lx, "{");
    const bool ok = (braces ? list(&in, 0, 0) : scalar(&in, 0)) && keep(&in);
    free(in.data);
    if (ok && shape->is_open)
        v->size_bytes = (v->init_bytes + shape->row_bytes - 1) / shape->row_bytes * shape->row_bytes;
    return ok;
}
