/* trace_line.c - parses an instruction line up to its addresses. */
#include "trace/trace_internal.h"
#include "trace/trace_scan.h"

enum { LAST_VERSION_WITH_PREFIX = 2, PREFIX_FIELDS = 4 }; /* CTA x y z, warp */

static bool bad(const trace_kernel_t *k, const trace_line_t *line, const char *at, const char *what, err_t *err)
{
    at = scan_skip(at, line->end);
    return trace_text_error(k->text, line->offset, err, "%s: found '%s'; allowed: a %s number", what,
                            trace_shown(at, scan_field_end(at, line->end)).text,
                            *what == 's' || *what == 'C' ? "decimal" : "hexadecimal 32-bit");
}

bool trace_line_parse(trace_kernel_t *k, const trace_line_t *line, trace_parsed_t *out, err_t *err)
{
    const char *at = line->at;
    uint64_t pc, mask, ignored;
    if (k->head.version <= LAST_VERSION_WITH_PREFIX)
        for (uint32_t i = 0; i < PREFIX_FIELDS; i++)
            if (!scan_decimal(&at, line->end, &ignored)) return bad(k, line, at, "CTA or warp", err);
    if (k->head.lineinfo && !scan_decimal(&at, line->end, &ignored)) return bad(k, line, at, "source line", err);
    const char *field = at;
    if (!scan_hex(&at, line->end, &pc) || pc > UINT32_MAX) return bad(k, line, field, "pc", err);
    field = at;
    if (!scan_hex(&at, line->end, &mask) || mask > UINT32_MAX) return bad(k, line, field, "mask", err);
    out->lanes = (uint32_t)mask;
    out->inst = trace_inst_at(k, pc, line, &at, err);
    out->rest = at;
    return out->inst != NULL;
}
