/* sequence_memory.c - pages in a hash table with open addressing. */
#include "sequence/sequence_memory.h"

#include <assert.h>
#include <stdlib.h>

enum { PAGE_WORDS = SEQUENCE_MEMORY_PAGE_BYTES / 4, FIRST_ROOM = 64 };

typedef struct {
    uint64_t number;
    uint32_t *word; /* NULL: the slot is free */
} page_t;

struct sequence_memory {
    page_t *page;
    uint32_t used, room; /* room is a power of two, at most half of it used */
};

sequence_memory_t *sequence_memory_create(void)
{
    sequence_memory_t *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->room = FIRST_ROOM;
    m->page = calloc(m->room, sizeof *m->page);
    if (m->page) return m;
    free(m);
    return NULL;
}

void sequence_memory_destroy(sequence_memory_t *m)
{
    if (!m) return;
    for (uint32_t i = 0; i < m->room; i++) free(m->page[i].word);
    free(m->page);
    free(m);
}

/* The slot of a page, or the free one in which it belongs. */
static page_t *slot(page_t *page, uint32_t room, uint64_t number)
{
    uint32_t i = (uint32_t)(number * UINT64_C(0x9e3779b97f4a7c15) >> 40) & (room - 1);
    while (page[i].word && page[i].number != number) i = (i + 1) & (room - 1);
    return &page[i];
}

static bool grow(sequence_memory_t *m)
{
    const uint32_t room = 2 * m->room;
    page_t *more = calloc(room, sizeof *more);
    if (!more) return false;
    for (uint32_t i = 0; i < m->room; i++)
        if (m->page[i].word) *slot(more, room, m->page[i].number) = m->page[i];
    free(m->page);
    m->page = more;
    m->room = room;
    return true;
}

uint32_t sequence_memory_get(const sequence_memory_t *m, uint64_t addr)
{
    const page_t *p = slot(m->page, m->room, addr / SEQUENCE_MEMORY_PAGE_BYTES);
    return p->word ? p->word[addr / 4 % PAGE_WORDS] : 0;
}

bool sequence_memory_touch(sequence_memory_t *m, uint64_t addr)
{
    const uint64_t number = addr / SEQUENCE_MEMORY_PAGE_BYTES;
    if (slot(m->page, m->room, number)->word) return true;
    if (m->used == SEQUENCE_MEMORY_PAGES || (2 * (m->used + 1) > m->room && !grow(m))) return false;
    page_t *p = slot(m->page, m->room, number);
    p->number = number;
    p->word = calloc(PAGE_WORDS, sizeof *p->word);
    m->used += p->word != NULL;
    return p->word != NULL;
}

void sequence_memory_put(sequence_memory_t *m, uint64_t addr, uint32_t word)
{
    page_t *p = slot(m->page, m->room, addr / SEQUENCE_MEMORY_PAGE_BYTES);
    assert(p->word);
    p->word[addr / 4 % PAGE_WORDS] = word;
}
