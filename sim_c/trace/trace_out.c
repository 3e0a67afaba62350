/* trace_out.c - writes a kernel's file in one of its forms. */
#include "base/outfile.h"
#include "trace/trace_internal.h"

#include <inttypes.h>
#include <stdlib.h>

struct trace_out {
    outfile_t *file;
    tracez_writer_t *indexed; /* NULL: the file is text */
    bool clusters, inside;    /* inside: a CTA has begun */
};

const char *trace_out_ending(trace_form_t form)
{
    static const char *const endings[] = {
        [TRACE_TEXT] = ".traceg", [TRACE_INDEXED] = ".tracez", [TRACE_PACKED] = TRACE_PACK_ENDING};
    return endings[form];
}

trace_out_t *trace_out_open(const char *path, const trace_out_opts_t *opts, err_t *err)
{
    trace_out_t *o = calloc(1, sizeof *o);
    if (!o || !(o->file = outfile_open(path, err))) {
        free(o);
        err_set(err, path, 0, "out of memory");
        return NULL;
    }
    FILE *f = outfile_stream(o->file);
    o->clusters = opts->clusters;
    if (opts->form == TRACE_TEXT) {
        fwrite(opts->head, 1, opts->head_bytes, f);
        return o;
    }
    o->indexed = tracez_writer_open(f, opts->head, opts->head_bytes, opts->sample, opts->sample_bytes);
    if (o->indexed) return o;
    err_set(err, path, 0, "out of memory");
    trace_out_abort(o);
    return NULL;
}

static void end_cta(trace_out_t *o)
{
    if (o->inside && !o->indexed) fputs("\n#END_TB\n", outfile_stream(o->file));
    o->inside = false;
}

static void put_place(FILE *f, const char *key, const uint32_t v[3])
{
    fprintf(f, "%s = %" PRIu32 ",%" PRIu32 ",%" PRIu32 "\n", key, v[0], v[1], v[2]);
}

void trace_out_cta(trace_out_t *o, const tracez_cta_t *cta, uint32_t warps)
{
    FILE *f = outfile_stream(o->file);
    end_cta(o);
    o->inside = true;
    if (o->indexed) {
        tracez_put_cta(o->indexed, cta, warps);
        return;
    }
    fputs("\n#BEGIN_TB\n\n", f);
    put_place(f, "thread block", cta->at[TRACEZ_CTA]);
    if (!o->clusters) return;
    put_place(f, "cluster id", cta->at[TRACEZ_CLUSTER]);
    put_place(f, "cluster cta", cta->at[TRACEZ_IN_CLUSTER]);
    fprintf(f, "cluster rank = %" PRIu32 "\n", cta->rank);
}

void trace_out_warp(trace_out_t *o, uint32_t warp, uint64_t insts)
{
    if (o->indexed) tracez_put_warp(o->indexed, warp);
    else fprintf(outfile_stream(o->file), "\nwarp = %" PRIu32 "\ninsts = %" PRIu64 "\n", warp, insts);
}

void trace_out_line(trace_out_t *o, const char *line, size_t chars)
{
    FILE *f = outfile_stream(o->file);
    if (o->indexed) {
        tracez_put_line(o->indexed, line, chars);
        return;
    }
    fwrite(line, 1, chars, f);
    fputc('\n', f);
}

bool trace_out_commit(trace_out_t *o, err_t *err)
{
    end_cta(o);
    outfile_t *file = o->file;
    const bool ok = !o->indexed || tracez_writer_close(o->indexed);
    free(o);
    if (ok) return outfile_commit(file, err);
    outfile_abort(file);
    return err_set(err, NULL, 0, "out of memory");
}

void trace_out_abort(trace_out_t *o)
{
    if (!o) return;
    if (o->indexed) tracez_writer_close(o->indexed);
    outfile_abort(o->file);
    free(o);
}
