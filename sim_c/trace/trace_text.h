/* trace_text.h - a trace file, plain, .xz, .tracez or .pack: random access to its text, and its lines in order.
 *
 * An .xz file is decompressed once into an unnamed temporary file (in TMPDIR), because decoding its large blocks again
 * for each warp would be slow; a .tracez is decompressed where it is read (tracez.h). The text of a compact form, a
 * .pack (trace_pack.h), is the header of its trace. Lines are limited to TRACE_LINE_MAX characters, which bounds the
 * memory for any input.
 */
#ifndef CTADEL_TRACE_TRACE_TEXT_H
#define CTADEL_TRACE_TRACE_TEXT_H

#include "base/err.h"
#include "trace/trace_shown.h"

#include <stddef.h>
#include <stdint.h>

enum { TRACE_LINE_MAX = 1 << 16 }; /* characters; names of template kernels are long */

#define TRACE_PACK_ENDING ".pack" /* of a compact form's file name */

typedef struct trace_text trace_text_t;

/* Opens a file. `prefix_bytes`: how many bytes of an .xz file to decompress; of a .tracez, the header alone; 0: all.
 * NULL: err. */
trace_text_t *trace_text_open(const char *path, uint64_t prefix_bytes, err_t *err);
bool trace_text_whole(trace_text_t *t, err_t *err); /* the text is then all of it. False: err */
void trace_text_shed(trace_text_t *t);              /* drops what is not the file itself; little or nothing is left */
void trace_text_close(trace_text_t *t);             /* NULL is fine */
const char *trace_text_path(const trace_text_t *t);
uint64_t trace_text_bytes(const trace_text_t *t); /* of the text */
int trace_text_file(const trace_text_t *t);       /* descriptor of the file as it is on disk */
bool trace_text_is_pack(const char *path);        /* by its name */

typedef struct { /* hash of a file's bytes as they are on disk */
    uint64_t low, high;
} trace_key_t;
bool trace_text_key(const trace_text_t *t, trace_key_t *key); /* reads all of the file. False: it cannot */

/* Up to `bytes` from `offset`; fewer only at the end. False: err. */
bool trace_text_read(const trace_text_t *t, uint64_t offset, char *to, size_t bytes, size_t *got, err_t *err);
/* Reports a mistake at `offset` as "path:line: ..."; counts the lines up to there. Behind the text of a .pack, as
 * "path: byte N: ...". Always false. */
bool trace_text_error(const trace_text_t *t, uint64_t offset, err_t *err, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

typedef struct {
    const char *at, *end; /* without line end, carriage return and blanks around it */
    uint64_t offset;      /* of the line in the text */
} trace_line_t;

typedef struct trace_lines trace_lines_t;
trace_lines_t *trace_lines_open(const trace_text_t *t, err_t *err); /* from the start */
void trace_lines_close(trace_lines_t *l);                           /* NULL is fine */
/* The next line that is not blank; valid until the next call. False: end of the text, or err. */
bool trace_lines_next(trace_lines_t *l, trace_line_t *line, err_t *err);

/* Skips up to `most` lines that begin with a hexadecimal digit; returns how many. It may stop before such a line, at
 * the end of the buffer. */
uint64_t trace_lines_pass(trace_lines_t *l, uint64_t most);

/* trace_xz.c: decompresses the .xz file `from` to file `to`, both descriptors. False: err. */
bool trace_xz_unpack(const char *path, int from, int to, uint64_t prefix_bytes, err_t *err);

#endif
