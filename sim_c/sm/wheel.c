/* wheel.c - a ring of WHEEL_CYCLES lists of events, with a bit for each cycle that has one. */
#include "sm/wheel.h"

#include <assert.h>
#include <stdlib.h>

enum { WORDS = WHEEL_CYCLES / 64, NODES_MAX = UINT16_MAX + 1 };

typedef struct {
    event_t ev;
    uint16_t next; /* node; 0: none */
} node_t;

typedef struct { /* the events of a cycle: nodes, 0 if there are none. Neighbours in time are neighbours in memory */
    uint16_t first, last;
} due_t;

struct wheel {
    uint64_t busy[WORDS]; /* bit: that cycle has events */
    due_t due[WHEEL_CYCLES];
    node_t *node; /* from 1 on */
    uint32_t size;
    uint16_t free; /* first of the unused nodes; 0: none */
};

static void grow(wheel_t *w)
{
    const uint32_t size = w->size ? 2 * w->size : 256;
    node_t *node = realloc(w->node, size * sizeof *node);
    if (!node) abort();
    assert(size <= NODES_MAX);
    const uint32_t first = w->size ? w->size : 1;
    for (uint32_t i = first; i < size; i++) node[i].next = (uint16_t)(i + 1 < size ? i + 1 : 0);
    w->free = (uint16_t)first;
    w->node = node;
    w->size = size;
}

wheel_t *wheel_create(void) { return calloc(1, sizeof(wheel_t)); }

void wheel_destroy(wheel_t *w)
{
    if (!w) return;
    free(w->node);
    free(w);
}

void wheel_add(wheel_t *w, uint64_t due_cycle, event_t ev)
{
    if (!w->free) grow(w);
    const uint16_t n = w->free;
    const uint32_t slot = due_cycle % WHEEL_CYCLES;
    due_t *due = &w->due[slot];
    w->free = w->node[n].next;
    w->node[n] = (node_t){ev, 0};
    if (due->first) w->node[due->last].next = n;
    else due->first = n;
    due->last = n;
    w->busy[slot / 64] |= UINT64_C(1) << (slot % 64);
}

bool wheel_pop(wheel_t *w, uint64_t now_cycle, event_t *ev)
{
    const uint32_t slot = now_cycle % WHEEL_CYCLES;
    due_t *due = &w->due[slot];
    const uint16_t n = due->first;
    if (!n) return false;
    *ev = w->node[n].ev;
    due->first = w->node[n].next;
    w->node[n].next = w->free;
    w->free = n;
    if (!due->first) w->busy[slot / 64] &= ~(UINT64_C(1) << (slot % 64));
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
