/* sas_loops.h - parallel loops for tests of the task scheduler: what a host would program. */
#ifndef SAS_LOOPS_H
#define SAS_LOOPS_H

#include "policy/sas.h"

/* Two levels from 0, rows x cols, cut into down x across tiles; tile (row, col) goes first. */
static inline sas_loop_t sas_grid(uint32_t rows, uint32_t cols, uint32_t down, uint32_t across, uint32_t row,
                                  uint32_t col)
{
    const uint16_t high = (uint16_t)((rows + down - 1) / down), wide = (uint16_t)((cols + across - 1) / across);
    return (sas_loop_t){.upper = {{1, (uint16_t)rows, (uint16_t)cols}},
                        .stride = {{1, 1, 1}},
                        .edge = {{1, high, wide}},
                        .first = {{0, (uint16_t)(row * high), (uint16_t)(col * wide)}}};
}

#endif
