/* yamldoc.c - libyaml's document, with checks that libyaml does not make: size, depth, unique keys, one document. */
#include "config/yamldoc.h"

#include "base/infile.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

enum { FIRST_BYTES = 1 << 16, BYTES_MAX = 16 << 20, DEPTH_MAX = 64, NODES_MAX = 1 << 18, KEYS_MAX = 1024 };

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
    if (size > KEYS_MAX)
        return err_set(err, d->path, yamldoc_line(d, node), "found a map of %u keys; allowed: up to %d", size,
                       KEYS_MAX);
    for (uint32_t i = 0; i < size; i++) {
        int key = yamldoc_key(d, node, i);
        if (yamldoc_kind(d, key) != YAMLDOC_SCALAR)
            return err_set(err, d->path, yamldoc_line(d, key), "found %s as a key; allowed: a word",
                           yamldoc_kind_name(d, key));
        for (uint32_t j = 0; j < i; j++) {
            int before = yamldoc_key(d, node, j);
            if (strcmp(yamldoc_text(d, key), yamldoc_text(d, before)) == 0)
                return err_set(err, d->path, yamldoc_line(d, key), "key %s is given twice; line %u has it already",
                               yamldoc_text(d, key), yamldoc_line(d, before));
        }
    }
    return true;
}

static bool check_maps(const yamldoc_t *d, err_t *err)
{
    int nodes = (int)(d->doc.nodes.top - d->doc.nodes.start);
    if (nodes == 0) return err_set(err, d->path, 0, "the file is empty; allowed: a map of keys");
    for (int node = 1; node <= nodes; node++)
        if (yamldoc_kind(d, node) == YAMLDOC_MAP && !check_map(d, node, err)) return false;
    return true;
}

/* Reads up to BYTES_MAX + 1 bytes or a little more. NULL: out of memory. */
static char *read_some(FILE *f, size_t *bytes)
{
    size_t room = FIRST_BYTES, got;
    char *text = malloc(room);
    *bytes = 0;
    while (text && *bytes <= BYTES_MAX && (got = fread(text + *bytes, 1, room - *bytes, f)) > 0) {
        *bytes += got;
        if (*bytes < room) continue;
        char *more = realloc(text, room *= 2);
        if (!more) free(text);
        text = more;
    }
    return text;
}

/* NULL: err. */
static char *read_text(const char *path, size_t *bytes, err_t *err)
{
    FILE *f = infile_open(path);
    char *text = f ? read_some(f, bytes) : NULL;
    bool ok = text && !ferror(f) && *bytes <= BYTES_MAX;
    if (f && !text) err_set(err, path, 0, "out of memory");
    else if (text && !ferror(f) && !ok)
        err_set(err, path, 0, "has more than %d bytes; allowed: up to %d", BYTES_MAX, BYTES_MAX);
    else if (!ok) err_set(err, path, 0, "cannot be read: %s", strerror(errno));
    if (f) fclose(f);
    if (ok) return text;
    free(text);
    return NULL;
}

/* libyaml's time grows with the square of the depth, so a first pass over the events limits it. */
static bool check_depth(yamldoc_t *d, yaml_parser_t *p, err_t *err)
{
    uint32_t depth = 0, nodes = 0;
    for (yaml_event_type_t type = YAML_NO_EVENT; type != YAML_STREAM_END_EVENT;) {
        yaml_event_t event;
        if (!yaml_parser_parse(p, &event)) return false;
        const unsigned line = (unsigned)event.start_mark.line + 1;
        type = event.type;
        yaml_event_delete(&event);
        const bool begins = type == YAML_SEQUENCE_START_EVENT || type == YAML_MAPPING_START_EVENT;
        depth += begins;
        depth -= type == YAML_SEQUENCE_END_EVENT || type == YAML_MAPPING_END_EVENT;
        nodes += begins || type == YAML_SCALAR_EVENT;
        if (depth > DEPTH_MAX)
            return err_set(err, d->path, line, "lists and maps nested more than %d deep; allowed: up to %d", DEPTH_MAX,
                           DEPTH_MAX);
        if (nodes > NODES_MAX)
            return err_set(err, d->path, line, "more than %d values; allowed: up to %d", NODES_MAX, NODES_MAX);
    }
    return true;
}

static bool load(yamldoc_t *d, yaml_parser_t *p, err_t *err)
{
    (void)err;
    return yaml_parser_load(p, &d->doc);
}

typedef bool take_fn(yamldoc_t *d, yaml_parser_t *p, err_t *err);

static bool parse(yamldoc_t *d, const char *text, size_t bytes, take_fn *take, err_t *err)
{
    yaml_parser_t p;
    if (!yaml_parser_initialize(&p)) return err_set(err, d->path, 0, "out of memory");
    yaml_parser_set_input_string(&p, (const unsigned char *)text, bytes);
    const bool ok = take(d, &p, err) ||
                    err_set(err, d->path, (unsigned)p.problem_mark.line + 1, "not YAML: %s%s%s",
                            p.problem ? p.problem : "unreadable", p.context ? " " : "", p.context ? p.context : "");
    yaml_parser_delete(&p);
    return ok;
}

static yamldoc_t *doc_new(const char *path, err_t *err)
{
    yamldoc_t *d = calloc(1, sizeof *d);
    if (d && (d->path = strdup(path)) != NULL) return d;
    free(d);
    err_set(err, path, 0, "out of memory");
    return NULL;
}

yamldoc_t *yamldoc_open(const char *path, err_t *err)
{
    size_t bytes;
    char *text = read_text(path, &bytes, err);
    yamldoc_t *d = text ? doc_new(path, err) : NULL;
    if (d && !(parse(d, text, bytes, check_depth, err) && parse(d, text, bytes, load, err))) {
        free(d->path);
        free(d);
        d = NULL;
    }
    free(text);
    if (!d || check_maps(d, err)) return d;
    yamldoc_close(d);
    return NULL;
}

void yamldoc_close(yamldoc_t *d)
{
    if (!d) return;
    yaml_document_delete(&d->doc);
    free(d->path);
    free(d);
}

const char *yamldoc_path(const yamldoc_t *d) { return d->path; }

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

unsigned yamldoc_line(const yamldoc_t *d, int node) { return (unsigned)get(d, node)->start_mark.line + 1; }

const char *yamldoc_text(const yamldoc_t *d, int node)
{
    const yaml_node_t *n = get(d, node);
    assert(n->type == YAML_SCALAR_NODE);
    return (const char *)n->data.scalar.value;
}

uint32_t yamldoc_size(const yamldoc_t *d, int node)
{
    const yaml_node_t *n = get(d, node);
    if (n->type == YAML_MAPPING_NODE) return (uint32_t)(n->data.mapping.pairs.top - n->data.mapping.pairs.start);
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
        if (strcmp(yamldoc_text(d, yamldoc_key(d, node, i)), key) == 0) return yamldoc_item(d, node, i);
    return 0;
}
