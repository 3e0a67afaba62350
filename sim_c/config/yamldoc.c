#include "config/yamldoc.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

struct yamldoc {
    yaml_document_t doc;
    char *path;
};

static yaml_node_t *get(const yamldoc_t *d, int node)
{
    /* libyaml's look-up takes a non-const document but changes nothing in it */
    yaml_node_t *n = yaml_document_get_node((yaml_document_t *)&d->doc, node);
    assert(n);
    return n;
}

static bool check_map(const yamldoc_t *d, int node, err_t *err)
{
    uint32_t size = yamldoc_size(d, node);
    for (uint32_t i = 0; i < size; i++) {
        int key = yamldoc_key(d, node, i);
        if (yamldoc_kind(d, key) != YAMLDOC_SCALAR)
            return err_set(err, d->path, yamldoc_line(d, key), "found %s as a key; a key is a word",
                           yamldoc_kind_name(d, key));
        for (uint32_t j = 0; j < i; j++) {
            int before = yamldoc_key(d, node, j);
            if (strcmp(yamldoc_text(d, key), yamldoc_text(d, before)) == 0)
                return err_set(err, d->path, yamldoc_line(d, key),
                               "key %s stands here again; line %u has it already",
                               yamldoc_text(d, key), yamldoc_line(d, before));
        }
    }
    return true;
}

static bool check_maps(const yamldoc_t *d, err_t *err)
{
    int nodes = (int)(d->doc.nodes.top - d->doc.nodes.start);
    if (nodes == 0) return err_set(err, d->path, 0, "the file is empty; a map of keys is needed");
    for (int node = 1; node <= nodes; node++)
        if (yamldoc_kind(d, node) == YAMLDOC_MAP && !check_map(d, node, err)) return false;
    return true;
}

static bool parse(yamldoc_t *d, FILE *f, err_t *err)
{
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser)) return err_set(err, d->path, 0, "out of memory");
    yaml_parser_set_input_file(&parser, f);
    bool ok = yaml_parser_load(&parser, &d->doc);
    if (!ok)
        err_set(err, d->path, (unsigned)parser.problem_mark.line + 1, "not YAML: %s%s%s",
                parser.problem ? parser.problem : "unreadable", parser.context ? " " : "",
                parser.context ? parser.context : "");
    yaml_parser_delete(&parser);
    return ok;
}

yamldoc_t *yamldoc_open(const char *path, err_t *err)
{
    FILE *f = fopen(path, "r");
    if (!f) {
        err_set(err, path, 0, "cannot be read: %s", strerror(errno));
        return NULL;
    }
    yamldoc_t *d = calloc(1, sizeof *d);
    if (d) d->path = strdup(path);
    if (!d || !d->path) {
        err_set(err, path, 0, "out of memory");
        free(d);
        d = NULL;
    } else if (!parse(d, f, err)) {
        free(d->path);
        free(d);
        d = NULL;
    }
    fclose(f);
    if (d && !check_maps(d, err)) {
        yamldoc_close(d);
        d = NULL;
    }
    return d;
}

void yamldoc_close(yamldoc_t *d)
{
    if (!d) return;
    yaml_document_delete(&d->doc);
    free(d->path);
    free(d);
}

const char *yamldoc_path(const yamldoc_t *d)
{
    return d->path;
}

int yamldoc_root(const yamldoc_t *d)
{
    (void)d;
    return 1; /* libyaml numbers nodes from 1, the root first */
}

yamldoc_kind_t yamldoc_kind(const yamldoc_t *d, int node)
{
    yaml_node_type_t type = get(d, node)->type;
    if (type == YAML_MAPPING_NODE) return YAMLDOC_MAP;
    return type == YAML_SEQUENCE_NODE ? YAMLDOC_LIST : YAMLDOC_SCALAR;
}

const char *yamldoc_kind_name(const yamldoc_t *d, int node)
{
    static const char *const name[] = {"a word or number", "a list", "a map"};
    return name[yamldoc_kind(d, node)];
}

unsigned yamldoc_line(const yamldoc_t *d, int node)
{
    return (unsigned)get(d, node)->start_mark.line + 1;
}

const char *yamldoc_text(const yamldoc_t *d, int node)
{
    const yaml_node_t *n = get(d, node);
    assert(n->type == YAML_SCALAR_NODE);
    return (const char *)n->data.scalar.value;
}

uint32_t yamldoc_size(const yamldoc_t *d, int node)
{
    const yaml_node_t *n = get(d, node);
    if (n->type == YAML_MAPPING_NODE)
        return (uint32_t)(n->data.mapping.pairs.top - n->data.mapping.pairs.start);
    assert(n->type == YAML_SEQUENCE_NODE);
    return (uint32_t)(n->data.sequence.items.top - n->data.sequence.items.start);
}

int yamldoc_item(const yamldoc_t *d, int node, uint32_t i)
{
    const yaml_node_t *n = get(d, node);
    assert(i < yamldoc_size(d, node));
    if (n->type == YAML_MAPPING_NODE) return n->data.mapping.pairs.start[i].value;
    return n->data.sequence.items.start[i];
}

int yamldoc_key(const yamldoc_t *d, int node, uint32_t i)
{
    assert(i < yamldoc_size(d, node));
    return get(d, node)->data.mapping.pairs.start[i].key;
}

int yamldoc_find(const yamldoc_t *d, int node, const char *key)
{
    for (uint32_t i = 0; i < yamldoc_size(d, node); i++)
        if (strcmp(yamldoc_text(d, yamldoc_key(d, node, i)), key) == 0)
            return yamldoc_item(d, node, i);
    return 0;
}
