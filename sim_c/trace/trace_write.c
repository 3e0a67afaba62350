/* trace_write.c - executes a launch without timing and writes a trace. A trace lists a CTA warp by warp, but barriers
 * interleave the warps; so the text of a CTA is kept per warp until the CTA has ended. */
#include "base/outfile.h"
#include "isa/local_map.h"
#include "trace/trace_internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { TURN_INSTS = 4096, VERSION = 5 };
enum { WRITTEN_DSTS = 1, WRITTEN_SRCS = 4 };   /* more registers in a line stop Accel-Sim */
#define LOCAL_WINDOW  UINT64_C(0x7f9b00000000) /* address of offset 0 of every thread's local memory */
#define CTA_INSTS_MAX (UINT64_C(1) << 30)      /* more is an endless loop, or more text than fits in memory */

typedef struct {
    FILE *stream; /* writes to text */
    char *text;
    size_t bytes;
    uint64_t insts;
    bool waits; /* at the barrier */
} warp_out_t;

typedef struct {
    const kernel_launch_t *k;
    fe_cta_t *cta;
    warp_out_t *warp;
    const char *path;
    trace_out_opts_t file; /* its sample is the first CTA's text */
    trace_out_t *out;      /* NULL: not yet open */
    uint32_t pc_factor;    /* size of an instruction in the trace / in the model */
    uint64_t executed;     /* instructions of this CTA */
} writer_t;

/* A count and the registers from number `first` on, at most `most` of them. */
static void put_regs(FILE *f, const uint16_t *reg, uint32_t count, uint32_t first, uint32_t most)
{
    const uint32_t left = count > first ? count - first : 0, end = first + (left < most ? left : most);
    fprintf(f, " %u", end - first);
    for (uint32_t i = first; i < end; i++) fprintf(f, " R%u", reg[i]);
}

static void put_addresses(FILE *f, const winst_exec_t *x)
{
    const uint32_t lanes = x->lanes, first = lanes ? (uint32_t)__builtin_ctz(lanes) : 0;
    if (!lanes) {
        fputs(" 1 0x0 0", f);
        return;
    }
    const uint64_t base = x->addr[first], run = ((uint64_t)lanes >> first) + 1;
    const int64_t step = lanes >> first > 1 ? (int64_t)(x->addr[first + 1] - base) : 0;
    bool even = !(run & (run - 1)) && run > 2 && step >= INT32_MIN && step <= INT32_MAX;
    for (uint32_t left = lanes; even && left; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        even = x->addr[lane] == base + (uint64_t)step * (lane - first);
    }
    fprintf(f, " %d 0x%" PRIx64, even ? 1 : 2, base);
    if (even) fprintf(f, " %" PRId64, step);
    uint64_t last = base;
    for (uint32_t left = even ? 0 : lanes & (lanes - 1); left; left &= left - 1) {
        const uint64_t addr = x->addr[__builtin_ctz(left)];
        fprintf(f, " %" PRId64, (int64_t)(addr - last));
        last = addr;
    }
}

static void put_inst(FILE *f, const winst_t *w, const winst_exec_t *x, uint32_t pc_factor)
{
    char name[40];
    const bool access = w->op == WI_LOAD || w->op == WI_STORE || w->op == WI_ATOM || w->op == WI_RED;
    const uint8_t space = x->space != SPACE_NONE ? x->space : w->space;
    fprintf(f, "%04" PRIx64 " %08x", w->pc_bytes * pc_factor, x->lanes);
    put_regs(f, w->dst, w->ndst, 0, WRITTEN_DSTS);
    fprintf(f, " %s", trace_nearest_name(w, space, name));
    put_regs(f, w->src, w->nsrc, 0, WRITTEN_SRCS);
    fprintf(f, " %u", access ? w->width_bytes : 0);
    if (access) put_addresses(f, x);
    fputs(" 0 \n", f);
}

/* Makes addresses of local memory offsets, which the reader maps for the CTA slot that the CTA then has. */
static void name_offsets(const local_map_t *map, winst_exec_t *x)
{
    for (uint32_t left = x->space == SPACE_LOCAL ? x->lanes : 0; left; left &= left - 1) {
        uint64_t *addr = &x->addr[__builtin_ctz(left)];
        *addr = LOCAL_WINDOW + local_map_offset(map, *addr);
    }
}

/* Runs warp w to a barrier, to its end, or for TURN_INSTS instructions: it may spin on a value of another warp. */
static bool turn(writer_t *o, uint32_t w, err_t *err)
{
    warp_out_t *out = &o->warp[w];
    winst_exec_t x;
    for (uint32_t i = 0; i < TURN_INSTS; i++) {
        const winst_t *next = o->k->ops->peek(o->cta, w);
        if (!next) return true;
        x.barrier_warps = x.groups = 0;
        x.passes = false;
        if (!o->k->ops->exec(o->cta, w, &x, err)) return false;
        if (x.groups)
            return err_set(err, o->k->file, next->line,
                           "kernel '%s' uses cp.async, which a trace cannot express; run the workload itself",
                           o->k->name);
        name_offsets(&o->k->local, &x);
        put_inst(out->stream, next, &x, o->pc_factor);
        out->insts++;
        if (++o->executed > CTA_INSTS_MAX)
            return err_set(err, o->k->file, o->k->line,
                           "kernel '%s': a CTA executes more than the 2^30 warp instructions allowed: an endless loop?",
                           o->k->name);
        if (next->op != WI_BARRIER || !x.lanes) continue;
        if (x.passes || (x.barrier_warps && x.barrier_warps != o->k->warps_per_cta))
            return err_set(err, o->k->file, next->line,
                           "kernel '%s' has a barrier for some of its warps, which a trace cannot express; run the "
                           "workload itself",
                           o->k->name);
        out->waits = o->k->ops->peek(o->cta, w) != NULL;
        return true;
    }
    return true;
}

static bool run_cta(writer_t *o, err_t *err)
{
    o->executed = 0;
    for (uint32_t live = 1; live;) {
        uint32_t waiting = 0;
        live = 0;
        for (uint32_t w = 0; w < o->k->warps_per_cta; w++) {
            if (!o->warp[w].waits && !turn(o, w, err)) return false;
            live += o->k->ops->peek(o->cta, w) != NULL;
            waiting += o->warp[w].waits;
        }
        if (waiting == live)
            for (uint32_t w = 0; w < o->k->warps_per_cta; w++) o->warp[w].waits = false;
    }
    return true;
}

/* Opens the file with the text of the first CTA as a sample. */
static bool open_file(writer_t *o, err_t *err)
{
    char *sample = NULL;
    FILE *f = open_memstream(&sample, &o->file.sample_bytes);
    for (uint32_t w = 0; f && w < o->k->warps_per_cta; w++) fwrite(o->warp[w].text, 1, o->warp[w].bytes, f);
    if (!f || fclose(f) != 0) return err_set(err, NULL, 0, "out of memory");
    o->file.sample = sample;
    o->out = trace_out_open(o->path, &o->file, err);
    free(sample);
    return o->out != NULL;
}

static void put_cta(writer_t *o, const cta_place_t *p)
{
    const tracez_cta_t cta = {.at = {[TRACEZ_CTA] = {p->x, p->y, p->z}}};
    trace_out_cta(o->out, &cta, o->k->warps_per_cta);
    for (uint32_t w = 0; w < o->k->warps_per_cta; w++) {
        const warp_out_t *out = &o->warp[w];
        const char *end = out->text + out->bytes, *feed;
        trace_out_warp(o->out, w, out->insts);
        for (const char *at = out->text; at < end; at = feed + 1) {
            feed = memchr(at, '\n', (size_t)(end - at));
            trace_out_line(o->out, at, (size_t)(feed - at));
        }
    }
}

static bool write_cta(writer_t *o, const cta_place_t *p, err_t *err)
{
    const uint32_t warps = o->k->warps_per_cta;
    bool ok = true;
    for (uint32_t w = 0; w < warps; w++) {
        o->warp[w] = (warp_out_t){0};
        o->warp[w].stream = open_memstream(&o->warp[w].text, &o->warp[w].bytes);
        if (!o->warp[w].stream) ok = err_set(err, NULL, 0, "out of memory");
    }
    o->cta = ok ? o->k->ops->cta_begin(o->k->self, p, err) : NULL;
    ok = o->cta && run_cta(o, err);
    o->k->ops->cta_end(o->k->self, o->cta);
    for (uint32_t w = 0; w < warps; w++)
        if (o->warp[w].stream && fclose(o->warp[w].stream) != 0) ok = err_set(err, NULL, 0, "out of memory");
    ok = ok && (o->out || open_file(o, err));
    if (ok) put_cta(o, p);
    for (uint32_t w = 0; w < warps; w++) free(o->warp[w].text);
    return ok;
}

typedef struct {
    FILE *f;
    uint32_t pc_factor;
} head_out_t;

/* The registers that put_inst has no room for, and control bits. */
static void put_more(void *to, const frontend_inst_t *in)
{
    const head_out_t *o = to;
    const winst_t *w = in->inst;
    if (w->control) trace_control_put(o->f, w->pc_bytes * o->pc_factor, w->control);
    if (w->ndst <= WRITTEN_DSTS && w->nsrc <= WRITTEN_SRCS) return;
    fprintf(o->f, "-ctadel registers = %04" PRIx64, w->pc_bytes * o->pc_factor);
    put_regs(o->f, w->dst, w->ndst, WRITTEN_DSTS, WINST_DST_MAX);
    put_regs(o->f, w->src, w->nsrc, WRITTEN_SRCS, WINST_SRC_MAX);
    fputc('\n', o->f);
}

static bool put_header(FILE *f, const kernel_launch_t *k, uint32_t number, uint32_t binary, uint32_t pc_factor,
                       err_t *err)
{
    head_out_t more = {f, pc_factor};
    const uint32_t *g = k->grid, *b = k->block;
    fprintf(f,
            "-kernel name = %s\n-kernel id = %u\n-grid dim = (%u,%u,%u)\n-block dim = (%u,%u,%u)\n"
            "-shmem = %u\n-nregs = %u\n-binary version = %u\n-cuda stream id = %u\n"
            "-shmem base_addr = 0x00007f9a00000000\n-local mem base_addr = 0x%016" PRIx64 "\n"
            "-nvbit version = none\n-accelsim tracer version = %d\n-enable lineinfo = 0\n",
            k->name, number, g[0], g[1], g[2], b[0], b[1], b[2], k->smem_bytes, k->regs_per_thread, binary, k->stream,
            LOCAL_WINDOW, VERSION);
    if (k->local.thread_bytes) fprintf(f, "-ctadel local bytes = %u\n", k->local.thread_bytes);
    const bool ok = k->ops->code(k->self, put_more, &more, err);
    fputs("\n#traces format = [line_num] PC mask dest_num [reg_dests] opcode src_num [reg_srcs] "
          "mem_width [adrrescompress?] [mem_addresses] immediate\n\n",
          f);
    return ok;
}

static bool writable(const kernel_launch_t *k, err_t *err)
{
    if (k->warp_lanes != TRACE_WARP_LANES)
        return err_set(err, k->file, k->line, "kernel '%s': warps of %u lanes; allowed in a trace: %d", k->name,
                       k->warp_lanes, TRACE_WARP_LANES);
    if (launch_cluster_ctas(k) > 1)
        return err_set(err, k->file, k->line,
                       "kernel '%s' has clusters of %u CTAs, of which one waits for another; allowed in a trace: "
                       "independent CTAs; run the workload itself",
                       k->name, launch_cluster_ctas(k));
    if (k->flat_regs > TRACE_NREGS_MAX)
        return err_set(err, k->file, k->line,
                       "kernel '%s' needs %u registers at once, functions and predicates included; allowed in a trace: "
                       "%d (R0 to R254); run the workload itself",
                       k->name, k->flat_regs, TRACE_NREGS_MAX);
    return (k->regs_per_thread >= 1 && k->regs_per_thread <= TRACE_NREGS_MAX) ||
           err_set(err, k->file, k->line, "kernel '%s': %u registers per thread; allowed in a trace: 1 to %d", k->name,
                   k->regs_per_thread, TRACE_NREGS_MAX);
}

static bool make_header(writer_t *o, uint32_t number, uint32_t binary, err_t *err)
{
    char *head = NULL;
    FILE *f = open_memstream(&head, &o->file.head_bytes);
    const bool ok = f && put_header(f, o->k, number, binary, o->pc_factor, err);
    if (!f || fclose(f) != 0) return err_set(err, NULL, 0, "out of memory");
    o->file.head = head;
    return ok;
}

bool trace_write_kernel(const kernel_launch_t *k, const char *dir, uint32_t number, trace_form_t form, uint32_t binary,
                        uint64_t *warp_insts, err_t *err)
{
    char path[4096];
    *warp_insts = 0;
    if (!writable(k, err)) return false;
    if ((size_t)snprintf(path, sizeof path, "%s/kernel-%u%s", dir, number, trace_out_ending(form)) >= sizeof path)
        return err_set(err, dir, 0, "the path is too long");
    writer_t o = {.k = k,
                  .warp = calloc(k->warps_per_cta, sizeof *o.warp),
                  .path = path,
                  .file = {.form = form},
                  .pc_factor = binary >= TRACE_BINARY_VOLTA ? 2 : 1};
    bool ok = o.warp ? make_header(&o, number, binary, err) : err_set(err, NULL, 0, "out of memory");
    const uint32_t *g = k->grid;
    const uint64_t ctas = (uint64_t)g[0] * g[1] * g[2];
    for (uint64_t lid = 0; ok && lid < ctas; lid++) {
        const cta_place_t place = {.x = (uint32_t)(lid % g[0]),
                                   .y = (uint32_t)(lid / g[0] % g[1]),
                                   .z = (uint32_t)(lid / g[0] / g[1]),
                                   .lid = (uint32_t)lid};
        ok = write_cta(&o, &place, err);
        *warp_insts += o.executed;
    }
    free(o.warp);
    free((char *)(uintptr_t)o.file.head);
    if (ok) return trace_out_commit(o.out, err);
    trace_out_abort(o.out);
    return false;
}

bool trace_write_list(const char *dir, uint32_t kernels, trace_form_t form, err_t *err)
{
    char path[4096];
    if ((size_t)snprintf(path, sizeof path, "%s/kernelslist.g", dir) >= sizeof path)
        return err_set(err, dir, 0, "the path is too long");
    outfile_t *file = outfile_open(path, err);
    if (!file) return false;
    for (uint32_t i = 1; i <= kernels; i++) fprintf(outfile_stream(file), "kernel-%u%s\n", i, trace_out_ending(form));
    return outfile_commit(file, err);
}
