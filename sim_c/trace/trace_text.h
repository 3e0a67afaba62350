/* trace_text.h - a trace file as random-access text, plain or .xz, and as lines in order.
 *
 * An .xz file is decompressed once into a temporary file without a name (in TMPDIR): its blocks are
 * too large to decode again for each warp. Lines have a limited length, so garbage costs no memory.
 */
#ifndef CTADEL_TRACE_TRACE_TEXT_H
#define CTADEL_TRACE_TRACE_TEXT_H

#include "base/err.h"

#include <stddef.h>
#include <stdint.h>

enum { TRACE_LINE_MAX = 1 << 16 }; /* characters; kernel names of templates are long */

typedef struct trace_text trace_text_t;

/* `prefix_bytes`: how much of an .xz file is wanted; 0: all. NULL: err. */
trace_text_t *trace_text_open(const char *path, uint64_t prefix_bytes, err_t *err);
void trace_text_close(trace_text_t *t); /* NULL is fine */
const char *trace_text_path(const trace_text_t *t);
uint64_t trace_text_bytes(const trace_text_t *t); /* decompressed */

/* Up to `bytes` from `offset`; fewer only at the end. False: err. */
bool trace_text_read(const trace_text_t *t, uint64_t offset, char *to, size_t bytes, size_t *got, err_t *err);
/* A mistake at `offset`: "path:line: ...", the line counted now. Always false. */
bool trace_text_error(const trace_text_t *t, uint64_t offset, err_t *err, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

typedef struct {
    const char *at, *end; /* without line end, carriage return and blanks around it */
    uint64_t offset;      /* of the line in the text */
} trace_line_t;

/* Printable beginning of [at, end) for a message; ends in "..." when cut. */
typedef struct {
    char text[40];
} trace_shown_t;
trace_shown_t trace_shown(const char *at, const char *end);

typedef struct trace_lines trace_lines_t;
trace_lines_t *trace_lines_open(const trace_text_t *t, err_t *err); /* from the start */
void trace_lines_close(trace_lines_t *l);                           /* NULL is fine */
/* The next line that is not blank; valid until the next call. False: the end, or err is set. */
bool trace_lines_next(trace_lines_t *l, trace_line_t *line, err_t *err);

/* Passes lines while they begin with a hexadecimal digit, `most` of them or fewer: how many. The one
 * it stops at may be such a line nevertheless. */
uint64_t trace_lines_pass(trace_lines_t *l, uint64_t most);

/* trace_xz.c: decompresses descriptor `from` to `to`. False: err. */
bool trace_xz_unpack(const char *path, int from, int to, uint64_t prefix_bytes, err_t *err);

#endif
