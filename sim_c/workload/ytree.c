#include "workload/ytree.h"

#include "workload/nearest.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

struct ytree {
    yaml_document_t doc;
    char path[];
};

static yaml_node_t *node_of(ynode_t n)
{
    return yaml_document_get_node(&n.tree->doc, n.id);
}

static const char *kind_name(ynode_kind_t kind)
{
    switch (kind) {
    case YNODE_SCALAR:
        return "a plain value";
    case YNODE_LIST:
        return "a list";
    case YNODE_MAP:
        return "a map of keys";
    default:
        return "nothing";
    }
}

/* Keys are used as text all over: check once that they are, and that none stands twice. */
static bool check_maps(ytree_t *t, err_t *err)
{
    int nodes = (int)(t->doc.nodes.top - t->doc.nodes.start);
    for (int id = 1; id <= nodes; id++) {
        ynode_t map = {t, id};
        if (ynode_kind(map) != YNODE_MAP) continue;
        for (uint32_t i = 0; i < ynode_count(map); i++) {
            ynode_t key = ynode_key(map, i);
            if (ynode_kind(key) != YNODE_SCALAR)
                return ynode_error(key, err, "a key is %s; keys are plain words",
                                   kind_name(ynode_kind(key)));
            if (ynode_get(map, ynode_text(key)).id != ynode_item(map, i).id)
                return ynode_error(key, err, "key '%s' stands twice in one map; once is allowed",
                                   ynode_text(key));
        }
    }
    return true;
}

static bool load_document(FILE *in, ytree_t *t, err_t *err)
{
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser)) return err_set(err, t->path, 0, "out of memory");
    yaml_parser_set_input_file(&parser, in);
    bool ok = yaml_parser_load(&parser, &t->doc);
    if (!ok)
        err_set(err, t->path, (unsigned)parser.problem_mark.line + 1, "%s%s%s; YAML is expected",
                parser.context ? parser.context : "", parser.context ? ": " : "",
                parser.problem ? parser.problem : "cannot be read");
    yaml_parser_delete(&parser);
    return ok;
}

ytree_t *ytree_load(const char *path, err_t *err)
{
    FILE *in = fopen(path, "rb");
    if (!in) {
        err_set(err, path, 0, "cannot be opened: %s; a workload file (.yaml) is expected",
                strerror(errno));
        return NULL;
    }
    ytree_t *t = calloc(1, sizeof *t + strlen(path) + 1);
    bool ok = t != NULL;
    if (!t) err_set(err, path, 0, "out of memory");
    if (ok) {
        strcpy(t->path, path);
        ok = load_document(in, t, err);
    }
    fclose(in);
    if (!ok) {
        free(t);
        return NULL;
    }
    if (!yaml_document_get_root_node(&t->doc))
        ok = err_set(err, path, 0, "is empty; a workload has at least a name and launches");
    else if (ynode_kind(ytree_root(t)) != YNODE_MAP)
        ok = ynode_error(ytree_root(t), err, "%s; a map of keys is expected",
                         kind_name(ynode_kind(ytree_root(t))));
    if (ok && check_maps(t, err)) return t;
    ytree_destroy(t);
    return NULL;
}

void ytree_destroy(ytree_t *t)
{
    if (!t) return;
    yaml_document_delete(&t->doc);
    free(t);
}

ynode_t ytree_root(ytree_t *t)
{
    return (ynode_t){t, 1};
} /* libyaml numbers nodes from 1 */
const char *ytree_path(const ytree_t *t)
{
    return t->path;
}

ynode_kind_t ynode_kind(ynode_t n)
{
    if (!n.id) return YNODE_NONE;
    switch (node_of(n)->type) {
    case YAML_SCALAR_NODE:
        return YNODE_SCALAR;
    case YAML_SEQUENCE_NODE:
        return YNODE_LIST;
    case YAML_MAPPING_NODE:
        return YNODE_MAP;
    default:
        return YNODE_NONE;
    }
}

unsigned ynode_line(ynode_t n)
{
    return (unsigned)node_of(n)->start_mark.line + 1;
}
const char *ynode_text(ynode_t n)
{
    return (const char *)node_of(n)->data.scalar.value;
}

uint32_t ynode_count(ynode_t n)
{
    const yaml_node_t *node = node_of(n);
    if (node->type == YAML_MAPPING_NODE)
        return (uint32_t)(node->data.mapping.pairs.top - node->data.mapping.pairs.start);
    return (uint32_t)(node->data.sequence.items.top - node->data.sequence.items.start);
}

ynode_t ynode_item(ynode_t n, uint32_t i)
{
    const yaml_node_t *node = node_of(n);
    if (node->type == YAML_MAPPING_NODE)
        return (ynode_t){n.tree, node->data.mapping.pairs.start[i].value};
    return (ynode_t){n.tree, node->data.sequence.items.start[i]};
}

ynode_t ynode_key(ynode_t n, uint32_t i)
{
    return (ynode_t){n.tree, node_of(n)->data.mapping.pairs.start[i].key};
}

ynode_t ynode_get(ynode_t map, const char *key)
{
    for (uint32_t i = 0; i < ynode_count(map); i++)
        if (strcmp(ynode_text(ynode_key(map, i)), key) == 0) return ynode_item(map, i);
    return (ynode_t){map.tree, 0};
}

bool ynode_error(ynode_t n, err_t *err, const char *fmt, ...)
{
    char text[sizeof err->text];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    return err_set(err, n.tree->path, ynode_line(n), "%s", text);
}

bool ynode_want(ynode_t map, const char *what, const char *key, ynode_kind_t kind, ynode_t *out,
                err_t *err)
{
    *out = ynode_get(map, key);
    if (!out->id || ynode_kind(*out) == kind) return true;
    return ynode_error(*out, err, "%s: '%s' is %s; %s is expected", what, key,
                       kind_name(ynode_kind(*out)), kind_name(kind));
}

bool ynode_need(ynode_t map, const char *what, const char *key, ynode_kind_t kind, ynode_t *out,
                err_t *err)
{
    if (!ynode_want(map, what, key, kind, out, err)) return false;
    return out->id || ynode_error(map, err, "%s: key '%s' is missing", what, key);
}

bool ynode_only_keys(ynode_t n, const char *what, const char *const *allowed, err_t *err)
{
    uint32_t count = 0;
    while (allowed[count]) count++;
    if (ynode_kind(n) != YNODE_MAP)
        return ynode_error(n, err, "%s is %s; a map of keys is expected", what,
                           kind_name(ynode_kind(n)));
    for (uint32_t i = 0; i < ynode_count(n); i++) {
        const char *key = ynode_text(ynode_key(n, i));
        uint32_t k = 0;
        while (k < count && strcmp(key, allowed[k]) != 0) k++;
        char list[256];
        if (k == count)
            return ynode_error(ynode_key(n, i), err, "%s: unknown key '%s'%s", what, key,
                               nearest_list(list, sizeof list, key, allowed, count));
    }
    return true;
}
