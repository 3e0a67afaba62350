/* trace_pack.c - writes the compact form of a kernel's trace. */
#include "trace/trace_record.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static bool put_insts(trace_record_t *r, const trace_insts_t *t)
{
    const trace_inst_t **by_number = calloc(t->used, sizeof *by_number);
    if (!by_number) return false;
    for (uint32_t i = 0; i < t->room; i++)
        if (t->slot[i]) by_number[t->slot[i]->number] = t->slot[i];
    for (uint32_t i = 0; i < t->used; i++) {
        const uint32_t head[2] = {(uint32_t)by_number[i]->w.pc_bytes, by_number[i]->text_bytes};
        trace_record_put(r, head, sizeof head);
        trace_record_put(r, by_number[i]->text, head[1]);
    }
    free(by_number);
    return true;
}

/* The header, and the '#' that ends it. */
static bool put_text(trace_record_t *r, const trace_kernel_t *k, trace_pack_head_t *h, err_t *err)
{
    static const char END[] = "#\n";
    const size_t bytes = (size_t)k->head.bytes, all = bytes + strlen(END);
    size_t got;
    char *text = malloc(all);
    const bool ok = text && trace_text_read(k->text, 0, text, bytes, &got, err) && got == bytes;
    if (ok) {
        memcpy(text + bytes, END, strlen(END));
        h->text = XXH3_64bits(text, all);
        for (size_t at = 0, n; at < all; at += n) {
            n = all - at < RECORD_BUFFER_BYTES ? all - at : RECORD_BUFFER_BYTES;
            trace_record_put(r, text + at, n);
        }
    }
    free(text);
    return ok;
}

static void put_head(trace_record_t *r, const trace_kernel_t *k, trace_pack_head_t *h)
{
    h->magic = TRACE_PACK_MAGIC;
    h->version = TRACE_PACK_VERSION;
    h->bytes = r->at;
    h->insts = k->insts.used;
    h->ctas_absent = k->ctas_absent;
    h->ctas_cut = k->ctas_cut;
    h->cluster_ctas = k->cluster_ctas;
    h->warps_empty = k->warps_empty;
    h->offsets = XXH3_64bits_digest(r->offsets);
    h->body = XXH3_64bits_digest(r->body);
    h->check = XXH3_64bits(h, offsetof(trace_pack_head_t, check));
    if (fseek(r->f, 0, SEEK_SET) != 0 || fwrite(h, sizeof *h, 1, r->f) != 1) r->failed = true;
}

static bool pack(trace_record_t *r, trace_kernel_t *k, uint32_t threads, trace_pack_head_t *h)
{
    err_t err = {""};
    r->at = trace_pack_record_at(h);
    if (fseek(r->f, (long)r->at, SEEK_SET) != 0 || !trace_parts_walk(k, threads, r)) return false;
    trace_record_end(r, h->warps + 1);
    h->head_at = r->at;
    h->spacing_bytes = k->source->spacing_bytes(k, &err);
    if (!h->spacing_bytes || !put_text(r, k, h, &err)) return false;
    h->inst_at = r->at;
    if (!put_insts(r, &k->insts)) return false;
    trace_record_flush(r);
    put_head(r, k, h);
    return !r->failed && fflush(r->f) == 0;
}

bool trace_pack_write(trace_kernel_t *k, uint32_t threads, FILE *f, const trace_key_t *of)
{
    trace_pack_head_t h = {.of = *of, .warps = k->ctas * k->warps};
    trace_mets_t scratch = {0}, *mets = k->mets;
    trace_record_t *r = calloc(1, sizeof *r);
    k->mets = &scratch;
    bool ok = false;
    if (r) {
        r->f = f;
        r->body = XXH3_createState();
        r->offsets = XXH3_createState();
        ok = r->body && r->offsets && XXH3_64bits_reset(r->body) == XXH_OK && XXH3_64bits_reset(r->offsets) == XXH_OK &&
             pack(r, k, threads, &h);
        XXH3_freeState(r->body);
        XXH3_freeState(r->offsets);
    }
    free(r);
    trace_insts_free(&k->insts);
    trace_mets_free(&scratch);
    k->mets = mets;
    return ok;
}
