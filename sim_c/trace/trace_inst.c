/* trace_inst.c - the instructions of a kernel, each decoded once. Lines of one instruction differ only in lanes and
 * addresses, so pc and text between these identify the instruction. */
#include "trace/trace_internal.h"
#include "trace/trace_scan.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

enum { FIRST_ROOM = 1 << 10, DEFAULT_WIDTH_BYTES = 4, WIDTH_MAX_BYTES = 4096 };
enum { PC_INSTS_MAX = 1024 }; /* functions of a kernel may share pcs; bounds the comparisons per line */

void trace_insts_free(trace_insts_t *t)
{
    for (uint32_t i = 0; i < t->room; i++) free(t->slot[i]);
    free(t->slot);
    *t = (trace_insts_t){0};
}

static uint32_t home(const trace_insts_t *t, uint64_t pc)
{
    return (uint32_t)((pc >> 3) * UINT64_C(0x9e3779b97f4a7c15) >> 40) & (t->room - 1);
}

static bool grow(trace_insts_t *t)
{
    trace_insts_t more = {.room = t->room ? 2 * t->room : FIRST_ROOM};
    more.slot = calloc(more.room, sizeof(trace_inst_t *));
    if (!more.slot) return false;
    for (uint32_t i = 0; i < t->room; i++) {
        if (!t->slot[i]) continue;
        uint32_t at = home(&more, t->slot[i]->w.pc_bytes);
        while (more.slot[at]) at = (at + 1) & (more.room - 1);
        more.slot[at] = t->slot[i];
    }
    more.used = t->used;
    more.fixed = t->fixed;
    free(t->slot);
    *t = more;
    return true;
}

static bool insert(trace_insts_t *t, trace_inst_t *inst)
{
    if (4 * (t->used + 1) > 3 * t->room && !grow(t)) return false;
    uint32_t slot = home(t, inst->w.pc_bytes);
    while (t->slot[slot]) slot = (slot + 1) & (t->room - 1);
    t->slot[slot] = inst;
    t->used++;
    return true;
}

bool trace_insts_copy(trace_insts_t *to, const trace_insts_t *from)
{
    const uint32_t known = to->used;
    for (uint32_t i = 0; to->used < from->used && i < from->room; i++) {
        const trace_inst_t *inst = from->slot[i];
        if (!inst || inst->number < known) continue;
        const size_t bytes = sizeof *inst + inst->text_bytes;
        trace_inst_t *copy = malloc(bytes);
        if (copy) memcpy(copy, inst, bytes);
        if (!copy || !insert(to, copy)) {
            free(copy);
            return false;
        }
        copy->after = NULL; /* they belong to the order in which lines are read */
        copy->seen_bytes = 0;
    }
    return true;
}

typedef struct { /* the fields of a line between mask and addresses */
    uint32_t ndst, nsrc;
    uint16_t dst[WINST_DST_MAX], src[WINST_SRC_MAX];
    bool zero_dst, zero_src; /* R255 is one of them */
    const char *opcode, *opcode_end;
    uint64_t width;
    bool bulk;
} fields_t;

static bool bad(const trace_kernel_t *k, const trace_line_t *line, const char *at, const char *what, err_t *err)
{
    at = scan_skip(at, line->end);
    if (at == line->end) return trace_text_error(k->text, line->offset, err, "the line ends early; expected %s", what);
    return trace_text_error(k->text, line->offset, err, "found '%s'; allowed: %s",
                            trace_shown(at, scan_field_end(at, line->end)).text, what);
}

static bool has_part(const char *at, const char *end, const char *part)
{
    return memmem(at, (size_t)(end - at), part, strlen(part)) != NULL;
}

static bool read_fields(const trace_kernel_t *k, const trace_line_t *line, const char **at, fields_t *f, err_t *err)
{
    if (!trace_regs_read(k->text, line, at, WINST_DST_MAX, "destination", f->dst, &f->ndst, &f->zero_dst, err))
        return false;
    f->opcode = scan_skip(*at, line->end);
    *at = f->opcode_end = scan_field_end(f->opcode, line->end);
    const char *c = f->opcode;
    while (c < f->opcode_end &&
           ((*c >= 'A' && *c <= 'Z') || (c > f->opcode && *c >= '0' && *c <= '9') || (c > f->opcode && *c == '_')))
        c++;
    const bool name_ends = c == f->opcode_end || *c == '.';
    if (c == f->opcode || !name_ends || c - f->opcode >= (ptrdiff_t)sizeof((trace_opcode_t *)0)->name)
        return bad(k, line, f->opcode, "opcode in capitals, as in LDG.E.64", err);
    if (!trace_regs_read(k->text, line, at, WINST_SRC_MAX, "source", f->src, &f->nsrc, &f->zero_src, err)) return false;
    uint64_t commits; /* whether a warpgroup's matrix instruction ends its group */
    if (k->head.version >= TRACE_VERSION_2_0 && has_part(f->opcode, f->opcode_end, "GMMA") &&
        (!scan_decimal(at, line->end, &commits) || commits > 1))
        return bad(k, line, *at, "0 or 1, whether it ends a group", err);
    const char *width = *at;
    f->bulk = trace_bulk_is(f->opcode, f->opcode_end);
    if (!scan_decimal(at, line->end, &f->width) || (f->width > WIDTH_MAX_BYTES && !f->bulk))
        return bad(k, line, width, "memory width in bytes, 0 for none", err);
    return true;
}

/* Appends the registers that the header lists for this pc. */
static bool add_more(const trace_kernel_t *k, uint64_t pc, const trace_line_t *line, fields_t *f, err_t *err)
{
    const trace_more_t *more = trace_mores_of(&k->head.mores, pc);
    if (!more) return true;
    if (f->ndst + more->ndst > WINST_DST_MAX || f->nsrc + more->nsrc > WINST_SRC_MAX)
        return trace_text_error(k->text, line->offset, err,
                                "%u destinations and %u sources with those of the header; allowed: up to %d and %d",
                                f->ndst + more->ndst, f->nsrc + more->nsrc, WINST_DST_MAX, WINST_SRC_MAX);
    memcpy(f->dst + f->ndst, more->dst, more->ndst * sizeof *f->dst);
    memcpy(f->src + f->nsrc, more->src, more->nsrc * sizeof *f->src);
    f->ndst += more->ndst;
    f->nsrc += more->nsrc;
    return true;
}

/* Bytes per lane, from the first modifier that gives a number of bits: 64, U8, S16, F32. */
static uint8_t width_bytes(const char *at, const char *end)
{
    while ((at = memchr(at, '.', (size_t)(end - at))) != NULL) {
        const char *c = ++at;
        uint32_t bits = 0;
        if (c < end && (*c == 'U' || *c == 'S' || *c == 'F')) c++;
        const char *digits = c;
        while (c < end && *c >= '0' && *c <= '9' && bits < 1000) bits = bits * 10 + (uint32_t)(*c++ - '0');
        if (c == digits || (c < end && *c != '.')) continue;
        for (uint8_t bytes = 1; bytes <= 32; bytes = (uint8_t)(bytes * 2))
            if (bits == bytes * 8u) return bytes;
    }
    return DEFAULT_WIDTH_BYTES;
}

static void fill(trace_inst_t *inst, const fields_t *f)
{
    const trace_sass_row_t *row = inst->opcode->row;
    winst_t *w = &inst->w;
    const bool memory = row->unit == UNIT_LDST;
    inst->bulk = f->bulk && f->width;
    inst->listed = f->width && !f->bulk;
    inst->access = memory && inst->listed;
    inst->generic = row->generic;
    w->unit = row->unit;
    w->special = row->special;
    w->lat = row->lat;
    w->op = row->op;
    w->space = row->space;
    w->reach = REACH_WRITES;       /* reads the file, and adds to the tables of lines and opcodes */
    if (memory && !inst->access) { /* a line without addresses accesses nothing, such as a prefetch */
        w->unit = UNIT_SP;
        w->op = WI_ALU;
        w->space = SPACE_NONE;
    }
    if (w->op == WI_ATOM && !f->ndst) w->op = WI_RED;
    const bool result = (w->op == WI_ALU && !row->unmodelled) || w->op == WI_LOAD || w->op == WI_ATOM;
    w->ndst = result ? (uint8_t)f->ndst : 0;
    w->nsrc = (uint8_t)f->nsrc;
    w->reads_zero = f->zero_src;
    memcpy(w->dst, f->dst, sizeof w->dst);
    memcpy(w->src, f->src, sizeof w->src);
    for (uint32_t i = 0; i < w->nsrc; i++) w->predicates |= (uint16_t)((w->src[i] >= TRACE_UNIFORM_REGS) << i);
    winst_note_regs(w);
    w->width_bytes = width_bytes(f->opcode, f->opcode_end);
    w->bypass_l1 = w->op == WI_LOAD && has_part(f->opcode, f->opcode_end, ".STRONG.GPU");
}

/* Whether the model does what the opcode says. False: err. */
static bool check_strict(const trace_kernel_t *k, const trace_met_t *met, const trace_line_t *line, err_t *err)
{
    if (!met->pub.known)
        return trace_text_error(k->text, line->offset, err,
                                "opcode %s is not in the table for binary version %" PRIu32
                                "; add a line to configs/opcodes/sass.txt, or leave out --strict",
                                met->pub.name, k->head.binary);
    return !met->pub.unmodelled ||
           trace_text_error(k->text, line->offset, err,
                            "opcode %s is issued as a no-op, since the model lacks its function; leave out --strict",
                            met->pub.name);
}

static trace_inst_t *add(trace_kernel_t *k, uint64_t pc, const trace_line_t *line, const char **at, err_t *err)
{
    fields_t f = {0};
    const char *text = scan_skip(*at, line->end);
    if (!read_fields(k, line, at, &f, err) || !add_more(k, pc, line, &f, err)) return NULL;
    if (k->insts.used == TRACE_INSTS_MAX) {
        trace_text_error(k->text, line->offset, err, "more than the %d different instructions allowed",
                         TRACE_INSTS_MAX);
        return NULL;
    }
    const char *dot = memchr(f.opcode, '.', (size_t)(f.opcode_end - f.opcode));
    const size_t name_chars = (size_t)((dot ? dot : f.opcode_end) - f.opcode);
    const uint32_t bytes = (uint32_t)(*at - text);
    trace_met_t *met = trace_met(k->mets, k->sass, f.opcode, name_chars, k->head.binary);
    if (met && k->strict && !check_strict(k, met, line, err)) return NULL;
    trace_inst_t *inst = met ? calloc(1, sizeof *inst + bytes) : NULL;
    if (inst) inst->w.pc_bytes = pc;
    if (!inst || !insert(&k->insts, inst)) {
        free(inst);
        trace_text_error(k->text, line->offset, err, "too many different opcodes, or out of memory");
        return NULL;
    }
    inst->opcode = met;
    inst->text_bytes = bytes;
    inst->number = k->insts.used - 1;
    memcpy(inst->text, text, bytes);
    fill(inst, &f);
    return inst;
}

trace_inst_t *trace_inst_at(trace_kernel_t *k, uint64_t pc, const trace_line_t *line, const char **at, err_t *err)
{
    const char *text = scan_skip(*at, line->end);
    const size_t left = (size_t)(line->end - text);
    const trace_insts_t *t = &k->insts;
    uint32_t same_pc = 0;
    for (uint32_t i = t->room ? home(t, pc) : 0; t->room && t->slot[i]; i = (i + 1) & (t->room - 1)) {
        trace_inst_t *inst = t->slot[i];
        same_pc += inst->w.pc_bytes == pc;
        if (inst->w.pc_bytes != pc || inst->text_bytes > left || memcmp(inst->text, text, inst->text_bytes) != 0 ||
            (inst->text_bytes < left && !scan_is_blank(text[inst->text_bytes])))
            continue;
        *at = text + inst->text_bytes;
        return inst;
    }
    if (t->fixed) return NULL;
    if (same_pc < PC_INSTS_MAX) return add(k, pc, line, at, err);
    trace_text_error(k->text, line->offset, err,
                     "more than the %d different instructions allowed at one pc, at %" PRIx64, PC_INSTS_MAX, pc);
    return NULL;
}
