/* trace_odd.c - what is odd in kernels of real traces and yet read: empty CTAs and warps, and numbers of registers that
 * no GPU has. */
#include "trace/trace_internal.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { REGISTER_BYTES = 4, ADDRESS_REGISTERS = 2, BINARY_MIN = 30, BINARY_PASCAL = 61, BINARY_MAX = 129 };

/* A register counts from R0 on; uniform ones and predicates are apart. */
static uint32_t end_of(uint32_t reg, uint32_t count) { return reg < TRACE_UNIFORM_REGS ? reg + count : 0; }

/* Registers up to the highest that an instruction names. Of data and addresses a line names only the first register:
 * the sources of a load are addresses, two registers outside shared and local memory; those of a store are an address
 * or data. */
static uint32_t named(const trace_inst_t *inst)
{
    const winst_t *w = &inst->w;
    const uint32_t wide = inst->access ? (w->width_bytes + REGISTER_BYTES - 1) / REGISTER_BYTES : 1;
    const bool near = w->space == SPACE_SHARED || w->space == SPACE_LOCAL;
    const uint32_t least = inst->access && !near ? ADDRESS_REGISTERS : 1;
    const uint32_t source = w->op == WI_LOAD || wide < least ? least : wide;
    uint32_t most = 0;
    for (uint32_t i = 0; i < w->ndst; i++)
        if (end_of(w->dst[i], wide) > most) most = end_of(w->dst[i], wide);
    for (uint32_t i = 0; i < w->nsrc; i++)
        if (end_of(w->src[i], source) > most) most = end_of(w->src[i], source);
    return most;
}

static bool decide_nregs(trace_kernel_t *k, err_t *err)
{
    if (k->head.nregs >= 1 && k->head.nregs <= TRACE_NREGS_MAX) return true;
    if (!k->source->decode(k, err)) return false;
    uint32_t most = 1;
    for (uint32_t i = 0; i < k->insts.room; i++) {
        const uint32_t n = k->insts.slot[i] ? named(k->insts.slot[i]) : 0;
        if (n > most) most = n;
    }
    k->nregs_replaced = true;
    k->nregs_found = k->head.nregs;
    k->head.nregs = most < TRACE_NREGS_MAX ? most : TRACE_NREGS_MAX;
    return true;
}

/* The distance of instructions tells Volta and later from the GPUs before. What the search decodes is dropped, as the
 * meaning of an opcode depends on the version. */
static bool decide_binary(trace_kernel_t *k, err_t *err)
{
    if (k->head.binary >= BINARY_MIN && k->head.binary <= BINARY_MAX) return true;
    trace_mets_t scratch = {0}, *mets = k->mets;
    k->binary_replaced = true;
    k->binary_found = k->head.binary;
    k->head.binary = BINARY_PASCAL;
    k->mets = &scratch;
    const uint32_t bytes = k->source->spacing_bytes(k, err);
    if (bytes == TRACE_VOLTA_INST_BYTES) k->head.binary = TRACE_BINARY_VOLTA;
    trace_insts_free(&k->insts);
    trace_mets_free(&scratch);
    k->mets = mets;
    return bytes != 0;
}

bool trace_odd_check(trace_kernel_t *k, err_t *err) { return decide_binary(k, err) && decide_nregs(k, err); }

static void replaced(trace_replaced_t *r, uint32_t found, uint32_t taken_as)
{
    if (!r->kernels++) *r = (trace_replaced_t){1, found, taken_as};
}

void trace_odd_add(trace_odd_t *o, const trace_kernel_t *k)
{
    o->ctas += k->ctas_absent;
    o->ctas_cut += k->ctas_cut;
    o->warps += k->warps_empty;
    if (k->cluster_ctas > o->cluster_ctas) o->cluster_ctas = k->cluster_ctas;
    if (k->nregs_replaced) replaced(&o->nregs, k->nregs_found, k->head.nregs);
    if (k->binary_replaced) replaced(&o->binary, k->binary_found, k->head.binary);
}

static void add(char *text, size_t bytes, const char *format, ...) __attribute__((format(printf, 3, 4)));

static void add(char *text, size_t bytes, const char *format, ...)
{
    va_list ap;
    const size_t used = strlen(text);
    const int more = snprintf(text + used, bytes - used, "%s", used ? "; " : "");
    va_start(ap, format);
    if (used + (size_t)more < bytes) vsnprintf(text + used + more, bytes - used - (size_t)more, format, ap);
    va_end(ap);
}

static void add_replaced(char *text, size_t bytes, const trace_replaced_t *r, const char *key, const char *by)
{
    if (!r->kernels) return;
    add(text, bytes, "%s = %" PRIu32 ", which no GPU has, is taken as %" PRIu32 ", by %s", key, r->found, r->taken_as,
        by);
    if (r->kernels > 1) add(text, bytes, "so in %" PRIu32 " kernels", r->kernels);
}

void trace_odd_text(const trace_odd_t *o, char *text, size_t bytes)
{
    *text = '\0';
    add_replaced(text, bytes, &o->nregs, "nregs", "the registers that instructions name");
    add_replaced(text, bytes, &o->binary, "binary version", "the distance of instructions");
    if (o->ctas) add(text, bytes, "CTAs without instructions, which end as they begin: %" PRIu64, o->ctas);
    if (o->ctas_cut) add(text, bytes, "of them behind the last one of a file (was it cut?): %" PRIu64, o->ctas_cut);
    if (o->cluster_ctas > 1)
        add(text, bytes, "CTAs of clusters, up to %" PRIu32 " in one, are dispatched one by one", o->cluster_ctas);
    if (o->warps) add(text, bytes, "warps without instructions in other CTAs: %" PRIu64, o->warps);
}
