/* trace_control.c - control bits of instructions, in header lines of their own. */
#include "trace/trace_internal.h"
#include "trace/trace_scan.h"

#include <inttypes.h>

enum { STALL_MAX = 15 };

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

bool trace_mores_control(trace_mores_t *m, const trace_text_t *t, const trace_line_t *line, const char *at, err_t *err)
{
    const char *start = at;
    trace_more_t *more = trace_more_at(m, t, line, &at, err);
    if (!more) return false;
    if (more->controlled)
        return trace_text_error(t, line->offset, err,
                                "found '%s'; allowed: a hexadecimal pc above that of the control bits before",
                                trace_shown(start, scan_field_end(start, line->end)).text);
    more->controlled = true;
    more->control.atmost_counter = CONTROL_NONE;
    if (!read_bits(t, line, &at, &more->control, err)) return false;
    at = scan_skip(at, line->end);
    return at == line->end || trace_text_error(t, line->offset, err, "found '%s'; allowed: the end of the line",
                                               trace_shown(at, line->end).text);
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
