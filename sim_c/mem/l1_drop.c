/* l1_drop.c - lines that leave an L1 without another taking their ways: after a fence, or when the L2 recalls them. */
#include "mem/l1_internal.h"

uint16_t l1_filling(const l1_t *l1, uint64_t line)
{
    if (l1->cfg.allocate == ALLOCATE_MISS) return MSHR_NONE;
    for (uint32_t e = 0; e < l1->cfg.mshrs; e++)
        if (l1->filling[e].line == line) return (uint16_t)e;
    return MSHR_NONE;
}

bool l1_looked_up(const l1_t *l1) { return l1->looked_up; }

void l1_invalidate(l1_t *l1)
{
    for (int32_t way = 0; way < (int32_t)tags_ways(l1->tags); way++) {
        const tag_t *tag = tags_at(l1->tags, way);
        if (tag->dirty || tag->mshr != MSHR_NONE || tags_line(l1->tags, way) == TAGS_NO_LINE) continue;
        tags_drop(l1->tags, way);
        l1->st.invalidations++;
    }
    l1->looked_up = false;
    l1->next->changes++;
}

uint8_t l1_recall(l1_t *l1, uint64_t addr, uint32_t bytes)
{
    uint8_t dirty = 0;
    for (uint32_t at = 0; at < bytes; at += l1->cfg.line_bytes) {
        const uint64_t line = (addr + at) >> l1->line_shift;
        const int32_t way = tags_find(l1->tags, line);
        const uint16_t e = l1_filling(l1, line);
        if (e != MSHR_NONE) l1->filling[e].recalled = true;
        if (way < 0) continue;
        dirty |= (uint8_t)(tags_at(l1->tags, way)->dirty << at / UNIT_BYTES);
        tags_drop(l1->tags, way);
        l1->st.recalls++;
    }
    l1->next->changes++;
    return dirty;
}
