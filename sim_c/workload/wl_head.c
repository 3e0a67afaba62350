/* wl_head.c - name, title, size parameters and derived names; numbers and file names for all. */
#include "workload/wl.h"

#include "base/infile.h"
#include "base/suggest.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZES_MAX = 32 };

static bool looks_real(const char *text)
{
    const char *c = text + (*text == '-' || *text == '+');
    if (!isdigit((unsigned char)*c) && *c != '.') return false;
    return strpbrk(text, "xX") == NULL && strpbrk(text, ".eE") != NULL;
}

bool wl_number(const workload_t *w, ynode_t n, wl_number_t *out, err_t *err)
{
    if (ynode_kind(n) != YNODE_SCALAR)
        return ynode_error(n, err, "found a list or map; a number or an expression is expected");
    const char *text = ynode_text(n);
    char *end;
    *out = (wl_number_t){0};
    if (looks_real(text)) {
        out->real = strtod(text, &end);
        out->is_real = *end == '\0';
        if (out->is_real) return true;
    }
    return expr_eval(text, w->scope, &out->whole, w->path, ynode_line(n), err);
}

double wl_number_real(const wl_number_t *n) { return n->is_real ? n->real : (double)n->whole; }

bool wl_whole(const workload_t *w, ynode_t n, const char *what, int64_t min, int64_t max, int64_t *out, err_t *err)
{
    wl_number_t number;
    if (!wl_number(w, n, &number, err)) return false;
    if (number.is_real) return ynode_error(n, err, "%s is %s; a whole number is expected", what, ynode_text(n));
    *out = number.whole;
    if (*out >= min && *out <= max) return true;
    return ynode_error(n, err, "%s is %lld; allowed: %lld to %lld", what, (long long)*out, (long long)min,
                       (long long)max);
}

char *wl_file_beside(const workload_t *w, const char *name)
{
    const char *slash = strrchr(w->path, '/');
    size_t dir = name[0] == '/' || !slash ? 0 : (size_t)(slash - w->path) + 1;
    char *path = malloc(dir + strlen(name) + 1);
    if (!path) return NULL;
    memcpy(path, w->path, dir);
    strcpy(path + dir, name);
    return path;
}

static bool define_all(workload_t *w, ynode_t map, const char *what, err_t *err)
{
    for (uint32_t i = 0; i < ynode_count(map); i++) {
        ynode_t key = ynode_key(map, i);
        int64_t value = 0;
        if (!wl_whole(w, ynode_item(map, i), what, INT64_MIN, INT64_MAX, &value, err) ||
            !expr_define(w->scope, ynode_text(key), value, w->path, ynode_line(key), err))
            return false;
    }
    return true;
}

/* The map of parameters of the chosen size. Every size must be a map of the same names: a size that
 * is wrong should not wait for its first use. */
static bool choose_size(ynode_t sizes, const char *size, ynode_t *chosen, err_t *err)
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
                return ynode_error(item, err, "size '%s' lacks '%s'; it needs what '%s' has", names[i],
                                   ynode_text(ynode_key(first, k)), names[0]);
    }
    if (!size) {
        *chosen = ynode_get(sizes, "small");
        if (!chosen->id) *chosen = first;
        return true;
    }
    *chosen = ynode_get(sizes, size);
    char list[256];
    return chosen->id || ynode_error(sizes, err, "there is no size '%s'; %s", size,
                                     suggest_text(list, sizeof list, size, names, count));
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
    char *path = wl_file_beside(w, ynode_text(ptx));
    if (!path) return ynode_error(ptx, err, "out of memory");
    FILE *file = infile_open(path); /* so that the message names the line that asks for it */
    if (!file) ynode_error(ptx, err, "ptx: there is no file '%s'; the kernels' PTX text is expected", path);
    else w->module = ptx_parse_file(path, err);
    if (file) fclose(file);
    free(path);
    return w->module != NULL;
}

bool wl_read_head(workload_t *w, ynode_t root, const char *size, err_t *err)
{
    static const char *const keys[] = {"name", "title",   "source",   "ptx",     "sizes",
                                       "let",  "buffers", "launches", "outputs", NULL};
    ynode_t sizes, chosen, let, source;
    if (!ynode_only_keys(root, "workload", keys, err) || !read_text(root, "name", &w->name, err) ||
        (ynode_get(root, "title").id && !read_text(root, "title", &w->title, err)) ||
        !ynode_want(root, "workload", "source", YNODE_SCALAR, &source, err) ||
        !ynode_want(root, "workload", "sizes", YNODE_MAP, &sizes, err) ||
        !ynode_want(root, "workload", "let", YNODE_MAP, &let, err))
        return false;
    if (!expr_name_ok(w->name))
        return ynode_error(ynode_get(root, "name"), err, "name '%s'; a letter, then letters, digits and _ are expected",
                           w->name);
    w->scope = expr_scope_create();
    if (!w->scope) return err_set(err, w->path, 0, "out of memory");
    if (!sizes.id && size) return ynode_error(root, err, "there is no size '%s'; the file has no sizes", size);
    if (sizes.id && (!choose_size(sizes, size, &chosen, err) || !define_all(w, chosen, "size parameter", err)))
        return false;
    if (let.id && !define_all(w, let, "let", err)) return false;
    return read_module(w, root, err);
}
