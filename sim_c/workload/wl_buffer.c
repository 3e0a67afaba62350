/* wl_buffer.c - reads `buffers` and `globals`, and places buffers in device memory. */
#include "workload/wl.h"

#include "base/suggest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFERS_MAX = 64 };
#define MEMORY_MAX_BYTES   (INT64_C(1) << 30)
#define MODULE_SPARE_BYTES (UINT64_C(16) << 20) /* room for .global variables of the PTX and for the kernels' heap */

const wl_buffer_t *wl_buffer(const workload_t *w, const char *name)
{
    for (uint32_t i = 0; i < w->buffer_count; i++)
        if (w->buffers[i].name && strcmp(w->buffers[i].name, name) == 0) return &w->buffers[i];
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

/* Reads the keys that buffers and variables share: name, type, init. *count: as wl_read_init sets it. */
static bool read_contents(workload_t *w, ynode_t key, ynode_t map, const char *what, wl_buffer_t *b, uint64_t *count,
                          err_t *err)
{
    expr_value_t value;
    const ynode_t type = ynode_get(map, "type");
    if (!expr_name_ok(ynode_text(key)) || expr_lookup(w->scope, ynode_text(key), &value) ||
        wl_buffer(w, ynode_text(key)))
        return ynode_error(key, err, "%s: the name is malformed or in use; allowed: a new name of letters, digits, _",
                           what);
    if (!type.id) return ynode_error(map, err, "%s: key 'type' is missing", what);
    b->line = ynode_line(key);
    b->name = strdup(ynode_text(key));
    return (b->name || ynode_error(key, err, "out of memory")) && wl_read_type(type, what, &b->type, err) &&
           wl_read_init(w, ynode_get(map, "init"), b, count, err);
}

static bool read_buffer(workload_t *w, ynode_t key, ynode_t map, wl_buffer_t *b, err_t *err)
{
    static const char *const keys[] = {"type", "count", "init", NULL};
    char what[64];
    int64_t value;
    uint64_t found = 0;
    ynode_t count;
    snprintf(what, sizeof what, "buffer '%.30s'", ynode_text(key));
    if (!ynode_only_keys(map, what, keys, err) || !ynode_want(map, what, "count", YNODE_SCALAR, &count, err) ||
        !read_contents(w, key, map, what, b, &found, err))
        return false;
    if (!count.id && !found)
        return ynode_error(map, err, "%s: key 'count' is missing; it may be left out with a .npy file or [values, ...]",
                           what);
    snprintf(what, sizeof what, "buffer '%.30s' count", b->name);
    if (count.id && !wl_whole(w, count, what, 1, MEMORY_MAX_BYTES, &value, err)) return false;
    b->count = count.id ? (uint64_t)value : found;
    if (found && found != b->count)
        return ynode_error(count, err, "%s is %llu; expected %llu, the number of elements of its init", what,
                           (unsigned long long)b->count, (unsigned long long)found);
    if (b->count > (uint64_t)MEMORY_MAX_BYTES)
        return ynode_error(map, err, "%s is %llu; allowed: 1 to %lld", what, (unsigned long long)b->count,
                           (long long)MEMORY_MAX_BYTES);
    b->bytes = b->count * b->type.bytes;
    return expr_define_count(w->scope, b->name, b->count, w->path, ynode_line(key), err);
}

/* A .const or .global variable of the module; the PTX determines its size. */
static bool read_variable(workload_t *w, ynode_t key, ynode_t map, wl_buffer_t *b, err_t *err)
{
    static const char *const keys[] = {"type", "init", NULL};
    char what[64];
    uint64_t found = 0;
    ptx_symbol_t symbol;
    err_t inner = {""};
    snprintf(what, sizeof what, "global '%.30s'", ynode_text(key));
    if (!ynode_only_keys(map, what, keys, err) || !read_contents(w, key, map, what, b, &found, err)) return false;
    if (!ynode_get(map, "init").id) return ynode_error(map, err, "%s: key 'init' is missing", what);
    if (!ptx_symbol(w->module, w->gmem, b->name, &symbol, &inner)) return ynode_error(key, err, "%s", inner.text);
    b->bytes = symbol.bytes;
    b->count = symbol.bytes / b->type.bytes;
    b->addr = symbol.addr;
    b->host = symbol.host;
    if (b->count * b->type.bytes != b->bytes || (found && found != b->count))
        return ynode_error(
            map, err, "%s has %llu bytes in the PTX; found %llu elements of %u bytes, which must give the same size",
            what, (unsigned long long)b->bytes, (unsigned long long)(found ? found : b->count + 1), b->type.bytes);
    return expr_define_count(w->scope, b->name, b->count, w->path, ynode_line(key), err);
}

_Static_assert((int)WORKLOAD_GAP_UNIT_BYTES == (int)GMEM_ALIGN_BYTES, "a gap keeps buffers aligned");

static bool place(workload_t *w, ynode_t buffers, err_t *err)
{
    const uint64_t before_bytes = w->before ? w->before->memory_bytes : 0;
    uint64_t sum_bytes = 0, capacity_bytes = MODULE_SPARE_BYTES;
    for (uint32_t i = 0; i < w->buffer_count; i++) {
        sum_bytes += w->buffers[i].bytes;
        capacity_bytes += w->gap_bytes + w->buffers[i].bytes + 2 * GMEM_GUARD_BYTES + 2 * GMEM_ALIGN_BYTES;
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
    gmem_set_gap(w->gmem, w->gap_bytes);
    for (uint32_t i = 0; i < w->buffer_count; i++) {
        wl_buffer_t *b = &w->buffers[i];
        b->addr = gmem_alloc(w->gmem, b->name, b->bytes, err);
        if (!b->addr) return false;
        b->host = gmem_host(w->gmem, b->addr);
    }
    gmem_set_gap(w->gmem, 0); /* no gaps before variables of the module */
    return true;
}

bool wl_read_buffers(workload_t *w, ynode_t root, err_t *err)
{
    ynode_t map, variables;
    if (!ynode_need(root, "workload", "buffers", YNODE_MAP, &map, err) ||
        !ynode_want(root, "workload", "globals", YNODE_MAP, &variables, err))
        return false;
    const uint32_t count = ynode_count(map), more = variables.id ? ynode_count(variables) : 0;
    if (count + more > BUFFERS_MAX)
        return ynode_error(map, err, "%u buffers and globals; allowed: %d", count + more, BUFFERS_MAX);
    w->buffers = calloc(count + more + 1, sizeof *w->buffers);
    if (!w->buffers) return ynode_error(map, err, "out of memory");
    /* Counts a buffer before reading it, so that workload_destroy frees it after an error. */
    for (uint32_t i = 0; i < count; i++)
        if (!read_buffer(w, ynode_key(map, i), ynode_item(map, i), &w->buffers[w->buffer_count++], err)) return false;
    if (!place(w, map, err)) return false;
    for (uint32_t i = 0; i < more; i++)
        if (!read_variable(w, ynode_key(variables, i), ynode_item(variables, i), &w->buffers[w->buffer_count++], err))
            return false;
    return true;
}
