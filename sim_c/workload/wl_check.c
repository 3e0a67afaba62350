/* wl_check.c - compares the outputs with the C reference or a .npy file. */
#include "workload/wl.h"

#include "workload/npy.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static bool read_output(workload_t *w, ynode_t key, ynode_t map, wl_output_t *out, err_t *err)
{
    static const char *const keys[] = {"abs", "rel", "npy", NULL};
    ynode_t npy, abs_node = ynode_get(map, "abs"), rel_node = ynode_get(map, "rel");
    expr_value_t abs = {0}, rel = {0};
    if (!wl_buffer_required(w, key, &out->buffer, err) || !ynode_only_keys(map, "output", keys, err) ||
        (abs_node.id && !wl_number(w, abs_node, &abs, err)) || (rel_node.id && !wl_number(w, rel_node, &rel, err)) ||
        !ynode_want(map, "output", "npy", YNODE_SCALAR, &npy, err))
        return false;
    out->abs = expr_real(&abs);
    out->rel = expr_real(&rel);
    out->line = ynode_line(key);
    if (!(out->abs >= 0 && isfinite(out->abs) && out->rel >= 0 && isfinite(out->rel)))
        return ynode_error(map, err, "output '%s': tolerance abs %g, rel %g; allowed: finite numbers from 0 up",
                           out->buffer->name, out->abs, out->rel);
    if (!npy.id)
        return w->ref || ynode_error(key, err,
                                     "output '%s' has no key 'npy', and no C reference '%s' "
                                     "is built in; one of the two is needed",
                                     out->buffer->name, w->name);
    out->npy = wl_file(w, npy, err);
    if (!out->npy) return false;
    err_t inner = {""};
    return npy_read(out->npy, wl_npy_type(out->buffer), out->buffer->count, NULL, &inner) ||
           ynode_error(npy, err, "output '%s': %s", out->buffer->name, inner.text);
}

bool wl_read_outputs(workload_t *w, ynode_t root, err_t *err)
{
    ynode_t map;
    if (!ynode_want(root, "workload", "outputs", YNODE_MAP, &map, err)) return false;
    uint32_t count = map.id ? ynode_count(map) : 0;
    w->outputs = calloc(count ? count : 1, sizeof *w->outputs);
    if (!w->outputs) return ynode_error(root, err, "out of memory");
    for (uint32_t i = 0; i < count; i++) {
        ynode_t item = ynode_item(map, i);
        if (ynode_kind(item) != YNODE_MAP)
            return ynode_error(ynode_key(map, i), err, "output '%s' is no map; {abs: ..., rel: ...} is expected",
                               ynode_text(ynode_key(map, i)));
        w->output_count++; /* before reading, so that workload_destroy frees it after an error */
        if (!read_output(w, ynode_key(map, i), item, &w->outputs[i], err)) return false;
    }
    return true;
}

static bool close_enough(const wl_output_t *o, elem_t type, const char *found, const char *expected)
{
    if (elem_equal(type, found, expected)) return true;
    double f = elem_real(type, found), e = elem_real(type, expected);
    return isfinite(f) && isfinite(e) && fabs(f - e) <= o->abs + o->rel * fabs(e);
}

/* The first wrong field of an element; NULL: none. */
static const wl_field_t *wrong_field(const wl_output_t *o, const char *found, const char *expected)
{
    const wl_record_t *t = &o->buffer->type;
    for (uint32_t k = 0; k < t->fields; k++) {
        const uint32_t at = t->field[k].offset_bytes;
        if (!close_enough(o, t->field[k].type, found + at, expected + at)) return &t->field[k];
    }
    return NULL;
}

static bool compare(const workload_t *w, const wl_output_t *o, const char *expected, err_t *err)
{
    const wl_buffer_t *b = o->buffer;
    const char *found = b->host;
    uint64_t wrong = 0, first = 0;
    for (uint64_t i = 0; i < b->count; i++)
        if (wrong_field(o, found + i * b->type.bytes, expected + i * b->type.bytes) && wrong++ == 0) first = i;
    if (!wrong) return true;
    char text_found[40], text_expected[40];
    found += first * b->type.bytes;
    expected += first * b->type.bytes;
    const wl_field_t *f = wrong_field(o, found, expected);
    elem_print(f->type, found + f->offset_bytes, text_found, sizeof text_found);
    elem_print(f->type, expected + f->offset_bytes, text_expected, sizeof text_expected);
    return err_set(err, w->path, o->line,
                   "buffer '%s', index %" PRIu64 "%s%s: found %s, expected %s (tolerance abs %g, rel %g); "
                   "%" PRIu64 " of %" PRIu64 " elements are wrong",
                   b->name, first, f->name[0] ? ", field " : "", f->name, text_found, text_expected, o->abs, o->rel,
                   wrong, b->count);
}

static void release(void **host, uint32_t count)
{
    for (uint32_t i = 0; host && i < count; i++) free(host[i]);
    free(host);
}

/* Generates the initial contents again from the seed, which takes less memory than a copy during the run. */
static void **expected_contents(const workload_t *w, err_t *err)
{
    void **host = calloc(w->buffer_count ? w->buffer_count : 1, sizeof *host);
    bool ok = host != NULL;
    for (uint32_t i = 0; ok && i < w->buffer_count; i++) ok = (host[i] = malloc(w->buffers[i].bytes)) != NULL;
    if (!ok) err_set(err, w->path, 0, "out of memory for the reference's buffers");
    ok = ok && wl_fill(w, host, err) && wl_call_reference(w, w->ref->expect, host, "ref.c expect", err);
    if (ok) return host;
    release(host, w->buffer_count);
    return NULL;
}

static bool check_npy(const workload_t *w, const wl_output_t *o, err_t *err)
{
    void *expected = malloc(o->buffer->bytes);
    if (!expected) return err_set(err, w->path, o->line, "out of memory for the expected contents");
    bool ok = npy_read(o->npy, wl_npy_type(o->buffer), o->buffer->count, expected, err) && compare(w, o, expected, err);
    free(expected);
    return ok;
}

workload_verdict_t workload_check(workload_t *w, err_t *err)
{
    bool ok = true, by_reference = false;
    for (uint32_t i = 0; i < w->output_count; i++) by_reference |= !w->outputs[i].npy;
    void **host = by_reference ? expected_contents(w, err) : NULL;
    if (by_reference && !host) return WORKLOAD_FAIL;
    for (uint32_t i = 0; ok && i < w->output_count; i++) {
        const wl_output_t *o = &w->outputs[i];
        ok = o->npy ? check_npy(w, o, err) : compare(w, o, host[o->buffer - w->buffers], err);
    }
    release(host, w->buffer_count);
    if (!w->output_count) return WORKLOAD_UNCHECKED;
    return ok ? WORKLOAD_PASS : WORKLOAD_FAIL;
}
