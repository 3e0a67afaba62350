/* wl_buffer.c - the buffers: their table, what each is filled with, their place in device memory. */
#include "workload/wl.h"

#include "base/suggest.h"
#include "workload/npy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFERS_MAX = 64 };
#define MEMORY_MAX_BYTES   (INT64_C(1) << 30)
#define MODULE_SPARE_BYTES (UINT64_C(16) << 20) /* for the .global variables of the PTX */

const wl_buffer_t *wl_buffer(const workload_t *w, const char *name)
{
    for (uint32_t i = 0; i < w->buffer_count; i++)
        if (strcmp(w->buffers[i].name, name) == 0) return &w->buffers[i];
    return NULL;
}

bool wl_buffer_required(const workload_t *w, ynode_t name, const wl_buffer_t **out, err_t *err)
{
    const char *names[BUFFERS_MAX];
    char list[256];
    *out = wl_buffer(w, ynode_text(name));
    if (*out) return true;
    for (uint32_t i = 0; i < w->buffer_count; i++) names[i] = w->buffers[i].name;
    return ynode_error(name, err, "there is no buffer '%s'; %s", ynode_text(name),
                       suggest_text(list, sizeof list, ynode_text(name), names, w->buffer_count));
}

/* [fill, v], [uniform, lo, hi], [ints, lo, hi] */
static bool read_generator(const workload_t *w, ynode_t init, wl_buffer_t *b, err_t *err)
{
    uint32_t count = ynode_count(init);
    const char *word = count && ynode_kind(ynode_item(init, 0)) == YNODE_SCALAR ? ynode_text(ynode_item(init, 0)) : "";
    if (strcmp(word, "fill") == 0 && count == 2) b->fill = FILL_VALUE;
    else if (strcmp(word, "uniform") == 0 && count == 3) b->fill = FILL_UNIFORM;
    else if (strcmp(word, "ints") == 0 && count == 3) b->fill = FILL_INTS;
    else
        return ynode_error(init, err,
                           "buffer '%s': init [%s ...] of %u words; allowed: [fill, v], "
                           "[uniform, lo, hi], [ints, lo, hi]",
                           b->name, word, count);
    if (!wl_number(w, ynode_item(init, 1), &b->lo, err)) return false;
    b->hi = b->lo;
    if (count == 3 && !wl_number(w, ynode_item(init, 2), &b->hi, err)) return false;
    bool needs_whole = b->fill == FILL_INTS || !elem_is_real(b->type);
    if (b->fill == FILL_UNIFORM && !elem_is_real(b->type))
        return ynode_error(init, err, "buffer '%s': uniform makes reals; %s takes [ints, lo, hi]", b->name,
                           elem_name(b->type));
    if (needs_whole && (b->lo.is_real || b->hi.is_real))
        return ynode_error(init, err,
                           "buffer '%s': init of %s with a real number; whole numbers "
                           "are expected",
                           b->name, elem_name(b->type));
    if (needs_whole && (!elem_holds(b->type, b->lo.whole) || !elem_holds(b->type, b->hi.whole)))
        return ynode_error(init, err, "buffer '%s': init %lld to %lld does not fit %s", b->name, (long long)b->lo.whole,
                           (long long)b->hi.whole, elem_name(b->type));
    if (wl_number_real(&b->lo) > wl_number_real(&b->hi))
        return ynode_error(init, err, "buffer '%s': init from %g to %g; lo <= hi is expected", b->name,
                           wl_number_real(&b->lo), wl_number_real(&b->hi));
    return true;
}

static bool read_init(const workload_t *w, ynode_t init, wl_buffer_t *b, err_t *err)
{
    if (ynode_kind(init) == YNODE_NONE) return true; /* FILL_VALUE of 0 */
    if (ynode_kind(init) == YNODE_LIST) return read_generator(w, init, b, err);
    const char *word = ynode_kind(init) == YNODE_SCALAR ? ynode_text(init) : "{";
    size_t n = strlen(word);
    if (strcmp(word, "zeros") == 0) return true;
    if (strcmp(word, "iota") == 0) {
        b->fill = FILL_IOTA;
        return true;
    }
    if (strcmp(word, "c") == 0) {
        b->fill = FILL_C;
        return (w->ref && w->ref->init) || ynode_error(init, err,
                                                       "buffer '%s': init c, but no reference '%s' with an init "
                                                       "function is built in",
                                                       b->name, w->name);
    }
    if (n > 4 && strcmp(word + n - 4, ".npy") == 0) {
        b->fill = FILL_NPY;
        b->npy = wl_file_beside(w, word);
        if (!b->npy) return ynode_error(init, err, "out of memory");
        err_t inner = {""};
        return npy_read(b->npy, b->type, b->count, NULL, &inner) ||
               ynode_error(init, err, "buffer '%s': %s", b->name, inner.text);
    }
    return ynode_error(init, err,
                       "buffer '%s': init '%s'; allowed: zeros, iota, [fill, v], "
                       "[uniform, lo, hi], [ints, lo, hi], c, a .npy file",
                       b->name, word);
}

static bool read_buffer(const workload_t *w, ynode_t key, ynode_t map, wl_buffer_t *b, err_t *err)
{
    static const char *const keys[] = {"type", "count", "init", NULL};
    char what[64];
    int64_t value;
    ynode_t type, count;
    snprintf(what, sizeof what, "buffer '%.30s'", ynode_text(key));
    if (!expr_name_ok(ynode_text(key)) || expr_lookup(w->scope, ynode_text(key), &value))
        return ynode_error(key, err,
                           "%s: the name is no word or is a parameter's; a name of its own "
                           "is expected",
                           what);
    if (!ynode_only_keys(map, what, keys, err) || !ynode_need(map, what, "type", YNODE_SCALAR, &type, err) ||
        !ynode_need(map, what, "count", YNODE_SCALAR, &count, err))
        return false;
    b->name = strdup(ynode_text(key));
    if (!b->name) return ynode_error(key, err, "out of memory");
    if (!elem_parse(ynode_text(type), &b->type))
        return ynode_error(type, err, "%s: type '%s'; allowed: f32 f64 u8 s8 u16 s16 u32 s32 u64 s64", what,
                           ynode_text(type));
    snprintf(what, sizeof what, "buffer '%.30s' count", b->name);
    if (!wl_whole(w, count, what, 1, MEMORY_MAX_BYTES, &value, err)) return false;
    b->count = (uint64_t)value;
    b->bytes = b->count * elem_bytes(b->type);
    return read_init(w, ynode_get(map, "init"), b, err);
}

static bool place(workload_t *w, ynode_t buffers, err_t *err)
{
    const uint64_t before_bytes = w->before ? w->before->memory_bytes : 0;
    uint64_t sum_bytes = 0, capacity_bytes = MODULE_SPARE_BYTES;
    for (uint32_t i = 0; i < w->buffer_count; i++) {
        sum_bytes += w->buffers[i].bytes;
        capacity_bytes += w->buffers[i].bytes + 2 * GMEM_GUARD_BYTES + 2 * GMEM_ALIGN_BYTES;
    }
    if (sum_bytes > MEMORY_MAX_BYTES)
        return ynode_error(buffers, err, "buffers of %llu bytes in all; allowed: %lld (1 GiB)",
                           (unsigned long long)sum_bytes, (long long)MEMORY_MAX_BYTES);
    w->memory_bytes = before_bytes + sum_bytes;
    if (w->memory_bytes > MEMORY_MAX_BYTES)
        return ynode_error(buffers, err,
                           "buffers of %llu bytes, with those of the workloads before it in the mix %llu; "
                           "allowed: %lld (1 GiB)",
                           (unsigned long long)sum_bytes, (unsigned long long)w->memory_bytes,
                           (long long)MEMORY_MAX_BYTES);
    w->gmem = w->before ? gmem_create_behind(w->before->gmem, capacity_bytes) : gmem_create(capacity_bytes);
    if (!w->gmem) return ynode_error(buffers, err, "out of memory");
    for (uint32_t i = 0; i < w->buffer_count; i++) {
        wl_buffer_t *b = &w->buffers[i];
        b->addr = gmem_alloc(w->gmem, b->name, b->bytes, err);
        if (!b->addr) return false;
    }
    return true;
}

bool wl_read_buffers(workload_t *w, ynode_t root, err_t *err)
{
    ynode_t map;
    if (!ynode_need(root, "workload", "buffers", YNODE_MAP, &map, err)) return false;
    uint32_t count = ynode_count(map);
    if (count > BUFFERS_MAX) return ynode_error(map, err, "%u buffers; allowed: %d", count, BUFFERS_MAX);
    w->buffers = calloc(count ? count : 1, sizeof *w->buffers);
    if (!w->buffers) return ynode_error(map, err, "out of memory");
    for (uint32_t i = 0; i < count; i++) {
        w->buffer_count++; /* also when reading fails: what it holds is released */
        if (!read_buffer(w, ynode_key(map, i), ynode_item(map, i), &w->buffers[i], err)) return false;
    }
    return place(w, map, err);
}
