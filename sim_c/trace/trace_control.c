/* trace_control.c - control bits of instructions, in header lines of their own. */
#include "trace/trace_internal.h"
#include "trace/trace_scan.h"

#include <inttypes.h>
#include <stdlib.h>

enum { FIRST_ROOM = 64, STALL_MAX = 15 };

struct trace_control {
    uint64_t pc;
    inst_control_t bits;
};

/* Reads a number up to `max`; with `none`, -1 is CONTROL_NONE. */
static bool field(const trace_text_t *t, const trace_line_t *line, const char **at, const char *what, uint32_t max,
                  bool none, uint8_t *out, err_t *err)
{
    uint64_t v;
    *at = scan_skip(*at, line->end);
    const char *start = *at, *end = scan_field_end(start, line->end);
    if (none && end - start == 2 && memcmp(start, "-1", 2) == 0) {
        *out = CONTROL_NONE;
        *at = end;
        return true;
    }
    if (!scan_decimal(at, line->end, &v) || v > max)
        return trace_text_error(t, line->offset, err, "%s: found '%s'; allowed: %s0 to %" PRIu32, what,
                                trace_shown(start, end).text, none ? "-1 (none), " : "", max);
    *out = (uint8_t)v;
    return true;
}

static bool read_bits(const trace_text_t *t, const trace_line_t *line, const char **at, inst_control_t *c, err_t *err)
{
    uint8_t yield = 0;
    const bool ok = field(t, line, at, "stall", STALL_MAX, false, &c->stall_cycles, err) &&
                    field(t, line, at, "yield", 1, false, &yield, err) &&
                    field(t, line, at, "write counter", CONTROL_COUNTERS - 1, true, &c->write_counter, err) &&
                    field(t, line, at, "read counter", CONTROL_COUNTERS - 1, true, &c->read_counter, err) &&
                    field(t, line, at, "mask", (1 << CONTROL_COUNTERS) - 1, false, &c->wait, err) &&
                    field(t, line, at, "reuse", (1 << CONTROL_OPERANDS) - 1, false, &c->reuse, err);
    c->yield = yield;
    return ok;
}

static bool grow(trace_controls_t *c)
{
    const uint32_t room = c->room ? 2 * c->room : FIRST_ROOM;
    trace_control_t *at = realloc(c->at, room * sizeof *at);
    if (!at) return false;
    c->at = at;
    c->room = room;
    return true;
}

bool trace_controls_add(trace_controls_t *c, const trace_text_t *t, const trace_line_t *line, const char *at,
                        err_t *err)
{
    trace_control_t one = {.bits = {.atmost_counter = CONTROL_NONE}};
    const char *start = at;
    if (!scan_hex(&at, line->end, &one.pc) || (c->used && one.pc <= c->at[c->used - 1].pc))
        return trace_text_error(t, line->offset, err,
                                "found '%s'; allowed: a hexadecimal pc above that of the line before",
                                trace_shown(start, scan_field_end(start, line->end)).text);
    if (!read_bits(t, line, &at, &one.bits, err)) return false;
    at = scan_skip(at, line->end);
    if (at != line->end)
        return trace_text_error(t, line->offset, err, "found '%s'; allowed: the end of the line",
                                trace_shown(at, line->end).text);
    if (c->used == c->room && !grow(c)) return trace_text_error(t, line->offset, err, "out of memory");
    c->at[c->used++] = one;
    return true;
}

const inst_control_t *trace_controls_of(const trace_controls_t *c, uint64_t pc)
{
    uint32_t first = 0, end = c->used;
    while (first < end) {
        const uint32_t middle = first + (end - first) / 2;
        if (c->at[middle].pc < pc) first = middle + 1;
        else end = middle;
    }
    return first < c->used && c->at[first].pc == pc ? &c->at[first].bits : NULL;
}

void trace_controls_free(trace_controls_t *c)
{
    free(c->at);
    *c = (trace_controls_t){0};
}

static void put(FILE *f, uint8_t counter)
{
    if (counter < CONTROL_COUNTERS) fprintf(f, " %u", counter);
    else fputs(" -1", f);
}

void trace_control_put(FILE *f, uint64_t pc, const inst_control_t *bits)
{
    fprintf(f, "-ctadel control = %04" PRIx64 " %u %u", pc, bits->stall_cycles, bits->yield);
    put(f, bits->write_counter);
    put(f, bits->read_counter);
    fprintf(f, " %u %u\n", bits->wait, bits->reuse);
}
