/* sas_tiler.c - the central tile scheduler of [SAS §IV]: P tiles in row-major order; the n-th one handed out is tile (n
 * + seed) mod P. The host gives the seed as the lower bounds of that first tile. */
#include "policy/sas.h"

enum { SETUP_CYCLES = 3 };

void sas_tiler_reset(sas_tiler_t *t, uint32_t askers)
{
    *t = (sas_tiler_t){.askers = askers, .served = askers - 1, .to = SAS_NONE};
}

/* Tiles along a level. */
static uint32_t along(const sas_loop_t *loop, uint32_t level)
{
    const uint32_t lower = loop->lower.at[level], upper = loop->upper.at[level], edge = loop->edge.at[level];
    return upper > lower ? (upper - lower + edge - 1) / edge : 0;
}

static uint32_t tiles(const sas_loop_t *loop)
{
    uint32_t all = 1;
    for (uint32_t l = 0; l < SAS_LEVELS; l++) all *= along(loop, l);
    return all;
}

static uint32_t seed(const sas_loop_t *loop)
{
    uint32_t number = 0;
    for (uint32_t l = 0; l < SAS_LEVELS; l++)
        number = number * along(loop, l) + (uint32_t)(loop->first.at[l] - loop->lower.at[l]) / loop->edge.at[l];
    return number;
}

static sas_tile_t tile(const sas_loop_t *loop, uint32_t number)
{
    sas_tile_t out;
    for (uint32_t l = SAS_LEVELS; l-- > 0; number /= along(loop, l)) {
        const uint32_t lower = loop->lower.at[l] + number % along(loop, l) * loop->edge.at[l];
        const uint32_t upper = lower + loop->edge.at[l];
        out.lower.at[l] = (uint16_t)lower;
        out.upper.at[l] = upper < loop->upper.at[l] ? (uint16_t)upper : loop->upper.at[l];
    }
    return out;
}

/* Next asker after the one served last; the one answered in this cycle is masked. */
static uint32_t next_asker(const sas_tiler_t *t, uint64_t ask)
{
    for (uint32_t i = 1; i <= t->askers; i++) {
        const uint32_t a = (t->served + i) % t->askers;
        if (a != t->to && (ask >> a & 1)) return a;
    }
    return SAS_NONE;
}

static void give(sas_tiler_t *t, const sas_loop_t *loop, uint64_t ask)
{
    const uint32_t all = tiles(loop);
    if (t->gone == all) {
        t->running = false;
        t->none = true;
        t->to = SAS_NONE;
        return;
    }
    t->to = next_asker(t, ask);
    if (t->to == SAS_NONE) return;
    t->tile = tile(loop, (t->gone++ + seed(loop)) % all);
    t->served = t->to;
}

void sas_tiler_clock(sas_tiler_t *t, const sas_loop_t *loop, bool start, uint64_t ask)
{
    if (!t->running) {
        if (!start) return;
        t->running = true;
        t->none = false;
        t->setup = SETUP_CYCLES;
        t->gone = 0;
    } else if (!t->setup || !tiles(loop)) {
        give(t, loop, ask);
    } else {
        t->setup--;
    }
}
