/* trace_bulk.c - the lines of bulk copies (TMA), which one lane starts and the copy engine carries out. The model has
 * no such engine: their fields are checked, and the instruction issues.
 *
 * Tracers of version 6 write, between width and address mode: address of the barrier, whether the copy is multicast,
 * the mask of its CTAs if it is, bytes, bytes out of bounds. Those before write none of these. */
#include "trace/trace_internal.h"
#include "trace/trace_scan.h"

enum { MODE_LIST = 3, MODE_DELTA = 4 };

bool trace_bulk_is(const char *opcode, const char *end)
{
    static const char *const names[] = {"UTMALDG", "UTMASTG", "UTMAREDG", "UTMAPF", "UBLKCP", "UBLKPF", "UBLKRED"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const size_t chars = strlen(names[i]);
        if ((size_t)(end - opcode) >= chars && memcmp(opcode, names[i], chars) == 0) return true;
    }
    return false;
}

static bool bad(const trace_kernel_t *k, const trace_line_t *line, const char *at, const char *what, err_t *err)
{
    at = scan_skip(at, line->end);
    return trace_text_error(k->text, line->offset, err, "bulk copy: found '%s'; allowed: %s",
                            trace_shown(at, scan_field_end(at, line->end)).text, what);
}

/* The fields before the address mode. */
static bool read_sizes(const trace_kernel_t *k, const trace_line_t *line, const char **at, err_t *err)
{
    uint64_t v, multicast;
    if (!scan_hex(at, line->end, &v)) return bad(k, line, *at, "address of a barrier, or address mode 3 or 4", err);
    if (!scan_decimal(at, line->end, &multicast) || multicast > 1)
        return bad(k, line, *at, "0 or 1, whether it is multicast", err);
    if (multicast && !scan_hex(at, line->end, &v)) return bad(k, line, *at, "hexadecimal mask of CTAs", err);
    if (!scan_decimal(at, line->end, &v) || !scan_decimal(at, line->end, &v))
        return bad(k, line, *at, "a number of bytes", err);
    return true;
}

static bool is_mode(const char *at, const char *end)
{
    return end - at == 1 && (*at == '0' + MODE_LIST || *at == '0' + MODE_DELTA);
}

bool trace_bulk_read(const trace_kernel_t *k, const trace_line_t *line, const char **at, err_t *err)
{
    uint64_t mode, count, v;
    int64_t step;
    *at = scan_skip(*at, line->end);
    if (!is_mode(*at, scan_field_end(*at, line->end)) && !read_sizes(k, line, at, err)) return false;
    const char *field = *at;
    if (!scan_decimal(at, line->end, &mode) || (mode != MODE_LIST && mode != MODE_DELTA))
        return bad(k, line, field, "address mode 3 or 4", err);
    if (mode == MODE_DELTA && !scan_hex(at, line->end, &v)) return bad(k, line, *at, "the first address", err);
    if (!scan_decimal(at, line->end, &count)) return bad(k, line, *at, "number of addresses", err);
    const uint64_t fields = mode == MODE_DELTA && count ? count - 1 : count;
    for (uint64_t i = 0; i < fields; i++)
        if (mode == MODE_DELTA ? !scan_signed(at, line->end, &step) : !scan_0x(at, line->end, &v))
            return bad(k, line, *at, mode == MODE_DELTA ? "a difference of addresses" : "a hexadecimal address", err);
    return true;
}
