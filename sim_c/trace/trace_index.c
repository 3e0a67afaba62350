/* trace_index.c - the first pass over a kernel: checks its structure and records where each warp of each CTA begins. */
#include "trace/trace_internal.h"
#include "trace/trace_scan.h"

#include <inttypes.h>
#include <stdlib.h>

enum { WARPS_ALWAYS = 1 << 20 }; /* this many may be empty, so that memory and time are bounded by the file's size */

typedef struct {
    trace_kernel_t *k;
    trace_lines_t *lines;
    const trace_sink_t *sink; /* NULL: none */
    tracez_cta_t cta;         /* where this CTA is */
    bool begun;               /* it has named a warp */
    bool inside;              /* between #BEGIN_TB and #END_TB */
    bool placed;              /* "thread block =" was read */
    uint64_t lid;             /* linear id of this CTA */
    int64_t warp;             /* number in the last "warp ="; -1: none */
    bool any;                 /* an instruction was read */
} pass_t;

void trace_sizes(trace_kernel_t *k)
{
    const trace_head_t *h = &k->head;
    k->threads = h->block[0] * h->block[1] * h->block[2];
    k->warps = (k->threads + TRACE_WARP_LANES - 1) / TRACE_WARP_LANES;
    k->ctas = (uint64_t)h->grid[0] * h->grid[1] * h->grid[2];
}

static bool allocate(trace_kernel_t *k, err_t *err)
{
    trace_sizes(k);
    const uint64_t bytes = trace_text_bytes(k->text), warps = k->ctas * k->warps;
    if (warps > WARPS_ALWAYS && warps > bytes)
        return err_set(err, trace_text_path(k->text), 0,
                       "the grid has %" PRIu64 " CTAs of %u warps, more than fit in the file's %" PRIu64
                       " bytes; correct 'grid dim'",
                       k->ctas, k->warps, bytes);
    k->warp_at = calloc(warps, sizeof *k->warp_at);
    return k->warp_at || err_set(err, trace_text_path(k->text), 0, "out of memory");
}

static bool place(pass_t *p, const trace_line_t *line, const char *value, err_t *err)
{
    const trace_head_t *h = &p->k->head;
    uint64_t v[3];
    if (!scan_triple(value, line->end, v) || v[0] >= h->grid[0] || v[1] >= h->grid[1] || v[2] >= h->grid[2])
        return trace_text_error(p->k->text, line->offset, err,
                                "thread block: found '%s'; allowed: x,y,z inside the grid of %u,%u,%u",
                                trace_shown(value, line->end).text, h->grid[0], h->grid[1], h->grid[2]);
    p->lid = (v[2] * h->grid[1] + v[1]) * h->grid[0] + v[0];
    p->placed = true;
    for (uint32_t i = 0; i < 3; i++) p->cta.at[TRACEZ_CTA][i] = (uint32_t)v[i];
    return p->k->warp_at[p->lid * p->k->warps] == 0 ||
           trace_text_error(p->k->text, line->offset, err, "thread block %.40s a second time; allowed: once",
                            trace_shown(value, line->end).text);
}

static bool name_warp(pass_t *p, const trace_line_t *line, const char *value, err_t *err)
{
    uint64_t w;
    const char *at = value;
    if (!scan_decimal(&at, line->end, &w) || at != line->end || w >= p->k->warps)
        return trace_text_error(p->k->text, line->offset, err, "warp: found '%s'; allowed: 0 to %u",
                                trace_shown(value, line->end).text, p->k->warps - 1);
    p->warp = (int64_t)w;
    return true;
}

static bool skip_insts(pass_t *p, uint64_t insts, err_t *err)
{
    trace_line_t line;
    for (uint64_t i = 0; (i += p->sink ? 0 : trace_lines_pass(p->lines, insts - i)) < insts; i++) {
        const bool any = trace_lines_next(p->lines, &line, err);
        if (!any && err->text[0]) return false;
        if (any && scan_hex_digit(*line.at) < 16) {
            if (p->sink) p->sink->line(p->sink->self, line.at, (size_t)(line.end - line.at));
            continue;
        }
        return trace_text_error(p->k->text, any ? line.offset : trace_text_bytes(p->k->text), err,
                                "%s%s%s after %" PRIu64 " of the %" PRIu64 " instructions of warp %" PRId64,
                                any ? "found '" : "", any ? trace_shown(line.at, line.end).text : "the file ends",
                                any ? "'" : "", i, insts, p->warp);
    }
    return true;
}

static bool warp_insts(pass_t *p, const trace_line_t *line, const char *value, err_t *err)
{
    const trace_text_t *t = p->k->text;
    uint64_t n;
    const char *at = value;
    if (!p->placed || p->warp < 0)
        return trace_text_error(t, line->offset, err,
                                "'insts =' without 'thread block =' and 'warp =' before it in the CTA");
    if (!scan_decimal(&at, line->end, &n) || at != line->end || n > UINT32_MAX)
        return trace_text_error(t, line->offset, err, "insts: found '%s'; allowed: a decimal number",
                                trace_shown(value, line->end).text);
    uint64_t *warp_at = &p->k->warp_at[p->lid * p->k->warps + (uint64_t)p->warp];
    if (*warp_at)
        return trace_text_error(t, line->offset, err, "warp %" PRId64 " a second time; allowed: once", p->warp);
    *warp_at = n ? line->offset : TRACE_NO_WARP;
    p->any = p->any || n;
    if (p->sink && !p->begun) p->sink->cta(p->sink->self, &p->cta);
    if (p->sink) p->sink->warp(p->sink->self, (uint32_t)p->warp, n);
    p->begun = true;
    if (!skip_insts(p, n, err)) return false;
    p->warp = -1;
    return true;
}

static bool begin_cta(pass_t *p, const trace_line_t *line, err_t *err)
{
    if (p->inside)
        return trace_text_error(p->k->text, line->offset, err, "#BEGIN_TB inside a CTA; expected its #END_TB first");
    p->inside = true;
    p->placed = p->begun = false;
    p->cta = (tracez_cta_t){0};
    p->warp = -1;
    return true;
}

/* Warps that the CTA does not name are empty, and so is a CTA that does not say which one it is. */
static bool end_cta(pass_t *p, const trace_line_t *line, err_t *err)
{
    if (!p->inside) return trace_text_error(p->k->text, line->offset, err, "#END_TB without #BEGIN_TB before it");
    const uint32_t cluster_ctas = trace_cluster_ctas(&p->cta);
    p->inside = false;
    if (cluster_ctas > p->k->cluster_ctas) p->k->cluster_ctas = cluster_ctas;
    for (uint32_t w = 0; p->placed && w < p->k->warps; w++) {
        uint64_t *warp_at = &p->k->warp_at[p->lid * p->k->warps + w];
        if (!*warp_at) *warp_at = TRACE_NO_WARP;
        p->k->warps_empty += *warp_at == TRACE_NO_WARP;
    }
    return true;
}

static bool line_is(const trace_line_t *line, const char *word)
{
    const size_t chars = strlen(word);
    return (size_t)(line->end - line->at) == chars && memcmp(line->at, word, chars) == 0;
}

static bool body_line(pass_t *p, const trace_line_t *line, err_t *err)
{
    const char *value;
    if (line_is(line, "#BEGIN_TB")) return begin_cta(p, line, err);
    if (line_is(line, "#END_TB")) return end_cta(p, line, err);
    if (p->inside && (value = scan_key(line->at, line->end, "thread block"))) return place(p, line, value, err);
    if (p->inside && (value = scan_key(line->at, line->end, "warp"))) return name_warp(p, line, value, err);
    if (p->inside && (value = scan_key(line->at, line->end, "insts"))) return warp_insts(p, line, value, err);
    if (p->inside && !p->begun && line->end - line->at > 7 && memcmp(line->at, "cluster", 7) == 0)
        return trace_cluster_read(p->k, line, &p->cta, err);
    return trace_text_error(p->k->text, line->offset, err, "found '%s'; allowed here: %s",
                            trace_shown(line->at, line->end).text,
                            !p->inside ? "#BEGIN_TB"
                            : p->begun ? "'warp =', 'insts =', #END_TB"
                                       : "'thread block =', 'cluster ... =', 'warp =', 'insts =', #END_TB");
}

/* Accel-Sim's tool leaves out CTAs without instructions. */
static void count_absent(trace_kernel_t *k)
{
    for (uint64_t lid = 0; lid < k->ctas; lid++) {
        const bool absent = !k->warp_at[lid * k->warps];
        k->ctas_absent += absent;
        k->ctas_cut = absent ? k->ctas_cut + 1 : 0;
    }
}

static bool body(pass_t *p, bool begins, err_t *err)
{
    trace_line_t line = {0};
    if (begins && !begin_cta(p, &line, err)) return false;
    while (trace_lines_next(p->lines, &line, err))
        if (!body_line(p, &line, err)) return false;
    if (err->text[0]) return false;
    const uint64_t end = trace_text_bytes(p->k->text);
    if (p->inside) return trace_text_error(p->k->text, end, err, "the file ends inside a CTA; expected its #END_TB");
    count_absent(p->k);
    return p->any || trace_text_error(p->k->text, end, err,
                                      "the file ends without an instruction; the grid of %u,%u,%u has %" PRIu64
                                      " CTAs: trace it again",
                                      p->k->head.grid[0], p->k->head.grid[1], p->k->head.grid[2], p->k->ctas);
}

bool trace_index(trace_kernel_t *k, const trace_sink_t *sink, err_t *err)
{
    bool begins;
    pass_t p = {.k = k, .sink = sink, .lines = trace_lines_open(k->text, err)};
    trace_mores_free(&k->head.mores);
    k->ctas_absent = k->ctas_cut = k->warps_empty = 0;
    k->cluster_ctas = 0;
    free(k->warp_at);
    k->warp_at = NULL;
    const bool ok = p.lines && trace_head_read(p.lines, k->text, &k->head, &begins, err) && allocate(k, err) &&
                    body(&p, begins, err);
    trace_lines_close(p.lines);
    return ok;
}
