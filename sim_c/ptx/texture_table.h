/* texture_table.h - table of a device's texture and surface objects, indexed by handle. */
#ifndef CTADEL_PTX_TEXTURE_TABLE_H
#define CTADEL_PTX_TEXTURE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct texture_table texture_table_t; /* NULL: empty */

/* Copies `bytes` bytes of an object into the table and returns its handle, never 0. 0: out of memory. */
uint64_t texture_table_add(texture_table_t **t, const void *object, size_t bytes);
bool texture_table_remove(texture_table_t *t, uint64_t handle);
const void *texture_table_get(const texture_table_t *t, uint64_t handle);
void texture_table_destroy(texture_table_t *t);

#endif
