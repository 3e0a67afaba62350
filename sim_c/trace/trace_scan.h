/* trace_scan.h - reads the fields of a line. Numbers are parsed by hand, because most of the reading time goes here. */
#ifndef CTADEL_TRACE_TRACE_SCAN_H
#define CTADEL_TRACE_TRACE_SCAN_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline bool scan_is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static inline const char *scan_skip(const char *at, const char *end)
{
    while (at < end && scan_is_blank(*at)) at++;
    return at;
}

static inline const char *scan_field_end(const char *at, const char *end)
{
    while (at < end && !scan_is_blank(*at)) at++;
    return at;
}

static inline uint32_t scan_hex_digit(char c) /* 16: no hexadecimal digit */
{
    if (c >= '0' && c <= '9') return (uint32_t)(c - '0');
    const char lower = (char)(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? (uint32_t)(lower - 'a' + 10) : 16;
}

/* The functions below read one whole field, skip blanks before it, and move *at behind it. False: the field is no
 * such number; *at then points to its beginning. */
static inline bool scan_hex(const char **at, const char *end, uint64_t *value)
{
    const char *c = scan_skip(*at, end);
    *at = c;
    if (end - c > 2 && c[0] == '0' && (c[1] | 0x20) == 'x') c += 2;
    const char *first = c;
    uint64_t v = 0;
    for (uint32_t d; c < end && (d = scan_hex_digit(*c)) < 16; c++) v = v << 4 | d;
    if (c == first || c - first > 16 || (c < end && !scan_is_blank(*c))) return false;
    *value = v;
    *at = c;
    return true;
}

/* The same of a number that begins with 0x. */
static inline bool scan_0x(const char **at, const char *end, uint64_t *value)
{
    *at = scan_skip(*at, end);
    return end - *at > 2 && (*at)[0] == '0' && (*at)[1] == 'x' && scan_hex(at, end, value);
}

static inline bool scan_decimal(const char **at, const char *end, uint64_t *value)
{
    const char *c = scan_skip(*at, end);
    *at = c;
    const char *first = c;
    uint64_t v = 0;
    for (; c < end && *c >= '0' && *c <= '9'; c++) v = v * 10 + (uint64_t)(*c - '0');
    if (c == first || c - first > 19 || (c < end && !scan_is_blank(*c))) return false;
    *value = v;
    *at = c;
    return true;
}

static inline bool scan_signed(const char **at, const char *end, int64_t *value)
{
    const char *c = scan_skip(*at, end);
    *at = c;
    const bool minus = c < end && *c == '-';
    uint64_t v;
    if (minus) c++;
    if (c < end && scan_is_blank(*c)) return false;
    if (!scan_decimal(&c, end, &v)) return false;
    *value = minus ? (int64_t)(0 - v) : (int64_t)v;
    *at = c;
    return true;
}

/* A whole text that is a decimal number of 64 bits, signed or not; a negative one gives its bits. */
static inline bool scan_64(const char *at, const char *end, uint64_t *value)
{
    const bool minus = at < end && *at == '-';
    uint64_t v = 0;
    at += minus;
    if (at == end) return false;
    for (; at < end; at++) {
        if (*at < '0' || *at > '9' || __builtin_mul_overflow(v, 10, &v) ||
            __builtin_add_overflow(v, (uint64_t)(*at - '0'), &v))
            return false;
    }
    *value = minus ? 0 - v : v;
    return !minus || v <= UINT64_C(1) << 63;
}

/* For a line "word = value": pointer to the value. NULL: the line has another key. */
static inline const char *scan_key(const char *at, const char *end, const char *word)
{
    const size_t chars = strlen(word);
    if ((size_t)(end - at) < chars || memcmp(at, word, chars) != 0) return NULL;
    at = scan_skip(at + chars, end);
    return at < end && *at == '=' ? scan_skip(at + 1, end) : NULL;
}

/* "x,y,z", with or without brackets around it. */
static inline bool scan_triple(const char *at, const char *end, uint64_t v[3])
{
    const bool bracket = at < end && *at == '(';
    if (bracket && (end - at < 2 || *--end != ')')) return false;
    at += bracket;
    for (uint32_t i = 0; i < 3; i++) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        if ((i < 2) != (comma != NULL)) return false;
        const char *stop = comma ? comma : end;
        if (!scan_decimal(&at, stop, &v[i]) || scan_skip(at, stop) != stop) return false;
        at = stop + (comma != NULL);
    }
    return true;
}

#endif
