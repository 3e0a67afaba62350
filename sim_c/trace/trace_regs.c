/* trace_regs.c - lists of registers: those in a line, and header lines with what a line has no room for. */
#include "trace/trace_internal.h"
#include "trace/trace_scan.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { RZ = 255, PT = 7, FIRST_ROOM = 16 };

static bool bad(const trace_text_t *t, const trace_line_t *line, const char *at, const char *what, err_t *err)
{
    at = scan_skip(at, line->end);
    if (at == line->end) return trace_text_error(t, line->offset, err, "the line ends early; expected %s", what);
    return trace_text_error(t, line->offset, err, "found '%s'; allowed: %s",
                            trace_shown(at, scan_field_end(at, line->end)).text, what);
}

/* Reads a register's name; *constant: it is one that no instruction writes. False: it is none. */
static bool read_name(const char **at, const char *end, uint16_t *reg, bool *constant)
{
    static const struct {
        const char *letters;
        uint16_t first, last; /* flat number of the register 0; number of the constant */
    } files[] = {{"R", 0, RZ},
                 {"UR", TRACE_UNIFORM_REGS, RZ},
                 {"P", TRACE_PREDICATES, PT},
                 {"UP", TRACE_UNIFORM_PREDICATES, PT}};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        const size_t chars = strlen(files[i].letters);
        const char *digits = *at + chars, *first = digits;
        uint64_t r;
        if ((size_t)(end - *at) <= chars || memcmp(*at, files[i].letters, chars) != 0 || *digits < '0' || *digits > '9')
            continue;
        if (!scan_decimal(&digits, end, &r) || r > files[i].last || digits == first) return false;
        *reg = (uint16_t)(files[i].first + r);
        *constant = r == files[i].last;
        *at = digits;
        return true;
    }
    return false;
}

bool trace_regs_read(const trace_text_t *t, const trace_line_t *line, const char **at, uint32_t max, const char *what,
                     uint16_t *reg, uint32_t *count, bool *zero, err_t *err)
{
    uint64_t n;
    char allowed[64];
    const char *start = *at;
    snprintf(allowed, sizeof allowed, "count of %s registers, 0 to %u", what, max);
    if (!scan_decimal(at, line->end, &n) || n > max) return bad(t, line, start, allowed, err);
    *count = 0;
    for (uint64_t i = 0; i < n; i++) {
        uint16_t r;
        bool constant;
        *at = scan_skip(*at, line->end);
        if (!read_name(at, line->end, &r, &constant))
            return bad(t, line, *at, "register R0 to R255, UR0 to UR255, P0 to P7 or UP0 to UP7", err);
        if (!constant) reg[(*count)++] = r;
        *zero |= r == RZ;
    }
    return true;
}

static bool grow(trace_mores_t *m)
{
    const uint32_t room = m->room ? 2 * m->room : FIRST_ROOM;
    trace_more_t *at = realloc(m->at, room * sizeof *at);
    if (!at) return false;
    m->at = at;
    m->room = room;
    return true;
}

trace_more_t *trace_more_at(trace_mores_t *m, const trace_text_t *t, const trace_line_t *line, const char **at,
                            err_t *err)
{
    uint64_t pc;
    const char *field = *at;
    if (!scan_hex(at, line->end, &pc) || (m->used && pc < m->at[m->used - 1].pc)) {
        bad(t, line, field, "a hexadecimal pc, not below that of the line before", err);
        return NULL;
    }
    if (m->used && m->at[m->used - 1].pc == pc) return &m->at[m->used - 1];
    if (m->used == m->room && !grow(m)) {
        trace_text_error(t, line->offset, err, "out of memory");
        return NULL;
    }
    m->at[m->used] = (trace_more_t){.pc = pc};
    return &m->at[m->used++];
}

bool trace_mores_add(trace_mores_t *m, const trace_text_t *t, const trace_line_t *line, const char *at, err_t *err)
{
    bool zero = false;
    const char *field = at;
    trace_more_t *more = trace_more_at(m, t, line, &at, err);
    if (!more) return false;
    if (more->registers) return bad(t, line, field, "a hexadecimal pc above that of the registers before", err);
    more->registers = true;
    return trace_regs_read(t, line, &at, WINST_DST_MAX, "destination", more->dst, &more->ndst, &zero, err) &&
           trace_regs_read(t, line, &at, WINST_SRC_MAX, "source", more->src, &more->nsrc, &zero, err) &&
           (scan_skip(at, line->end) == line->end || bad(t, line, at, "the end of the line", err));
}

const trace_more_t *trace_mores_of(const trace_mores_t *m, uint64_t pc)
{
    uint32_t first = 0, end = m->used;
    while (first < end) {
        const uint32_t middle = first + (end - first) / 2;
        if (m->at[middle].pc < pc) first = middle + 1;
        else end = middle;
    }
    return first < m->used && m->at[first].pc == pc ? &m->at[first] : NULL;
}

void trace_mores_free(trace_mores_t *m)
{
    free(m->at);
    *m = (trace_mores_t){0};
}
