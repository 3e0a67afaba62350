/* memq.c - places, address units, and the turn of the sub-cores. */
#include "sm/memq.h"

#include "base/ring.h"

#include <assert.h>
#include <stdlib.h>

enum { REG_BYTES = 4, SOURCES_MAX = 2 * MEMQ_PLACES_MAX, UNIFORM_READ_CYCLES = 6, GLOBAL_ADDRESS_REGS = 2 };

typedef struct {
    ports_inst_t what;
    uint64_t cycle; /* in which it may be taken (a store with its data), or its sources are read */
} timed_t;

typedef struct {         /* a sub-core */
    uint32_t taken;      /* places */
    uint64_t unit_free;  /* cycle from which the address unit takes the next instruction */
    uint32_t head, used; /* of the queue */
    timed_t queue[MEMQ_PLACES_MAX];
    uint32_t reading; /* instructions that have not read their sources */
    timed_t read[SOURCES_MAX];
    uint32_t free_head, frees; /* cycles in which places become free */
    uint64_t free_cycle[MEMQ_PLACES_MAX];
} part_t;

struct memq {
    const sm_cfg_t *cfg;
    uint32_t turn;      /* sub-core that is looked at first */
    uint64_t next_take; /* cycle from which the LD/ST unit takes the next instruction */
    uint32_t inside;
    uint32_t busy; /* bit per sub-core with something in its queue, to read, or a place to become free */
    uint64_t storing;
    uint8_t stores[SM_WARPS]; /* of each warp, in the queues */
    part_t part[SM_SCHEDS];
};

memq_t *memq_create(const sm_cfg_t *cfg)
{
    memq_t *m = calloc(1, sizeof *m);
    assert(cfg->memory_queue <= MEMQ_PLACES_MAX);
    if (m) m->cfg = cfg;
    return m;
}

void memq_destroy(memq_t *m) { free(m); }

uint32_t memq_inside(const memq_t *m) { return m->inside; }

uint64_t memq_storing(const memq_t *m) { return m->storing; }

bool memq_room(const memq_t *m, uint64_t now, uint32_t sched)
{
    const part_t *p = &m->part[sched];
    uint32_t taken = p->taken;
    for (uint32_t i = 0; i < p->frees; i++) taken -= p->free_cycle[ring_at(p->free_head, i, MEMQ_PLACES_MAX)] <= now;
    return taken < m->cfg->memory_queue;
}

void memq_reserve(memq_t *m, uint32_t sched) { m->part[sched].taken++; }

static uint32_t operand_regs(const winst_t *in, uint32_t i)
{
    return in->control && in->control->operand[i] != CONTROL_NO_REG ? in->control->operand_regs[i] : 0;
}

uint32_t memq_address_regs(const winst_t *in) { return operand_regs(in, 0) + (in->copies ? operand_regs(in, 1) : 0); }

uint32_t memq_data_regs(const winst_t *in) { return in->width_bytes > REG_BYTES ? in->width_bytes / REG_BYTES : 1; }

/* Cycles that registers add to the calculation of the addresses. */
static uint32_t register_cycles(uint32_t regs) { return regs ? MEMQ_REG_CYCLES * regs - 1 : 0; }

bool memq_stores(const winst_t *in) { return in->op == WI_STORE || in->op == WI_RED; }

static bool loads_constant(const winst_t *in) { return in->op == WI_LOAD && in->space == SPACE_CONST; }

bool memq_keeps_sources(const winst_t *in) { return loads_constant(in) && memq_address_regs(in); }

/* Cycles until the addresses of an instruction that the address unit takes are known. */
static uint32_t address_cycles(const sm_cfg_t *cfg, const winst_t *in)
{
    const uint32_t regs = memq_address_regs(in);
    if (!loads_constant(in)) return cfg->address_cycles + register_cycles(regs);
    return cfg->ldc.address_cycles + register_cycles(regs ? GLOBAL_ADDRESS_REGS : 0);
}

/* Cycle in which the sources have been read. */
static uint64_t read_cycle(const winst_t *in, uint64_t start, uint64_t addressed)
{
    const uint32_t regs = memq_address_regs(in);
    if (memq_stores(in)) return addressed + 1 + (regs != 0) + MEMQ_REG_CYCLES * memq_data_regs(in);
    return addressed + 1 > start + UNIFORM_READ_CYCLES ? addressed + 1 : start + UNIFORM_READ_CYCLES;
}

static void note_store(memq_t *m, uint32_t w, int by)
{
    const uint64_t bit = UINT64_C(1) << w;
    m->stores[w] = (uint8_t)(m->stores[w] + by);
    m->storing = m->stores[w] ? m->storing | bit : m->storing & ~bit;
}

void memq_push(memq_t *m, uint64_t now, const ports_inst_t *what)
{
    part_t *p = &m->part[what->sched];
    const uint64_t start = p->unit_free > now + 1 ? p->unit_free : now + 1;
    const uint64_t addressed = start + address_cycles(m->cfg, what->inst);
    assert(p->used < MEMQ_PLACES_MAX && p->reading < SOURCES_MAX);
    p->unit_free = start + m->cfg->address_cycles;
    const uint64_t read = read_cycle(what->inst, start, addressed);
    p->queue[ring_at(p->head, p->used++, MEMQ_PLACES_MAX)] =
        (timed_t){*what, memq_stores(what->inst) ? read : addressed};
    m->inside++;
    m->busy |= UINT32_C(1) << what->sched;
    if (memq_stores(what->inst)) note_store(m, what->warp, 1);
    if (memq_keeps_sources(what->inst)) return;
    p->read[p->reading++] = (timed_t){*what, read};
    m->inside++;
}

static void sources_read(memq_t *m, part_t *p, uint64_t now, memq_out_t *out)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < p->reading; i++) {
        if (p->read[i].cycle > now || out->reads == sizeof out->read / sizeof out->read[0]) {
            if (left != i) p->read[left] = p->read[i];
            left++;
            continue;
        }
        out->read[out->reads++] = p->read[i].what;
        m->inside--;
    }
    p->reading = left;
}

static void places_free(part_t *p, uint64_t now)
{
    while (p->frees && p->free_cycle[p->free_head] <= now) {
        ring_drop(&p->free_head, MEMQ_PLACES_MAX);
        p->frees--;
        p->taken--;
    }
}

static void take(memq_t *m, uint64_t now, memq_out_t *out)
{
    if (now < m->next_take) return;
    for (uint32_t k = 0; k < m->cfg->schedulers; k++) {
        const uint32_t i = (m->turn + k) & (m->cfg->schedulers - 1);
        part_t *p = &m->part[i];
        if (!p->used || p->queue[p->head].cycle > now) continue;
        out->takes = true;
        out->taken = p->queue[p->head].what;
        ring_drop(&p->head, MEMQ_PLACES_MAX);
        p->used--;
        m->inside--;
        if (memq_stores(out->taken.inst)) note_store(m, out->taken.warp, -1);
        p->free_cycle[ring_at(p->free_head, p->frees++, MEMQ_PLACES_MAX)] = now + MEMQ_FREE_CYCLES;
        m->turn = (i + 1) & (m->cfg->schedulers - 1);
        m->next_take = now + m->cfg->memory_interval_cycles;
        return;
    }
}

void memq_step(memq_t *m, uint64_t now, bool ldst_room, memq_out_t *out)
{
    out->reads = 0;
    out->takes = false;
    for (uint32_t left = m->busy; left; left &= left - 1) {
        part_t *p = &m->part[__builtin_ctz(left)];
        places_free(p, now);
        sources_read(m, p, now, out);
        if (!p->used && !p->reading && !p->frees) m->busy &= ~(left & -left);
    }
    if (ldst_room && m->inside) take(m, now, out);
}
