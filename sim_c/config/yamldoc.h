/* yamldoc.h - a parsed YAML file whose every node knows its line, for readers that name mistakes.
 *
 * Nodes are small numbers, the root is yamldoc_root(). Map keys are scalars and unique: both are
 * checked once, on opening. One document per file. */
#ifndef CTADEL_CONFIG_YAMLDOC_H
#define CTADEL_CONFIG_YAMLDOC_H

#include "base/err.h"

#include <stdint.h>

typedef struct yamldoc yamldoc_t;
typedef enum { YAMLDOC_SCALAR, YAMLDOC_LIST, YAMLDOC_MAP } yamldoc_kind_t;

yamldoc_t *yamldoc_open(const char *path, err_t *err); /* NULL: err */
void yamldoc_close(yamldoc_t *d);                      /* NULL is fine */

const char *yamldoc_path(const yamldoc_t *d);
int yamldoc_root(const yamldoc_t *d);
yamldoc_kind_t yamldoc_kind(const yamldoc_t *d, int node);
const char *yamldoc_kind_name(const yamldoc_t *d, int node);     /* "a list", for sentences */
unsigned yamldoc_line(const yamldoc_t *d, int node);             /* from 1 */
const char *yamldoc_text(const yamldoc_t *d, int node);          /* of a scalar, until close */
uint32_t yamldoc_size(const yamldoc_t *d, int node);             /* entries of a list or map */
int yamldoc_item(const yamldoc_t *d, int node, uint32_t i);      /* of a list; the value in a map */
int yamldoc_key(const yamldoc_t *d, int node, uint32_t i);       /* of a map */
int yamldoc_find(const yamldoc_t *d, int node, const char *key); /* value in a map; 0: none */

#endif
