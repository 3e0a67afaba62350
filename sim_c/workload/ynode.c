/* ynode.c - access to nodes of a YAML file, with file and line in every error. */
#include "workload/ynode.h"

#include "base/suggest.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

ynode_t ynode_root(const yamldoc_t *doc) { return (ynode_t){doc, yamldoc_root(doc)}; }

ynode_kind_t ynode_kind(ynode_t n)
{
    static const ynode_kind_t kinds[] = {
        [YAMLDOC_SCALAR] = YNODE_SCALAR, [YAMLDOC_LIST] = YNODE_LIST, [YAMLDOC_MAP] = YNODE_MAP};
    return n.id ? kinds[yamldoc_kind(n.doc, n.id)] : YNODE_NONE;
}

unsigned ynode_line(ynode_t n) { return yamldoc_line(n.doc, n.id); }

const char *ynode_text(ynode_t n) { return yamldoc_text(n.doc, n.id); }

uint32_t ynode_count(ynode_t n) { return yamldoc_size(n.doc, n.id); }

ynode_t ynode_item(ynode_t n, uint32_t i) { return (ynode_t){n.doc, yamldoc_item(n.doc, n.id, i)}; }

ynode_t ynode_key(ynode_t n, uint32_t i) { return (ynode_t){n.doc, yamldoc_key(n.doc, n.id, i)}; }

ynode_t ynode_get(ynode_t map, const char *key) { return (ynode_t){map.doc, yamldoc_find(map.doc, map.id, key)}; }

bool ynode_error(ynode_t n, err_t *err, const char *fmt, ...)
{
    char text[sizeof err->text];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    return err_set(err, yamldoc_path(n.doc), ynode_line(n), "%s", text);
}

bool ynode_want(ynode_t map, const char *what, const char *key, ynode_kind_t kind, ynode_t *out, err_t *err)
{
    static const char *const kind_name[] = {"", "a word or number", "a list", "a map"};
    *out = ynode_get(map, key);
    if (!out->id || ynode_kind(*out) == kind) return true;
    return ynode_error(*out, err, "%s: '%s' is %s; %s is expected", what, key, kind_name[ynode_kind(*out)],
                       kind_name[kind]);
}

bool ynode_need(ynode_t map, const char *what, const char *key, ynode_kind_t kind, ynode_t *out, err_t *err)
{
    if (!ynode_want(map, what, key, kind, out, err)) return false;
    return out->id || ynode_error(map, err, "%s: key '%s' is missing", what, key);
}

bool ynode_only_keys(ynode_t n, const char *what, const char *const *allowed, err_t *err)
{
    uint32_t count = 0;
    while (allowed[count]) count++;
    if (ynode_kind(n) != YNODE_MAP)
        return ynode_error(n, err, "%s is %s; a map is expected", what, yamldoc_kind_name(n.doc, n.id));
    for (uint32_t i = 0; i < ynode_count(n); i++) {
        const char *key = ynode_text(ynode_key(n, i));
        uint32_t k = 0;
        while (k < count && strcmp(key, allowed[k]) != 0) k++;
        char list[256];
        if (k == count)
            return ynode_error(ynode_key(n, i), err, "%s: unknown key '%s'; %s", what, key,
                               suggest_text(list, sizeof list, key, allowed, count));
    }
    return true;
}
