/* trace_cta.c - the front end: a resident CTA reads the lines of its warps as they issue, each warp through a window of
 * fixed size on the text.
 *
 * Warps often execute the same instruction sequence. If a line equals, up to its addresses, the line that followed the
 * same instruction before, it is not parsed again. */
#include "isa/local_map.h"
#include "trace/trace_internal.h"
#include "trace/trace_scan.h"

#include <stdlib.h>

enum { WINDOW_BYTES = 8192 }; /* a line with 32 listed addresses has about 700 */
enum { BINARY_HOPPER = 90 };  /* has bulk copies, whose lines may list thousands of addresses */

enum { SPACING_INSTS = 64 };

typedef struct {
    trace_parsed_t next; /* inst NULL: the warp has ended */
    trace_line_t line;   /* where it stands, in the window */
    uint64_t left;       /* instructions, the next included */
    uint64_t base;       /* offset of the window in the text */
    uint64_t stop;       /* offset behind the warp's lines; UINT64_MAX: unknown */
    uint32_t at, used;   /* position in the window, bytes in it */
    uint32_t exist;      /* lanes that have a thread */
    bool parsed;         /* the line was parsed; false: recognised by take_seen */
    char *window;
} warp_text_t;

struct fe_cta {
    trace_spare_t spare;
    trace_kernel_t *k;
    local_home_t local;
    warp_text_t warp[];
};

/* Up to this a window is filled if a line is longer than WINDOW_BYTES. */
static size_t window_most(const trace_kernel_t *k)
{
    return k->head.binary >= BINARY_HOPPER ? TRACE_LINE_MAX : WINDOW_BYTES;
}

static fe_cta_t *cta_new(trace_kernel_t *k)
{
    const size_t head = sizeof(fe_cta_t) + k->warps * sizeof(warp_text_t), most = window_most(k);
    fe_cta_t *cta = malloc(head + k->warps * most);
    if (!cta) return NULL;
    cta->k = k;
    for (uint32_t w = 0; w < k->warps; w++) {
        cta->warp[w].window = (char *)cta + head + w * most;
        cta->warp[w].exist = trace_lanes_of(k, w);
    }
    return cta;
}

static bool refill(const trace_kernel_t *k, warp_text_t *w, size_t want, err_t *err)
{
    size_t got;
    w->base += w->at;
    w->at = 0;
    if (w->stop > w->base && w->stop - w->base < want) want = (size_t)(w->stop - w->base);
    if (!trace_text_read(k->text, w->base, w->window, want, &got, err)) return false;
    w->used = (uint32_t)got;
    return true;
}

/* The next line that is not blank. The first pass has read it; if it is missing, the file has changed. */
static bool next_line(const trace_kernel_t *k, warp_text_t *w, err_t *err)
{
    trace_line_t *line = &w->line;
    size_t filled = 0; /* bytes that the last refill of this call asked for */
    const size_t most = window_most(k);
    for (;;) {
        char *from = w->window + w->at, *end = w->window + w->used;
        char *feed = memchr(from, '\n', (size_t)(end - from));
        if (!feed && (!filled || (filled < most && w->used == filled))) {
            filled = filled ? most : WINDOW_BYTES;
            if (!refill(k, w, filled, err)) return false;
            continue;
        }
        line->offset = w->base + w->at;
        if (!feed && w->used == most)
            return trace_text_error(k->text, line->offset, err,
                                    "an instruction line of more than the %zu characters allowed", most - 1);
        if (!feed && from == end)
            return trace_text_error(k->text, line->offset, err, "the file has changed while it was read");
        line->at = scan_skip(from, feed ? feed : end);
        line->end = feed ? feed : end;
        while (line->end > line->at && scan_is_blank(line->end[-1])) line->end--;
        w->at = (uint32_t)(line->end - w->window);
        if (feed) w->at = (uint32_t)(feed + 1 - w->window);
        if (line->at < line->end) return true;
    }
}

/* Takes the next line if it is a line of `inst` that was parsed before. False: it is not; nothing has changed. */
static bool take_seen(warp_text_t *w, trace_inst_t *inst)
{
    char *from = w->window + w->at, *end = w->window + w->used, *rest = from + inst->seen_bytes;
    if (!inst->seen_bytes || rest > end || memcmp(from, inst->seen, inst->seen_bytes) != 0) return false;
    char *feed = inst->listed ? memchr(rest, '\n', (size_t)(end - rest)) : rest - 1;
    if (!feed || (inst->listed && !scan_is_blank(*rest)) || inst->seen_lanes & ~w->exist) return false;
    w->line = (trace_line_t){.at = from, .end = feed, .offset = w->base + w->at};
    while (scan_is_blank(w->line.end[-1])) w->line.end--;
    w->next = (trace_parsed_t){.inst = inst, .lanes = inst->seen_lanes, .rest = rest};
    w->parsed = false;
    w->at = (uint32_t)(feed + 1 - w->window);
    return true;
}

/* Keeps the current line for take_seen. It must be free of mistakes and still in the window. */
static void remember(const warp_text_t *w)
{
    trace_inst_t *inst = w->next.inst;
    const char *end = inst->listed ? w->next.rest : w->window + w->at;
    const size_t bytes = (size_t)(end - w->line.at);
    inst->seen_bytes = 0;
    if (bytes > TRACE_SEEN_BYTES || (!inst->listed && end[-1] != '\n')) return;
    memcpy(inst->seen, w->line.at, bytes);
    inst->seen_bytes = (uint8_t)bytes;
    inst->seen_lanes = w->next.lanes;
}

static bool next_inst(trace_kernel_t *k, warp_text_t *w, err_t *err)
{
    trace_inst_t *last = w->next.inst;
    w->next.inst = NULL;
    if (!w->left) return true;
    if (last && last->after && take_seen(w, last->after)) return true;
    w->parsed = true;
    if (!next_line(k, w, err) || !trace_line_parse(k, &w->line, &w->next, err)) return false;
    if (last) last->after = w->next.inst;
    if (!(w->next.lanes & ~w->exist)) return true;
    return trace_text_error(k->text, w->line.offset, err, "mask %08x has lanes without a thread; allowed: bits of %08x",
                            w->next.lanes, w->exist);
}

static bool warp_begin(trace_kernel_t *k, warp_text_t *w, const uint64_t *warp_at, bool last, err_t *err)
{
    w->base = *warp_at;
    w->at = w->used = 0;
    w->next.inst = NULL;
    w->left = 0;
    if (!*warp_at || *warp_at == TRACE_NO_WARP) return true;
    w->stop = last || warp_at[1] < *warp_at ? UINT64_MAX : warp_at[1];
    if (!next_line(k, w, err)) return false;
    const char *value = scan_key(w->line.at, w->line.end, "insts");
    if (!value || !scan_decimal(&value, w->line.end, &w->left))
        return trace_text_error(k->text, w->line.offset, err, "the file has changed while it was read");
    return next_inst(k, w, err);
}

static void cta_end(void *self, fe_cta_t *cta)
{
    if (cta) trace_spare_put(self, &cta->spare);
}

static fe_cta_t *cta_take(trace_kernel_t *k, err_t *err)
{
    fe_cta_t *cta = trace_spare_take(k);
    if (!cta && !(cta = cta_new(k))) err_set(err, trace_text_path(k->text), 0, "out of memory for a CTA");
    return cta;
}

static fe_cta_t *cta_begin(void *self, const cta_place_t *place, err_t *err)
{
    trace_kernel_t *k = self;
    fe_cta_t *cta = cta_take(k, err);
    if (!cta) return NULL;
    cta->local = local_map_home(&k->launch.local, place);
    const uint64_t *warp_at = k->warp_at + (uint64_t)place->lid * k->warps;
    for (uint32_t w = 0; w < k->warps; w++)
        if (!warp_begin(k, &cta->warp[w], warp_at + w, w + 1 == k->warps, err)) {
            cta_end(k, cta);
            return NULL;
        }
    return cta;
}

static const winst_t *peek(fe_cta_t *cta, uint32_t warp)
{
    const trace_inst_t *inst = cta->warp[warp].next.inst;
    return inst ? &inst->w : NULL;
}

static bool step(fe_cta_t *cta, uint32_t warp, winst_exec_t *out, err_t *err)
{
    warp_text_t *w = &cta->warp[warp];
    if (w->parsed || w->next.inst->listed) {
        if (!trace_addr_read(cta->k, &w->line, &w->next, out, err)) return false;
        if (w->parsed) remember(w);
    } else {
        out->lanes = w->next.lanes;
        out->space = SPACE_NONE;
    }
    w->left--;
    return next_inst(cta->k, w, err);
}

static bool exec(fe_cta_t *cta, uint32_t warp, winst_exec_t *out, err_t *err)
{
    trace_met_t *opcode = cta->warp[warp].next.inst->opcode;
    if (!step(cta, warp, out, err)) return false;
    trace_place(cta->k, &cta->local, warp, out);
    opcode->pub.warp_insts++;
    return true;
}

bool trace_walk(trace_kernel_t *k, uint64_t from, uint64_t to, trace_visit_t *visit, void *self, err_t *err)
{
    winst_exec_t x;
    fe_cta_t *cta = cta_take(k, err);
    bool ok = cta != NULL;
    for (uint64_t i = from; ok && i < to; i++) {
        const uint32_t w = (uint32_t)(i % k->warps);
        const trace_inst_t *inst;
        ok = warp_begin(k, &cta->warp[w], k->warp_at + i, w + 1 == k->warps, err);
        while (ok && (inst = cta->warp[w].next.inst) != NULL)
            ok = step(cta, w, &x, err) && (!visit || visit(self, i, inst, &x));
    }
    cta_end(k, cta);
    return ok;
}

static bool decode(trace_kernel_t *k, err_t *err) { return trace_walk(k, 0, k->ctas * k->warps, NULL, NULL, err); }

typedef struct {
    void (*see)(void *to, uint64_t warp, uint32_t number);
    void *to;
} seer_t;

static bool see_number(void *self, uint64_t warp, const trace_inst_t *inst, const winst_exec_t *x)
{
    const seer_t *s = self;
    (void)x;
    s->see(s->to, warp, inst->number);
    return true;
}

static bool flow(trace_kernel_t *k, void (*see)(void *to, uint64_t warp, uint32_t number), void *to, err_t *err)
{
    seer_t s = {see, to};
    return trace_walk(k, 0, k->ctas * k->warps, see_number, &s, err);
}

/* Some tools write 16 bytes for older binaries too, so the first instructions of the first warp that has any decide. */
static uint32_t spacing_bytes(trace_kernel_t *k, err_t *err)
{
    uint64_t first = 0;
    while (!k->warp_at[first] || k->warp_at[first] == TRACE_NO_WARP) first++;
    const cta_place_t place = {.lid = (uint32_t)(first / k->warps)};
    const uint32_t warp = (uint32_t)(first % k->warps);
    uint32_t bytes = TRACE_VOLTA_INST_BYTES;
    winst_exec_t x;
    fe_cta_t *cta = cta_begin(k, &place, err);
    for (uint32_t i = 0; cta && i < SPACING_INSTS; i++) {
        const winst_t *w = peek(cta, warp);
        if (!w) break;
        if (w->pc_bytes % TRACE_VOLTA_INST_BYTES) bytes = TRACE_VOLTA_INST_BYTES / 2;
        if (!step(cta, warp, &x, err)) break;
    }
    cta_end(k, cta);
    return err->text[0] ? 0 : bytes;
}

const trace_source_t trace_text_source = {
    .fe = {.cta_begin = cta_begin, .cta_end = cta_end, .peek = peek, .exec = exec, .code = trace_code},
    .spacing_bytes = spacing_bytes,
    .decode = decode,
    .flow = flow};
