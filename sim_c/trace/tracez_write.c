/* tracez_write.c - writes a .tracez. Memory holds the index, and the frames of one warp. */
#include "trace/tracez.h"

#include <stdlib.h>
#include <string.h>
#include <zdict.h>
#include <zstd.h>

enum { LEVEL = 3, DICTIONARY_BYTES = 1 << 16, SAMPLED_LINE = 8 /* one of so many */, SAMPLES_MAX = 1 << 16 };

typedef struct { /* grows, and keeps its room */
    char *at;
    size_t bytes, room;
} buffer_t;

typedef struct {
    uint32_t insts, chunks;
    uint64_t at;     /* in the file; 0: not yet written */
    buffer_t counts; /* u32 instructions of each sub-chunk */
} warp_index_t;

struct tracez_writer {
    FILE *f;
    uint64_t at; /* bytes of the file */
    bool failed; /* memory was short */
    ZSTD_CCtx *context;
    ZSTD_CDict *dictionary; /* NULL: none */
    buffer_t index;         /* of the CTAs before this one */
    uint32_t ctas;
    tracez_cta_t cta;
    uint32_t warps;                            /* of this CTA; 0: there is none */
    warp_index_t warp[TRACEZ_WARPS_MAX], *now; /* NULL: none */
    buffer_t frames, text;                     /* of this warp; of its sub-chunk */
    uint32_t insts, replays;                   /* lines in the sub-chunk; REPLAY_START without REPLAY_END in it */
};

static char *room_for(tracez_writer_t *w, buffer_t *b, size_t bytes)
{
    if (b->bytes + bytes > b->room) {
        const size_t room = 2 * (b->bytes + bytes) + 256;
        char *more = realloc(b->at, room);
        if (!more) {
            w->failed = true;
            return NULL;
        }
        b->at = more;
        b->room = room;
    }
    return b->at + b->bytes;
}

static void add(tracez_writer_t *w, buffer_t *b, const void *from, size_t bytes)
{
    char *to = room_for(w, b, bytes);
    if (!to) return;
    memcpy(to, from, bytes);
    b->bytes += bytes;
}

static void add_number(tracez_writer_t *w, buffer_t *b, uint64_t v, uint32_t bytes)
{
    uint8_t text[sizeof v];
    for (uint32_t i = 0; i < bytes; i++) text[i] = (uint8_t)(v >> 8 * i);
    add(w, b, text, bytes);
}

static void write_out(tracez_writer_t *w, buffer_t *b)
{
    fwrite(b->at, 1, b->bytes, w->f);
    w->at += b->bytes;
    b->bytes = 0;
}

/* Some lines of the sample, one behind the other, and their sizes. */
static size_t train(const char *sample, size_t bytes, void *dictionary)
{
    size_t *size = malloc(SAMPLES_MAX * sizeof *size), used = 0;
    char *text = malloc(bytes);
    uint32_t lines = 0, samples = 0;
    const char *end = sample + bytes;
    for (const char *at = sample, *feed; text && size && at < end && samples < SAMPLES_MAX; at = feed + 1) {
        feed = memchr(at, '\n', (size_t)(end - at));
        if (!feed) break;
        if (lines++ % SAMPLED_LINE) continue;
        memcpy(text + used, at, (size_t)(feed - at));
        used += size[samples++] = (size_t)(feed - at);
    }
    size_t n = samples ? ZDICT_trainFromBuffer(dictionary, DICTIONARY_BYTES, text, size, samples) : 0;
    if (ZDICT_isError(n)) n = 0; /* too few lines, or all alike: the frames are small without one */
    free(text);
    free(size);
    return n;
}

tracez_writer_t *tracez_writer_open(FILE *f, const char *head, size_t head_bytes, const char *sample,
                                    size_t sample_bytes)
{
    tracez_writer_t *w = calloc(1, sizeof *w);
    void *dictionary = malloc(DICTIONARY_BYTES);
    if (w && dictionary && (w->context = ZSTD_createCCtx())) {
        const size_t n = sample_bytes ? train(sample, sample_bytes, dictionary) : 0;
        if (n) w->dictionary = ZSTD_createCDict(dictionary, n, LEVEL);
        w->f = f;
        w->failed = n && !w->dictionary;
        add(w, &w->frames, head, head_bytes);
        add_number(w, &w->frames, 0, 1);
        add_number(w, &w->frames, n, sizeof(uint32_t));
        add_number(w, &w->frames, TRACEZ_CHUNK_INSTS, sizeof(uint32_t));
        add(w, &w->frames, dictionary, n);
        write_out(w, &w->frames);
    } else {
        free(w);
        w = NULL;
    }
    free(dictionary);
    return w;
}

/* Compresses the sub-chunk behind those of this warp. */
static void end_chunk(tracez_writer_t *w)
{
    if (!w->insts) return;
    const size_t most = ZSTD_compressBound(w->text.bytes);
    size_t n = 0;
    char *size = room_for(w, &w->frames, sizeof(uint32_t) + most);
    if (size) {
        char *frame = size + sizeof(uint32_t);
        n = w->dictionary ? ZSTD_compress_usingCDict(w->context, frame, most, w->text.at, w->text.bytes, w->dictionary)
                          : ZSTD_compressCCtx(w->context, frame, most, w->text.at, w->text.bytes, LEVEL);
        w->failed |= ZSTD_isError(n);
    }
    if (!w->failed) {
        add_number(w, &w->frames, n, sizeof(uint32_t));
        w->frames.bytes += n;
    }
    add_number(w, &w->now->counts, w->insts, sizeof(uint32_t));
    w->now->insts += w->insts;
    w->now->chunks++;
    w->text.bytes = w->insts = w->replays = 0;
}

/* The sizes of a warp, and its frames. */
static void write_warp(tracez_writer_t *w, warp_index_t *warp)
{
    buffer_t sizes = {0};
    warp->at = w->at;
    add_number(w, &sizes, warp->insts, sizeof(uint32_t));
    add_number(w, &sizes, warp->chunks, sizeof(uint32_t));
    write_out(w, &sizes);
    free(sizes.at);
    write_out(w, &w->frames);
}

static void end_warp(tracez_writer_t *w)
{
    if (!w->now) return;
    end_chunk(w);
    write_warp(w, w->now);
    w->now = NULL;
}

static void end_cta(tracez_writer_t *w)
{
    if (!w->warps) return;
    end_warp(w);
    for (uint32_t i = 0; i < TRACEZ_PLACES * 3; i++)
        add_number(w, &w->index, w->cta.at[i / 3][i % 3], sizeof(uint32_t));
    add_number(w, &w->index, w->cta.rank, sizeof(uint32_t));
    add_number(w, &w->index, w->warps, sizeof(uint32_t));
    for (uint32_t i = 0; i < w->warps; i++) {
        warp_index_t *warp = &w->warp[i];
        if (!warp->at) write_warp(w, warp);
        add_number(w, &w->index, warp->insts, sizeof(uint32_t));
        add_number(w, &w->index, warp->chunks, sizeof(uint32_t));
        add_number(w, &w->index, warp->at, sizeof(uint64_t));
        add(w, &w->index, warp->counts.at, warp->counts.bytes);
        warp->counts.bytes = 0;
        warp->at = warp->insts = warp->chunks = 0;
    }
    w->ctas++;
    w->warps = 0;
}

void tracez_put_cta(tracez_writer_t *w, const tracez_cta_t *cta, uint32_t warps)
{
    end_cta(w);
    w->cta = *cta;
    w->warps = warps;
}

void tracez_put_warp(tracez_writer_t *w, uint32_t warp)
{
    end_warp(w);
    w->now = &w->warp[warp];
}

static bool has(const char *line, size_t chars, const char *word)
{
    return memmem(line, chars, word, strlen(word)) != NULL;
}

/* Accel-Sim repeats the instructions between REPLAY_START and REPLAY_END, so they stay in one sub-chunk. */
void tracez_put_line(tracez_writer_t *w, const char *line, size_t chars)
{
    if (w->insts >= TRACEZ_CHUNK_INSTS && !w->replays) end_chunk(w);
    if (w->insts) add(w, &w->text, "\n", 1);
    add(w, &w->text, line, chars);
    w->insts++;
    if (!has(line, chars, " REPLAY_")) return;
    if (has(line, chars, " REPLAY_START")) w->replays++;
    else if (w->replays) w->replays--;
}

bool tracez_writer_close(tracez_writer_t *w)
{
    end_cta(w);
    const uint64_t index_at = w->at;
    add_number(w, &w->frames, w->ctas, sizeof(uint32_t));
    write_out(w, &w->frames);
    write_out(w, &w->index);
    add_number(w, &w->frames, index_at, sizeof index_at);
    write_out(w, &w->frames);
    const bool ok = !w->failed;
    for (uint32_t i = 0; i < TRACEZ_WARPS_MAX; i++) free(w->warp[i].counts.at);
    free(w->index.at);
    free(w->frames.at);
    free(w->text.at);
    ZSTD_freeCCtx(w->context);
    ZSTD_freeCDict(w->dictionary);
    free(w);
    return ok;
}
