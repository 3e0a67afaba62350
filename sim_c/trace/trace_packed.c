/* trace_packed.c - the front end on the compact form of a kernel: a resident CTA reads the records of its warps from
 * mapped memory. The hash of the file has been compared, so records are well formed; each is checked against the bounds
 * of its warp all the same. */
#include "base/bits.h"
#include "isa/local_map.h"
#include "trace/trace_pack.h"

#include <stdlib.h>
#include <string.h>

enum { WINDOW_BYTES = 1 << 16 };

typedef struct {
    const trace_packed_inst_t *inst; /* the next; NULL: the warp has ended */
    const uint8_t *at;               /* its addresses, or the next record */
    const uint8_t *stop;             /* of those that trace_unpack_touch has counted */
    const uint8_t *end;              /* of the warp's records */
    uint32_t run;                    /* instructions left of a PACK_RUN record, behind the next */
    uint32_t lanes;
    uint32_t exist; /* lanes that have a thread */
    uint32_t form;  /* pack_form_t of the next */
} warp_t;

struct fe_cta {
    trace_spare_t spare;
    trace_kernel_t *k;
    const trace_packed_inst_t *first, *behind; /* all instructions */
    uint32_t lid;
    local_home_t local;
    warp_t warp[];
};

static uint32_t address_bytes(uint32_t form, uint32_t lanes)
{
    const uint32_t n = bits_set(lanes);
    switch ((pack_form_t)form) {
    case PACK_STRIDE: return PACK_STRIDE_BYTES;
    case PACK_DELTA16: return (uint32_t)(sizeof(uint64_t) + (n - 1) * sizeof(int16_t));
    case PACK_DELTA32: return (uint32_t)(sizeof(uint64_t) + (n - 1) * sizeof(int32_t));
    case PACK_LIST: return (uint32_t)(n * sizeof(uint64_t));
    case PACK_NONE:
    case PACK_FORMS: break;
    }
    return 0;
}

static uint32_t take_word(warp_t *w)
{
    uint32_t v;
    memcpy(&v, w->at, sizeof v);
    w->at += sizeof v;
    return v;
}

/* Reads the record at w->at. False: it makes no sense. */
static bool read_record(const fe_cta_t *cta, warp_t *w)
{
    const trace_packed_inst_t *next = w->inst ? w->inst + 1 : cta->first;
    const uint8_t tag = *w->at++;
    w->form = 0;
    if (tag & PACK_RUN) {
        w->run = tag & (PACK_RUN - 1);
        w->inst = next;
        return cta->behind - next > w->run;
    }
    const size_t words = !!(tag & PACK_JUMP) + !!(tag & PACK_LANES);
    if (tag & ~PACK_TAG_BITS || (size_t)(w->end - w->at) < words * sizeof(uint32_t)) return false;
    if (tag & PACK_JUMP) {
        const uint32_t number = take_word(w);
        if (number >= cta->behind - cta->first) return false;
        next = cta->first + number;
    }
    if (tag & PACK_LANES) w->lanes = take_word(w);
    if (next == cta->behind || w->lanes & ~w->exist) return false;
    w->inst = next;
    w->form = tag & PACK_FORM;
    return w->form < PACK_FORMS && (w->form != PACK_NONE) == (next->listed && w->lanes) &&
           (!w->form || (size_t)(w->end - w->at) >= address_bytes(w->form, w->lanes));
}

/* False: the warp has ended. */
static bool count_window(const fe_cta_t *cta, warp_t *w)
{
    w->stop = w->end - w->at < WINDOW_BYTES ? w->end : w->at + WINDOW_BYTES;
    trace_unpack_touch(cta->k->packed, (uint64_t)(w->stop - w->at));
    return w->at < w->end;
}

static bool next_inst(fe_cta_t *cta, warp_t *w, err_t *err)
{
    if (w->run) {
        w->run--;
        w->inst++;
        return true;
    }
    if (w->at >= w->stop && !count_window(cta, w)) {
        w->inst = NULL;
        return true;
    }
    const uint8_t *at = w->at;
    return read_record(cta, w) || trace_unpack_damaged(cta->k, at, err);
}

/* Lanes side by side take all 32 slots, as the others are undefined: that needs no loop over bits. */
static void spread(uint64_t first, int64_t stride, uint32_t lanes, uint64_t *addr)
{
    const uint32_t low = (uint32_t)__builtin_ctz(lanes), shifted = lanes >> low;
    if (!(shifted & (shifted + 1))) {
        first -= (uint64_t)stride * low;
        for (uint32_t i = 0; i < TRACE_WARP_LANES; i++, first += (uint64_t)stride) addr[i] = first;
        return;
    }
    for (; lanes; lanes &= lanes - 1, first += (uint64_t)stride) addr[__builtin_ctz(lanes)] = first;
}

/* Differences of `bytes` bytes each. */
static void add_up(uint64_t value, const uint8_t *at, uint32_t bytes, uint32_t lanes, uint64_t *addr)
{
    addr[__builtin_ctz(lanes)] = value;
    for (lanes &= lanes - 1; lanes; lanes &= lanes - 1, at += bytes) {
        int16_t narrow;
        int32_t wide;
        if (bytes == sizeof narrow) {
            memcpy(&narrow, at, sizeof narrow);
            wide = narrow;
        } else {
            memcpy(&wide, at, sizeof wide);
        }
        value += (uint64_t)(int64_t)wide;
        addr[__builtin_ctz(lanes)] = value;
    }
}

static void read_addresses(const warp_t *w, uint64_t *addr)
{
    uint64_t first;
    int32_t stride;
    const uint8_t *behind = w->at + sizeof first;
    memcpy(&first, w->at, sizeof first);
    if (w->form == PACK_STRIDE) {
        memcpy(&stride, behind, sizeof stride);
        spread(first, stride, w->lanes, addr);
    } else if (w->form == PACK_DELTA16) {
        add_up(first, behind, sizeof(int16_t), w->lanes, addr);
    } else if (w->form == PACK_DELTA32) {
        add_up(first, behind, sizeof(int32_t), w->lanes, addr);
    } else {
        const uint8_t *at = w->at;
        for (uint32_t left = w->lanes; left; left &= left - 1, at += sizeof *addr)
            memcpy(&addr[__builtin_ctz(left)], at, sizeof *addr);
    }
}

static void cta_end(void *self, fe_cta_t *cta)
{
    if (cta) trace_spare_put(self, &cta->spare);
}

static fe_cta_t *cta_new(trace_kernel_t *k)
{
    fe_cta_t *cta = calloc(1, sizeof *cta + k->warps * sizeof *cta->warp);
    if (!cta) return NULL;
    cta->k = k;
    cta->first = k->packed->inst;
    cta->behind = cta->first + k->packed->head->insts;
    for (uint32_t w = 0; w < k->warps; w++) cta->warp[w].exist = trace_lanes_of(k, w);
    return cta;
}

static bool warp_begin(fe_cta_t *cta, uint32_t warp, err_t *err)
{
    const struct trace_packed *p = cta->k->packed;
    warp_t *w = &cta->warp[warp];
    const uint64_t *at = p->warp_at + (uint64_t)cta->lid * cta->k->warps + warp;
    if (at[0] < trace_pack_record_at(p->head) || at[0] > at[1] || at[1] > p->head->head_at)
        return trace_unpack_damaged(cta->k, at, err);
    w->at = w->stop = p->map + at[0];
    w->end = p->map + at[1];
    w->inst = NULL;
    w->run = w->lanes = w->form = 0;
    return next_inst(cta, w, err);
}

static fe_cta_t *cta_begin(void *self, const cta_place_t *place, err_t *err)
{
    trace_kernel_t *k = self;
    fe_cta_t *cta = trace_spare_take(k);
    if (!cta) cta = cta_new(k);
    if (!cta) {
        err_set(err, trace_text_path(k->text), 0, "out of memory for a CTA");
        return NULL;
    }
    cta->lid = place->lid;
    cta->local = local_map_home(&k->launch.local, place);
    bool ok = true;
    for (uint32_t w = 0; ok && w < k->warps; w++) ok = warp_begin(cta, w, err);
    if (ok) return cta;
    cta_end(k, cta);
    return NULL;
}

static const winst_t *peek(fe_cta_t *cta, uint32_t warp)
{
    const trace_packed_inst_t *inst = cta->warp[warp].inst;
    return inst ? &inst->w : NULL;
}

static bool exec(fe_cta_t *cta, uint32_t warp, winst_exec_t *out, err_t *err)
{
    warp_t *w = &cta->warp[warp];
    const trace_packed_inst_t *inst = w->inst;
    out->lanes = w->lanes;
    out->space = inst->space;
    inst->opcode->pub.warp_insts++;
    if (w->form) {
        if (inst->space != SPACE_NONE) read_addresses(w, out->addr);
        if (inst->generic) out->space = trace_space(&cta->k->head, out->addr[__builtin_ctz(w->lanes)]);
        w->at += address_bytes(w->form, w->lanes);
    } else if (inst->listed && w->lanes) {
        return trace_unpack_damaged(cta->k, w->at, err);
    }
    if (out->space == SPACE_SHARED || out->space == SPACE_LOCAL) trace_place(cta->k, &cta->local, warp, out);
    return next_inst(cta, w, err);
}

static bool flow(trace_kernel_t *k, void (*see)(void *to, uint64_t warp, uint32_t number), void *to, err_t *err)
{
    bool ok = true;
    for (uint64_t lid = 0; ok && lid < k->ctas; lid++) {
        const cta_place_t place = {.lid = (uint32_t)lid};
        fe_cta_t *cta = cta_begin(k, &place, err);
        ok = cta != NULL;
        for (uint32_t i = 0; ok && i < k->warps; i++)
            for (warp_t *w = &cta->warp[i]; ok && w->inst; ok = next_inst(cta, w, err)) {
                see(to, lid * k->warps + i, (uint32_t)(w->inst - cta->first));
                w->at += address_bytes(w->form, w->lanes);
                w->form = PACK_NONE;
            }
        cta_end(k, cta);
    }
    return ok;
}

static uint32_t spacing_bytes(trace_kernel_t *k, err_t *err)
{
    (void)err;
    return k->packed->head->spacing_bytes;
}

const trace_source_t trace_packed_source = {
    .fe = {.cta_begin = cta_begin, .cta_end = cta_end, .peek = peek, .exec = exec, .code = trace_code},
    .spacing_bytes = spacing_bytes,
    .decode = trace_unpack_decode,
    .flow = flow};

bool trace_packed_open(trace_kernel_t *k, const void *map, size_t bytes, const trace_key_t *of, err_t *err)
{
    struct trace_packed *p = trace_unpack_open(k, map, bytes, of, err);
    if (!p) return false;
    trace_spare_free(k); /* they are CTAs of the text */
    k->packed = p;
    k->source = &trace_packed_source;
    k->ctas_absent = p->head->ctas_absent;
    k->ctas_cut = p->head->ctas_cut;
    k->cluster_ctas = (uint32_t)p->head->cluster_ctas;
    k->warps_empty = p->head->warps_empty;
    return true;
}

void trace_packed_close(trace_kernel_t *k)
{
    trace_spare_free(k);
    trace_insts_free(&k->insts);
    trace_unpack_close(k->packed);
    k->packed = NULL;
    k->source = &trace_text_source;
}
