/* sequence_operand.c - one operand: a register, a number, an address register. */
#include "sequence/sequence_internal.h"

#include "ptx/float_bits.h"

#include <math.h>
#include <string.h>

enum { UNIFORM_REGS = 63 };

/* The number of a register, in decimal. */
static bool reg_number(const char *text, uint64_t most, uint64_t *n)
{
    return strspn(text, "0123456789") == strlen(text) && sequence_number(text, most, n);
}

bool sequence_reg(const sequence_at_t *at, const sequence_kernel_t *k, const char *text, uint32_t words, uint16_t *reg)
{
    uint64_t n = 0;
    *reg = CONTROL_NO_REG;
    if (strcmp(text, "RZ") == 0) return true;
    const bool known = text[0] == 'R' && reg_number(text + 1, UINT32_MAX, &n);
    if (!known || n + words > k->regs)
        return sequence_bad(at, "register", text, "%sRZ and R0 to R%u, of the kernel's %u registers",
                            words > 1 ? "a group within " : "", k->regs - 1, k->regs);
    if (n % words)
        return sequence_bad(at, "register", text, "a multiple of %u, the first of %u registers", words, words);
    *reg = (uint16_t)n;
    return true;
}

bool sequence_source_reg(const sequence_at_t *at, const sequence_kernel_t *k, const char *text, uint32_t words,
                         sequence_operand_t *out)
{
    *out = (sequence_operand_t){0};
    if (!sequence_reg(at, k, text, words, &out->reg)) return false;
    out->zero = out->reg == CONTROL_NO_REG;
    return true;
}

static bool number(const sequence_opcode_t *op, const char *text, uint64_t *bits)
{
    const bool hex = strncmp(text, "0x", 2) == 0;
    uint32_t word;
    double x;
    switch ((sequence_type_t)op->type) {
    case TYPE_F32:
        if (hex) return sequence_number(text, UINT32_MAX, bits);
        if (!sequence_decimal(text, &x) || !isfinite((float)x)) return false;
        *bits = f32_bits((float)x);
        return true;
    case TYPE_F64:
        if (hex) return sequence_number(text, UINT64_MAX, bits);
        if (!sequence_decimal(text, &x)) return false;
        *bits = f64_bits(x);
        return true;
    case TYPE_HALF2: return hex && sequence_number(text, UINT32_MAX, bits);
    case TYPE_INT: break;
    }
    if (!sequence_integer(text, &word)) return false;
    *bits = word;
    return true;
}

static const char *numbers(const sequence_opcode_t *op)
{
    switch ((sequence_type_t)op->type) {
    case TYPE_F32: return "a number of f32 as 1.5, or its bits as 0x3fc00000";
    case TYPE_F64: return "a number as 1.5, or its bits as 0x3ff8000000000000";
    case TYPE_HALF2: return "the bits of two halves as 0x3c003c00";
    case TYPE_INT: break;
    }
    return "a whole number of 32 bits";
}

bool sequence_source(const sequence_at_t *at, const sequence_kernel_t *k, const sequence_opcode_t *op, char *text,
                     sequence_operand_t *out, bool *reuse)
{
    *out = (sequence_operand_t){.reg = CONTROL_NO_REG};
    const bool negated = text[0] == '-' && text[1] == 'R';
    char *name = text + negated, *suffix = strstr(name, ".reuse");
    *reuse = name[0] == 'R' && suffix && !suffix[strlen(".reuse")];
    if (name[0] != 'R') {
        if (number(op, text, &out->bits)) return true;
        return sequence_bad(at, "operand", text, "Rn, -Rn, RZ, Rn.reuse, c[0x0][0x160], or %s", numbers(op));
    }
    if (*reuse) *suffix = '\0';
    if (!sequence_source_reg(at, k, name, op->words, out)) return false;
    out->negated = negated;
    if (*reuse && out->zero) return sequence_bad(at, "operand", "RZ.reuse", "Rn.reuse, as RZ is not read");
    return true;
}

/* True: UR0 to UR62. */
static bool is_uniform(const char *text)
{
    uint64_t n;
    return strncmp(text, "UR", 2) == 0 && reg_number(text + 2, UNIFORM_REGS - 1, &n);
}

bool sequence_address_reg(const sequence_at_t *at, const sequence_kernel_t *k, char *text, bool global,
                          sequence_operand_t *out, uint32_t *words)
{
    const size_t chars = strlen(text);
    char name[16];
    *out = (sequence_operand_t){.reg = CONTROL_NO_REG};
    *words = 1;
    if (chars < 4 || chars >= sizeof name || text[0] != '[' || text[chars - 1] != ']')
        return sequence_bad(at, "address", text, global ? "[Rn.64], [Rn], [URn]" : "[Rn], [URn]");
    memcpy(name, text + 1, chars - 2);
    name[chars - 2] = '\0';
    if (is_uniform(name)) return true;
    char *suffix = strstr(name, ".64");
    if (global && suffix && !suffix[strlen(".64")]) {
        *suffix = '\0';
        *words = 2;
    }
    return sequence_source_reg(at, k, name, *words, out);
}
