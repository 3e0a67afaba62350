/* sequence_data.c - values of a CTA: reads the sources of an instruction, and writes its result. */
#include "sequence/sequence_cta.h"

static uint32_t *reg_row(const fe_cta_t *cta, uint32_t warp, uint32_t reg)
{
    return cta->reg + ((size_t)warp * cta->k->regs + reg) * SEQUENCE_WARP_LANES;
}

uint64_t sequence_address(const fe_cta_t *cta, const sequence_inst_t *in, uint32_t warp, uint32_t lane, uint32_t pass)
{
    const sequence_place_t *p = &in->at;
    const uint64_t addr = p->base + lane * p->lane + warp * p->warp + cta->lid * p->cta + pass * p->time;
    if (in->op->space != SPACE_CONST) return addr;
    return SEQUENCE_CONSTANTS + in->src[0].at / SEQUENCE_BANK_BYTES * SEQUENCE_BANK_BYTES + addr;
}

bool sequence_has_result(const sequence_inst_t *in) { return in->dst != CONTROL_NO_REG || in->op->form == FORM_COPY; }

bool sequence_has_values(const sequence_inst_t *in)
{
    switch ((sequence_form_t)in->op->form) {
    case FORM_NONE:
    case FORM_BARRIER:
    case FORM_BRANCH:
    case FORM_DEPBAR: return false;
    default: return true;
    }
}

/* Source i of a lane; of f64 two registers. */
static uint64_t source(const fe_cta_t *cta, const sequence_flight_t *f, uint32_t i, uint32_t lane)
{
    const sequence_operand_t *o = &f->inst->src[i];
    uint64_t v = o->constant ? sequence_constant_get(cta->k, o->at) : o->bits;
    if (o->reg != CONTROL_NO_REG) {
        v = reg_row(cta, f->warp, o->reg)[lane];
        if (f->inst->op->words == 2) v |= (uint64_t)reg_row(cta, f->warp, o->reg + 1U)[lane] << 32;
    }
    return o->negated ? sequence_negated(f->inst->op, v) : v;
}

static void compute(const fe_cta_t *cta, sequence_flight_t *f)
{
    const sequence_opcode_t *op = f->inst->op;
    for (uint32_t l = 0; l < sequence_lanes(cta->k, f->warp); l++) {
        const uint64_t v = sequence_value(op, source(cta, f, 0, l), source(cta, f, 1, l), source(cta, f, 2, l));
        f->value[0][l] = (uint32_t)v;
        f->value[1][l] = (uint32_t)(v >> 32);
    }
}

static void load(const fe_cta_t *cta, sequence_flight_t *f)
{
    const sequence_opcode_t *op = f->inst->op;
    for (uint32_t l = 0; l < sequence_lanes(cta->k, f->warp); l++) {
        const uint64_t addr = sequence_address(cta, f->inst, f->warp, l, f->pass);
        for (uint32_t i = 0; i < op->words; i++)
            f->value[i][l] = op->space == SPACE_CONST
                                 ? sequence_constant_get(cta->k, (uint32_t)(addr - SEQUENCE_CONSTANTS) + 4 * i)
                             : op->space == SPACE_SHARED ? cta->shared[addr / 4 + i]
                                                         : sequence_memory_get(cta->k->memory, addr + 4 * i);
    }
}

static void sample_data(const fe_cta_t *cta, sequence_flight_t *f)
{
    const uint16_t reg = f->inst->src[1].reg;
    for (uint32_t l = 0; l < sequence_lanes(cta->k, f->warp); l++)
        for (uint32_t i = 0; i < f->inst->op->words; i++)
            f->value[i][l] = reg == CONTROL_NO_REG ? 0 : reg_row(cta, f->warp, reg + i)[l];
}

static void store(fe_cta_t *cta, const sequence_flight_t *f)
{
    const sequence_opcode_t *op = f->inst->op;
    for (uint32_t l = 0; l < sequence_lanes(cta->k, f->warp); l++) {
        const uint64_t addr = sequence_address(cta, f->inst, f->warp, l, f->pass);
        for (uint32_t i = 0; i < op->words; i++)
            if (op->space == SPACE_SHARED) cta->shared[addr / 4 + i] = f->value[i][l];
            else sequence_memory_put(cta->k->memory, addr + 4 * i, f->value[i][l]);
    }
}

void sequence_read_sources(const fe_cta_t *cta, sequence_flight_t *f)
{
    if (f->read) return;
    f->read = true;
    switch ((sequence_form_t)f->inst->op->form) {
    case FORM_ALU: compute(cta, f); break;
    case FORM_STORE: sample_data(cta, f); break;
    case FORM_LOAD:
    case FORM_COPY:
    case FORM_CONST: break;
    default: /* a clock */
        for (uint32_t l = 0; l < SEQUENCE_WARP_LANES; l++) f->value[0][l] = (uint32_t)f->cycle;
    }
}

void sequence_access(fe_cta_t *cta, sequence_flight_t *f)
{
    sequence_read_sources(cta, f);
    if (f->accessed) return;
    f->accessed = true;
    switch ((sequence_form_t)f->inst->op->form) {
    case FORM_LOAD:
    case FORM_COPY:
    case FORM_CONST: load(cta, f); break;
    case FORM_STORE: store(cta, f); break;
    default: break;
    }
}

void sequence_write_result(fe_cta_t *cta, sequence_flight_t *f)
{
    const sequence_inst_t *in = f->inst;
    const uint32_t words = sequence_has_result(in) ? in->op->words : 0;
    sequence_access(cta, f);
    for (uint32_t l = 0; l < sequence_lanes(cta->k, f->warp); l++)
        for (uint32_t i = 0; i < words; i++) {
            const uint32_t thread = f->warp * SEQUENCE_WARP_LANES + l;
            if (in->op->form == FORM_COPY) cta->shared[thread * words + i] = f->value[i][l];
            else if (in->dst != CONTROL_NO_REG) reg_row(cta, f->warp, in->dst + i)[l] = f->value[i][l];
        }
}
