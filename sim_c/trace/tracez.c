/* tracez.c - reads a .tracez as the text of a .traceg: pieces of text in a row, each a sub-chunk, which is decompressed
 * when it is read, or lines in between such as "warp = 3". */
#include "trace/tracez.h"

#include "trace/tracez_index.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { HELD_MAX_BYTES = 1 << 28, HELD_MAX = 1 << 13 };

struct tracez {
    tracez_index_t index;
    pthread_mutex_t lock; /* of what stands below */
    ZSTD_DCtx *context;
    ZSTD_DDict *dictionary; /* NULL: none */
    char **text;            /* by piece: of those that are held now */
    uint32_t held[HELD_MAX], first, count;
    uint64_t held_bytes;
};

uint64_t tracez_bytes(const tracez_t *z) { return z->index.bytes; }

static bool make_decoder(tracez_t *z, err_t *err)
{
    const tracez_index_t *x = &z->index;
    z->text = calloc(x->pieces, sizeof *z->text);
    z->context = ZSTD_createDCtx();
    if (!z->text || !z->context) return err_set(err, x->path, 0, "out of memory");
    if (!x->dictionary_bytes) return true;
    z->dictionary = ZSTD_createDDict(x->dictionary, x->dictionary_bytes);
    return z->dictionary ||
           err_set(err, x->path, 0, "its dictionary is damaged, or memory is short: copy the file again");
}

tracez_t *tracez_open(const char *path, int fd, uint64_t bytes, bool head_only, err_t *err)
{
    tracez_t *z = calloc(1, sizeof *z);
    if (!z) {
        err_set(err, path, 0, "out of memory");
        return NULL;
    }
    pthread_mutex_init(&z->lock, NULL);
    z->index = (tracez_index_t){.path = path, .fd = fd, .file_bytes = bytes};
    if (tracez_index_read(&z->index, head_only, err) && make_decoder(z, err)) return z;
    tracez_close(z);
    return NULL;
}

static void drop_oldest(tracez_t *z)
{
    const uint32_t piece = z->held[z->first];
    free(z->text[piece]);
    z->text[piece] = NULL;
    z->held_bytes -= z->index.piece[piece].bytes;
    z->first = (z->first + 1) % HELD_MAX;
    z->count--;
}

void tracez_close(tracez_t *z)
{
    if (!z) return;
    while (z->count) drop_oldest(z);
    free(z->text);
    ZSTD_freeDCtx(z->context);
    ZSTD_freeDDict(z->dictionary);
    tracez_index_free(&z->index);
    pthread_mutex_destroy(&z->lock);
    free(z);
}

static bool damaged(const tracez_t *z, const tracez_piece_t *p, const char *why, err_t *err)
{
    return err_set(err, z->index.path, 0, "the sub-chunk at byte %" PRIu64 ": %s; the file is damaged: copy it again",
                   p->from, why);
}

/* The text of a sub-chunk, with a line end behind it. */
static bool unpack(tracez_t *z, const tracez_piece_t *p, const char *frame, char *text, err_t *err)
{
    const size_t most = p->bytes - 1;
    const size_t n = z->dictionary
                         ? ZSTD_decompress_usingDDict(z->context, text, most, frame, p->packed_bytes, z->dictionary)
                         : ZSTD_decompressDCtx(z->context, text, most, frame, p->packed_bytes);
    if (ZSTD_isError(n)) return damaged(z, p, ZSTD_getErrorName(n), err);
    if (n != most) return damaged(z, p, "less text than its size says", err);
    text[most] = '\n';
    return true;
}

static void hold(tracez_t *z, uint32_t piece, char *text)
{
    const uint32_t bytes = z->index.piece[piece].bytes;
    while (z->count && (z->count == HELD_MAX || z->held_bytes + bytes > HELD_MAX_BYTES)) drop_oldest(z);
    z->held[(z->first + z->count++) % HELD_MAX] = piece;
    z->held_bytes += bytes;
    z->text[piece] = text;
}

static const char *sub_chunk(tracez_t *z, uint32_t piece, err_t *err)
{
    const tracez_piece_t *p = &z->index.piece[piece];
    if (z->text[piece]) return z->text[piece];
    char *frame = malloc(p->packed_bytes), *text = malloc(p->bytes);
    bool ok = (frame && text) || err_set(err, z->index.path, 0, "out of memory");
    ok = ok && tracez_index_bytes(&z->index, p->from, frame, p->packed_bytes, err) && unpack(z, p, frame, text, err);
    free(frame);
    if (ok) hold(z, piece, text);
    else free(text);
    return ok ? text : NULL;
}

/* The piece that has the text at `offset`, which is in the text. */
static uint32_t piece_at(const tracez_index_t *x, uint64_t offset)
{
    uint32_t first = 0, end = x->pieces;
    while (end - first > 1) {
        const uint32_t middle = first + (end - first) / 2;
        if (x->piece[middle].at <= offset) first = middle;
        else end = middle;
    }
    return first;
}

bool tracez_read(tracez_t *z, uint64_t offset, char *to, size_t bytes, size_t *got, err_t *err)
{
    const tracez_index_t *x = &z->index;
    bool ok = true;
    *got = 0;
    if (offset >= x->bytes) return true;
    pthread_mutex_lock(&z->lock);
    for (uint32_t i = piece_at(x, offset); ok && *got < bytes && i < x->pieces; i++) {
        const tracez_piece_t *p = &x->piece[i];
        const size_t skip = (size_t)(offset + *got - p->at), want = bytes - *got;
        const char *text = p->packed_bytes ? sub_chunk(z, i, err) : x->lines + p->from;
        const size_t n = p->bytes - skip < want ? p->bytes - skip : want;
        ok = text != NULL;
        if (!ok) break;
        memcpy(to + *got, text + skip, n);
        *got += n;
    }
    pthread_mutex_unlock(&z->lock);
    return ok;
}
