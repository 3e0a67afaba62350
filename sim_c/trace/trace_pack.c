/* trace_pack.c - writes the compact form of a kernel's trace. */
#include "base/interrupt.h"
#include "trace/trace_pack.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { BUFFER_BYTES = 1 << 16 };

typedef struct {
    FILE *f;
    XXH3_state_t *hash; /* of everything behind the header */
    uint64_t at;        /* offset in the file behind what was put */
    uint64_t *warp_at;
    uint64_t warps; /* of which the begin is known */
    uint32_t run;   /* instructions that a PACK_RUN record is still to hold */
    uint32_t next;  /* the instruction behind the last */
    uint32_t lanes; /* of the last */
    uint32_t used;  /* bytes in the buffer */
    bool failed;
    uint8_t buffer[BUFFER_BYTES];
} packer_t;

static void flush(packer_t *p)
{
    XXH3_64bits_update(p->hash, p->buffer, p->used);
    if (fwrite(p->buffer, 1, p->used, p->f) != p->used) p->failed = true;
    p->used = 0;
}

static void put(packer_t *p, const void *from, size_t bytes)
{
    if (bytes > BUFFER_BYTES - p->used) flush(p);
    memcpy(p->buffer + p->used, from, bytes);
    p->used += (uint32_t)bytes;
    p->at += bytes;
}

static void put_run(packer_t *p)
{
    if (!p->run) return;
    const uint8_t tag = (uint8_t)(PACK_RUN + p->run - 1);
    p->run = 0;
    put(p, &tag, 1);
}

/* Whether all n addresses are `stride` apart. Without an early end, so that several are compared at a time. */
static bool evenly(const uint64_t *addr, uint32_t n, uint64_t stride)
{
    uint64_t differ = 0;
    for (uint32_t i = 1; i < n; i++) differ |= (addr[i] - addr[i - 1]) ^ stride;
    return !differ;
}

/* The shortest form of n addresses, n above 0. */
static pack_form_t form_of(const uint64_t *addr, uint32_t n)
{
    const int64_t stride = n > 1 ? (int64_t)(addr[1] - addr[0]) : 0;
    if (stride == (int32_t)stride && evenly(addr, n, (uint64_t)stride)) return PACK_STRIDE;
    pack_form_t form = PACK_DELTA16;
    for (uint32_t i = 1; i < n; i++) {
        const int64_t delta = (int64_t)(addr[i] - addr[i - 1]);
        if (delta != (int32_t)delta) return PACK_LIST;
        if (delta != (int16_t)delta) form = PACK_DELTA32;
    }
    return form;
}

static void put_addresses(packer_t *p, pack_form_t form, const uint64_t *addr, uint32_t n)
{
    put(p, addr, (form == PACK_LIST ? n : 1) * sizeof *addr);
    const uint32_t deltas = form == PACK_LIST ? 0 : form == PACK_STRIDE ? 1 : n - 1;
    for (uint32_t i = 1; i <= deltas; i++) {
        const int32_t wide = n > 1 ? (int32_t)(addr[i] - addr[i - 1]) : 0;
        const int16_t narrow = (int16_t)wide;
        if (form == PACK_DELTA16) put(p, &narrow, sizeof narrow);
        else put(p, &wide, sizeof wide);
    }
}

/* The addresses of n active lanes one behind the other: where they are, or in `room` if other lanes are between. */
static const uint64_t *in_a_row(const winst_exec_t *x, uint32_t n, uint64_t *room)
{
    const uint32_t first = (uint32_t)__builtin_ctz(x->lanes);
    if (x->lanes >> first == UINT32_MAX >> (TRACE_WARP_LANES - n)) return x->addr + first;
    for (uint32_t left = x->lanes, i = 0; left; left &= left - 1) room[i++] = x->addr[__builtin_ctz(left)];
    return room;
}

static void put_inst(packer_t *p, const trace_inst_t *inst, const winst_exec_t *x)
{
    uint64_t room[TRACE_WARP_LANES];
    const uint32_t n = inst->listed ? (uint32_t)__builtin_popcount(x->lanes) : 0;
    const uint64_t *addr = n ? in_a_row(x, n, room) : NULL;
    const pack_form_t form = n ? form_of(addr, n) : PACK_NONE;
    const bool jump = inst->number != p->next, lanes = x->lanes != p->lanes;
    p->next = inst->number + 1;
    p->lanes = x->lanes;
    if (form == PACK_NONE && !jump && !lanes) {
        if (++p->run == PACK_RUN_INSTS) put_run(p);
        return;
    }
    put_run(p);
    const uint8_t tag = (uint8_t)(form | (jump ? PACK_JUMP : 0) | (lanes ? PACK_LANES : 0));
    put(p, &tag, 1);
    if (jump) put(p, &inst->number, sizeof inst->number);
    if (lanes) put(p, &x->lanes, sizeof x->lanes);
    if (n) put_addresses(p, form, addr, n);
}

/* Ends the warps before `warp`, which begins here. A signal that waits for the run ends the walk. */
static void begin_warp(packer_t *p, uint64_t warp)
{
    if (interrupt_pending()) p->failed = true;
    put_run(p);
    while (p->warps <= warp) p->warp_at[p->warps++] = p->at;
    p->next = p->lanes = 0;
}

static bool visit(void *self, uint64_t warp, const trace_inst_t *inst, const winst_exec_t *x)
{
    packer_t *p = self;
    if (p->warps <= warp) begin_warp(p, warp);
    put_inst(p, inst, x);
    return !p->failed;
}

static bool put_insts(packer_t *p, const trace_insts_t *t)
{
    const trace_inst_t **by_number = calloc(t->used, sizeof *by_number);
    if (!by_number) return false;
    for (uint32_t i = 0; i < t->room; i++)
        if (t->slot[i]) by_number[t->slot[i]->number] = t->slot[i];
    for (uint32_t i = 0; i < t->used; i++) {
        const uint32_t head[2] = {(uint32_t)by_number[i]->w.pc_bytes, by_number[i]->text_bytes};
        put(p, head, sizeof head);
        put(p, by_number[i]->text, head[1]);
    }
    free(by_number);
    return true;
}

static void put_head(packer_t *p, const trace_kernel_t *k, trace_pack_head_t *h)
{
    h->magic = TRACE_PACK_MAGIC;
    h->version = TRACE_PACK_VERSION;
    h->bytes = p->at;
    h->insts = k->insts.used;
    h->ctas_absent = k->ctas_absent;
    h->ctas_cut = k->ctas_cut;
    h->warps_empty = k->warps_empty;
    h->body = XXH3_64bits_digest(p->hash);
    h->check = XXH3_64bits(h, offsetof(trace_pack_head_t, check));
    if (fseek(p->f, 0, SEEK_SET) != 0 || fwrite(h, sizeof *h, 1, p->f) != 1) p->failed = true;
}

static bool pack(packer_t *p, trace_kernel_t *k, trace_pack_head_t *h)
{
    static const uint64_t zero = 0;
    err_t err = {""};
    p->at = sizeof *h;
    if (fwrite(h, sizeof *h, 1, p->f) != 1 || !trace_walk(k, visit, p, &err)) return false;
    begin_warp(p, h->warps);
    put(p, &zero, -p->at % sizeof zero);
    h->warp_at = p->at;
    for (uint64_t w = 0; w <= h->warps; w++) put(p, &p->warp_at[w], sizeof p->warp_at[w]);
    h->inst_at = p->at;
    h->spacing_bytes = k->source->spacing_bytes(k, &err);
    if (!h->spacing_bytes || !put_insts(p, &k->insts)) return false;
    flush(p);
    put_head(p, k, h);
    return !p->failed && fflush(p->f) == 0;
}

bool trace_pack_write(trace_kernel_t *k, FILE *f, const trace_key_t *of)
{
    trace_pack_head_t h = {.of = *of, .warps = k->ctas * k->warps};
    trace_mets_t scratch = {0}, *mets = k->mets;
    packer_t *p = calloc(1, sizeof *p);
    k->mets = &scratch;
    bool ok = false;
    if (p) {
        p->f = f;
        p->hash = XXH3_createState();
        p->warp_at = calloc(h.warps + 1, sizeof *p->warp_at);
        ok = p->hash && p->warp_at && XXH3_64bits_reset(p->hash) == XXH_OK && pack(p, k, &h);
        XXH3_freeState(p->hash);
        free(p->warp_at);
    }
    free(p);
    trace_insts_free(&k->insts);
    trace_mets_free(&scratch);
    k->mets = mets;
    return ok;
}
