/* trace_pack_head.c - a compact form that a list of kernels names: checks the begin of its file. */
#include "trace/trace_pack.h"
#include "trace/trace_shown.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#define CONVERT "ctadel trace-convert --format compact"

static bool damaged(const char *path, size_t at, err_t *err, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static bool damaged(const char *path, size_t at, err_t *err, const char *format, ...)
{
    char what[200];
    va_list ap;
    va_start(ap, format);
    vsnprintf(what, sizeof what, format, ap);
    va_end(ap);
    return err_set(err, path, 0, "byte %zu: %s; the file is cut short or damaged: copy it again", at, what);
}

/* Whether a program of this format, on a host of this kind, wrote it. */
static bool is_ours(const trace_pack_head_t *h, const char *path, err_t *err)
{
    static const uint64_t magic = TRACE_PACK_MAGIC;
    const char *found = (const char *)&h->magic, *ours = (const char *)&magic;
    if (h->magic != magic)
        return err_set(err, path, 0,
                       "byte 0: found '%s'; allowed: '%.*s', which a compact form of this host begins with; make one "
                       "by " CONVERT,
                       trace_shown(found, found + sizeof h->magic).text, (int)sizeof magic, ours);
    return h->version == TRACE_PACK_VERSION ||
           err_set(err, path, 0,
                   "byte %zu: found version %" PRIu32 " of the compact form; allowed: %d; make it again from its "
                   "trace by " CONVERT,
                   offsetof(trace_pack_head_t, version), h->version, TRACE_PACK_VERSION);
}

bool trace_pack_check(const trace_pack_head_t *h, uint64_t bytes, const char *path, err_t *err)
{
    if (bytes < sizeof *h)
        return err_set(err, path, 0,
                       "found %" PRIu64 " bytes; allowed: at least the %zu that a compact form begins with; the file "
                       "is cut short: copy it again",
                       bytes, sizeof *h);
    if (!is_ours(h, path, err)) return false;
    if (h->bytes != bytes)
        return damaged(path, offsetof(trace_pack_head_t, bytes), err,
                       "found a size of %" PRIu64 " bytes, but the file has %" PRIu64 "; allowed: the same", h->bytes,
                       bytes);
    const uint64_t check = XXH3_64bits(h, offsetof(trace_pack_head_t, check));
    if (h->check != check)
        return damaged(path, offsetof(trace_pack_head_t, check), err,
                       "found %016" PRIx64 "; allowed: %016" PRIx64 ", the hash of the bytes before", h->check, check);
    if (h->warps >= bytes / sizeof(uint64_t) || trace_pack_record_at(h) > h->head_at)
        return damaged(path, offsetof(trace_pack_head_t, warps), err,
                       "found %" PRIu64 " warps; allowed: as many as have room before byte %" PRIu64, h->warps,
                       h->head_at);
    if (h->head_at > h->inst_at || h->inst_at > bytes)
        return damaged(path, offsetof(trace_pack_head_t, head_at), err,
                       "found a header from byte %" PRIu64 " to %" PRIu64 "; allowed: up to %" PRIu64, h->head_at,
                       h->inst_at, bytes);
    return true;
}

/* False: err. */
static bool read_at(int fd, const char *path, uint64_t at, void *to, size_t bytes, err_t *err)
{
    for (size_t got = 0; got < bytes;) {
        const ssize_t n = pread(fd, (char *)to + got, bytes - got, (off_t)(at + got));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return err_set(err, path, 0, "cannot be read: %s", strerror(errno));
        if (n == 0) return err_set(err, path, 0, "the file has changed while it was read");
        got += (size_t)n;
    }
    return true;
}

static bool check_text(int fd, const char *path, const trace_pack_head_t *h, err_t *err)
{
    const size_t bytes = (size_t)(h->inst_at - h->head_at);
    char *text = malloc(bytes + 1);
    bool ok = text ? read_at(fd, path, h->head_at, text, bytes, err) : err_set(err, path, 0, "out of memory");
    const uint64_t hash = ok ? XXH3_64bits(text, bytes) : 0;
    if (ok && hash != h->text)
        ok = damaged(path, offsetof(trace_pack_head_t, text), err,
                     "found %016" PRIx64 "; allowed: %016" PRIx64 ", the hash of bytes %" PRIu64 " to %" PRIu64
                     ", the trace's header",
                     h->text, hash, h->head_at, h->inst_at - 1);
    free(text);
    return ok;
}

bool trace_pack_head(int fd, const char *path, trace_pack_head_t *h, err_t *err)
{
    struct stat st;
    if (fstat(fd, &st) != 0) return err_set(err, path, 0, "cannot be read: %s", strerror(errno));
    const uint64_t bytes = (uint64_t)st.st_size, want = bytes < sizeof *h ? bytes : sizeof *h;
    *h = (trace_pack_head_t){0};
    return read_at(fd, path, 0, h, (size_t)want, err) && trace_pack_check(h, bytes, path, err) &&
           check_text(fd, path, h, err);
}
