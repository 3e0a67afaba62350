/* wl_record.c - reads the element type of a buffer: a number type, or a record with the layout of a C struct. */
#include "workload/wl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_elem(ynode_t n, const char *what, elem_t *type, err_t *err)
{
    const char *word = ynode_kind(n) == YNODE_SCALAR ? ynode_text(n) : "[";
    return elem_parse(word, type) ||
           ynode_error(n, err, "%s: type '%s'; allowed: f32 f64 u8 s8 u16 s16 u32 s32 u64 s64%s", what, word,
                       ynode_kind(n) == YNODE_SCALAR ? "" : ", or a map of fields with these");
}

/* Lengths in descr: a field (name, quotes, type, comma); padding before a field or at the end. */
enum { DESCR_FIELD_BYTES = WL_FIELD_BYTES + 13, DESCR_PADDING_BYTES = 16 };
_Static_assert(WL_DESCR_BYTES > 3 + WL_FIELDS_MAX * (DESCR_FIELD_BYTES + DESCR_PADDING_BYTES) + DESCR_PADDING_BYTES,
               "descr of the largest record fits");

/* Writes NumPy's descr of the type; padding is a field without a name. */
static void describe(wl_record_t *t)
{
    size_t used = 0, at = 0;
    if (!t->is_record) {
        snprintf(t->descr, sizeof t->descr, "%s", elem_npy(t->field[0].type));
        return;
    }
    t->descr[used++] = '[';
    for (uint32_t i = 0; i <= t->fields; i++) {
        const wl_field_t *f = i < t->fields ? &t->field[i] : NULL;
        const size_t begin = f ? f->offset_bytes : t->bytes;
        const char *comma = i ? ", " : "";
        if (begin > at)
            used += (size_t)snprintf(t->descr + used, sizeof t->descr - used, "%s('', '|V%zu')", comma, begin - at);
        if (!f) break;
        used += (size_t)snprintf(t->descr + used, sizeof t->descr - used, "%s('%s', %s)", comma, f->name,
                                 elem_npy(f->type));
        at = begin + elem_bytes(f->type);
    }
    snprintf(t->descr + used, sizeof t->descr - used, "]");
}

static uint32_t up(uint32_t bytes, uint32_t align) { return (bytes + align - 1) / align * align; }

bool wl_read_type(ynode_t n, const char *what, wl_record_t *out, err_t *err)
{
    out->is_record = ynode_kind(n) == YNODE_MAP;
    out->fields = out->is_record ? ynode_count(n) : 1;
    if (out->fields < 1 || out->fields > WL_FIELDS_MAX)
        return ynode_error(n, err, "%s: a record of %u fields; allowed: 1 to %d", what, out->fields, WL_FIELDS_MAX);
    out->field = calloc(out->fields, sizeof *out->field);
    if (!out->field) return ynode_error(n, err, "out of memory");
    uint32_t align_bytes = 1;
    for (uint32_t i = 0; i < out->fields; i++) {
        wl_field_t *f = &out->field[i];
        const char *name = out->is_record ? ynode_text(ynode_key(n, i)) : "";
        if (out->is_record && !expr_name_ok(name))
            return ynode_error(ynode_key(n, i), err,
                               "%s: field '%s'; a letter, then letters, digits and _ are expected", what, name);
        snprintf(f->name, sizeof f->name, "%s", name);
        if (!read_elem(out->is_record ? ynode_item(n, i) : n, what, &f->type, err)) return false;
        const uint32_t bytes = elem_bytes(f->type);
        f->offset_bytes = up(out->bytes, bytes);
        out->bytes = f->offset_bytes + bytes;
        if (bytes > align_bytes) align_bytes = bytes;
    }
    out->bytes = up(out->bytes, align_bytes);
    describe(out);
    return true;
}

void wl_free_type(wl_record_t *t)
{
    for (uint32_t i = 0; t->field && i < t->fields; i++) free(t->field[i].values);
    free(t->field);
}
