/* waits.c - the words for which CTAs wait, in a table by address. A word takes the place of another one with the same
 * hash, whose wait is then not found unless its warp reads it again. */
#include "ptx/waits.h"

#include <stdlib.h>

enum { WORD_BYTES = 4, HASH_BITS = 14, WORDS = 1 << HASH_BITS };

typedef struct {
    uint64_t word;   /* address / WORD_BYTES */
    waits_cta_t cta; /* that waits; waited NULL: none */
} waiting_t;

struct waits {
    waiting_t at[WORDS];
};

waits_t *waits_create(void) { return calloc(1, sizeof(waits_t)); }
void waits_destroy(waits_t *w) { free(w); }

static waiting_t *place(waits_t *w, uint64_t word)
{
    return &w->at[word * UINT64_C(0x9e3779b97f4a7c15) >> (64 - HASH_BITS)];
}

void waits_for(waits_t *w, waits_cta_t cta, uint64_t addr, uint32_t bytes)
{
    for (uint64_t word = addr / WORD_BYTES; word <= (addr + bytes - 1) / WORD_BYTES; word++)
        *place(w, word) = (waiting_t){word, cta};
}

void waits_written(waits_t *w, waits_cta_t cta, uint64_t addr, uint32_t bytes)
{
    for (uint64_t word = addr / WORD_BYTES; word <= (addr + bytes - 1) / WORD_BYTES; word++) {
        const waiting_t *at = place(w, word);
        if (!at->cta.waited || at->word != word) continue;
        if (at->cta.waited != cta.waited || at->cta.lid != cta.lid) *at->cta.waited = true;
    }
}

void waits_end(waits_t *w, const bool *waited)
{
    for (uint32_t i = 0; i < WORDS; i++)
        if (w->at[i].cta.waited == waited) w->at[i].cta.waited = NULL;
}
