/* wl_head.c - reads name, title, sizes, `let` and the PTX module; evaluates numbers for all readers. */
#include "workload/wl.h"

#include "base/infile.h"
#include "base/suggest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZES_MAX = 32 };

bool wl_number(const workload_t *w, ynode_t n, expr_value_t *out, err_t *err)
{
    if (ynode_kind(n) != YNODE_SCALAR)
        return ynode_error(n, err, "found a list or map; a number or an expression is expected");
    return expr_number(ynode_text(n), w->scope, out, w->path, ynode_line(n), err);
}

bool wl_put_number(const workload_t *w, ynode_t n, elem_t type, const char *what, void *at, err_t *err)
{
    expr_value_t v;
    if (!wl_number(w, n, &v, err)) return false;
    if (elem_is_real(type)) {
        elem_put_real(type, at, expr_real(&v));
        return true;
    }
    if (v.is_real)
        return ynode_error(n, err, "%s is %s; found the real number '%s', a whole number is expected", what,
                           elem_name(type), ynode_text(n));
    elem_put_whole(type, at, v.whole);
    return elem_holds(type, v.whole) ||
           ynode_error(n, err, "%s is %s, which %lld does not fit", what, elem_name(type), (long long)v.whole);
}

bool wl_whole(const workload_t *w, ynode_t n, const char *what, int64_t min, int64_t max, int64_t *out, err_t *err)
{
    expr_value_t number;
    if (!wl_number(w, n, &number, err)) return false;
    if (number.is_real)
        return ynode_error(n, err, "%s is the real number %s; a whole number is expected", what, ynode_text(n));
    *out = number.whole;
    if (*out >= min && *out <= max) return true;
    return ynode_error(n, err, "%s is %lld; allowed: %lld to %lld", what, (long long)*out, (long long)min,
                       (long long)max);
}

static bool define_all(workload_t *w, ynode_t map, err_t *err)
{
    for (uint32_t i = 0; i < ynode_count(map); i++) {
        ynode_t key = ynode_key(map, i);
        expr_value_t value;
        if (!wl_number(w, ynode_item(map, i), &value, err) ||
            !expr_define(w->scope, ynode_text(key), value, w->path, ynode_line(key), err))
            return false;
    }
    return true;
}

/* *chosen: the parameters of the size; *word: its name. Checks all sizes, so that a mistake in one does not stay hidden
 * until its first use: each must be a map with the names of the first. */
static bool choose_size(ynode_t sizes, const char *size, ynode_t *chosen, const char **word, err_t *err)
{
    const char *names[SIZES_MAX];
    uint32_t count = ynode_count(sizes);
    if (count == 0 || count > SIZES_MAX) return ynode_error(sizes, err, "%u sizes; allowed: 1 to %d", count, SIZES_MAX);
    ynode_t first = ynode_item(sizes, 0);
    for (uint32_t i = 0; i < count; i++) {
        ynode_t item = ynode_item(sizes, i);
        names[i] = ynode_text(ynode_key(sizes, i));
        if (ynode_kind(item) != YNODE_MAP)
            return ynode_error(item, err, "size '%s' is no map of parameters; {n: 1024} is expected", names[i]);
        for (uint32_t k = 0; k < ynode_count(first); k++)
            if (!ynode_get(item, ynode_text(ynode_key(first, k))).id)
                return ynode_error(item, err, "size '%s' lacks '%s'; it needs the same names as size '%s'", names[i],
                                   ynode_text(ynode_key(first, k)), names[0]);
    }
    if (!size) {
        *chosen = ynode_get(sizes, "small");
        *word = chosen->id ? "small" : names[0];
        if (!chosen->id) *chosen = first;
        return true;
    }
    *chosen = ynode_get(sizes, size);
    *word = size;
    char list[256];
    return chosen->id || ynode_error(sizes, err, "there is no size '%s'; %s", size,
                                     suggest_text(list, sizeof list, size, names, count));
}

/* *word NULL: the file has no sizes. */
static bool read_sizes(ynode_t root, const char *size, ynode_t *chosen, const char **word, err_t *err)
{
    ynode_t sizes;
    *word = NULL;
    if (!ynode_want(root, "workload", "sizes", YNODE_MAP, &sizes, err)) return false;
    if (sizes.id) return choose_size(sizes, size, chosen, word, err);
    return !size || ynode_error(root, err, "there is no size '%s'; the file has no sizes, leave --size out", size);
}

bool workload_size_check(const char *path, const char *size, err_t *err)
{
    ynode_t chosen;
    const char *word;
    yamldoc_t *doc = yamldoc_open(path, err);
    const bool ok = doc && read_sizes(ynode_root(doc), size, &chosen, &word, err);
    yamldoc_close(doc);
    return ok;
}

static bool read_text(ynode_t root, const char *key, char **out, err_t *err)
{
    ynode_t n;
    if (!ynode_need(root, "workload", key, YNODE_SCALAR, &n, err)) return false;
    *out = strdup(ynode_text(n));
    return *out || ynode_error(n, err, "out of memory");
}

static bool read_module(workload_t *w, ynode_t root, err_t *err)
{
    ynode_t ptx;
    if (!ynode_need(root, "workload", "ptx", YNODE_SCALAR, &ptx, err)) return false;
    char *path = wl_file(w, ptx, err);
    if (!path) return false;
    FILE *file = infile_open(path); /* first, so that the message gives this file and line */
    if (!file) ynode_error(ptx, err, "ptx: there is no file '%s'; the kernels' PTX text is expected", path);
    else w->module = ptx_parse_file(path, w->as_ptxas, err);
    if (file) fclose(file);
    free(path);
    return w->module != NULL;
}

bool wl_read_head(workload_t *w, ynode_t root, const char *size, err_t *err)
{
    static const char *const keys[] = {"name",    "title",   "source",   "ptx",     "sizes", "let",
                                       "buffers", "globals", "launches", "outputs", NULL};
    ynode_t chosen, let, source;
    const char *word;
    if (!ynode_only_keys(root, "workload", keys, err) || !read_text(root, "name", &w->name, err) ||
        (ynode_get(root, "title").id && !read_text(root, "title", &w->title, err)) ||
        !ynode_want(root, "workload", "source", YNODE_SCALAR, &source, err) ||
        !ynode_want(root, "workload", "let", YNODE_MAP, &let, err))
        return false;
    if (!expr_name_ok(w->name))
        return ynode_error(ynode_get(root, "name"), err,
                           "name '%s'; a letter or _, then letters, digits and _ are expected", w->name);
    w->scope = expr_scope_create();
    if (!w->scope) return err_set(err, w->path, 0, "out of memory");
    if (!read_sizes(root, size, &chosen, &word, err) || (word && !define_all(w, chosen, err))) return false;
    if (word && !(w->size = strdup(word))) return ynode_error(root, err, "out of memory");
    if (let.id && !define_all(w, let, err)) return false;
    return read_module(w, root, err);
}
