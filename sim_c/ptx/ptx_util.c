/* ptx_util.c - containers of the parser: arena of chunks, string map with open addressing, arrays that double. */
#include "ptx/ptx_util.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK_BYTES = 64 * 1024 };

struct ptx_chunk {
    ptx_chunk_t *before;
    size_t used, room;
    _Alignas(16) unsigned char data[];
};

void *ptx_arena_alloc(ptx_arena_t *a, size_t bytes)
{
    bytes = (bytes + 15) & ~(size_t)15;
    if (!a->last || a->last->room - a->last->used < bytes) {
        const size_t room = bytes > CHUNK_BYTES ? bytes : CHUNK_BYTES;
        ptx_chunk_t *c = calloc(1, sizeof *c + room);
        if (!c) return NULL;
        c->room = room;
        c->before = a->last;
        a->last = c;
    }
    void *p = a->last->data + a->last->used;
    a->last->used += bytes;
    return p;
}

char *ptx_arena_str(ptx_arena_t *a, const char *text, size_t len)
{
    char *s = ptx_arena_alloc(a, len + 1);
    if (s) memcpy(s, text, len);
    return s;
}

void ptx_arena_free(ptx_arena_t *a)
{
    while (a->last) {
        ptx_chunk_t *before = a->last->before;
        free(a->last);
        a->last = before;
    }
}

static uint32_t hash(const char *key, size_t len) /* FNV-1a */
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < len; i++) h = (h ^ (unsigned char)key[i]) * 16777619u;
    return h;
}

/* The slot of key, or the empty one where it belongs. */
static uint32_t find(const ptx_map_t *m, const char *key, size_t len)
{
    uint32_t at = hash(key, len) & (m->room - 1);
    while (m->slot[at].key && (strncmp(m->slot[at].key, key, len) != 0 || m->slot[at].key[len] != '\0'))
        at = (at + 1) & (m->room - 1);
    return at;
}

void *ptx_map_get(const ptx_map_t *m, const char *key, size_t len)
{
    if (!m->room) return NULL;
    const uint32_t at = find(m, key, len);
    return m->slot[at].key ? m->slot[at].value : NULL;
}

bool ptx_map_put(ptx_map_t *m, const char *key, void *value)
{
    if (2 * (m->used + 1) > m->room) {
        ptx_map_t bigger = {.used = m->used, .room = m->room ? 2 * m->room : 16};
        bigger.slot = calloc(bigger.room, sizeof *bigger.slot);
        if (!bigger.slot) return false;
        for (uint32_t i = 0; i < m->room; i++) {
            if (!m->slot[i].key) continue;
            const uint32_t at = find(&bigger, m->slot[i].key, strlen(m->slot[i].key));
            bigger.slot[at].key = m->slot[i].key;
            bigger.slot[at].value = m->slot[i].value;
        }
        free(m->slot);
        *m = bigger;
    }
    const uint32_t at = find(m, key, strlen(key));
    if (!m->slot[at].key) m->used++;
    m->slot[at].key = key;
    m->slot[at].value = value;
    return true;
}

void ptx_map_free(ptx_map_t *m)
{
    free(m->slot);
    *m = (ptx_map_t){0};
}

bool ptx_grow(void *array, uint32_t used, uint32_t *room, size_t item)
{
    if (used < *room) return true;
    const uint32_t bigger = *room ? 2 * *room : 16;
    void **where = array;
    void *p = realloc(*where, bigger * item);
    if (!p) return false;
    *where = p;
    *room = bigger;
    return true;
}
