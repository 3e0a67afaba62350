/* sequence_read.c - reads a file of sequences: kernel lines, initial registers, instructions. */
#include "sequence/sequence_internal.h"

#include "base/infile.h"
#include "ptx/float_bits.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define INIT_VALUE "a whole number of 32 bits, or f32 with a point as 1.5"
enum { KERNEL_FIELDS = 7 };
#define KERNEL_LINE "kernel NAME CTAS THREADS REGISTERS SHARED TIMES"

static bool take_name(const sequence_t *s, const sequence_at_t *at, const char *text, sequence_kernel_t *k)
{
    const size_t chars = strlen(text);
    size_t good = 0;
    while (isalnum((unsigned char)text[good]) || (text[good] && strchr("_.-", text[good]))) good++;
    if (good != chars || chars > SEQUENCE_NAME_CHARS)
        return sequence_bad(at, "kernel", text, "up to %d letters, digits, _ . and -", SEQUENCE_NAME_CHARS);
    for (uint32_t i = 0; i < s->kernels; i++)
        if (strcmp(s->kernel[i]->name, text) == 0)
            return sequence_bad(at, "kernel", text, "a name that no earlier kernel has (line %u)", s->kernel[i]->line);
    memcpy(k->name, text, chars + 1);
    return true;
}

static bool take_sizes(const sequence_at_t *at, char *const *field, sequence_kernel_t *k)
{
    const struct {
        const char *name;
        uint32_t least, most, *value;
    } row[] = {{"CTAS", 1, INT32_MAX, &k->ctas},
               {"THREADS", 1, SEQUENCE_THREADS_MAX, &k->threads},
               {"REGISTERS", 1, SEQUENCE_REGS_MAX, &k->regs},
               {"SHARED", 0, SEQUENCE_SHARED_MAX, &k->shared_bytes},
               {"TIMES", 1, INT32_MAX, &k->times}};
    for (uint32_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        uint64_t n;
        if (!sequence_number(field[i], row[i].most, &n) || n < row[i].least)
            return sequence_bad(at, row[i].name, field[i], "%u to %u", row[i].least, row[i].most);
        *row[i].value = (uint32_t)n;
    }
    k->warps = (k->threads + SEQUENCE_WARP_LANES - 1) / SEQUENCE_WARP_LANES;
    return true;
}

static bool begin_kernel(sequence_t *s, const sequence_at_t *at, char *const *field, uint32_t fields)
{
    char found[16];
    snprintf(found, sizeof found, "%u", fields);
    if (fields != KERNEL_FIELDS)
        return sequence_bad(at, "number of columns", found, "%d: %s", KERNEL_FIELDS, KERNEL_LINE);
    if (s->kernels == SEQUENCE_KERNELS_MAX)
        return sequence_bad(at, "kernel", field[1], "up to %d in a file", SEQUENCE_KERNELS_MAX);
    sequence_kernel_t *k = calloc(1, sizeof *k);
    if (!k) return err_set(at->err, at->path, 0, "out of memory");
    *k = (sequence_kernel_t){.line = at->line, .memory = s->memory, .path = s->path};
    if (take_name(s, at, field[1], k) && take_sizes(at, field + 2, k)) {
        s->kernel[s->kernels++] = k;
        return true;
    }
    free(k);
    return false;
}

/* A number with a point or an exponent is f32, any other an integer. */
static bool init_value(const char *text, uint32_t *bits)
{
    double x;
    if (sequence_integer(text, bits)) return true;
    if (!strpbrk(text, ".eE") || !sequence_decimal(text, &x) || !isfinite((float)x)) return false;
    *bits = f32_bits((float)x);
    return true;
}

/* init c[0x0][0x160]=1.5 */
static bool init_constant(const sequence_at_t *at, sequence_kernel_t *k, char *name, const char *value)
{
    char shown[64];
    uint32_t bits;
    sequence_operand_t o;
    snprintf(shown, sizeof shown, "%.63s", name);
    if (!sequence_constant_place(at, k, name, &o)) return false;
    if (!init_value(value, &bits)) return sequence_bad(at, "init", value, INIT_VALUE);
    switch (sequence_constant_put(k, o.at, bits)) {
    case SEQUENCE_PUT: return true;
    case SEQUENCE_PUT_TWICE: return sequence_bad(at, "init", shown, "a constant once");
    case SEQUENCE_PUT_NO_MEMORY: break;
    }
    return err_set(at->err, at->path, 0, "out of memory");
}

/* init R5=1.5 */
static bool take_init(const sequence_at_t *at, sequence_kernel_t *k, char *const *field, uint32_t fields)
{
    uint16_t reg;
    char *value = fields == 2 ? strchr(field[1], '=') : NULL;
    if (!value) return sequence_bad(at, "init", fields > 1 ? field[1] : "", "as in init R5=1.5");
    if (k->insts) return sequence_bad(at, "init", field[1], "between the kernel line and its first instruction");
    *value++ = '\0';
    if (field[1][0] == 'c') return init_constant(at, k, field[1], value);
    if (!sequence_reg(at, k, field[1], 1, &reg)) return false;
    if (reg == CONTROL_NO_REG || k->init_given[reg])
        return sequence_bad(at, "init", field[1], "a register other than RZ, once");
    k->init_given[reg] = true;
    return init_value(value, &k->init_value[reg]) || sequence_bad(at, "init", value, INIT_VALUE);
}

static uint32_t exit_of(const sequence_kernel_t *k)
{
    uint32_t i = 0;
    while (i < k->insts && k->w[i].op != WI_EXIT) i++;
    return i;
}

/* Checks the branches of a kernel that has been read, and sets its launch. */
static bool end_kernel(sequence_kernel_t *k, err_t *err)
{
    const uint32_t end = exit_of(k);
    if (end == k->insts)
        return err_set(err, k->path, k->line, "kernel '%s': found no EXIT; allowed: at least one", k->name);
    for (uint32_t i = 0; i < end; i++) {
        if (k->w[i].op != WI_BRANCH || (k->times > 1 && i + 1 == end)) continue;
        return err_set(err, k->path, k->w[i].line, "found BRA %s; allowed: TIMES above 1 with BRA just before EXIT",
                       k->times > 1 ? "in the middle" : "in a body that runs once");
    }
    if (k->times > 1 && (!end || k->w[end - 1].op != WI_BRANCH))
        return err_set(err, k->path, k->w[end].line, "found no BRA before EXIT; allowed: BRA 0x0 there, as TIMES is %u",
                       k->times);
    bool constants = false;
    for (uint32_t i = 0; i < k->insts; i++) {
        k->w[i].control = &k->inst[i].control;
        constants |= k->inst[i].control.has_constant;
    }
    k->launch = (kernel_launch_t){.ops = &sequence_ops,
                                  .self = k,
                                  .name = k->name,
                                  .grid = {k->ctas, 1, 1},
                                  .block = {k->threads, 1, 1},
                                  .warp_lanes = SEQUENCE_WARP_LANES,
                                  .threads_per_cta = k->threads,
                                  .warps_per_cta = k->warps,
                                  .regs_per_thread = k->regs,
                                  .smem_bytes = k->shared_bytes,
                                  .flat_regs = k->regs,
                                  .inst_bytes = SEQUENCE_INST_BYTES,
                                  .controls = true,
                                  .constants = constants,
                                  .file = k->path,
                                  .line = k->line};
    return true;
}

static bool take_line(sequence_t *s, const sequence_at_t *at, char *text)
{
    char *field[SEQUENCE_FIELDS];
    const uint32_t fields = sequence_fields(text, field, SEQUENCE_FIELDS);
    sequence_kernel_t *k = s->kernels ? s->kernel[s->kernels - 1] : NULL;
    if (!fields) return true;
    if (strcmp(field[0], "kernel") == 0) return (!k || end_kernel(k, at->err)) && begin_kernel(s, at, field, fields);
    if (!k) return sequence_bad(at, "first line", field[0], KERNEL_LINE);
    if (strcmp(field[0], "init") == 0) return take_init(at, k, field, fields);
    return sequence_inst(at, k, field, fields);
}

bool sequence_read(sequence_t *s, err_t *err)
{
    char text[SEQUENCE_LINE_CHARS + 1];
    sequence_at_t at = {s->path, 0, err};
    FILE *f = infile_open(s->path);
    if (!f) return err_set(err, s->path, 0, "cannot be read: %s", strerror(errno));
    sequence_line_t got;
    bool ok = true;
    while (ok && (got = sequence_line(f, &at, text)) != SEQUENCE_END)
        ok = got == SEQUENCE_LINE && take_line(s, &at, text);
    fclose(f);
    if (!ok) return false;
    if (!s->kernels) return err_set(err, s->path, 0, "found no kernel; allowed: at least one line %s", KERNEL_LINE);
    return end_kernel(s->kernel[s->kernels - 1], err);
}
