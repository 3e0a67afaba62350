/* wl_init.c - reads `init` of a buffer: how to fill it. */
#include "workload/wl.h"

#include <stdlib.h>
#include <string.h>

/* [values, a, b, ...] */
static bool read_values(const workload_t *w, ynode_t init, const wl_buffer_t *b, wl_field_t *f, err_t *err)
{
    const uint32_t count = ynode_count(init) - 1;
    if (count < 1 || count > WL_VALUES_MAX)
        return ynode_error(init, err, "buffer '%s': %u values; allowed: 1 to %d", b->name, count, WL_VALUES_MAX);
    f->fill = FILL_VALUES;
    f->value_count = count;
    f->values = calloc(count, sizeof *f->values);
    if (!f->values) return ynode_error(init, err, "out of memory");
    for (uint32_t i = 0; i < count; i++) {
        uint64_t scratch;
        if (!wl_put_number(w, ynode_item(init, i + 1), f->type, b->name, &scratch, err) ||
            !wl_number(w, ynode_item(init, i + 1), &f->values[i], err))
            return false;
    }
    return true;
}

static bool check_range(ynode_t init, const wl_buffer_t *b, const wl_field_t *f, err_t *err)
{
    bool needs_whole = f->fill == FILL_INTS || !elem_is_real(f->type);
    if (f->fill == FILL_UNIFORM && !elem_is_real(f->type))
        return ynode_error(init, err, "buffer '%s': uniform gives real numbers; allowed for %s: [ints, lo, hi]",
                           b->name, elem_name(f->type));
    if (needs_whole && (f->lo.is_real || f->hi.is_real))
        return ynode_error(init, err,
                           "buffer '%s': init of %s with a real number; whole numbers "
                           "are expected",
                           b->name, elem_name(f->type));
    if (needs_whole && (!elem_holds(f->type, f->lo.whole) || !elem_holds(f->type, f->hi.whole)))
        return ynode_error(init, err, "buffer '%s': init %lld to %lld does not fit %s", b->name, (long long)f->lo.whole,
                           (long long)f->hi.whole, elem_name(f->type));
    if (expr_real(&f->lo) > expr_real(&f->hi))
        return ynode_error(init, err, "buffer '%s': init from %g to %g; lo <= hi is expected", b->name,
                           expr_real(&f->lo), expr_real(&f->hi));
    return true;
}

/* [fill, v], [uniform, lo, hi], [ints, lo, hi], [values, ...] */
static bool read_generator(const workload_t *w, ynode_t init, const wl_buffer_t *b, wl_field_t *f, err_t *err)
{
    uint32_t count = ynode_count(init);
    const char *word = count && ynode_kind(ynode_item(init, 0)) == YNODE_SCALAR ? ynode_text(ynode_item(init, 0)) : "";
    if (strcmp(word, "values") == 0) return read_values(w, init, b, f, err);
    if (strcmp(word, "fill") == 0 && count == 2) f->fill = FILL_NUMBER;
    else if (strcmp(word, "uniform") == 0 && count == 3) f->fill = FILL_UNIFORM;
    else if (strcmp(word, "ints") == 0 && count == 3) f->fill = FILL_INTS;
    else
        return ynode_error(init, err,
                           "buffer '%s': init [%s ...] of %u words; allowed: [fill, v], "
                           "[uniform, lo, hi], [ints, lo, hi], [values, a, b, ...]",
                           b->name, word, count);
    if (!wl_number(w, ynode_item(init, 1), &f->lo, err)) return false;
    f->hi = f->lo;
    if (count == 3 && !wl_number(w, ynode_item(init, 2), &f->hi, err)) return false;
    return check_range(init, b, f, err);
}

static bool is_number(const workload_t *w, const char *text)
{
    expr_value_t value;
    return !expr_name_ok(text) || expr_lookup(w->scope, text, &value);
}

static bool read_field(const workload_t *w, ynode_t init, const wl_buffer_t *b, wl_field_t *f, err_t *err)
{
    if (ynode_kind(init) == YNODE_LIST) return read_generator(w, init, b, f, err);
    const char *word = ynode_kind(init) == YNODE_SCALAR ? ynode_text(init) : "{";
    if (strcmp(word, "zeros") == 0) return true;
    if (strcmp(word, "iota") == 0) {
        f->fill = FILL_IOTA;
        return true;
    }
    if (ynode_kind(init) == YNODE_SCALAR && is_number(w, word)) {
        if (!wl_number(w, init, &f->lo, err)) return false;
        f->hi = f->lo;
        return check_range(init, b, f, err);
    }
    return ynode_error(init, err,
                       "buffer '%s': init '%s'; allowed: zeros, iota, a number, [fill, v], "
                       "[uniform, lo, hi], [ints, lo, hi], [values, a, b, ...], c, a .npy file",
                       b->name, word);
}

/* {x: init, y: init}: fields without init are zeros. *count: number of values, if a field lists values. */
static bool read_fields(const workload_t *w, ynode_t map, wl_buffer_t *b, uint64_t *count, err_t *err)
{
    const char *names[WL_FIELDS_MAX + 1];
    for (uint32_t i = 0; i < b->type.fields; i++) names[i] = b->type.field[i].name;
    names[b->type.fields] = NULL;
    if (!ynode_only_keys(map, "init", names, err)) return false;
    for (uint32_t i = 0; i < b->type.fields; i++) {
        const ynode_t init = ynode_get(map, names[i]);
        wl_field_t *f = &b->type.field[i];
        if (init.id && !read_field(w, init, b, f, err)) return false;
        if (!f->value_count) continue;
        if (*count && *count != f->value_count)
            return ynode_error(init, err, "buffer '%s': %u values of '%s'; expected %llu as of another field", b->name,
                               f->value_count, f->name, (unsigned long long)*count);
        *count = f->value_count;
    }
    return true;
}

static bool read_file(const workload_t *w, ynode_t init, wl_buffer_t *b, uint64_t *count, err_t *err)
{
    err_t inner = {""};
    b->npy = wl_file(w, init, err);
    return b->npy && (npy_count(b->npy, wl_npy_type(b), count, &inner) ||
                      ynode_error(init, err, "buffer '%s': %s", b->name, inner.text));
}

bool wl_read_init(const workload_t *w, ynode_t init, wl_buffer_t *b, uint64_t *count, err_t *err)
{
    *count = 0;
    if (ynode_kind(init) == YNODE_NONE) return true; /* zeros */
    if (ynode_kind(init) == YNODE_MAP && b->type.is_record) return read_fields(w, init, b, count, err);
    const char *word = ynode_kind(init) == YNODE_SCALAR ? ynode_text(init) : "";
    const size_t n = strlen(word);
    if (n > 4 && strcmp(word + n - 4, ".npy") == 0) return read_file(w, init, b, count, err);
    if (strcmp(word, "c") == 0) {
        b->by_reference = true;
        return (w->ref && w->ref->init) || ynode_error(init, err,
                                                       "buffer '%s': init c needs a built-in reference '%s' with an "
                                                       "init function; allowed: zeros, a generator, a .npy file",
                                                       b->name, w->name);
    }
    if (strcmp(word, "zeros") == 0) return true;
    if (b->type.is_record)
        return ynode_error(init, err,
                           "buffer '%s': init '%s' of records; allowed: {field: init, ...}, zeros, c, a .npy file",
                           b->name, word[0] ? word : "[...]");
    if (!read_field(w, init, b, &b->type.field[0], err)) return false;
    *count = b->type.field[0].value_count;
    return true;
}
