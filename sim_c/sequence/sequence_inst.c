/* sequence_inst.c - reads one instruction, and makes what the SM sees of it. */
#include "sequence/sequence_internal.h"

#include "base/suggest.h"

#include <stdlib.h>
#include <string.h>

static bool grow(sequence_kernel_t *k)
{
    const uint32_t room = k->room ? 2 * k->room : 64;
    winst_t *w = realloc(k->w, room * sizeof *w);
    if (w) k->w = w;
    sequence_inst_t *inst = w ? realloc(k->inst, room * sizeof *inst) : NULL;
    if (inst) k->inst = inst;
    if (!inst) return false;
    k->room = room;
    return true;
}

static const sequence_opcode_t *find(const sequence_at_t *at, const char *name)
{
    const char *names[64], *next;
    char list[400];
    uint32_t n = 0;
    const sequence_opcode_t *op = sequence_opcode(name);
    if (op) return op;
    while ((next = sequence_opcode_name(n))) names[n++] = next;
    err_set(at->err, at->path, at->line, "opcode: found '%.60s'; %s", name,
            suggest_text(list, sizeof list, name, names, n));
    return NULL;
}

static void add_regs(uint16_t *list, uint8_t *count, uint32_t reg, uint32_t words)
{
    if (reg == CONTROL_NO_REG) return;
    for (uint32_t i = 0; i < words; i++) list[(*count)++] = (uint16_t)(reg + i);
}

static reach_t reach_of(const sequence_opcode_t *op)
{
    if (op->space != SPACE_GLOBAL) return REACH_OWN;
    return op->op == WI_STORE ? REACH_WRITES : REACH_READS;
}

static void describe(winst_t *w, const sequence_inst_t *in, uint32_t number, uint32_t line)
{
    const sequence_opcode_t *op = in->op;
    const inst_control_t *c = &in->control;
    const bool memory = op->unit == UNIT_LDST;
    *w = (winst_t){.pc_bytes = (uint64_t)number * SEQUENCE_INST_BYTES,
                   .line = line,
                   .unit = op->unit,
                   .lat = op->lat,
                   .op = op->op,
                   .space = op->space,
                   .width_bytes = memory ? (uint8_t)(4 * op->words) : 0,
                   .reach = (uint8_t)reach_of(op),
                   .indexed = op->form == FORM_CONST,
                   .copies = op->form == FORM_COPY};
    for (uint32_t i = 0; i < CONTROL_OPERANDS; i++) {
        add_regs(w->src, &w->nsrc, c->operand[i], c->operand_regs[i]);
        w->reads_zero |= in->src[i].zero;
    }
    add_regs(w->dst, &w->ndst, in->dst, op->words);
    winst_note_regs(w);
}

static bool check_fields(const sequence_at_t *at, const sequence_opcode_t *op, uint32_t fields)
{
    char found[32];
    snprintf(found, sizeof found, "%u", fields);
    if (fields != SEQUENCE_FIELDS_PLAIN && fields != SEQUENCE_FIELDS)
        return sequence_bad(
            at, "number of columns", found,
            "%d: OPCODE OPERANDS STALL YIELD WRITE READ MASK, or %d, with BASE LANE WARP CTA TIME BYTES",
            SEQUENCE_FIELDS_PLAIN, SEQUENCE_FIELDS);
    const bool memory = op->unit == UNIT_LDST, given = fields == SEQUENCE_FIELDS;
    if (memory && !given)
        return sequence_bad(at, "address", "none", "BASE LANE WARP CTA TIME BYTES behind the mask of %s", op->name);
    return memory || !given || sequence_bad(at, "address", "one", "none, as %s accesses no memory", op->name);
}

bool sequence_inst(const sequence_at_t *at, sequence_kernel_t *k, char *field[SEQUENCE_FIELDS], uint32_t fields)
{
    sequence_inst_t in = {.dst = CONTROL_NO_REG, .control.atmost_counter = CONTROL_NONE};
    for (uint32_t i = 0; i < CONTROL_OPERANDS; i++) {
        in.src[i].reg = CONTROL_NO_REG;
        in.control.operand[i] = CONTROL_NO_REG;
    }
    if (!(in.op = find(at, field[0])) || !check_fields(at, in.op, fields)) return false;
    if (k->insts == SEQUENCE_INSTS_MAX)
        return sequence_bad(at, "instruction", field[0], "up to %d in a kernel", SEQUENCE_INSTS_MAX);
    if (!sequence_operands(at, k, field[1], &in) || !sequence_control(at, field + 2, &in)) return false;
    if (fields == SEQUENCE_FIELDS && !sequence_place(at, k, field + SEQUENCE_FIELDS_PLAIN, &in)) return false;
    if (k->insts == k->room && !grow(k)) return err_set(at->err, at->path, 0, "out of memory");
    k->inst[k->insts] = in;
    describe(&k->w[k->insts], &in, k->insts, at->line);
    k->insts++;
    return true;
}
