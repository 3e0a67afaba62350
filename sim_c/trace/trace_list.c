/* trace_list.c - reads kernelslist.g: the files of kernels, in order, and their streams. */
#include "trace/trace_internal.h"
#include "trace/trace_scan.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { KERNELS_MAX = 1 << 20, BINARY_MAX = 129 /* one above is garbage, see trace_odd.c */ };

static bool check_binary(const trace_text_t *text, const trace_head_t *h, uint32_t newest, err_t *err)
{
    return !newest || h->binary <= newest || h->binary > BINARY_MAX ||
           trace_text_error(text, h->binary_at, err,
                            "binary version %" PRIu32 "; the machine runs up to %" PRIu32
                            ": give a newer machine, trace the program built for sm_%" PRIu32
                            ", or set newest_binary to run it all the same",
                            h->binary, newest, newest);
}

static bool check_header(trace_item_t *item, uint32_t newest_binary, err_t *err)
{
    trace_head_t *h = calloc(1, sizeof *h);
    trace_text_t *text = h ? trace_text_open(item->path, TRACE_HEADER_MAX_BYTES, err) : NULL;
    trace_lines_t *lines = text ? trace_lines_open(text, err) : NULL;
    bool begins;
    const bool ok = lines && trace_head_read(lines, text, h, &begins, err) && check_binary(text, h, newest_binary, err);
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
        {".gz", "; unpack it by gunzip"},
        {".zst", "; unpack it by unzstd"},
        {".bz2", "; unpack it by bunzip2"},
    };
    const char *remedy = "";
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (has_ending(line->at, line->end, known[i].ending)) remedy = known[i].remedy;
    return trace_text_error(list, line->offset, err,
                            "found '%s'; allowed: a file name in .traceg, .traceg.xz, .tracez or .pack%s",
                            trace_shown(line->at, line->end).text, remedy);
}

static bool is_kernel(const trace_line_t *line)
{
    return has_ending(line->at, line->end, ".traceg") || has_ending(line->at, line->end, ".traceg.xz") ||
           has_ending(line->at, line->end, ".tracez") || has_ending(line->at, line->end, TRACE_PACK_ENDING);
}

static bool add_item(trace_list_t *t, const trace_text_t *list, const trace_line_t *line, uint32_t newest_binary,
                     err_t *err)
{
    if (!is_kernel(line)) return other_file(list, line, err);
    if (memchr(line->at, '\0', (size_t)(line->end - line->at)))
        return trace_text_error(list, line->offset, err, "a zero byte in a file name; allowed: text");
    if (t->items == KERNELS_MAX)
        return trace_text_error(list, line->offset, err, "more than the %d kernels allowed", KERNELS_MAX);
    if (t->items == t->room) {
        const uint32_t room = t->room ? 2 * t->room : 16;
        trace_item_t *more = realloc(t->item, room * sizeof *more);
        if (!more) return err_set(err, trace_text_path(list), 0, "out of memory");
        t->item = more;
        t->room = room;
    }
    const char *path = trace_text_path(list), *slash = strrchr(path, '/');
    const int folder = *line->at != '/' && slash ? (int)(slash + 1 - path) : 0;
    trace_item_t *item = &t->item[t->items];
    *item = (trace_item_t){0};
    if (asprintf(&item->path, "%.*s%.*s", folder, path, (int)(line->end - line->at), line->at) < 0) {
        item->path = NULL;
        return err_set(err, path, 0, "out of memory");
    }
    t->items++;
    return check_header(item, newest_binary, err);
}

/* A line names a kernel's file if it ends as one does, or if the name in it begins with "kernel", in any
 * folder. All others, such as memory copies, are ignored: they take no time in the model. */
bool trace_list_names_kernel(const trace_line_t *line)
{
    const char *slash = memrchr(line->at, '/', (size_t)(line->end - line->at));
    const char *name = slash ? slash + 1 : line->at;
    return is_kernel(line) || (line->end - name >= 6 && memcmp(name, "kernel", 6) == 0);
}

static bool read_lines(trace_list_t *t, const trace_text_t *list, uint32_t newest_binary, err_t *err)
{
    trace_line_t line;
    trace_lines_t *lines = trace_lines_open(list, err);
    if (!lines) return false;
    bool ok = true;
    while (ok && trace_lines_next(lines, &line, err))
        if (trace_list_names_kernel(&line)) ok = add_item(t, list, &line, newest_binary, err);
    trace_lines_close(lines);
    if (!ok || err->text[0]) return false;
    return t->items ||
           err_set(err, trace_text_path(list), 0, "names no kernel; expected at least one line like kernel-1.traceg");
}

/* Streams are numbered by first appearance, because in some traces the ids are host pointers. */
static uint32_t stream_index(const trace_list_t *t, uint64_t id)
{
    uint32_t i = 0;
    while (i < t->streams && t->stream[i] != id) i++;
    return i;
}

static bool number_streams(trace_list_t *t, err_t *err)
{
    if (!(t->stream = calloc(t->items, sizeof *t->stream))) return err_set(err, NULL, 0, "out of memory");
    for (uint32_t i = 0; i < t->items; i++) {
        const uint32_t index = stream_index(t, t->item[i].stream_id);
        if (index == t->streams) t->stream[t->streams++] = t->item[i].stream_id;
        t->item[i].stream = index % TRACE_STREAMS;
    }
    return true;
}

bool trace_list_read(trace_list_t *t, const char *path, uint32_t newest_binary, err_t *err)
{
    trace_text_t *list = trace_text_open(path, 0, err);
    const bool ok = list && read_lines(t, list, newest_binary, err) && number_streams(t, err);
    trace_text_close(list);
    return ok;
}

void trace_list_free(trace_list_t *t)
{
    for (uint32_t i = 0; i < t->items; i++) free(t->item[i].path);
    free(t->item);
    free(t->stream);
}
