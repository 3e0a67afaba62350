/* trace_code.c - the instructions of a kernel by their pc, and where its warps go: known once all its warps were read.
 * Functions of a kernel may share pcs; an instruction that does not follow in the list is one to which a warp goes. */
#include "trace/trace_pack.h"

#include <stdlib.h>

typedef struct { /* an instruction */
    frontend_inst_t pub;
    uint32_t number;
} listed_t;

typedef struct {
    listed_t *list;  /* by pc */
    uint32_t *place; /* by number: index in the list */
    uint64_t warp;   /* of the last instruction; UINT64_MAX: none */
    uint32_t last;   /* its index */
} flow_t;

static int by_pc(const void *a, const void *b)
{
    const listed_t *x = a, *y = b;
    const uint64_t pc = x->pub.inst->pc_bytes, other = y->pub.inst->pc_bytes;
    return pc != other ? (pc < other ? -1 : 1) : x->number < y->number ? -1 : x->number > y->number;
}

static uint32_t count(const trace_kernel_t *k) { return k->packed ? (uint32_t)k->packed->head->insts : k->insts.used; }

static void list(const trace_kernel_t *k, listed_t *to)
{
    for (uint32_t i = 0; k->packed && i < count(k); i++) {
        const trace_packed_inst_t *in = &k->packed->inst[i];
        to[i] = (listed_t){.pub = {.inst = &in->w, .mnemonic = in->opcode->pub.name}, .number = i};
    }
    for (uint32_t i = 0; !k->packed && i < k->insts.room; i++) {
        const trace_inst_t *in = k->insts.slot[i];
        if (in)
            to[in->number] =
                (listed_t){.pub = {.inst = &in->w, .mnemonic = in->opcode->pub.name}, .number = in->number};
    }
}

static void see_step(void *to, uint64_t warp, uint32_t number)
{
    flow_t *f = to;
    const uint32_t at = f->place[number];
    if (warp == f->warp && at != f->last + 1) {
        f->list[at].pub.entered = true;
        f->list[f->last].pub.leaves = true;
    }
    f->warp = warp;
    f->last = at;
}

bool trace_code(void *self, void (*see)(void *to, const frontend_inst_t *in), void *to, err_t *err)
{
    trace_kernel_t *k = self;
    if (!k->source->decode(k, err)) return false;
    const uint32_t n = count(k);
    flow_t f = {.list = calloc(n + 1, sizeof *f.list), .place = calloc(n + 1, sizeof *f.place), .warp = UINT64_MAX};
    bool ok = f.list && f.place;
    if (ok) {
        list(k, f.list);
        qsort(f.list, n, sizeof *f.list, by_pc);
        for (uint32_t i = 0; i < n; i++) f.place[f.list[i].number] = i;
        ok = k->source->flow(k, see_step, &f, err);
        for (uint32_t i = 0; ok && i < n; i++) {
            const trace_more_t *more = trace_mores_of(&k->head.mores, f.list[i].pub.inst->pc_bytes);
            f.list[i].pub.given = more && more->controlled ? &more->control : NULL;
            see(to, &f.list[i].pub);
        }
    } else {
        err_set(err, trace_text_path(k->text), 0, "out of memory");
    }
    free(f.list);
    free(f.place);
    return ok;
}
