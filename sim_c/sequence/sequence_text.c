/* sequence_text.c - lines, fields and numbers of a sequence. */
#include "sequence/sequence_text.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_CHARS = 60 };

bool sequence_bad(const sequence_at_t *at, const char *what, const char *found, const char *allowed, ...)
{
    char text[700];
    va_list ap;
    va_start(ap, allowed);
    vsnprintf(text, sizeof text, allowed, ap);
    va_end(ap);
    return err_set(at->err, at->path, at->line, "%s: found '%.*s'; allowed: %s", what, SHOWN_CHARS, found, text);
}

static sequence_line_t broken(const sequence_at_t *at, const char *found, const char *allowed)
{
    sequence_bad(at, "line", found, "%s", allowed);
    return SEQUENCE_BROKEN;
}

sequence_line_t sequence_line(FILE *f, sequence_at_t *at, char text[SEQUENCE_LINE_CHARS + 1])
{
    uint32_t used = 0;
    int c = getc(f);
    at->line++;
    if (c == EOF && !ferror(f)) return SEQUENCE_END;
    for (; c != EOF && c != '\n'; c = getc(f)) {
        text[used] = '\0';
        if (c == '\0') return broken(at, "a NUL byte", "text");
        if (used == SEQUENCE_LINE_CHARS) return broken(at, text, "up to 511 characters");
        text[used++] = (char)c;
    }
    text[used] = '\0';
    if (ferror(f)) {
        err_set(at->err, at->path, 0, "cannot be read: %s", strerror(errno));
        return SEQUENCE_BROKEN;
    }
    text[strcspn(text, "#")] = '\0';
    return SEQUENCE_LINE;
}

uint32_t sequence_fields(char *text, char **field, uint32_t most)
{
    static const char blanks[] = " \t\r";
    uint32_t n = 0;
    for (text += strspn(text, blanks); *text; text += strspn(text, blanks)) {
        if (n++ < most) field[n - 1] = text;
        text += strcspn(text, blanks);
        if (*text) *text++ = '\0';
    }
    return n;
}

bool sequence_number(const char *text, uint64_t most, uint64_t *value)
{
    const bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const char *digits = hex ? text + 2 : text;
    char *end;
    if (!*digits || strspn(digits, hex ? "0123456789abcdefABCDEF" : "0123456789") != strlen(digits)) return false;
    errno = 0;
    *value = strtoull(digits, &end, hex ? 16 : 10);
    return !errno && *value <= most;
}

bool sequence_integer(const char *text, uint32_t *bits)
{
    const bool minus = *text == '-';
    uint64_t v;
    if (!sequence_number(text + minus, minus ? UINT64_C(1) << 31 : UINT32_MAX, &v)) return false;
    *bits = (uint32_t)(minus ? -v : v);
    return true;
}

bool sequence_decimal(const char *text, double *value)
{
    char *end;
    if (!*text || strspn(text, "0123456789+-.eE") != strlen(text)) return false;
    *value = strtod(text, &end);
    return !*end && end != text && isfinite(*value);
}
