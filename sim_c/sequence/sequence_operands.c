/* sequence_operands.c - the operand field of an instruction, by the form of its opcode. */
#include "sequence/sequence_internal.h"

#include <string.h>

enum { PARTS = 4, COUNT_MAX = 63 };

/* Splits at commas outside brackets. Returns the number of parts; those beyond PARTS are not stored. */
static uint32_t split(char *text, char *part[PARTS])
{
    uint32_t n = 1, depth = 0;
    part[0] = text;
    for (char *c = text; *c; c++) {
        if (*c == '[' || *c == '{') depth++;
        else if ((*c == ']' || *c == '}') && depth) depth--;
        if (*c != ',' || depth) continue;
        *c = '\0';
        if (n < PARTS) part[n] = c + 1;
        n++;
    }
    return n;
}

static const char *shape(const sequence_opcode_t *op)
{
    static const char *const shapes[] = {[FORM_NONE] = "-",
                                         [FORM_LOAD] = "Rd,[Ra]",
                                         [FORM_STORE] = "[Ra],Rs",
                                         [FORM_COPY] = "[Ra],[Rb.64]",
                                         [FORM_CONST] = "Rd,c[0x0][0x160]",
                                         [FORM_CLOCK] = "Rd",
                                         [FORM_CS2R] = "Rd,SR_CLOCKLO",
                                         [FORM_BARRIER] = "0x0 to 0xf",
                                         [FORM_BRANCH] = "0x0",
                                         [FORM_DEPBAR] = "SB0,0x1 or SB0,0x1,{2,1}"};
    static const char *const of_alu[] = {"", "Rd,Ra", "Rd,Ra,Rb", "Rd,Ra,Rb,Rc"};
    return op->form == FORM_ALU ? of_alu[op->sources] : shapes[op->form];
}

/* A counter's name without its letters: 0 to 5. */
static bool counter(const sequence_at_t *at, const char *text, uint8_t *out)
{
    uint64_t n;
    if (!sequence_number(text, CONTROL_COUNTERS - 1, &n))
        return sequence_bad(at, "counter", text, "0 to %d", CONTROL_COUNTERS - 1);
    *out = (uint8_t)n;
    return true;
}

/* "{3,2}" */
static bool counters(const sequence_at_t *at, char *text, inst_control_t *c)
{
    char *end = text + strlen(text) - 1, *next;
    uint8_t n = 0;
    if (text[0] != '{' || *end != '}') return sequence_bad(at, "counters", text, "as in {2,1}");
    *end = '\0';
    for (char *number = text + 1; number; number = next) {
        if ((next = strchr(number, ','))) *next++ = '\0';
        if (!counter(at, number, &n)) return false;
        c->wait |= (uint8_t)(1U << n);
    }
    return true;
}

/* SB0,0x1,{3,2} */
static bool depbar(const sequence_at_t *at, char *const part[PARTS], uint32_t parts, inst_control_t *c)
{
    uint64_t count;
    if (strncmp(part[0], "SB", 2) != 0)
        return sequence_bad(at, "operand", part[0], "SB0 to SB%d", CONTROL_COUNTERS - 1);
    if (!counter(at, part[0] + 2, &c->atmost_counter)) return false;
    if (!sequence_number(part[1], COUNT_MAX, &count)) return sequence_bad(at, "count", part[1], "0 to %d", COUNT_MAX);
    c->atmost_count = (uint8_t)count;
    return parts < 3 || counters(at, part[2], c);
}

static void note_operand(inst_control_t *c, uint32_t i, const sequence_operand_t *o, uint32_t words)
{
    c->operand[i] = o->reg;
    c->operand_regs[i] = o->reg == CONTROL_NO_REG ? 0 : (uint8_t)words;
}

/* Source i is c[0x0][0x160]: one of an instruction of fixed latency. */
static bool constant_source(const sequence_at_t *at, const sequence_kernel_t *k, char *text, uint32_t i,
                            sequence_inst_t *in)
{
    inst_control_t *c = &in->control;
    if (in->op->unit != UNIT_SP)
        return sequence_bad(at, "operand", text, "Rn or a number, as %s has no fixed latency", in->op->name);
    if (c->has_constant) return sequence_bad(at, "operands", "two of constant memory", "one of constant memory");
    if (!sequence_constant_place(at, k, text, &in->src[i])) return false;
    c->has_constant = true;
    c->constant_addr = SEQUENCE_CONSTANTS + in->src[i].at;
    return true;
}

static bool alu(const sequence_at_t *at, const sequence_kernel_t *k, char *const part[PARTS], sequence_inst_t *in)
{
    if (!sequence_reg(at, k, part[0], in->op->words, &in->dst)) return false;
    for (uint32_t i = 0; i < in->op->sources; i++) {
        bool reuse;
        if (strncmp(part[i + 1], "c[", 2) == 0) {
            if (!constant_source(at, k, part[i + 1], i, in)) return false;
            continue;
        }
        if (!sequence_source(at, k, in->op, part[i + 1], &in->src[i], &reuse)) return false;
        note_operand(&in->control, i, &in->src[i], in->op->words);
        in->control.reuse |= (uint8_t)(reuse << i);
    }
    return true;
}

static bool address(const sequence_at_t *at, const sequence_kernel_t *k, char *text, bool global, uint32_t i,
                    sequence_inst_t *in)
{
    uint32_t words;
    if (!sequence_address_reg(at, k, text, global, &in->src[i], &words)) return false;
    note_operand(&in->control, i, &in->src[i], words);
    return true;
}

static bool store(const sequence_at_t *at, const sequence_kernel_t *k, char *const part[PARTS], sequence_inst_t *in)
{
    sequence_operand_t *data = &in->src[1];
    if (!address(at, k, part[0], in->op->space == SPACE_GLOBAL, 0, in) ||
        !sequence_source_reg(at, k, part[1], in->op->words, data))
        return false;
    note_operand(&in->control, 1, data, in->op->words);
    return true;
}

static bool constant(const sequence_at_t *at, const sequence_kernel_t *k, char *const part[PARTS], sequence_inst_t *in)
{
    if (!sequence_reg(at, k, part[0], in->op->words, &in->dst) || !sequence_constant(at, k, part[1], &in->src[0]))
        return false;
    note_operand(&in->control, 0, &in->src[0], 1);
    return true;
}

static bool barrier(const sequence_at_t *at, const char *text, sequence_inst_t *in)
{
    uint64_t n;
    if (!sequence_number(text, SEQUENCE_BARRIERS - 1, &n)) return sequence_bad(at, "barrier", text, "0x0 to 0xf");
    in->barrier = (uint8_t)n;
    return true;
}

static bool exactly(const sequence_at_t *at, const char *text, const char *word)
{
    return strcmp(text, word) == 0 || sequence_bad(at, "operand", text, "%s", word);
}

/* Least and most parts. */
static bool counts(const sequence_opcode_t *op, uint32_t parts)
{
    switch ((sequence_form_t)op->form) {
    case FORM_ALU: return parts == op->sources + 1U;
    case FORM_DEPBAR: return parts == 2 || parts == 3;
    case FORM_LOAD:
    case FORM_STORE:
    case FORM_COPY:
    case FORM_CONST:
    case FORM_CS2R: return parts == 2;
    default: return parts == 1;
    }
}

bool sequence_operands(const sequence_at_t *at, const sequence_kernel_t *k, char *text, sequence_inst_t *in)
{
    char *part[PARTS], shown[64];
    snprintf(shown, sizeof shown, "%.63s", text);
    const uint32_t parts = split(text, part);
    const bool global = in->op->space == SPACE_GLOBAL;
    if (!counts(in->op, parts)) return sequence_bad(at, "operands", shown, "%s", shape(in->op));
    switch ((sequence_form_t)in->op->form) {
    case FORM_NONE: return exactly(at, part[0], "-");
    case FORM_ALU: return alu(at, k, part, in);
    case FORM_LOAD:
        return sequence_reg(at, k, part[0], in->op->words, &in->dst) && address(at, k, part[1], global, 0, in);
    case FORM_STORE: return store(at, k, part, in);
    case FORM_COPY: return address(at, k, part[0], false, 0, in) && address(at, k, part[1], true, 1, in);
    case FORM_CONST: return constant(at, k, part, in);
    case FORM_CS2R:
        if (!exactly(at, part[1], "SR_CLOCKLO")) return false;
        return sequence_reg(at, k, part[0], 1, &in->dst);
    case FORM_CLOCK: return sequence_reg(at, k, part[0], 1, &in->dst);
    case FORM_BARRIER: return barrier(at, part[0], in);
    case FORM_BRANCH: return exactly(at, part[0], "0x0");
    case FORM_DEPBAR: return depbar(at, part, parts, &in->control);
    }
    return false;
}
