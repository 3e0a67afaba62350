/* assign.c - one pass from the last instruction to the first, which finds where sources are overwritten, and one from
 * the first to the last, which keeps for each register what is pending. Instructions are numbered from 1; 0: none. */
#include "control/assign.h"

#include "control/counters.h"
#include "control/timing.h"

#include <assert.h>
#include <stdlib.h>

enum { ADDRESS_REGS = 2 /* of 64 bits */ };

typedef struct {                     /* a register */
    uint32_t writer;                 /* instruction of fixed latency that wrote it last */
    uint32_t written;                /* instruction with a counter that wrote it last, */
    uint8_t counter;                 /* and that counter */
    uint32_t read[CONTROL_COUNTERS]; /* by counter: instruction with it that reads the register, the last one */
    uint32_t next_write, next_use;   /* behind the instruction, in the pass backwards */
} reg_t;

typedef struct {
    const sm_cfg_t *cfg;
    const frontend_inst_t *code;
    uint32_t count;
    inst_control_t *out;
    bool *late;      /* a source is overwritten before the instruction's result is waited for */
    uint64_t *cycle; /* of issue, if no counter is waited for */
    reg_t *reg;
    counters_t counters;
    uint64_t landed;  /* first cycle for an instruction that may use all results of fixed latency */
    uint8_t at_jumps; /* counters open where a block ends */
} pass_t;

static uint32_t sooner(uint32_t best, uint32_t next, uint32_t before)
{
    return next && next < before && (!best || next < best) ? next : best;
}

/* At the begin of a block everything is waited for, also results whose instruction has read its sources; what reads
 * late and has no result needs a counter where a block ends. */
static void find_late(pass_t *p)
{
    uint32_t begin = UINT32_MAX; /* of the next block */
    bool ends = false;           /* a block ends behind the instruction */
    for (uint32_t i = p->count; i-- > 0;) {
        const winst_t *in = p->code[i].inst;
        uint32_t used = 0, over = 0;
        ends |= p->code[i].leaves || begin != UINT32_MAX;
        for (uint32_t d = 0; d < in->ndst; d++) used = sooner(used, p->reg[in->dst[d]].next_use, begin);
        for (uint32_t s = 0; s < in->nsrc; s++) over = sooner(over, p->reg[in->src[s]].next_write, begin);
        if (control_memory(p->cfg, in) && in->nsrc)
            p->late[i] = in->ndst ? over && (!used || over < used) : over || ends;
        for (uint32_t s = 0; s < in->nsrc; s++) p->reg[in->src[s]].next_use = i + 1;
        for (uint32_t d = 0; d < in->ndst; d++) p->reg[in->dst[d]].next_use = p->reg[in->dst[d]].next_write = i + 1;
        if (p->code[i].entered) begin = i + 1;
    }
}

static bool block_ends(const pass_t *p, uint32_t i)
{
    return p->code[i].leaves || (i + 1 < p->count && p->code[i + 1].entered);
}

static void not_before(uint64_t *cycle, uint64_t least)
{
    if (*cycle < least) *cycle = least;
}

/* First cycle in which any instruction may follow i. */
static uint64_t next_cycle(const pass_t *p, uint32_t i)
{
    const inst_control_t *c = &p->out[i];
    const bool reserves = c->write_counter != CONTROL_NONE || c->read_counter != CONTROL_NONE;
    uint64_t next = p->cycle[i] + 1;
    if (!block_ends(p, i)) return next;
    if (reserves) not_before(&next, p->cycle[i] + CONTROL_RESERVED_CYCLES);
    not_before(&next, p->landed);
    return next;
}

/* Counters that the instruction waits for; *cycle: not before the results of fixed latency that concern it. */
static uint8_t find_waits(const pass_t *p, uint32_t i, uint64_t *cycle)
{
    const winst_t *in = p->code[i].inst;
    const counters_t *c = &p->counters;
    uint32_t wait = 0;
    for (uint32_t k = 0; k < in->nsrc + (uint32_t)in->ndst; k++) {
        const bool source = k < in->nsrc;
        const reg_t *r = &p->reg[source ? in->src[k] : in->dst[k - in->nsrc]];
        if (r->written > c->waited[r->counter]) wait |= 1u << r->counter;
        for (uint32_t n = 0; !source && n < CONTROL_COUNTERS; n++)
            if (r->read[n] > c->waited[n]) wait |= 1u << n;
        if (!r->writer) continue;
        const winst_t *writer = p->code[r->writer - 1].inst;
        not_before(cycle, p->cycle[r->writer - 1] + (source ? control_distance(p->cfg, writer, in)
                                                            : control_overwrite_distance(p->cfg, writer, in)));
    }
    for (uint32_t n = 0; n < CONTROL_COUNTERS; n++)
        if (wait >> n & 1) not_before(cycle, p->cycle[c->reserved[n] - 1] + CONTROL_RESERVED_CYCLES);
    return (uint8_t)wait;
}

static void reserve(pass_t *p, uint32_t i)
{
    const winst_t *in = p->code[i].inst;
    inst_control_t *c = &p->out[i];
    const bool fixed = control_fixed(p->cfg, in);
    if (!fixed && in->ndst) c->write_counter = counters_take(&p->counters, i + 1, CONTROL_NONE);
    if (p->late[i]) c->read_counter = counters_take(&p->counters, i + 1, c->write_counter);
    for (uint32_t d = 0; d < in->ndst; d++) {
        reg_t *r = &p->reg[in->dst[d]];
        r->writer = fixed ? i + 1 : 0;
        if (fixed) continue;
        r->written = i + 1;
        r->counter = c->write_counter;
    }
    for (uint32_t s = 0; p->late[i] && s < in->nsrc; s++) p->reg[in->src[s]].read[c->read_counter] = i + 1;
    if (fixed && in->ndst) not_before(&p->landed, p->cycle[i] + units_lat(p->cfg, in).latency_cycles + 1);
}

static void end_stall(inst_control_t *c, uint64_t cycles)
{
    assert(cycles >= 1 && cycles <= CONTROL_STALL_MAX);
    c->stall_cycles = (uint8_t)cycles;
    c->yield = cycles > CONTROL_STALL_PLAIN_MAX;
}

static void find_operands(const pass_t *p, uint32_t i)
{
    const winst_t *in = p->code[i].inst;
    inst_control_t *c = &p->out[i];
    const bool wide = in->space != SPACE_SHARED && in->space != SPACE_CONST && in->space != SPACE_PARAM;
    for (uint32_t s = 0, n = 0; s < in->nsrc && n < CONTROL_OPERANDS; s++) {
        if (in->predicates >> s & 1) continue;
        c->operand_regs[n] = control_memory(p->cfg, in) && !n && wide ? ADDRESS_REGS : 1;
        c->operand[n++] = in->src[s];
    }
}

static bool writes(const winst_t *in, uint32_t reg)
{
    for (uint32_t d = 0; d < in->ndst; d++)
        if (in->dst[d] == reg) return true;
    return false;
}

/* Operands that the next instruction reads again at the same place. */
static uint8_t reused(const pass_t *p, uint32_t i)
{
    const winst_t *in = p->code[i].inst;
    uint32_t reuse = 0;
    if (i + 1 == p->count || p->code[i + 1].entered || ports_variable(units_executing(p->cfg, in)) ||
        ports_variable(units_executing(p->cfg, p->code[i + 1].inst)))
        return 0;
    for (uint32_t n = 0; n < CONTROL_OPERANDS; n++) {
        const uint32_t reg = p->out[i].operand[n];
        if (reg != CONTROL_NO_REG && reg == p->out[i + 1].operand[n] && !writes(in, reg)) reuse |= 1u << n;
    }
    return (uint8_t)reuse;
}

static void assign(pass_t *p)
{
    for (uint32_t i = 0; i < p->count; i++) {
        uint64_t cycle = i ? next_cycle(p, i - 1) : 0;
        p->out[i] = (inst_control_t){.write_counter = CONTROL_NONE,
                                     .read_counter = CONTROL_NONE,
                                     .atmost_counter = CONTROL_NONE,
                                     .operand = {CONTROL_NO_REG, CONTROL_NO_REG, CONTROL_NO_REG}};
        if (p->code[i].entered) counters_wait(&p->counters, UINT8_MAX, i);
        p->out[i].wait = find_waits(p, i, &cycle);
        counters_wait(&p->counters, p->out[i].wait, i);
        p->cycle[i] = cycle;
        if (i) end_stall(&p->out[i - 1], cycle - p->cycle[i - 1]);
        reserve(p, i);
        find_operands(p, i);
        if (block_ends(p, i)) p->at_jumps |= counters_all_open(&p->counters);
    }
    if (p->count) end_stall(&p->out[p->count - 1], next_cycle(p, p->count - 1) - p->cycle[p->count - 1]);
    for (uint32_t i = 0; i < p->count; i++) {
        p->out[i].reuse = reused(p, i);
        if (p->code[i].entered) p->out[i].wait |= p->at_jumps;
    }
}

/* *given: instructions whose control bits the source gives. */
static void take_given(pass_t *p, uint32_t *given)
{
    *given = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        if (!p->code[i].given) continue;
        p->out[i] = *p->code[i].given;
        for (uint32_t n = 0; n < CONTROL_OPERANDS; n++) p->out[i].operand[n] = CONTROL_NO_REG;
        find_operands(p, i);
        ++*given;
    }
}

bool control_assign(const sm_cfg_t *cfg, const frontend_inst_t *code, uint32_t count, uint32_t regs,
                    inst_control_t *out, err_t *err)
{
    pass_t p = {.cfg = cfg, .code = code, .count = count, .out = out};
    uint32_t given;
    take_given(&p, &given);
    if (given)
        return given == count ||
               err_set(err, NULL, 0, "control bits of %u instructions; allowed: of none, or of all %u", given, count);
    p.late = calloc(count + 1, sizeof *p.late);
    p.cycle = calloc(count + 1, sizeof *p.cycle);
    p.reg = calloc(regs + 1, sizeof *p.reg);
    const bool ok = p.late && p.cycle && p.reg;
    if (ok) {
        find_late(&p);
        assign(&p);
    }
    free(p.late);
    free(p.cycle);
    free(p.reg);
    return ok || err_set(err, NULL, 0, "out of memory for the control bits of %u instructions", count);
}
