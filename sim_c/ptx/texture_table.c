/* texture_table.c - an array of pointers to objects. A handle is FIRST_HANDLE plus the index; no address and no small
 * integer looks like a handle, so a wrong one is detected. */
#include "ptx/texture_table.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_HANDLE (UINT64_C(1) << 56)

struct texture_table {
    void **object; /* NULL: removed */
    uint32_t used, room;
};

static bool grow(texture_table_t *t)
{
    if (t->used < t->room) return true;
    const uint32_t room = t->room ? 2 * t->room : 16;
    void **object = realloc(t->object, room * sizeof *object);
    if (!object) return false;
    t->object = object;
    t->room = room;
    return true;
}

uint64_t texture_table_add(texture_table_t **at, const void *object, size_t bytes)
{
    if (!*at && !(*at = calloc(1, sizeof **at))) return 0;
    texture_table_t *t = *at;
    void *copy = malloc(bytes);
    if (!copy || !grow(t)) {
        free(copy);
        return 0;
    }
    memcpy(copy, object, bytes);
    t->object[t->used] = copy;
    return FIRST_HANDLE + t->used++;
}

const void *texture_table_get(const texture_table_t *t, uint64_t handle)
{
    return t && handle >= FIRST_HANDLE && handle - FIRST_HANDLE < t->used ? t->object[handle - FIRST_HANDLE] : NULL;
}

bool texture_table_remove(texture_table_t *t, uint64_t handle)
{
    if (!texture_table_get(t, handle)) return false;
    free(t->object[handle - FIRST_HANDLE]);
    t->object[handle - FIRST_HANDLE] = NULL;
    return true;
}

void texture_table_destroy(texture_table_t *t)
{
    if (!t) return;
    for (uint32_t i = 0; i < t->used; i++) free(t->object[i]);
    free(t->object);
    free(t);
}
