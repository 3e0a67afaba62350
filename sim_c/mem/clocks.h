/* clocks.h - when the clocks of the memory system tick, against the core clock.
 *
 * CLOCKS_EXACT: phases are integers, so the ratios are exact however long the run. CLOCKS_SUMMED: each clock adds up
 * its period in double precision, as GPGPU-Sim does; a tick that coincides with one of the core clock falls before or
 * after it, as the sums were rounded. */
#ifndef CTADEL_MEM_CLOCKS_H
#define CTADEL_MEM_CLOCKS_H

#include "config/machine.h"

typedef struct {
    clocks_t kind;
    uint64_t mhz, cycle; /* cycle: so far */
    double period_s, now_s;
} core_clock_t;

typedef struct {
    uint64_t mhz;
    uint64_t phase;         /* CLOCKS_EXACT: 0..core MHz - 1; grows by mhz per core cycle */
    uint64_t cycle;         /* ticks so far */
    double period_s, due_s; /* CLOCKS_SUMMED: time of the next tick */
} domain_t;

static inline core_clock_t core_clock(clocks_t kind, uint32_t mhz)
{
    return (core_clock_t){.kind = kind, .mhz = mhz, .period_s = 1 / (mhz * 1e6)};
}

static inline domain_t clock_domain(uint32_t mhz)
{
    const double period_s = 1 / (mhz * 1e6);
    return (domain_t){.mhz = mhz, .period_s = period_s, .due_s = period_s};
}

static inline void core_clock_tick(core_clock_t *core)
{
    core->cycle++;
    core->now_s += core->period_s;
}

static inline void clock_advance(domain_t *d) { d->phase += d->mhz; } /* after core_clock_tick */

/* Called in a loop after clock_advance: true once for each tick in this core cycle. */
static inline bool clock_ticks(const core_clock_t *core, domain_t *d)
{
    const bool summed = core->kind == CLOCKS_SUMMED;
    if (summed ? d->due_s > core->now_s : d->phase < core->mhz) return false;
    d->phase -= core->mhz;
    d->due_s += d->period_s;
    d->cycle++;
    return true;
}

/* Advances the core clock and `count` clocks by core cycles in which no step runs. */
static inline void clocks_pass(core_clock_t *core, domain_t *d, uint32_t count, uint64_t cycles)
{
    if (core->kind == CLOCKS_EXACT) {
        core->cycle += cycles;
        for (uint32_t k = 0; k < count; k++) {
            const uint64_t phase = d[k].phase + cycles * d[k].mhz;
            d[k].cycle += phase / core->mhz;
            d[k].phase = phase % core->mhz;
        }
        return;
    }
    for (; cycles; cycles--) {
        core_clock_tick(core);
        for (uint32_t k = 0; k < count; k++) {
            clock_advance(&d[k]);
            while (clock_ticks(core, &d[k])) {
            }
        }
    }
}

/* Core cycles until the clock reaches `cycle`, at least 1. With CLOCKS_SUMMED it may be one too few. */
static inline uint64_t clock_core_cycles_until(const core_clock_t *core, const domain_t *d, uint64_t cycle)
{
    if (cycle == UINT64_MAX) return UINT64_MAX;
    const uint64_t ticks = cycle > d->cycle ? cycle - d->cycle : 1;
    const uint64_t cycles = (ticks * core->mhz - d->phase + d->mhz - 1) / d->mhz;
    if (core->kind == CLOCKS_EXACT) return cycles;
    return cycles > 1 ? cycles - 1 : 1; /* 0: a tick that fell behind the core's */
}

#endif
