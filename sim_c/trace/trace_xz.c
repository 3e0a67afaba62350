/* trace_xz.c - decompresses .xz to plain text, chunk by chunk. */
#include "trace/trace_text.h"

#include <errno.h>
#include <lzma.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CHUNK_BYTES = 1 << 16, DECODER_MAX_BYTES = 128 << 20 };

typedef struct {
    const char *path;
    int from, to;
    uint64_t left;   /* bytes wanted */
    uint64_t column; /* characters since the last line end */
    uint8_t in[CHUNK_BYTES], out[CHUNK_BYTES];
} unpack_t;

static bool put(unpack_t *u, size_t bytes, err_t *err)
{
    const uint8_t *at = u->out, *end = u->out + bytes, *feed;
    for (const uint8_t *c = at; c < end; c = feed + 1) {
        feed = memchr(c, '\n', (size_t)(end - c));
        u->column += (uint64_t)((feed ? feed : end) - c);
        if (u->column > TRACE_LINE_MAX)
            return err_set(err, u->path, 0, "a line of more than the %d characters allowed", TRACE_LINE_MAX);
        if (!feed) break;
        u->column = 0;
    }
    while (at < end) {
        const ssize_t n = write(u->to, at, (size_t)(end - at));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0)
            return err_set(err, u->path, 0, "no room to decompress it: %s; set TMPDIR to a folder with space",
                           strerror(errno));
        at += n;
    }
    return true;
}

static bool decoder_failed(const unpack_t *u, lzma_ret ret, err_t *err)
{
    const char *why = ret == LZMA_FORMAT_ERROR     ? "no .xz file"
                      : ret == LZMA_DATA_ERROR     ? "damaged .xz data"
                      : ret == LZMA_BUF_ERROR      ? "the .xz data ends too early"
                      : ret == LZMA_MEMLIMIT_ERROR ? "needs more than 128 MB to decompress"
                      : ret == LZMA_MEM_ERROR      ? "out of memory"
                                                   : "an .xz file of an unknown kind";
    return err_set(err, u->path, 0, "%s; allowed: what `xz` writes", why);
}

static bool run(unpack_t *u, lzma_stream *s, err_t *err)
{
    lzma_action action = LZMA_RUN;
    for (;;) {
        if (s->avail_in == 0 && action == LZMA_RUN) {
            const ssize_t n = read(u->from, u->in, sizeof u->in);
            if (n < 0 && errno == EINTR) continue;
            if (n < 0) return err_set(err, u->path, 0, "cannot be read: %s", strerror(errno));
            if (n == 0) action = LZMA_FINISH;
            s->next_in = u->in;
            s->avail_in = (size_t)n;
        }
        s->next_out = u->out;
        s->avail_out = sizeof u->out;
        const lzma_ret ret = lzma_code(s, action);
        size_t bytes = sizeof u->out - s->avail_out;
        if (bytes > u->left) bytes = (size_t)u->left;
        if (!put(u, bytes, err)) return false;
        u->left -= bytes;
        if (ret == LZMA_STREAM_END || !u->left) return true;
        if (ret != LZMA_OK) return decoder_failed(u, ret, err);
    }
}

bool trace_xz_unpack(const char *path, int from, int to, uint64_t prefix_bytes, err_t *err)
{
    lzma_stream s = LZMA_STREAM_INIT;
    unpack_t *u = calloc(1, sizeof *u);
    bool ok = u && lzma_stream_decoder(&s, DECODER_MAX_BYTES, LZMA_CONCATENATED) == LZMA_OK;
    if (!ok) {
        err_set(err, path, 0, "out of memory");
    } else {
        u->path = path;
        u->from = from;
        u->to = to;
        u->left = prefix_bytes ? prefix_bytes : UINT64_MAX;
        ok = run(u, &s, err);
    }
    lzma_end(&s);
    free(u);
    return ok;
}
