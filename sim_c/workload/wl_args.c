/* wl_args.c - converts the arguments of a launch to the kernel's parameter block. */
#include "workload/wl.h"

#include "base/suggest.h"

#include <string.h>

enum { PICK_DEPTH_MAX = 4, WORDS_MAX = 128 };

typedef struct {
    const workload_t *w;
    ptx_param_t param;
    uint8_t *block; /* the whole parameter block */
} slot_t;

static bool put_address(const slot_t *s, ynode_t n, uint64_t addr, err_t *err)
{
    if (s->param.size_bytes != sizeof addr || s->param.is_float)
        return ynode_error(n, err, "parameter %s has %u bytes%s; a buffer's address needs a .u64 parameter",
                           s->param.name, s->param.size_bytes, s->param.is_float ? " of a real type" : "");
    memcpy(s->block + s->param.offset_bytes, &addr, sizeof addr);
    return true;
}

static bool put_number(const slot_t *s, ynode_t n, err_t *err)
{
    expr_value_t number;
    uint32_t bytes = s->param.size_bytes;
    uint8_t *at = s->block + s->param.offset_bytes;
    if (!wl_number(s->w, n, &number, err)) return false;
    if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8)
        return ynode_error(n, err,
                           "parameter %s has %u bytes; a number needs 1, 2, 4 or 8, other sizes take {fields: [...]}",
                           s->param.name, bytes);
    if (s->param.is_float) {
        elem_put_real(bytes == 8 ? ELEM_F64 : ELEM_F32, at, expr_real(&number));
        return true;
    }
    if (number.is_real)
        return ynode_error(n, err, "argument %s is real; parameter %s of %u bytes takes a whole number", ynode_text(n),
                           s->param.name, bytes);
    elem_t wide_signed = bytes == 1 ? ELEM_S8 : bytes == 2 ? ELEM_S16 : bytes == 4 ? ELEM_S32 : ELEM_S64;
    elem_t wide_unsigned = bytes == 1 ? ELEM_U8 : bytes == 2 ? ELEM_U16 : bytes == 4 ? ELEM_U32 : ELEM_U64;
    if (!elem_holds(wide_signed, number.whole) && !elem_holds(wide_unsigned, number.whole))
        return ynode_error(n, err, "argument %lld does not fit parameter %s; allowed: numbers of %u bytes",
                           (long long)number.whole, s->param.name, bytes);
    elem_put_whole(wide_signed, at, number.whole);
    return true;
}

/* The name of a buffer, or a number. For an unknown word the message suggests names of both. */
static bool put_scalar(const slot_t *s, ynode_t n, err_t *err)
{
    const char *text = ynode_text(n), *const * names, *all[WORDS_MAX];
    expr_value_t value;
    char list[256];
    const wl_buffer_t *b = wl_buffer(s->w, text);
    if (b) return put_address(s, n, b->addr, err);
    if (!expr_name_ok(text) || expr_lookup(s->w->scope, text, &value)) return put_number(s, n, err);
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->w->buffer_count && count < WORDS_MAX; i++) all[count++] = s->w->buffers[i].name;
    const uint32_t numbers = expr_names(s->w->scope, &names);
    for (uint32_t i = 0; i < numbers && count < WORDS_MAX; i++)
        if (!strchr(names[i], '.')) all[count++] = names[i]; /* leaves out buffer.count */
    return ynode_error(n, err, "parameter %s: there is no buffer and no number '%s'; %s", s->param.name, text,
                       suggest_text(list, sizeof list, text, all, count));
}

/* {buffer: x, at: e} */
static bool put_element(const slot_t *s, ynode_t map, err_t *err)
{
    static const char *const keys[] = {"buffer", "at", NULL};
    ynode_t name, at;
    const wl_buffer_t *b;
    int64_t index;
    if (!ynode_only_keys(map, "argument", keys, err) ||
        !ynode_need(map, "argument", "buffer", YNODE_SCALAR, &name, err) ||
        !ynode_need(map, "argument", "at", YNODE_SCALAR, &at, err) || !wl_buffer_required(s->w, name, &b, err) ||
        !wl_whole(s->w, at, "at", 0, (int64_t)b->count - 1, &index, err))
        return false;
    return put_address(s, map, b->addr + (uint64_t)index * b->type.bytes, err);
}

static bool put_arg(const slot_t *s, ynode_t n, uint32_t depth, err_t *err);

/* {pick: [x, y], by: i} */
static bool put_pick(const slot_t *s, ynode_t map, uint32_t depth, err_t *err)
{
    static const char *const keys[] = {"pick", "by", NULL};
    ynode_t list, by;
    int64_t index;
    if (!ynode_only_keys(map, "argument", keys, err) || !ynode_need(map, "argument", "pick", YNODE_LIST, &list, err) ||
        !ynode_need(map, "argument", "by", YNODE_SCALAR, &by, err) ||
        !wl_whole(s->w, by, "by", 0, INT64_MAX, &index, err))
        return false;
    if (ynode_count(list) == 0)
        return ynode_error(list, err, "pick from an empty list; expected at least one argument");
    if (depth == PICK_DEPTH_MAX)
        return ynode_error(list, err, "pick nested more than the %d levels allowed", PICK_DEPTH_MAX);
    return put_arg(s, ynode_item(list, (uint32_t)(index % ynode_count(list))), depth + 1, err);
}

static bool put_arg(const slot_t *s, ynode_t n, uint32_t depth, err_t *err)
{
    switch (ynode_kind(n)) {
    case YNODE_MAP:
        if (ynode_get(n, "fields").id || ynode_get(n, "bytes").id)
            return wl_put_struct(s->w, n, s->param.name, s->param.size_bytes, s->block + s->param.offset_bytes, err);
        return ynode_get(n, "pick").id ? put_pick(s, n, depth, err) : put_element(s, n, err);
    case YNODE_SCALAR: return put_scalar(s, n, err);
    default:
        return ynode_error(n, err,
                           "found a list; allowed as an argument: a buffer, a number, {buffer, at}, {pick, by}, "
                           "{fields}, {bytes}");
    }
}

bool wl_pack_args(const workload_t *w, ynode_t args, const ptx_kernel_t *kernel, uint8_t *params, err_t *err)
{
    uint32_t count = ptx_param_count(kernel);
    if (ynode_count(args) != count)
        return ynode_error(args, err, "%u arguments; the kernel has %u parameters", ynode_count(args), count);
    for (uint32_t i = 0; i < count; i++) {
        slot_t slot = {w, ptx_param(kernel, i), params};
        if (!put_arg(&slot, ynode_item(args, i), 0, err)) return false;
    }
    return true;
}
