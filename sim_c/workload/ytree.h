/* ytree.h - a YAML file as a tree whose nodes know their line.
 *
 * Nodes are small values, valid while the tree is; node id 0 is "not there". Anchors are resolved;
 * tags are ignored: every scalar is text until somebody asks for a number. */
#ifndef CTADEL_WORKLOAD_YTREE_H
#define CTADEL_WORKLOAD_YTREE_H

#include "base/err.h"

#include <stdint.h>

typedef struct ytree ytree_t;
typedef struct {
    ytree_t *tree;
    int id; /* 0: no such node */
} ynode_t;
typedef enum { YNODE_NONE, YNODE_SCALAR, YNODE_LIST, YNODE_MAP } ynode_kind_t;

ytree_t *ytree_load(const char *path, err_t *err); /* NULL: err. One document, a map at its top */
void ytree_destroy(ytree_t *t);                    /* NULL is fine */
ynode_t ytree_root(ytree_t *t);
const char *ytree_path(const ytree_t *t);

ynode_kind_t ynode_kind(ynode_t n);
unsigned ynode_line(ynode_t n);
const char *ynode_text(ynode_t scalar);
uint32_t ynode_count(ynode_t list_or_map);
ynode_t ynode_item(ynode_t list_or_map, uint32_t i); /* a map's value */
ynode_t ynode_key(ynode_t map, uint32_t i);          /* always a scalar */
ynode_t ynode_get(ynode_t map, const char *key);

/* err_set with the node's file and line; always false. */
bool ynode_error(ynode_t n, err_t *err, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* The value of `key` in `map`, of that kind; `what` names the map in messages. An absent key is an
 * error; ynode_want leaves it to the caller: true, *out NONE. */
bool ynode_need(ynode_t map, const char *what, const char *key, ynode_kind_t kind, ynode_t *out,
                err_t *err);
bool ynode_want(ynode_t map, const char *what, const char *key, ynode_kind_t kind, ynode_t *out,
                err_t *err);

/* n is a map and all its keys are among the NULL-terminated `allowed`. */
bool ynode_only_keys(ynode_t n, const char *what, const char *const *allowed, err_t *err);

#endif
