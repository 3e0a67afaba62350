/* footprint.h - what the contexts of an SM have in its cache at once, as [SAS §III-B] counts it for HotSpot: a task
 * reads the five points around its index; elements of 4 bytes, row-major, in blocks of 32 bytes. The grid has a border
 * of one element, whose column begins a block in every row. */
#ifndef FOOTPRINT_H
#define FOOTPRINT_H

#include <stdbool.h>
#include <stdint.h>

enum { FOOT_TASKS_MAX = 16, FOOT_POINTS = 5, FOOT_BLOCK = 8 };

typedef struct {
    uint32_t row[FOOT_TASKS_MAX], col[FOOT_TASKS_MAX], tasks; /* that run at the same time */
} foot_tasks_t;

typedef struct {
    uint32_t elements, blocks; /* different ones */
} footprint_t;

static inline bool foot_new(const uint64_t *seen, uint32_t n, uint64_t key)
{
    for (uint32_t i = 0; i < n; i++)
        if (seen[i] == key) return false;
    return true;
}

static inline footprint_t footprint(const foot_tasks_t *t)
{
    static const uint8_t down[FOOT_POINTS] = {0, 1, 1, 1, 2}, across[FOOT_POINTS] = {1, 0, 1, 2, 1};
    uint64_t element[FOOT_TASKS_MAX * FOOT_POINTS], block[FOOT_TASKS_MAX * FOOT_POINTS];
    footprint_t f = {0, 0};
    for (uint32_t i = 0; i < t->tasks; i++)
        for (uint32_t p = 0; p < FOOT_POINTS; p++) {
            const uint64_t row = t->row[i] + down[p], col = t->col[i] + across[p];
            const uint64_t at = row << 32 | col, in = row << 32 | col / FOOT_BLOCK;
            if (foot_new(element, f.elements, at)) element[f.elements++] = at;
            if (foot_new(block, f.blocks, in)) block[f.blocks++] = in;
        }
    return f;
}

#endif
