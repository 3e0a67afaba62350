/* trace_convert.c - writes the kernels of a trace in another form. What it writes is checked as a run would check it.
 */
#include "base/outfile.h"
#include "trace/trace_convert.h"
#include "trace/trace_pack.h"

#include <errno.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SAMPLE_BYTES = 1 << 20 };

typedef struct {
    trace_kernel_t k;
    trace_out_t *out;
} convert_t;

static void put_cta(void *self, const tracez_cta_t *cta)
{
    const convert_t *c = self;
    trace_out_cta(c->out, cta, c->k.warps);
}

static void put_warp(void *self, uint32_t warp, uint64_t insts)
{
    trace_out_warp(((convert_t *)self)->out, warp, insts);
}

static void put_line(void *self, const char *line, size_t chars)
{
    trace_out_line(((convert_t *)self)->out, line, chars);
}

/* Offset of the first CTA in the text: what stands before is the header. */
static bool head_bytes(const trace_text_t *text, uint64_t *bytes, err_t *err)
{
    static const char BEGIN[] = "#BEGIN_TB";
    trace_line_t line;
    trace_lines_t *lines = trace_lines_open(text, err);
    bool found = false;
    while (lines && !found && trace_lines_next(lines, &line, err))
        found = (size_t)(line.end - line.at) == strlen(BEGIN) && memcmp(line.at, BEGIN, strlen(BEGIN)) == 0;
    trace_lines_close(lines);
    if (!found) return err_set(err, trace_text_path(text), 0, "the file has changed while it was read");
    *bytes = line.offset;
    return true;
}

static bool open_out(convert_t *c, const char *path, trace_form_t form, err_t *err)
{
    uint64_t head = 0;
    size_t got = 0;
    if (!head_bytes(c->k.text, &head, err)) return false;
    char *text = malloc(head + SAMPLE_BYTES);
    const bool ok = text ? trace_text_read(c->k.text, 0, text, head + SAMPLE_BYTES, &got, err)
                         : err_set(err, path, 0, "out of memory");
    if (ok && head > 1 && text[head - 1] == '\n' && text[head - 2] == '\n') head--; /* which a CTA begins with */
    if (ok) {
        const trace_out_opts_t opts = {.form = form,
                                       .clusters = c->k.head.version >= TRACE_VERSION_2_0,
                                       .head = text,
                                       .head_bytes = head,
                                       .sample = text + head,
                                       .sample_bytes = got - head};
        c->out = trace_out_open(path, &opts, err);
    }
    free(text);
    return c->out != NULL;
}

/* Writes the compact form of a kernel without a mistake. A source in this form is the form. */
static bool pack(trace_kernel_t *k, const char *path, err_t *err)
{
    trace_key_t key;
    outfile_t *file = outfile_open(path, err);
    if (!file) return false;
    FILE *f = outfile_stream(file);
    errno = 0;
    const bool ok = k->packed ? fwrite(k->packed->map, k->packed->head->bytes, 1, f) == 1
                              : trace_text_key(k->text, &key) && trace_pack_write(k, 1, f, &key);
    if (ok) return outfile_commit(file, err);
    err_set(err, path, 0, "cannot be written: %s",
            errno ? strerror(errno) : "out of memory, or the trace has changed while it was read");
    outfile_abort(file);
    return false;
}

static bool copy_lines(convert_t *c, const char *path, trace_form_t form, err_t *err)
{
    const trace_sink_t sink = {c, put_cta, put_warp, put_line};
    if (open_out(c, path, form, err) && trace_index(&c->k, &sink, err)) return trace_out_commit(c->out, err);
    trace_out_abort(c->out);
    return false;
}

static bool convert(const trace_kernel_t *like, const char *from, const char *to, trace_form_t form, err_t *err)
{
    convert_t c = {.k = *like};
    const bool ok = trace_load(&c.k, from, NULL, err) && c.k.source->decode(&c.k, err) &&
                    (form == TRACE_PACKED ? pack(&c.k, to, err) : copy_lines(&c, to, form, err));
    trace_unload(&c.k);
    return ok;
}

/* Characters of a kernel's name without its folder and ending; *name: its first. */
static int name_of(const char *path, const char **name)
{
    static const char *const endings[] = {".traceg", ".traceg.xz", ".tracez", TRACE_PACK_ENDING};
    const char *slash = strrchr(path, '/');
    *name = slash ? slash + 1 : path;
    const size_t chars = strlen(*name);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        const size_t last = strlen(endings[i]);
        if (chars > last && strcmp(*name + chars - last, endings[i]) == 0) return (int)(chars - last);
    }
    return (int)chars;
}

static int by_name(const void *a, const void *b)
{
    const char *x, *y;
    const int chars = name_of(((const trace_item_t *)a)->path, &x),
              others = name_of(((const trace_item_t *)b)->path, &y);
    const int order = strncmp(x, y, (size_t)(chars < others ? chars : others));
    return order ? order : chars - others;
}

/* Two files would become one. *again: the same file, which is converted already. False: err. */
static bool note_name(void **names, const trace_item_t *item, bool *again, err_t *err)
{
    const trace_item_t *const *met = tsearch(item, names, by_name);
    if (!met) return err_set(err, NULL, 0, "out of memory");
    *again = *met != item;
    return !*again || strcmp((*met)->path, item->path) == 0 ||
           err_set(err, item->path, 0, "would replace that of %s; give each kernel a name of its own", (*met)->path);
}

static bool write_kernels(const trace_convert_t *job, const trace_list_t *list, const trace_kernel_t *like, err_t *err)
{
    void *names = NULL;
    bool ok = true, again = false;
    for (uint32_t i = 0; ok && i < list->items; i++) {
        const trace_item_t *item = &list->item[i];
        const char *name;
        char *to = NULL;
        const int chars = name_of(item->path, &name);
        ok = note_name(&names, item, &again, err);
        if (ok && !again) {
            ok = asprintf(&to, "%s/%.*s%s", job->dir, chars, name, trace_out_ending(job->form)) >= 0 ||
                 err_set(err, NULL, 0, "out of memory");
            ok = ok && convert(like, item->path, to, job->form, err);
            free(to);
        }
        if (job->done) job->done(job->self, i + 1, list->items);
    }
    while (names) tdelete(*(const trace_item_t **)names, &names, by_name);
    return ok;
}

static bool write_lines(const trace_convert_t *job, trace_lines_t *lines, FILE *f, err_t *err)
{
    trace_line_t line;
    while (trace_lines_next(lines, &line, err)) {
        const char *name = line.at;
        int chars = (int)(line.end - line.at);
        if (trace_list_names_kernel(&line)) {
            char *path = strndup(line.at, (size_t)chars);
            if (!path) return err_set(err, NULL, 0, "out of memory");
            chars = name_of(path, &name);
            fprintf(f, "%.*s%s\n", chars, name, trace_out_ending(job->form));
            free(path);
        } else {
            fprintf(f, "%.*s\n", chars, name);
        }
    }
    return !err->text[0];
}

static bool write_list(const trace_convert_t *job, const char *path, err_t *err)
{
    trace_text_t *text = trace_text_open(job->list, 0, err);
    trace_lines_t *lines = text ? trace_lines_open(text, err) : NULL;
    outfile_t *file = lines ? outfile_open(path, err) : NULL;
    bool ok = file && write_lines(job, lines, outfile_stream(file), err);
    if (ok) ok = outfile_commit(file, err);
    else if (file) outfile_abort(file);
    trace_lines_close(lines);
    trace_text_close(text);
    return ok;
}

/* Its text cannot be made again. */
static bool refuse_packed(const trace_convert_t *job, const trace_list_t *list, err_t *err)
{
    for (uint32_t i = 0; job->form != TRACE_PACKED && i < list->items; i++)
        if (trace_text_is_pack(list->item[i].path))
            return err_set(
                err, list->item[i].path, 0,
                "the compact form lacks immediates, values, source lines, bulk copies, clusters and the order "
                "of CTAs, so no %s can be made of it; convert the trace that it was made from",
                trace_out_ending(job->form));
    return true;
}

/* The list would be replaced while it is read. */
static bool same_file(const char *a, const char *b)
{
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

bool trace_convert(const trace_convert_t *job, err_t *err)
{
    char *path = NULL;
    trace_list_t list = {0};
    trace_mets_t mets = {0};
    trace_sass_t *sass = trace_sass_load(job->sass, err);
    const trace_kernel_t like = {.sass = sass, .mets = &mets, .strict = job->strict};
    bool ok = sass && trace_list_read(&list, job->list, 0, err) && refuse_packed(job, &list, err);
    if (ok && asprintf(&path, "%s/kernelslist.g", job->dir) < 0) ok = err_set(err, NULL, 0, "out of memory");
    if (ok && same_file(path, job->list))
        ok = err_set(err, path, 0, "is the list that is read; give another folder for what is written");
    if (ok && unlink(path) != 0 && errno != ENOENT) /* it must not name kernels of two traces */
        ok = err_set(err, path, 0, "cannot be replaced: %s", strerror(errno));
    ok = ok && write_kernels(job, &list, &like, err) && write_list(job, path, err);
    free(path);
    trace_list_free(&list);
    trace_mets_free(&mets);
    trace_sass_destroy(sass);
    return ok;
}
