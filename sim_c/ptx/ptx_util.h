/* ptx_util.h - containers of the parser: a bump arena that lives as long as the module, a string map, growing arrays.
 */
#ifndef CTADEL_PTX_PTX_UTIL_H
#define CTADEL_PTX_PTX_UTIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ptx_chunk ptx_chunk_t;
typedef struct {
    ptx_chunk_t *last;
} ptx_arena_t; /* all zero = empty */

void *ptx_arena_alloc(ptx_arena_t *a, size_t bytes); /* zeroed, 16-byte aligned; NULL: no memory */
char *ptx_arena_str(ptx_arena_t *a, const char *text, size_t len);
void ptx_arena_free(ptx_arena_t *a);

/* Open addressing; keys are borrowed and must outlive the map. All zero = empty. */
typedef struct {
    struct {
        const char *key;
        void *value;
    } * slot;
    uint32_t used, room; /* room is a power of two */
} ptx_map_t;

void *ptx_map_get(const ptx_map_t *m, const char *key, size_t len); /* NULL: absent */
bool ptx_map_put(ptx_map_t *m, const char *key, void *value);       /* false: no memory */
void ptx_map_free(ptx_map_t *m);

/* *array points to a heap array with `used` of *room items of `item` bytes. Makes room for one more item. False: out of
 * memory, nothing changed. */
bool ptx_grow(void *array, uint32_t used, uint32_t *room, size_t item);

#endif
