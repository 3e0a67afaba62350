/* trace_text.c - opens a trace file, reads at an offset, finds the line number of a mistake. */
#include "trace/trace_pack.h"
#include "trace/tracez.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

struct trace_text {
    int file;      /* as it is on disk */
    int fd;        /* its text: the same, or the decompressed one */
    uint64_t from; /* offset of the text in the file: above 0 only of a .pack */
    uint64_t bytes;
    tracez_t *tracez; /* reads the text of a .tracez; NULL: of another file */
    char path[];
};

const char *trace_text_path(const trace_text_t *t) { return t->path; }
uint64_t trace_text_bytes(const trace_text_t *t) { return t->bytes; }
int trace_text_file(const trace_text_t *t) { return t->file; }

static bool ends_in(const char *path, const char *ending)
{
    const size_t chars = strlen(path), last = strlen(ending);
    return chars > last && strcmp(path + chars - last, ending) == 0;
}

bool trace_text_is_pack(const char *path) { return ends_in(path, TRACE_PACK_ENDING); }

static int unnamed_file(const char *for_path, err_t *err)
{
    const char *dir = getenv("TMPDIR");
    char name[4096];
    snprintf(name, sizeof name, "%.4000s/ctadel-trace-XXXXXX", dir && dir[0] ? dir : "/tmp");
    const int fd = mkstemp(name);
    if (fd < 0)
        err_set(err, for_path, 0, "no temporary file to decompress it: %s; set TMPDIR to a folder with space",
                strerror(errno));
    else unlink(name);
    return fd;
}

/* Decompresses to the begin of t->fd, and notes how much there is. */
static bool unpack(trace_text_t *t, uint64_t prefix_bytes, err_t *err)
{
    struct stat st;
    if (!trace_xz_unpack(t->path, t->file, t->fd, prefix_bytes, err)) return false;
    if (fstat(t->fd, &st) != 0) return err_set(err, t->path, 0, "cannot be read: %s", strerror(errno));
    t->bytes = (uint64_t)st.st_size;
    return true;
}

/* Opens the index of a .tracez, or its header alone, in place of what was open. */
static bool open_tracez(trace_text_t *t, bool head_only, err_t *err)
{
    struct stat st;
    if (fstat(t->file, &st) != 0) return err_set(err, t->path, 0, "cannot be read: %s", strerror(errno));
    tracez_t *z = tracez_open(t->path, t->file, (uint64_t)st.st_size, head_only, err);
    if (!z) return false;
    tracez_close(t->tracez);
    t->tracez = z;
    t->bytes = tracez_bytes(z);
    return true;
}

/* The text of a compact form is a part of the file. */
static bool open_pack(trace_text_t *t, err_t *err)
{
    trace_pack_head_t head;
    if (!trace_pack_head(t->file, t->path, &head, err)) return false;
    t->from = head.head_at;
    t->bytes = head.inst_at - head.head_at;
    return true;
}

/* Makes the text of a file that has another form. */
static bool make_text(trace_text_t *t, uint64_t prefix_bytes, err_t *err)
{
    if (ends_in(t->path, ".tracez")) return open_tracez(t, prefix_bytes != 0, err);
    if (trace_text_is_pack(t->path)) return open_pack(t, err);
    if (!ends_in(t->path, ".xz")) return true;
    const int to = unnamed_file(t->path, err);
    if (to >= 0) t->fd = to;
    return to >= 0 && unpack(t, prefix_bytes, err);
}

trace_text_t *trace_text_open(const char *path, uint64_t prefix_bytes, err_t *err)
{
    struct stat st;
    trace_text_t *t = malloc(sizeof *t + strlen(path) + 1);
    if (!t) {
        err_set(err, path, 0, "out of memory");
        return NULL;
    }
    strcpy(t->path, path);
    t->tracez = NULL;
    t->from = 0;
    t->fd = t->file =
        open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* so that a pipe without a writer does not block */
    bool ok = t->fd >= 0 && fstat(t->fd, &st) == 0;
    if (!ok) err_set(err, path, 0, "cannot be read: %s", strerror(errno));
    if (ok && !S_ISREG(st.st_mode)) ok = err_set(err, path, 0, "is not a regular file; expected a trace file");
    if (ok) t->bytes = (uint64_t)st.st_size;
    if (ok && make_text(t, prefix_bytes, err)) return t;
    trace_text_close(t);
    return NULL;
}

void trace_text_shed(trace_text_t *t)
{
    if (t->tracez) {
        err_t ignored = {""}; /* then the text is kept */
        open_tracez(t, true, &ignored);
        return;
    }
    if (t->fd == t->file || ftruncate(t->fd, 0) != 0) return;
    t->bytes = 0;
}

bool trace_text_whole(trace_text_t *t, err_t *err)
{
    if (t->tracez) return open_tracez(t, false, err);
    if (t->fd == t->file) return true;
    trace_text_shed(t);
    if (lseek(t->fd, 0, SEEK_SET) != 0 || lseek(t->file, 0, SEEK_SET) != 0)
        return err_set(err, t->path, 0, "cannot be read: %s", strerror(errno));
    return unpack(t, 0, err);
}

void trace_text_close(trace_text_t *t)
{
    if (!t) return;
    tracez_close(t->tracez);
    if (t->fd != t->file) close(t->fd);
    if (t->file >= 0) close(t->file);
    free(t);
}

bool trace_text_key(const trace_text_t *t, trace_key_t *key)
{
    enum { CHUNK_BYTES = 1 << 18 };
    XXH3_state_t *state = XXH3_createState();
    char *chunk = malloc(CHUNK_BYTES);
    ssize_t n = -1;
    if (state && chunk && XXH3_128bits_reset(state) == XXH_OK)
        for (off_t at = 0; (n = pread(t->file, chunk, CHUNK_BYTES, at)) > 0; at += n)
            XXH3_128bits_update(state, chunk, (size_t)n);
    if (n == 0) {
        const XXH128_hash_t h = XXH3_128bits_digest(state);
        *key = (trace_key_t){h.low64, h.high64};
    }
    free(chunk);
    XXH3_freeState(state);
    return n == 0;
}

bool trace_text_read(const trace_text_t *t, uint64_t offset, char *to, size_t bytes, size_t *got, err_t *err)
{
    if (t->tracez) return tracez_read(t->tracez, offset, to, bytes, got, err);
    *got = 0;
    if (t->from && offset >= t->bytes) return true;
    if (t->from && bytes > t->bytes - offset) bytes = (size_t)(t->bytes - offset);
    while (*got < bytes) {
        const ssize_t n = pread(t->fd, to + *got, bytes - *got, (off_t)(t->from + offset + *got));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return err_set(err, t->path, 0, "cannot be read: %s", strerror(errno));
        if (n == 0) break;
        *got += (size_t)n;
    }
    return true;
}

bool trace_text_error(const trace_text_t *t, uint64_t offset, err_t *err, const char *fmt, ...)
{
    char sentence[400], chunk[4096];
    unsigned line = 1;
    size_t got = 1;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(sentence, sizeof sentence, fmt, ap);
    va_end(ap);
    if (t->from && offset >= t->bytes)
        return err_set(err, t->path, 0, "byte %" PRIu64 ": %s", t->from + offset, sentence);
    for (uint64_t at = 0; at < offset && got; at += got) {
        const size_t want = offset - at < sizeof chunk ? (size_t)(offset - at) : sizeof chunk;
        if (!trace_text_read(t, at, chunk, want, &got, err)) return false;
        for (size_t i = 0; i < got; i++) line += chunk[i] == '\n';
    }
    return err_set(err, t->path, line, "%s", sentence);
}
