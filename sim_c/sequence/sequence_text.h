/* sequence_text.h - text of a sequence: lines, their fields, numbers, mistakes with their place. */
#ifndef CTADEL_SEQUENCE_SEQUENCE_TEXT_H
#define CTADEL_SEQUENCE_SEQUENCE_TEXT_H

#include "base/err.h"

#include <stdint.h>
#include <stdio.h>

typedef struct { /* place of a mistake, and where it is noted */
    const char *path;
    uint32_t line;
    err_t *err;
} sequence_at_t;

/* "WHAT: found 'FOUND'; allowed: …". Always false. */
bool sequence_bad(const sequence_at_t *at, const char *what, const char *found, const char *allowed, ...)
    __attribute__((format(printf, 4, 5)));

enum { SEQUENCE_LINE_CHARS = 511 };

typedef enum { SEQUENCE_LINE, SEQUENCE_END, SEQUENCE_BROKEN /* at->err */ } sequence_line_t;

/* Reads the next line, without its end and comment; at->line counts lines. */
sequence_line_t sequence_line(FILE *f, sequence_at_t *at, char text[SEQUENCE_LINE_CHARS + 1]);
/* Splits a line at its blanks; returns the number of fields, of which the first `most` are in `field`. */
uint32_t sequence_fields(char *text, char **field, uint32_t most);

/* Decimal or 0x, up to `most`. False: no such number. */
bool sequence_number(const char *text, uint64_t most, uint64_t *value);
/* The same with an optional minus: -2^31 to 2^32-1, as 32 bits. */
bool sequence_integer(const char *text, uint32_t *bits);
bool sequence_decimal(const char *text, double *value); /* 1, -1.5, 2e-3; false: another text, or no finite number */

#endif
