/* trace_lines.c - reads a text line by line through a buffer of fixed size. */
#include "trace/trace_scan.h"
#include "trace/trace_text.h"

#include <stdlib.h>
#include <string.h>

enum { BUFFER_BYTES = 4 * TRACE_LINE_MAX };

struct trace_lines {
    const trace_text_t *text;
    uint64_t base;   /* offset of the buffer in the text */
    size_t at, used; /* next character; characters in the buffer */
    bool ended;      /* the text ends with the buffer */
    char buffer[BUFFER_BYTES];
};

trace_lines_t *trace_lines_open(const trace_text_t *t, err_t *err)
{
    trace_lines_t *l = malloc(sizeof *l);
    if (!l) {
        err_set(err, trace_text_path(t), 0, "out of memory");
        return NULL;
    }
    l->text = t;
    l->base = 0;
    l->at = l->used = 0;
    l->ended = false;
    return l;
}

void trace_lines_close(trace_lines_t *l) { free(l); }

/* Moves the unread characters to the front and fills the rest of the buffer. */
static bool refill(trace_lines_t *l, err_t *err)
{
    size_t got;
    memmove(l->buffer, l->buffer + l->at, l->used - l->at);
    l->base += l->at;
    l->used -= l->at;
    l->at = 0;
    if (!trace_text_read(l->text, l->base + l->used, l->buffer + l->used, BUFFER_BYTES - l->used, &got, err))
        return false;
    l->used += got;
    l->ended = l->used < BUFFER_BYTES;
    return true;
}

/* Editors of some systems begin a text with a byte order mark. */
static const char *behind_bom(const char *from, const char *end)
{
    return end - from >= 3 && memcmp(from, "\xef\xbb\xbf", 3) == 0 ? from + 3 : from;
}

bool trace_lines_next(trace_lines_t *l, trace_line_t *line, err_t *err)
{
    for (;;) {
        char *from = l->buffer + l->at;
        const char *feed = memchr(from, '\n', l->used - l->at);
        if (!feed && !l->ended) {
            if (l->used - l->at > TRACE_LINE_MAX)
                return trace_text_error(l->text, l->base + l->at, err, "a line of more than the %d characters allowed",
                                        TRACE_LINE_MAX);
            if (!refill(l, err)) return false;
            continue;
        }
        const char *end = feed ? feed : l->buffer + l->used;
        if (!feed && l->at == l->used) return false;
        line->offset = l->base + l->at;
        l->at = (size_t)(end - l->buffer) + (feed != NULL);
        line->at = line->offset ? from : behind_bom(from, end);
        line->end = end;
        while (line->end > line->at && (unsigned char)line->end[-1] <= ' ' && line->end[-1]) line->end--;
        while (line->at < line->end && (*line->at == ' ' || *line->at == '\t')) line->at++;
        if (line->at < line->end) return true;
    }
}

uint64_t trace_lines_pass(trace_lines_t *l, uint64_t most)
{
    const char *at = l->buffer + l->at, *end = l->buffer + l->used, *feed;
    uint64_t n = 0;
    while (n < most && at < end && scan_hex_digit(*at) < 16 && (feed = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        at = feed + 1;
        n++;
    }
    l->at = (size_t)(at - l->buffer);
    return n;
}
