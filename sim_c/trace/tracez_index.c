/* tracez_index.c - reads the index of a .tracez. Every number in it is checked: a file may be cut or damaged. */
#include "trace/tracez_index.h"

#include "trace/tracez.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NUMBER_BYTES = 4, OFFSET_BYTES = 8, BUFFER_BYTES = 1 << 16, FRAME_HEAD_BYTES = 18 /* of zstd, at most */ };
enum { PIECES_MAX = INT32_MAX, LINES_PIECE_BYTES = 1 << 30, CTA_NUMBERS = 11 };

typedef struct {
    tracez_index_t *x;
    err_t *err;
    uint64_t data, stop; /* where the warps begin and end */
    uint64_t at, end;    /* the next byte of the index; its end */
    uint64_t base;       /* of the buffer in the file */
    size_t used;
    uint8_t buffer[BUFFER_BYTES];
} pass_t;

bool tracez_index_bytes(const tracez_index_t *x, uint64_t at, void *to, size_t bytes, err_t *err)
{
    for (size_t got = 0; got < bytes;) {
        const ssize_t n = pread(x->fd, (char *)to + got, bytes - got, (off_t)(at + got));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return err_set(err, x->path, 0, "cannot be read: %s", strerror(errno));
        if (n == 0) return err_set(err, x->path, 0, "the file has changed while it was read");
        got += (size_t)n;
    }
    return true;
}

void tracez_index_free(tracez_index_t *x)
{
    free(x->piece);
    free(x->lines);
    free(x->dictionary);
}

static bool memory(const tracez_index_t *x, const void *p, err_t *err)
{
    return p || err_set(err, x->path, 0, "out of memory");
}

static bool damaged(const pass_t *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool damaged(const pass_t *p, const char *format, ...)
{
    char what[160];
    va_list ap;
    va_start(ap, format);
    vsnprintf(what, sizeof what, format, ap);
    va_end(ap);
    return err_set(p->err, p->x->path, 0, "%s; the file is cut short or damaged: copy it again", what);
}

static uint64_t number_at(const uint8_t *at, uint32_t bytes)
{
    uint64_t v = 0;
    for (uint32_t i = bytes; i-- > 0;) v = v << 8 | at[i];
    return v;
}

/* The next number of the index. */
static bool number(pass_t *p, uint32_t bytes, uint64_t *v)
{
    if (p->end - p->at < bytes) return damaged(p, "the index ends inside the CTAs that it counts");
    if (p->at < p->base || p->at + bytes > p->base + p->used) {
        p->base = p->at;
        p->used = p->end - p->at < BUFFER_BYTES ? (size_t)(p->end - p->at) : BUFFER_BYTES;
        if (!tracez_index_bytes(p->x, p->base, p->buffer, p->used, p->err)) return false;
    }
    *v = number_at(p->buffer + (p->at - p->base), bytes);
    p->at += bytes;
    return true;
}

static bool numbers(pass_t *p, uint32_t count, uint32_t *to)
{
    uint64_t v = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!number(p, NUMBER_BYTES, &v)) return false;
        to[i] = (uint32_t)v;
    }
    return true;
}

static bool add_piece(tracez_index_t *x, uint64_t from, uint32_t packed_bytes, uint32_t bytes, err_t *err)
{
    if (x->pieces == PIECES_MAX) return err_set(err, x->path, 0, "more than the %d sub-chunks allowed", PIECES_MAX);
    if (x->pieces == x->room) {
        const uint32_t room = x->room ? 2 * x->room : 256;
        tracez_piece_t *more = realloc(x->piece, room * sizeof *more);
        if (!memory(x, more, err)) return false;
        x->piece = more;
        x->room = room;
    }
    x->piece[x->pieces++] = (tracez_piece_t){x->bytes, from, packed_bytes, bytes};
    x->bytes += bytes;
    return true;
}

/* Adds to the text what no sub-chunk has; such pieces in a row become one. */
static bool add_lines(tracez_index_t *x, const char *text, size_t bytes, err_t *err)
{
    tracez_piece_t *last = x->pieces ? &x->piece[x->pieces - 1] : NULL;
    if (x->lines_bytes + bytes > x->lines_room) {
        const size_t room = 2 * (x->lines_bytes + bytes) + 4096;
        char *more = realloc(x->lines, room);
        if (!memory(x, more, err)) return false;
        x->lines = more;
        x->lines_room = room;
    }
    memcpy(x->lines + x->lines_bytes, text, bytes);
    if (last && !last->packed_bytes && last->bytes < LINES_PIECE_BYTES) {
        last->bytes += (uint32_t)bytes;
        x->bytes += bytes;
    } else if (!add_piece(x, x->lines_bytes, 0, (uint32_t)bytes, err)) {
        return false;
    }
    x->lines_bytes += bytes;
    return true;
}

/* *data: where the dictionary begins. */
static bool read_head(tracez_index_t *x, uint64_t *data, err_t *err)
{
    const size_t most = x->file_bytes < TRACEZ_HEAD_MAX_BYTES ? (size_t)x->file_bytes : TRACEZ_HEAD_MAX_BYTES;
    char *head = malloc(most + 1);
    bool ok = memory(x, head, err) && tracez_index_bytes(x, 0, head, most, err);
    const char *zero = ok ? memchr(head, '\0', most) : NULL;
    if (ok && !zero)
        ok = err_set(err, x->path, 0,
                     "no zero byte ends the header within %zu bytes; allowed: a file that Accel-Sim's "
                     "post-traces-processing or ctadel trace-convert wrote",
                     most);
    if (ok) {
        const size_t chars = (size_t)(zero - head);
        const bool ended = chars && head[chars - 1] == '\n';
        head[chars] = '\n';
        *data = chars + 1;
        ok = add_lines(x, head, chars + !ended, err);
    }
    free(head);
    return ok;
}

static bool read_dictionary(pass_t *p)
{
    tracez_index_t *x = p->x;
    uint8_t sizes[2 * NUMBER_BYTES];
    if (x->file_bytes - p->data < sizeof sizes + OFFSET_BYTES)
        return damaged(p, "the file ends behind its header, at byte %" PRIu64, x->file_bytes);
    if (!tracez_index_bytes(x, p->data, sizes, sizeof sizes, p->err)) return false;
    p->data += sizeof sizes;
    x->dictionary_bytes = (uint32_t)number_at(sizes, NUMBER_BYTES);
    if (x->dictionary_bytes > TRACEZ_DICTIONARY_MAX_BYTES ||
        x->dictionary_bytes > x->file_bytes - OFFSET_BYTES - p->data)
        return damaged(p, "a dictionary of %" PRIu32 " bytes in a file of %" PRIu64, x->dictionary_bytes,
                       x->file_bytes);
    if (!x->dictionary_bytes) return true;
    x->dictionary = malloc(x->dictionary_bytes);
    if (!memory(x, x->dictionary, p->err) ||
        !tracez_index_bytes(x, p->data, x->dictionary, x->dictionary_bytes, p->err))
        return false;
    p->data += x->dictionary_bytes;
    return true;
}

static bool find_index(pass_t *p)
{
    uint8_t last[OFFSET_BYTES];
    const uint64_t end = p->x->file_bytes - OFFSET_BYTES;
    if (!tracez_index_bytes(p->x, end, last, sizeof last, p->err)) return false;
    p->at = p->stop = number_at(last, sizeof last);
    p->end = end;
    return (p->at >= p->data && p->at <= end) ||
           damaged(p, "the last 8 bytes place the index at byte %" PRIu64 "; allowed: %" PRIu64 " to %" PRIu64, p->at,
                   p->data, end);
}

/* The size of the text in a frame of so many bytes. */
static bool text_bytes(const pass_t *p, uint64_t at, uint64_t frame_bytes, uint32_t *bytes)
{
    uint8_t head[FRAME_HEAD_BYTES];
    const size_t n = frame_bytes < sizeof head ? (size_t)frame_bytes : sizeof head;
    if (!tracez_index_bytes(p->x, at, head, n, p->err)) return false;
    const unsigned long long text = ZSTD_getFrameContentSize(head, n);
    if (text == ZSTD_CONTENTSIZE_ERROR || text == ZSTD_CONTENTSIZE_UNKNOWN)
        return damaged(p, "the sub-chunk at byte %" PRIu64 " is no zstd frame that says its size", at);
    if (text >= TRACEZ_CHUNK_MAX_BYTES)
        return damaged(p, "the sub-chunk at byte %" PRIu64 " says %llu bytes of text; allowed: below %d", at, text,
                       TRACEZ_CHUNK_MAX_BYTES);
    *bytes = (uint32_t)text;
    return true;
}

/* Moves *at behind the sub-chunk. */
static bool read_chunk(pass_t *p, uint64_t *at)
{
    uint8_t size[NUMBER_BYTES];
    uint32_t bytes = 0;
    if (p->stop - *at <= sizeof size)
        return damaged(p, "a sub-chunk at byte %" PRIu64 ", where the index begins at %" PRIu64, *at, p->stop);
    if (!tracez_index_bytes(p->x, *at, size, sizeof size, p->err)) return false;
    const uint64_t packed = number_at(size, sizeof size), from = *at + sizeof size;
    if (!packed || packed > p->stop - from)
        return damaged(p, "a sub-chunk of %" PRIu64 " bytes at byte %" PRIu64 "; allowed: 1 to %" PRIu64, packed, *at,
                       p->stop - from);
    *at = from + packed;
    return text_bytes(p, from, packed, &bytes) && add_piece(p->x, from, (uint32_t)packed, bytes + 1, p->err);
}

static bool read_warp(pass_t *p, uint32_t warp)
{
    char text[64];
    uint8_t head[2 * NUMBER_BYTES];
    uint64_t insts = 0, chunks = 0, at = 0, n = 0, sum = 0;
    if (!number(p, NUMBER_BYTES, &insts) || !number(p, NUMBER_BYTES, &chunks) || !number(p, OFFSET_BYTES, &at))
        return false;
    if (at < p->data || at > p->stop || p->stop - at < sizeof head)
        return damaged(p, "the index places a warp at byte %" PRIu64 "; allowed: %" PRIu64 " to %" PRIu64, at, p->data,
                       p->stop - sizeof head);
    if (!tracez_index_bytes(p->x, at, head, sizeof head, p->err)) return false;
    if (number_at(head, NUMBER_BYTES) != insts || number_at(head + NUMBER_BYTES, NUMBER_BYTES) != chunks)
        return damaged(p, "the warp at byte %" PRIu64 " has other sizes than the index says", at);
    const int chars = snprintf(text, sizeof text, "\nwarp = %" PRIu32 "\ninsts = %" PRIu64 "\n", warp, insts);
    if (!add_lines(p->x, text, (size_t)chars, p->err)) return false;
    at += sizeof head;
    for (uint64_t i = 0; i < chunks; i++) {
        if (!number(p, NUMBER_BYTES, &n) || !read_chunk(p, &at)) return false;
        sum += n;
    }
    return sum == insts ||
           damaged(p, "the sub-chunks of a warp have %" PRIu64 " instructions, the warp %" PRIu64, sum, insts);
}

static bool read_cta(pass_t *p)
{
    char text[256];
    uint32_t n[CTA_NUMBERS];
    if (!numbers(p, CTA_NUMBERS, n)) return false;
    const uint32_t warps = n[CTA_NUMBERS - 1];
    if (warps > TRACEZ_WARPS_MAX)
        return damaged(p, "CTA %" PRIu32 ",%" PRIu32 ",%" PRIu32 " has %" PRIu32 " warps; allowed: up to %d", n[0],
                       n[1], n[2], warps, TRACEZ_WARPS_MAX);
    const int chars =
        snprintf(text, sizeof text,
                 "\n#BEGIN_TB\n\nthread block = %" PRIu32 ",%" PRIu32 ",%" PRIu32 "\ncluster id = %" PRIu32 ",%" PRIu32
                 ",%" PRIu32 "\ncluster cta = %" PRIu32 ",%" PRIu32 ",%" PRIu32 "\ncluster rank = %" PRIu32 "\n",
                 n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9]);
    if (!add_lines(p->x, text, (size_t)chars, p->err)) return false;
    for (uint32_t w = 0; w < warps; w++)
        if (!read_warp(p, w)) return false;
    return add_lines(p->x, "\n#END_TB\n", strlen("\n#END_TB\n"), p->err);
}

static bool read_ctas(pass_t *p)
{
    uint64_t ctas = 0;
    if (!number(p, NUMBER_BYTES, &ctas)) return false;
    for (uint64_t i = 0; i < ctas; i++)
        if (!read_cta(p)) return false;
    return p->at == p->end || damaged(p, "%" PRIu64 " bytes behind the CTAs of the index", p->end - p->at);
}

bool tracez_index_read(tracez_index_t *x, bool head_only, err_t *err)
{
    pass_t *p = calloc(1, sizeof *p);
    if (!memory(x, p, err)) return false;
    p->x = x;
    p->err = err;
    const bool ok = read_head(x, &p->data, err) && (head_only || (read_dictionary(p) && find_index(p) && read_ctas(p)));
    free(p);
    return ok;
}
