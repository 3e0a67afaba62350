/* trace_parts.c - several threads read the text of a kernel, each a part of its warps.
 *
 * Instructions are numbered as they appear in the text. So each thread has a copy of the table of instructions, and
 * fails at a line of another one; the caller's thread then reads that part, in its turn, and extends the table. As the
 * warps of a kernel mostly execute the same instructions, few parts fail, nearly all at the begin of the text. */
#include "base/workers.h"
#include "trace/trace_record.h"

#include <stdlib.h>

enum { PART_TEXT_BYTES = 1 << 20 };

typedef struct {
    trace_kernel_t k;  /* with instructions of its own */
    uint64_t from, to; /* warps */
    bool ok;
    trace_record_t r;
} part_t;
typedef struct {
    trace_kernel_t *k;
    trace_record_t *r;
    uint32_t threads;
    part_t *part[WORKERS_MAX];
} parts_t;

static void walk_part(void *self, uint32_t i)
{
    part_t *p = ((parts_t *)self)->part[i];
    trace_record_t *r = &p->r;
    err_t err = {""};
    r->warps = p->from;
    r->at = r->used = r->noted = r->run = r->next = r->lanes = 0;
    r->failed = false;
    p->ok = trace_walk(&p->k, p->from, p->to, trace_record_visit, r, &err);
    trace_record_end(r, p->to);
    p->ok = p->ok && !r->failed;
}

/* The warp behind a part that begins with warp `from`. */
static uint64_t part_end(const trace_kernel_t *k, uint64_t from)
{
    const uint64_t warps = k->ctas * k->warps, most = warps - from < RECORD_WARPS ? warps : from + RECORD_WARPS;
    uint64_t begin = 0, w = from;
    for (; w < most; w++) {
        const uint64_t at = k->warp_at[w];
        if (!at || at == TRACE_NO_WARP) continue;
        if (!begin) begin = at;
        if (at - begin >= PART_TEXT_BYTES) break;
    }
    return w;
}

/* Adds the parts in their order up to the second that failed, which may succeed with the instructions of the first.
 * Returns the warp behind the last that was added. */
static uint64_t add_parts(parts_t *s)
{
    bool any = false;
    err_t err = {""};
    uint64_t behind = s->part[0]->from;
    for (uint32_t i = 0; i < s->threads && !s->r->failed; i++) {
        const part_t *p = s->part[i];
        if (!p->ok && any) break;
        if (p->ok) {
            trace_record_add(s->r, &p->r);
        } else {
            any = true;
            if (!trace_walk(s->k, p->from, p->to, trace_record_visit, s->r, &err)) s->r->failed = true;
            trace_record_end(s->r, p->to);
        }
        behind = p->to;
    }
    return behind;
}

static bool walk(parts_t *s, workers_t *workers)
{
    const uint64_t warps = s->k->ctas * s->k->warps;
    for (uint64_t from = 0; from < warps && !s->r->failed; from = add_parts(s)) {
        for (uint32_t i = 0; i < s->threads; i++) {
            part_t *p = s->part[i];
            p->from = i ? s->part[i - 1]->to : from;
            p->to = part_end(s->k, p->from);
            if (!trace_insts_copy(&p->k.insts, &s->k->insts)) return false;
        }
        workers_run(workers, walk_part, s);
    }
    return !s->r->failed;
}

bool trace_parts_walk(trace_kernel_t *k, uint32_t threads, trace_record_t *r)
{
    err_t err = {""};
    parts_t s = {.k = k, .r = r, .threads = threads};
    workers_t *workers = threads > 1 ? workers_create(threads) : NULL;
    bool ok = workers != NULL;
    if (!ok) return trace_walk(k, 0, k->ctas * k->warps, trace_record_visit, r, &err);
    for (uint32_t i = 0; i < threads; i++) {
        ok = ok && (s.part[i] = calloc(1, sizeof *s.part[i])) != NULL;
        if (!ok) continue;
        s.part[i]->k = *k;
        s.part[i]->k.spare = NULL;
        s.part[i]->k.insts = (trace_insts_t){.fixed = true};
    }
    ok = ok && walk(&s, workers);
    for (uint32_t i = 0; i < threads; i++) {
        if (!s.part[i]) continue;
        trace_spare_free(&s.part[i]->k);
        trace_insts_free(&s.part[i]->k.insts);
        free(s.part[i]);
    }
    workers_destroy(workers);
    return ok;
}
