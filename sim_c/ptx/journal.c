/* journal.c - the recorder appends each touched line once, with a copy of its bytes; a bitmap over the arena tells
 * which lines are recorded. journal_end sorts the lines, joins neighbours to runs and keeps a hash of the bytes from
 * before. */
#include "ptx/journal.h"

#include "ptx/gmem_access.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { LINE = JOURNAL_LINE_BYTES, WORD_BITS = 64, WHOLES_MAX = 64 };

typedef struct {
    uint32_t line, copy; /* line number in the arena; index of its copy in `copies` */
} touched_t;

struct journal {
    gmem_t *g;
    uint64_t *bits; /* by line */
    touched_t *touched;
    uint8_t *copies;
    uint32_t count, room;
    struct {
        uint64_t addr, bytes;
    } whole[WHOLES_MAX]; /* the first WHOLES_MAX ranges of journal_touch_whole */
    uint32_t wholes;
    bool spoilt;
};

typedef struct {
    uint32_t first, lines;
    uint64_t begin, end; /* of the buffer */
} run_t;

struct footprint {
    run_t *run;
    uint32_t runs;
    XXH128_hash_t before; /* of the bytes of all runs */
    uint32_t *line;       /* lines that the launch has changed */
    uint8_t *after;       /* their bytes after the launch */
    uint32_t changed;
};

journal_t *journal_create(gmem_t *g)
{
    journal_t *j = calloc(1, sizeof *j);
    if (!j) return NULL;
    j->g = g;
    j->bits = calloc(gmem_capacity(g) / LINE / WORD_BITS + 1, sizeof *j->bits);
    if (j->bits) return j;
    free(j);
    return NULL;
}

void journal_destroy(journal_t *j)
{
    if (!j) return;
    free(j->bits);
    free(j->touched);
    free(j->copies);
    free(j);
}

void journal_spoil(journal_t *j) { j->spoilt = true; }

static bool grow(journal_t *j)
{
    if (j->count < j->room) return true;
    const uint32_t room = j->room ? 2 * j->room : 1024;
    touched_t *touched = realloc(j->touched, room * sizeof *touched);
    if (touched) j->touched = touched;
    uint8_t *copies = realloc(j->copies, (size_t)room * LINE);
    if (copies) j->copies = copies;
    if (touched && copies) j->room = room;
    return touched && copies;
}

static void add(journal_t *j, uint32_t line)
{
    if (j->spoilt || !grow(j)) {
        j->spoilt = true;
        return;
    }
    memcpy(j->copies + (size_t)j->count * LINE, gmem_arena(j->g) + (size_t)line * LINE, LINE);
    j->touched[j->count] = (touched_t){line, j->count};
    j->count++;
    j->bits[line / WORD_BITS] |= UINT64_C(1) << line % WORD_BITS;
}

void journal_touch(journal_t *j, uint64_t addr, uint64_t bytes)
{
    const uint64_t at = addr - gmem_first(j->g);
    const uint32_t last = (uint32_t)((at + bytes - 1) / LINE);
    for (uint32_t line = (uint32_t)(at / LINE); line <= last; line++)
        if (!(j->bits[line / WORD_BITS] >> line % WORD_BITS & 1)) add(j, line);
}

void journal_touch_whole(journal_t *j, uint64_t addr, uint64_t bytes)
{
    for (uint32_t i = 0; i < j->wholes; i++)
        if (j->whole[i].addr == addr && j->whole[i].bytes >= bytes) return;
    if (j->wholes < WHOLES_MAX) {
        j->whole[j->wholes].addr = addr;
        j->whole[j->wholes++].bytes = bytes;
    }
    journal_touch(j, addr, bytes);
}

/* ---- the end ---- */

static int by_line(const void *a, const void *b)
{
    const uint32_t x = ((const touched_t *)a)->line, y = ((const touched_t *)b)->line;
    return (x > y) - (x < y);
}

static uint32_t count_runs(const journal_t *j)
{
    uint32_t runs = 0;
    for (uint32_t i = 0; i < j->count; i++) runs += !i || j->touched[i].line != j->touched[i - 1].line + 1;
    return runs;
}

static uint32_t count_changed(const journal_t *j)
{
    uint32_t changed = 0;
    for (uint32_t i = 0; i < j->count; i++)
        changed += memcmp(j->copies + (size_t)j->touched[i].copy * LINE,
                          gmem_arena(j->g) + (size_t)j->touched[i].line * LINE, LINE) != 0;
    return changed;
}

static const gmem_buf_t *buffer(gmem_t *g, uint32_t line)
{
    uint32_t none = UINT32_MAX;
    const uint64_t at = gmem_first(g) + (uint64_t)line * LINE;
    return gmem_span(g, at, at, &none);
}

/* A guard band separates buffers, so a run lies in one buffer. False: that buffer was freed, or the host may access
 * it. */
static bool fill_runs(const journal_t *j, footprint_t *f)
{
    run_t *r = NULL;
    for (uint32_t i = 0; i < j->count; i++) {
        const uint32_t line = j->touched[i].line;
        if (r && line == r->first + r->lines) {
            r->lines++;
            continue;
        }
        const gmem_buf_t *b = buffer(j->g, line);
        if (!b || b->is_shared) return false;
        r = &f->run[f->runs++];
        *r = (run_t){.first = line, .lines = 1, .begin = b->begin, .end = b->end};
    }
    return true;
}

static bool hash_before(const journal_t *j, footprint_t *f)
{
    XXH3_state_t *state = XXH3_createState();
    if (!state || XXH3_128bits_reset(state) != XXH_OK) return false;
    for (uint32_t i = 0; i < j->count; i++)
        XXH3_128bits_update(state, j->copies + (size_t)j->touched[i].copy * LINE, LINE);
    f->before = XXH3_128bits_digest(state);
    XXH3_freeState(state);
    return true;
}

static void keep_changed(const journal_t *j, footprint_t *f)
{
    for (uint32_t i = 0; i < j->count; i++) {
        const uint8_t *now = gmem_arena(j->g) + (size_t)j->touched[i].line * LINE;
        if (!memcmp(j->copies + (size_t)j->touched[i].copy * LINE, now, LINE)) continue;
        f->line[f->changed] = j->touched[i].line;
        memcpy(f->after + (size_t)f->changed++ * LINE, now, LINE);
    }
}

static footprint_t *footprint_of(journal_t *j)
{
    footprint_t *f = calloc(1, sizeof *f);
    if (!f) return NULL;
    qsort(j->touched, j->count, sizeof *j->touched, by_line);
    const size_t changed = count_changed(j);
    f->run = calloc(count_runs(j) + 1, sizeof *f->run);
    f->line = malloc((changed + 1) * sizeof *f->line);
    f->after = malloc((changed + 1) * LINE);
    if (f->run && f->line && f->after && fill_runs(j, f) && hash_before(j, f)) {
        keep_changed(j, f);
        return f;
    }
    footprint_destroy(f);
    return NULL;
}

footprint_t *journal_end(journal_t *j)
{
    footprint_t *f = j->spoilt ? NULL : footprint_of(j);
    for (uint32_t i = 0; i < j->count; i++)
        j->bits[j->touched[i].line / WORD_BITS] &= ~(UINT64_C(1) << j->touched[i].line % WORD_BITS);
    j->count = j->wholes = 0;
    j->spoilt = false;
    return f;
}

void footprint_destroy(footprint_t *f)
{
    if (!f) return;
    free(f->run);
    free(f->line);
    free(f->after);
    free(f);
}

bool footprint_same(const footprint_t *a, const footprint_t *b)
{
    return a->runs == b->runs && !memcmp(a->run, b->run, a->runs * sizeof *a->run) &&
           XXH128_isEqual(a->before, b->before);
}

bool footprint_holds(const footprint_t *f, gmem_t *g)
{
    for (uint32_t i = 0; i < f->runs; i++) {
        const gmem_buf_t *b = buffer(g, f->run[i].first);
        if (!b || b->begin != f->run[i].begin || b->end != f->run[i].end || b->is_shared) return false;
    }
    XXH3_state_t *state = XXH3_createState();
    if (!state || XXH3_128bits_reset(state) != XXH_OK) return false;
    for (uint32_t i = 0; i < f->runs; i++)
        XXH3_128bits_update(state, gmem_arena(g) + (size_t)f->run[i].first * LINE, (size_t)f->run[i].lines * LINE);
    const XXH128_hash_t now = XXH3_128bits_digest(state);
    XXH3_freeState(state);
    return XXH128_isEqual(now, f->before) != 0;
}

void footprint_write(const footprint_t *f, gmem_t *g)
{
    for (uint32_t i = 0; i < f->changed; i++)
        memcpy(gmem_arena(g) + (size_t)f->line[i] * LINE, f->after + (size_t)i * LINE, LINE);
}

uint64_t footprint_bytes(const footprint_t *f)
{
    return sizeof *f + f->runs * sizeof *f->run + (uint64_t)f->changed * (LINE + sizeof *f->line);
}
