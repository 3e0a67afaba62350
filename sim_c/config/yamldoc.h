/* yamldoc.h - a parsed YAML file whose nodes know their lines, for readers whose errors name file and line.
 *
 * Nodes are small numbers; the root is yamldoc_root(). yamldoc_open checks that map keys are scalars and unique. One
 * document per file. */
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
const char *yamldoc_kind_name(const yamldoc_t *d, int node);     /* "a list", for messages */
unsigned yamldoc_line(const yamldoc_t *d, int node);             /* from 1 */
const char *yamldoc_text(const yamldoc_t *d, int node);          /* of a scalar; valid until close */
uint32_t yamldoc_size(const yamldoc_t *d, int node);             /* entries of a list or map */
int yamldoc_item(const yamldoc_t *d, int node, uint32_t i);      /* element i of a list, value i of a map */
int yamldoc_key(const yamldoc_t *d, int node, uint32_t i);       /* key i of a map */
int yamldoc_find(const yamldoc_t *d, int node, const char *key); /* value of a key in a map; 0: none */

#endif
