/* wheel.c - a ring of WHEEL_CYCLES lists of events, with a bit for each cycle that has one. */
#include "sm/wheel.h"

#include <stdlib.h>
#include <string.h>

enum { NIL = -1, WORDS = WHEEL_CYCLES / 64 };

typedef struct {
    event_t ev;
    int32_t next;
} node_t;

struct wheel {
    uint64_t busy[WORDS]; /* bit: that cycle's list is not empty */
    int32_t head[WHEEL_CYCLES], tail[WHEEL_CYCLES];
    node_t *node;
    int32_t free, size;
};

static void grow(wheel_t *w)
{
    int32_t size = w->size ? 2 * w->size : 256;
    node_t *node = realloc(w->node, (size_t)size * sizeof *node);
    if (!node) abort();
    for (int32_t i = w->size; i < size; i++) node[i].next = i + 1 < size ? i + 1 : NIL;
    w->free = w->size;
    w->node = node;
    w->size = size;
}

wheel_t *wheel_create(void)
{
    wheel_t *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    memset(w->head, 0xff, sizeof w->head);
    w->free = NIL;
    return w;
}

void wheel_destroy(wheel_t *w)
{
    if (!w) return;
    free(w->node);
    free(w);
}

void wheel_add(wheel_t *w, uint64_t due_cycle, event_t ev)
{
    if (w->free == NIL) grow(w);
    int32_t n = w->free;
    uint32_t slot = due_cycle % WHEEL_CYCLES;
    w->free = w->node[n].next;
    w->node[n] = (node_t){ev, NIL};
    if (w->head[slot] == NIL) w->head[slot] = n;
    else w->node[w->tail[slot]].next = n;
    w->tail[slot] = n;
    w->busy[slot / 64] |= UINT64_C(1) << (slot % 64);
}

bool wheel_pop(wheel_t *w, uint64_t now_cycle, event_t *ev)
{
    uint32_t slot = now_cycle % WHEEL_CYCLES;
    int32_t n = w->head[slot];
    if (n == NIL) return false;
    *ev = w->node[n].ev;
    w->head[slot] = w->node[n].next;
    w->node[n].next = w->free;
    w->free = n;
    if (w->head[slot] == NIL) w->busy[slot / 64] &= ~(UINT64_C(1) << (slot % 64));
    return true;
}

uint64_t wheel_next(const wheel_t *w, uint64_t from_cycle)
{
    uint32_t start = from_cycle % WHEEL_CYCLES;
    uint64_t word = w->busy[start / 64] & (~UINT64_C(0) << (start % 64));
    for (uint32_t i = 0; i <= WORDS; i++) {
        uint32_t at = (start / 64 + i) % WORDS;
        if (i) word = w->busy[at];
        if (i == WORDS) word &= ~(~UINT64_C(0) << (start % 64)); /* back at the first word: its low part */
        if (word) {
            uint32_t slot = at * 64 + (uint32_t)__builtin_ctzll(word);
            return from_cycle + (slot - start) % WHEEL_CYCLES;
        }
    }
    return UINT64_MAX;
}
