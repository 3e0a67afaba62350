/* wl_file.c - paths of files that a workload names: x_{size}.npy, x_{n}.npy. */
#include "base/suggest.h"
#include "workload/wl.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_BYTES = 32 };

/* Writes the replacement of {name}. */
static bool put_name(const workload_t *w, ynode_t n, const char *name, FILE *out, err_t *err)
{
    expr_value_t value;
    char list[256];
    const char *const *names;
    if (strcmp(name, "size") == 0 && w->size) {
        fputs(w->size, out);
        return true;
    }
    if (expr_lookup(w->scope, name, &value) && !value.is_real) {
        fprintf(out, "%" PRId64, value.whole);
        return true;
    }
    const uint32_t count = expr_names(w->scope, &names);
    return ynode_error(n, err, "'%s': {%s} is no whole number; %s; {size}, if the file has sizes", ynode_text(n), name,
                       suggest_text(list, sizeof list, name, names, count));
}

static bool expand(const workload_t *w, ynode_t n, FILE *out, err_t *err)
{
    const char *at = ynode_text(n);
    for (const char *open; (open = strchr(at, '{'));) {
        const char *close = strchr(open, '}');
        char name[NAME_BYTES];
        if (!close || close - open > NAME_BYTES)
            return ynode_error(n, err,
                               "'%s': '{' without a name of up to %d characters and '}'; {size} or {name} is expected",
                               ynode_text(n), NAME_BYTES - 1);
        snprintf(name, sizeof name, "%.*s", (int)(close - open - 1), open + 1);
        fprintf(out, "%.*s", (int)(open - at), at);
        if (!put_name(w, n, name, out, err)) return false;
        at = close + 1;
    }
    fputs(at, out);
    return true;
}

char *wl_file(const workload_t *w, ynode_t n, err_t *err)
{
    const char *slash = strrchr(w->path, '/');
    char *path = NULL;
    size_t bytes;
    FILE *out = open_memstream(&path, &bytes);
    bool ok = out != NULL;
    if (out) {
        if (slash && ynode_text(n)[0] != '/') fprintf(out, "%.*s", (int)(slash + 1 - w->path), w->path);
        const bool whole = expand(w, n, out, err);
        ok = fclose(out) == 0 && whole;
    }
    if (ok) return path;
    free(path);
    ynode_error(n, err, "out of memory"); /* keeps an earlier error */
    return NULL;
}
