/* ynode.h - nodes of a YAML file, and checks of kind and keys with file and line in the error.
 *
 * A node is valid while its document is open. ynode_get of an absent key returns a node of kind YNODE_NONE. */
#ifndef CTADEL_WORKLOAD_YNODE_H
#define CTADEL_WORKLOAD_YNODE_H

#include "base/err.h"
#include "config/yamldoc.h"

#include <stdint.h>

typedef struct {
    const yamldoc_t *doc;
    int id; /* 0: no such node */
} ynode_t;
typedef enum { YNODE_NONE, YNODE_SCALAR, YNODE_LIST, YNODE_MAP } ynode_kind_t;

ynode_t ynode_root(const yamldoc_t *doc);
ynode_kind_t ynode_kind(ynode_t n);
unsigned ynode_line(ynode_t n);
const char *ynode_text(ynode_t scalar);
uint32_t ynode_count(ynode_t list_or_map);
ynode_t ynode_item(ynode_t list_or_map, uint32_t i); /* item of a list, or value of a map */
ynode_t ynode_key(ynode_t map, uint32_t i);          /* key of a map, always a scalar */
ynode_t ynode_get(ynode_t map, const char *key);

/* err_set with file and line of the node. Always false. */
bool ynode_error(ynode_t n, err_t *err, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* *out: the value of `key` in `map`, which must be of `kind`; `what` names the map in messages. False: err. If the key
 * is absent, ynode_need reports an error, and ynode_want returns true with *out YNODE_NONE. */
bool ynode_need(ynode_t map, const char *what, const char *key, ynode_kind_t kind, ynode_t *out, err_t *err);
bool ynode_want(ynode_t map, const char *what, const char *key, ynode_kind_t kind, ynode_t *out, err_t *err);

/* Checks that n is a map with keys from the NULL-terminated list `allowed` only. False: err. */
bool ynode_only_keys(ynode_t n, const char *what, const char *const *allowed, err_t *err);

#endif
