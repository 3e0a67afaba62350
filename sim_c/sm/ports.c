/* ports.c - Control and Allocate of each sub-core, reservations of register ports, and the reuse cache. */
#include "sm/ports.h"

#include "base/bits.h"

#include <assert.h>
#include <stdlib.h>

enum { BANKS_MAX = PORTS_BANKS_MAX, ALL_UNITS = (1 << UNIT_COUNT) - 1, WINDOW = (1 << PORTS_READ_CYCLES) - 1 };

typedef struct { /* an entry of the reuse cache */
    bool valid;
    uint8_t warp;
    uint16_t reg;
} kept_t;

typedef struct {                        /* a sub-core */
    bool in_control, in_allocate, held; /* held: what is in Allocate got no ports in this cycle */
    ports_inst_t control, allocate;
    uint64_t cycle;            /* of the reservations: */
    uint32_t taken[BANKS_MAX]; /* by bank: bit i: its port is taken in cycle + 1 + i */
    kept_t kept[BANKS_MAX][CONTROL_OPERANDS];
    uint32_t latched;                /* bit per unit whose latch may be taken, */
    uint64_t latch_free[UNIT_COUNT]; /* until this cycle */
} part_t;

typedef struct { /* registers that an instruction reads at an operand position */
    uint16_t reg;
    uint8_t regs; /* consecutive ones; 0: none */
    bool stays;
} operand_t;

struct ports {
    uint32_t scheds, banks; /* banks of a sub-core */
    bool reuse;
    uint32_t inside, memory;
    ports_counters_t counters;
    part_t part[SM_SCHEDS];
};

ports_t *ports_create(const sm_cfg_t *cfg)
{
    ports_t *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    p->scheds = cfg->schedulers;
    p->banks = cfg->register_banks / cfg->schedulers;
    p->reuse = cfg->reuse == REUSE_CACHE;
    assert(p->banks <= BANKS_MAX);
    return p;
}

void ports_destroy(ports_t *p) { free(p); }

uint32_t ports_inside(const ports_t *p) { return p->inside; }
uint32_t ports_memory(const ports_t *p) { return p->memory; }
const ports_counters_t *ports_counters(const ports_t *p) { return &p->counters; }

uint32_t ports_full(ports_t *p, uint64_t now, uint32_t sched)
{
    part_t *s = &p->part[sched];
    if (s->in_control || s->held) return ALL_UNITS;
    for (uint32_t left = s->latched; left; left &= left - 1) {
        const uint32_t unit = (uint32_t)__builtin_ctz(left);
        if (s->latch_free[unit] <= now) s->latched &= ~(UINT32_C(1) << unit);
    }
    return s->latched;
}

uint32_t ports_held(const ports_t *p)
{
    uint32_t held = 0;
    for (uint32_t i = 0; i < p->scheds; i++) held |= (uint32_t)p->part[i].held << i;
    return held;
}

void ports_push(ports_t *p, uint64_t now, ports_inst_t what, uint32_t latch_cycles)
{
    part_t *s = &p->part[what.sched];
    assert(!s->in_control && !(ports_full(p, now, what.sched) >> what.unit & 1));
    s->control = what;
    s->in_control = true;
    p->inside++;
    p->memory += what.unit == UNIT_LDST;
    if (latch_cycles < 2) return; /* free again in the next cycle */
    s->latch_free[what.unit] = now + latch_cycles;
    s->latched |= UINT32_C(1) << what.unit;
}

/* Without control bits the positions are those of the sources, of which the first few are operands. */
static operand_t operand_of(const winst_t *in, uint32_t position)
{
    const inst_control_t *c = in->control;
    if (!c) return (operand_t){.reg = in->src[position], .regs = position < in->nsrc};
    if (c->operand[position] == CONTROL_NO_REG) return (operand_t){.regs = 0};
    return (operand_t){
        .reg = c->operand[position], .regs = c->operand_regs[position], .stays = c->reuse >> position & 1};
}

static bool kept(const ports_t *p, const part_t *s, const kept_t *k, uint32_t reg)
{
    return p->reuse && k->valid && k->warp == s->allocate.warp && k->reg == reg;
}

/* Reads of each bank for the instruction in Allocate. */
static void count_reads(const ports_t *p, const part_t *s, uint32_t reads[BANKS_MAX])
{
    for (uint32_t b = 0; b < p->banks; b++) reads[b] = 0;
    for (uint32_t i = 0; i < CONTROL_OPERANDS; i++) {
        const operand_t o = operand_of(s->allocate.inst, i);
        for (uint32_t r = o.reg; r < o.reg + UINT32_C(1) * o.regs; r++) {
            const uint32_t bank = r % p->banks;
            if (!kept(p, s, &s->kept[bank][i], r)) reads[bank]++;
        }
    }
}

static void renew_reuse(ports_t *p, part_t *s)
{
    for (uint32_t i = 0; i < CONTROL_OPERANDS; i++) {
        const operand_t o = operand_of(s->allocate.inst, i);
        for (uint32_t r = o.reg; r < o.reg + UINT32_C(1) * o.regs; r++) {
            kept_t *k = &s->kept[r % p->banks][i];
            p->counters.operands++;
            p->counters.reused += kept(p, s, k, r);
            *k = (kept_t){.valid = o.stays, .warp = s->allocate.warp, .reg = (uint16_t)r};
        }
    }
}

/* Takes the first free cycles of the port. */
static void reserve(uint32_t *taken, uint32_t reads)
{
    for (; reads; reads--) *taken |= ~*taken & (*taken + 1);
}

/* Whether the instruction in Allocate gets its ports in this cycle. */
static bool allocate(ports_t *p, part_t *s, uint64_t now)
{
    uint32_t reads[BANKS_MAX];
    const uint64_t past = now - s->cycle;
    for (uint32_t b = 0; b < p->banks; b++) s->taken[b] = past < PORTS_READ_CYCLES ? s->taken[b] >> past : 0;
    s->cycle = now;
    count_reads(p, s, reads);
    for (uint32_t b = 0; b < p->banks; b++)
        if (reads[b] > bits_set(~s->taken[b] & WINDOW)) return false;
    for (uint32_t b = 0; b < p->banks; b++) reserve(&s->taken[b], reads[b]);
    renew_reuse(p, s);
    return true;
}

static void leave(ports_t *p, const ports_inst_t *what, ports_out_t *out)
{
    p->inside--;
    p->memory -= what->unit == UNIT_LDST;
    out->inst[out->leaving++] = *what;
}

void ports_step(ports_t *p, uint64_t now, ports_out_t *out)
{
    out->leaving = 0;
    if (!p->inside) return;
    for (uint32_t i = 0; i < p->scheds; i++) {
        part_t *s = &p->part[i];
        s->held = s->in_allocate && !allocate(p, s, now);
        if (s->in_allocate && !s->held) {
            s->in_allocate = false;
            leave(p, &s->allocate, out);
        }
        p->counters.waiting += s->held;
        if (!s->in_control) continue;
        if (ports_variable(s->control.unit)) {
            leave(p, &s->control, out);
        } else if (!s->in_allocate) {
            s->allocate = s->control;
            s->in_allocate = true;
        } else {
            continue;
        }
        s->in_control = false;
    }
}
