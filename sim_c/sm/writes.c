/* writes.c - for each bank the cycles in which its write port is taken. */
#include "sm/writes.h"

#include "sm/wheel.h"

#include <assert.h>
#include <stdlib.h>

enum { WORD_BITS = 64, WORDS = WHEEL_CYCLES / WORD_BITS };

typedef struct {
    uint64_t from;         /* the first cycle that is noted, as are those up to WHEEL_CYCLES behind it */
    uint64_t taken[WORDS]; /* bit per cycle, modulo WHEEL_CYCLES */
} port_t;

struct writes {
    uint32_t banks; /* of a sub-core */
    uint64_t refused;
    port_t port[SM_SCHEDS][SM_STAGED_BANKS_MAX];
};

writes_t *writes_create(const sm_cfg_t *cfg)
{
    writes_t *w = calloc(1, sizeof *w);
    if (w) w->banks = cfg->register_banks / cfg->schedulers;
    return w;
}

void writes_destroy(writes_t *w) { free(w); }

const uint64_t *writes_refused(const writes_t *w) { return &w->refused; }

static uint64_t *word_of(port_t *p, uint64_t cycle) { return &p->taken[cycle % WHEEL_CYCLES / WORD_BITS]; }
static uint64_t bit_of(uint64_t cycle) { return UINT64_C(1) << cycle % WORD_BITS; }

/* The bank's port, past cycles forgotten. */
static port_t *port_of(writes_t *w, uint64_t now, uint32_t sched, uint32_t reg)
{
    port_t *p = &w->port[sched][reg % w->banks];
    if (now - p->from >= WHEEL_CYCLES) p->from = now - WHEEL_CYCLES;
    while (p->from < now) { /* the cycles up to `to` lie in one word */
        const uint64_t word_end = p->from - p->from % WORD_BITS + WORD_BITS, to = word_end < now ? word_end : now;
        *word_of(p, p->from) &= to == word_end ? bit_of(p->from) - 1 : ~(bit_of(to) - bit_of(p->from));
        p->from = to;
    }
    return p;
}

void writes_fixed(writes_t *w, uint64_t now, uint32_t sched, uint32_t reg, uint64_t cycle)
{
    port_t *p = port_of(w, now, sched, reg);
    while (*word_of(p, cycle) & bit_of(cycle)) cycle++;
    assert(cycle - now < WHEEL_CYCLES);
    *word_of(p, cycle) |= bit_of(cycle);
}

bool writes_load(writes_t *w, uint64_t now, uint32_t sched, uint32_t reg)
{
    port_t *p = port_of(w, now, sched, reg);
    const bool taken = *word_of(p, now) & bit_of(now);
    *word_of(p, now) |= bit_of(now);
    w->refused += taken;
    return !taken;
}
