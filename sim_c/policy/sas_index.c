/* sas_index.c - walks the indices of a tile on one core [SAS §IV]: one cycle of setup, then an index per cycle. */
#include "policy/sas.h"

void sas_index_reset(sas_index_t *x) { *x = (sas_index_t){.phase = SAS_IDLE}; }

/* Steps a level to its next value; false: it wrapped to its first. */
static bool level_next(uint16_t *at, uint16_t lower, uint16_t upper, uint16_t stride)
{
    const uint32_t next = (uint32_t)*at + stride;
    *at = next < upper ? (uint16_t)next : lower;
    return next < upper;
}

static bool walk_on(sas_index_t *x, const sas_vec_t *stride)
{
    for (uint32_t l = SAS_LEVELS; l-- > 0;)
        if (level_next(&x->at.at[l], x->tile.lower.at[l], x->tile.upper.at[l], stride->at[l])) return true;
    return false;
}

bool sas_index_last(const sas_index_t *x, const sas_vec_t *stride)
{
    sas_index_t after = *x;
    return !walk_on(&after, stride);
}

void sas_index_clock(sas_index_t *x, const sas_vec_t *stride, const sas_tile_t *tile, bool ready)
{
    switch (x->phase) {
    case SAS_IDLE:
        if (!tile) break;
        x->tile = *tile;
        x->at = tile->lower;
        x->phase = SAS_SETUP;
        break;
    case SAS_SETUP: x->phase = SAS_WALK; break;
    case SAS_WALK:
        if (ready && !walk_on(x, stride)) x->phase = SAS_IDLE;
        break;
    }
}
