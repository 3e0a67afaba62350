/* wl_struct.c - structs that a launch passes by value: {fields: [{f32: 1.5}, {u32: n}, {u64: x}, {f32: [0, 1]}]}, with
 * the layout of a C struct, or {bytes: [1, 0xff]}. */
#include "workload/wl.h"

#include <string.h>

typedef struct {
    const workload_t *w;
    const char *name;
    uint8_t *at;
    uint32_t bytes, used, align;
} area_t;

static bool put_one(area_t *a, ynode_t n, elem_t type, err_t *err)
{
    const uint32_t bytes = elem_bytes(type), from = (a->used + bytes - 1) / bytes * bytes;
    const wl_buffer_t *b = ynode_kind(n) == YNODE_SCALAR ? wl_buffer(a->w, ynode_text(n)) : NULL;
    if (from + bytes > a->bytes)
        return ynode_error(n, err, "parameter %s has %u bytes; its fields need at least %u", a->name, a->bytes,
                           from + bytes);
    a->used = from + bytes;
    if (bytes > a->align) a->align = bytes;
    if (!b) return wl_put_number(a->w, n, type, "a field", a->at + from, err);
    if (type != ELEM_U64)
        return ynode_error(n, err, "field of type %s in parameter %s; a buffer's address needs u64", elem_name(type),
                           a->name);
    memcpy(a->at + from, &b->addr, sizeof b->addr);
    return true;
}

/* {type: value} or {type: [value, ...]} */
static bool put_field(area_t *a, ynode_t n, err_t *err)
{
    elem_t type;
    if (ynode_kind(n) != YNODE_MAP || ynode_count(n) != 1 || !elem_parse(ynode_text(ynode_key(n, 0)), &type))
        return ynode_error(n, err,
                           "fields of parameter %s: {type: value} is expected, with a type of f32 f64 u8 s8 u16 s16 "
                           "u32 s32 u64 s64",
                           a->name);
    const ynode_t value = ynode_item(n, 0);
    if (ynode_kind(value) != YNODE_LIST) return put_one(a, value, type, err);
    for (uint32_t i = 0; i < ynode_count(value); i++)
        if (!put_one(a, ynode_item(value, i), type, err)) return false;
    return true;
}

bool wl_put_struct(const workload_t *w, ynode_t map, const char *name, uint32_t bytes, uint8_t *at, err_t *err)
{
    static const char *const keys[] = {"fields", "bytes", NULL};
    area_t a = {.w = w, .name = name, .at = at, .bytes = bytes, .align = 1};
    ynode_t fields, raw;
    if (!ynode_only_keys(map, "argument", keys, err) ||
        !ynode_want(map, "argument", "fields", YNODE_LIST, &fields, err) ||
        !ynode_want(map, "argument", "bytes", YNODE_LIST, &raw, err))
        return false;
    if (!fields.id == !raw.id)
        return ynode_error(map, err, "an argument with both fields and bytes; one of the two is expected");
    const ynode_t list = fields.id ? fields : raw;
    for (uint32_t i = 0; i < ynode_count(list); i++)
        if (!(fields.id ? put_field(&a, ynode_item(list, i), err) : put_one(&a, ynode_item(list, i), ELEM_U8, err)))
            return false;
    const uint32_t whole = (a.used + a.align - 1) / a.align * a.align;
    return whole == bytes ||
           ynode_error(map, err, "parameter %s has %u bytes; found %u, which must be equal", name, bytes, whole);
}
