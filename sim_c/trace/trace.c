/* trace.c - a trace: the list of its kernels, and the kernels that are loaded. */
#include "base/workers.h"
#include "isa/local_map.h"
#include "trace/trace_internal.h"
#include "trace/trace_scan.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { KERNELS_MAX = 1 << 20, FLAT_REGS = 256 };

typedef struct {
    char *path;
    uint64_t stream_id;
    uint32_t stream; /* number of stream_id, see trace_stream */
} item_t;

struct trace {
    char *name, *folder; /* folder: of compact forms, or NULL */
    uint32_t threads;
    item_t *item;
    uint32_t items, room;
    uint64_t *stream; /* different ids, in order of appearance */
    uint32_t streams;
    trace_sass_t *sass;
    trace_mets_t mets;
    trace_odd_t odd;
    trace_kernel_t *loaded; /* a chain by next */
};

const char *trace_name(const trace_t *t) { return t->name; }
uint32_t trace_kernels(const trace_t *t) { return t->items; }
uint32_t trace_stream(const trace_t *t, uint32_t i) { return t->item[i].stream; }

static bool check_header(item_t *item, err_t *err)
{
    trace_head_t *h = calloc(1, sizeof *h);
    trace_text_t *text = h ? trace_text_open(item->path, TRACE_HEADER_MAX_BYTES, err) : NULL;
    trace_lines_t *lines = text ? trace_lines_open(text, err) : NULL;
    bool begins;
    const bool ok = lines && trace_head_read(lines, text, h, &begins, err);
    if (ok) item->stream_id = h->stream;
    trace_lines_close(lines);
    trace_text_close(text);
    if (h) trace_mores_free(&h->mores);
    free(h);
    return ok || err_set(err, item->path, 0, "out of memory");
}

static bool has_ending(const char *at, const char *end, const char *ending)
{
    const size_t chars = strlen(ending);
    return (size_t)(end - at) > chars && memcmp(end - chars, ending, chars) == 0;
}

/* Refuses a file of another kind, and says how to make one that is read. */
static bool other_file(const trace_text_t *list, const trace_line_t *line, err_t *err)
{
    static const char GROUP[] = "; group this raw trace with Accel-Sim's post-traces-processing";
    static const struct {
        const char *ending, *remedy;
    } known[] = {
        {".trace", GROUP},
        {".trace.xz", GROUP},
        {".tracez", "; have Accel-Sim's post-processing write .traceg instead"},
        {".gz", "; unpack it by gunzip"},
        {".zst", "; unpack it by unzstd"},
        {".bz2", "; unpack it by bunzip2"},
    };
    const char *remedy = "";
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (has_ending(line->at, line->end, known[i].ending)) remedy = known[i].remedy;
    return trace_text_error(list, line->offset, err, "found '%s'; allowed: a file name in .traceg or .traceg.xz%s",
                            trace_shown(line->at, line->end).text, remedy);
}

static bool is_kernel(const trace_line_t *line)
{
    return has_ending(line->at, line->end, ".traceg") || has_ending(line->at, line->end, ".traceg.xz");
}

static bool add_item(trace_t *t, const trace_text_t *list, const trace_line_t *line, err_t *err)
{
    if (!is_kernel(line)) return other_file(list, line, err);
    if (memchr(line->at, '\0', (size_t)(line->end - line->at)))
        return trace_text_error(list, line->offset, err, "a zero byte in a file name; allowed: text");
    if (t->items == KERNELS_MAX)
        return trace_text_error(list, line->offset, err, "more than the %d kernels allowed", KERNELS_MAX);
    if (t->items == t->room) {
        const uint32_t room = t->room ? 2 * t->room : 16;
        item_t *more = realloc(t->item, room * sizeof *more);
        if (!more) return err_set(err, trace_text_path(list), 0, "out of memory");
        t->item = more;
        t->room = room;
    }
    const char *path = trace_text_path(list), *slash = strrchr(path, '/');
    const int folder = *line->at != '/' && slash ? (int)(slash + 1 - path) : 0;
    item_t *item = &t->item[t->items];
    *item = (item_t){0};
    if (asprintf(&item->path, "%.*s%.*s", folder, path, (int)(line->end - line->at), line->at) < 0) {
        item->path = NULL;
        return err_set(err, path, 0, "out of memory");
    }
    t->items++;
    return check_header(item, err);
}

/* A line names a kernel's file if it ends as one does, or if the name in it begins with "kernel", whatever folder
 * stands before. All others, such as memory copies, are ignored: they take no time in the model. */
static bool names_kernel(const trace_line_t *line)
{
    const char *slash = memrchr(line->at, '/', (size_t)(line->end - line->at));
    const char *name = slash ? slash + 1 : line->at;
    return is_kernel(line) || (line->end - name >= 6 && memcmp(name, "kernel", 6) == 0);
}

static bool read_list(trace_t *t, const trace_text_t *list, err_t *err)
{
    trace_line_t line;
    trace_lines_t *lines = trace_lines_open(list, err);
    if (!lines) return false;
    bool ok = true;
    while (ok && trace_lines_next(lines, &line, err))
        if (names_kernel(&line)) ok = add_item(t, list, &line, err);
    trace_lines_close(lines);
    if (!ok || err->text[0]) return false;
    return t->items ||
           err_set(err, trace_text_path(list), 0, "names no kernel; expected at least one line like kernel-1.traceg");
}

/* Streams are numbered by first appearance, because in some traces the ids are host pointers. */
static uint32_t stream_index(const trace_t *t, uint64_t id)
{
    uint32_t i = 0;
    while (i < t->streams && t->stream[i] != id) i++;
    return i;
}

static bool number_streams(trace_t *t, err_t *err)
{
    if (!(t->stream = calloc(t->items, sizeof *t->stream))) return err_set(err, NULL, 0, "out of memory");
    for (uint32_t i = 0; i < t->items; i++) {
        const uint32_t index = stream_index(t, t->item[i].stream_id);
        if (index == t->streams) t->stream[t->streams++] = t->item[i].stream_id;
        t->item[i].stream = index % TRACE_STREAMS;
    }
    return true;
}

/* Name of the folder that holds the list, with "." and links resolved; "trace" for the root folder. NULL: no memory. */
static char *folder_name(const char *path)
{
    char *real = realpath(path, NULL);
    char *slash = real ? strrchr(real, '/') : NULL;
    if (slash) *slash = '\0';
    char *last = real ? strrchr(real, '/') : NULL;
    char *name = strdup(last && last[1] ? last + 1 : "trace");
    free(real);
    return name;
}

trace_t *trace_open(const char *list_path, const char *sass_path, const trace_cache_t *cache, err_t *err)
{
    trace_t *t = calloc(1, sizeof *t);
    if (!t) {
        err_set(err, NULL, 0, "out of memory");
        return NULL;
    }
    trace_text_t *list = trace_text_open(list_path, 0, err);
    const bool ok = list && (t->sass = trace_sass_load(sass_path, err)) && read_list(t, list, err) &&
                    number_streams(t, err) && (t->name = folder_name(list_path)) &&
                    (!cache || (t->folder = strdup(cache->folder)));
    if (cache) t->threads = cache->threads < WORKERS_MAX ? cache->threads : WORKERS_MAX;
    trace_text_close(list);
    if (ok) return t;
    err_set(err, NULL, 0, "out of memory");
    trace_destroy(t);
    return NULL;
}

void trace_release(trace_t *t, const kernel_launch_t *launch)
{
    trace_kernel_t **at = &t->loaded;
    while (&(*at)->launch != launch) at = &(*at)->next;
    trace_kernel_t *k = *at;
    *at = k->next;
    trace_unload(k);
    free(k);
}

void trace_destroy(trace_t *t)
{
    if (!t) return;
    while (t->loaded) trace_release(t, &t->loaded->launch);
    trace_mets_free(&t->mets);
    trace_sass_destroy(t->sass);
    for (uint32_t i = 0; i < t->items; i++) free(t->item[i].path);
    free(t->item);
    free(t->stream);
    free(t->name);
    free(t->folder);
    free(t);
}

/* Without the size of local memory, CTA slots are so far apart that no offset reaches the next one, and at distances
 * that spread them over cache sets. */
static local_map_t map_local(const trace_kernel_t *k)
{
    local_map_t map = local_map_of(LOCAL_MAP_BASE, k->warps, TRACE_WARP_LANES, k->head.local_bytes);
    if (!map.thread_bytes) map.region_bytes = (UINT64_C(1) << 34) + (1 << 14);
    return map;
}

static void describe(trace_kernel_t *k, uint32_t stream)
{
    const trace_head_t *h = &k->head;
    kernel_launch_t *l = &k->launch;
    *l = (kernel_launch_t){.ops = &k->source->fe,
                           .self = k,
                           .name = h->name,
                           .warp_lanes = TRACE_WARP_LANES,
                           .threads_per_cta = k->threads,
                           .warps_per_cta = k->warps,
                           .regs_per_thread = h->nregs,
                           .smem_bytes = h->shmem_bytes,
                           .local = map_local(k),
                           .flat_regs = FLAT_REGS,
                           .is_2d = h->block[1] > 1 || h->grid[1] > 1,
                           .stream = stream,
                           .replays = true};
    memcpy(l->grid, h->grid, sizeof l->grid);
    memcpy(l->block, h->block, sizeof l->block);
}

const kernel_launch_t *trace_kernel(trace_t *t, uint32_t i, err_t *err)
{
    trace_kernel_t *k = calloc(1, sizeof *k);
    if (!k) {
        err_set(err, NULL, 0, "out of memory");
        return NULL;
    }
    k->next = t->loaded;
    t->loaded = k;
    k->sass = t->sass;
    k->mets = &t->mets;
    const trace_cache_t cache = {t->folder, t->threads};
    if (!trace_load(k, t->item[i].path, t->folder ? &cache : NULL, err)) return NULL;
    trace_odd_add(&t->odd, k);
    describe(k, t->item[i].stream);
    k->launch.inst_bytes =
        k->head.binary < TRACE_BINARY_VOLTA ? k->source->spacing_bytes(k, err) : TRACE_VOLTA_INST_BYTES;
    return k->launch.inst_bytes ? &k->launch : NULL;
}

void trace_notes(const trace_t *t, char *text, size_t bytes) { trace_odd_text(&t->odd, text, bytes); }

static int commoner(const void *a, const void *b)
{
    const trace_opcode_t *x = a, *y = b;
    if (x->warp_insts != y->warp_insts) return x->warp_insts < y->warp_insts ? 1 : -1;
    return strcmp(x->name, y->name);
}

uint32_t trace_opcodes(const trace_t *t, trace_opcode_t *out, uint32_t room)
{
    trace_opcode_t *all = calloc(t->mets.used + 1, sizeof *all);
    uint32_t n = 0;
    for (uint32_t i = 0; all && i < t->mets.used; i++) {
        uint32_t at = 0; /* adds up entries of one opcode for several binary versions */
        while (at < n && strcmp(all[at].name, t->mets.met[i]->pub.name) != 0) at++;
        if (at == n) all[n++] = t->mets.met[i]->pub;
        else all[at].warp_insts += t->mets.met[i]->pub.warp_insts;
    }
    if (n) qsort(all, n, sizeof *all, commoner);
    if (n) memcpy(out, all, (n < room ? n : room) * sizeof *out);
    free(all);
    return n;
}
