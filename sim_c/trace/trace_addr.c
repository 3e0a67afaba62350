/* trace_addr.c - reads the end of an instruction line: addresses of the active lanes, immediate. */
#include "trace/trace_internal.h"
#include "trace/trace_scan.h"

enum { MODE_LIST, MODE_STRIDE, MODE_DELTA, MODES };
enum { FIRST_VERSION_WITH_IMMEDIATE = 5 }; /* from here on every line has an immediate; before, it is optional */

static bool bad(const trace_kernel_t *k, const trace_line_t *line, const char *at, uint32_t lanes, err_t *err)
{
    at = scan_skip(at, line->end);
    if (at == line->end)
        return trace_text_error(k->text, line->offset, err, "the line ends early; expected addresses of %d lanes",
                                __builtin_popcount(lanes));
    return trace_text_error(k->text, line->offset, err, "found '%s'; allowed: addresses of %d lanes",
                            trace_shown(at, scan_field_end(at, line->end)).text, __builtin_popcount(lanes));
}

/* Fills addr[] for the lanes and moves *at behind the addresses. False: a field is no address. */
static bool read_addrs(const char **at, const char *end, uint64_t mode, uint32_t lanes, uint64_t *addr)
{
    uint64_t v = 0;
    int64_t step = 0;
    if (mode != MODE_LIST && !scan_hex(at, end, &v)) return false;
    if (mode == MODE_STRIDE && !scan_signed(at, end, &step)) return false;
    bool first = true;
    for (uint32_t left = lanes; left; left &= left - 1) {
        if (mode == MODE_LIST && !scan_0x(at, end, &v)) return false;
        if (mode == MODE_DELTA && !first && !scan_signed(at, end, &step)) return false;
        if (mode != MODE_LIST && !first) v += (uint64_t)step;
        addr[__builtin_ctz(left)] = v;
        first = false;
    }
    return true;
}

static bool skip_number(const char **at, const char *end)
{
    uint64_t ignored;
    const char *behind = scan_field_end(*at, end);
    if (!scan_64(*at, behind, &ignored)) return false;
    *at = scan_skip(behind, end);
    return true;
}

static bool word_is(const char *at, const char *end, const char *word)
{
    const size_t chars = strlen(word);
    return (size_t)(scan_field_end(at, end) - at) == chars && memcmp(at, word, chars) == 0;
}

/* "NoVal"; or "Val" and, of each register of the line, a number of values, 1 or one per lane, and these. */
static const char *skip_values(const char *at, const char *end)
{
    uint64_t n, ignored;
    if (word_is(at, end, "NoVal")) return scan_skip(at + strlen("NoVal"), end);
    if (!word_is(at, end, "Val")) return at;
    at = scan_skip(at + strlen("Val"), end);
    while (at < end) {
        const char *start = at;
        if (!scan_decimal(&at, end, &n) || (n != 1 && n != TRACE_WARP_LANES)) return start;
        while (n && scan_hex(&at, end, &ignored)) n--;
        at = scan_skip(at, end);
        if (n) return at < end ? at : start;
    }
    return at;
}

/* The addresses are followed by at most one immediate, from version 6 on by two and by values. */
static bool read_end(const trace_kernel_t *k, const trace_line_t *line, const char *at, bool immediate, uint32_t lanes,
                     err_t *err)
{
    at = scan_skip(at, line->end);
    if (at == line->end) return !immediate || bad(k, line, at, lanes, err);
    if (skip_number(&at, line->end) && k->head.version >= TRACE_VERSION_2_0) skip_number(&at, line->end);
    if (k->head.version >= TRACE_VERSION_2_0) at = skip_values(at, line->end);
    return at == line->end || trace_text_error(k->text, line->offset, err,
                                               "found '%s' behind the last field; expected the end of the line",
                                               trace_shown(at, line->end).text);
}

bool trace_addr_read(const trace_kernel_t *k, const trace_line_t *line, const trace_parsed_t *p, winst_exec_t *out,
                     err_t *err)
{
    const char *at = p->rest;
    uint64_t mode = MODES;
    out->lanes = p->lanes;
    out->space = p->inst->access ? p->inst->w.space : SPACE_NONE;
    if (p->inst->bulk && !trace_bulk_read(k, line, &at, err)) return false;
    if (p->inst->listed) {
        const char *start = at;
        if (!scan_decimal(&at, line->end, &mode) || mode >= MODES) {
            start = scan_skip(start, line->end);
            return trace_text_error(
                k->text, line->offset, err,
                "address mode: found '%s'; allowed: 0, 1, 2, and 3, 4 of bulk copies such as UTMALDG",
                trace_shown(start, scan_field_end(start, line->end)).text);
        }
        if (!read_addrs(&at, line->end, mode, p->lanes, out->addr)) return bad(k, line, at, p->lanes, err);
        if (p->inst->access && p->inst->generic && p->lanes)
            out->space = trace_space(&k->head, out->addr[__builtin_ctz(p->lanes)]);
    }
    /* With one difference too few, the immediate would be read as the last difference: so it must be present. */
    const bool immediate = (mode == MODE_DELTA || p->inst->bulk) && k->head.version >= FIRST_VERSION_WITH_IMMEDIATE;
    return read_end(k, line, at, immediate, p->lanes, err);
}
