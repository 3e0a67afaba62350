/* wl_ref.c - calls the functions of a ref.c, and serves their requests.
 *
 * A reference is looked up by the workload's name, so a user's file may match a reference that was written for another
 * one. A request for a size or buffer that the file lacks, or has with another type or size, ends the call with an
 * error by longjmp; a reference therefore takes its memory by workload_ref_room, which the call frees. */
#include "workload/wl.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct room {
    struct room *next;
    max_align_t bytes[];
} room_t;

struct workload_ref_ctx {
    const workload_t *w;
    void **host; /* per buffer */
    rng_t rng;
    err_t *err;
    room_t *rooms;
    jmp_buf refused;
};

const workload_ref_t *wl_reference(const char *name)
{
    const workload_ref_t *const *const all[] = {workload_refs, workload_loop_refs, workload_cluster_refs};
    for (uint32_t k = 0; k < sizeof all / sizeof all[0]; k++)
        for (uint32_t i = 0; all[k][i]; i++)
            if (strcmp(all[k][i]->name, name) == 0) return all[k][i];
    return NULL;
}

/* False: a request was refused. */
static bool call(workload_ref_ctx_t *ctx, void (*function)(workload_ref_ctx_t *ctx))
{
    if (setjmp(ctx->refused)) return false;
    function(ctx);
    return true;
}

bool wl_call_reference(const workload_t *w, void (*function)(workload_ref_ctx_t *ctx), void **host,
                       const char *rng_name, err_t *err)
{
    workload_ref_ctx_t ctx = {.w = w, .host = host, .err = err};
    ctx.rng = rng_create(w->seed, rng_name);
    const bool ok = call(&ctx, function);
    while (ctx.rooms) {
        room_t *next = ctx.rooms->next;
        free(ctx.rooms);
        ctx.rooms = next;
    }
    return ok;
}

/* Reports an error and ends the call. */
static _Noreturn void refuse(workload_ref_ctx_t *ctx, const char *fmt, ...)
{
    char sentence[200];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(sentence, sizeof sentence, fmt, ap);
    va_end(ap);
    err_set(ctx->err, ctx->w->path, 0, "the C reference '%s' asks for the %s", ctx->w->name, sentence);
    longjmp(ctx->refused, 1);
}

int64_t workload_ref_param(const workload_ref_ctx_t *ctx, const char *name, int64_t min, int64_t max)
{
    workload_ref_ctx_t *c = (workload_ref_ctx_t *)ctx; /* refuse changes only err */
    expr_value_t found = {0};
    if (!expr_lookup(ctx->w->scope, name, &found)) refuse(c, "size parameter '%s'; it must be there", name);
    if (found.is_real) refuse(c, "size parameter '%s' as a whole number; it is %g", name, found.real);
    const int64_t value = found.whole;
    if (value < min || value > max)
        refuse(c, "size parameter '%s' from %" PRId64 " to %" PRId64 "; it is %" PRId64, name, min, max, value);
    return value;
}

static const wl_buffer_t *buffer(workload_ref_ctx_t *ctx, const char *name, elem_t type, int64_t count)
{
    const wl_buffer_t *b = wl_buffer(ctx->w, name);
    if (!b) refuse(ctx, "buffer '%s'; it must be there", name);
    if (b->type.is_record) refuse(ctx, "buffer '%s' of %s; it has records", name, elem_name(type));
    const elem_t has = b->type.field[0].type;
    if (has != type || count < 0 || b->count < (uint64_t)count)
        refuse(ctx, "buffer '%s' of %" PRId64 " elements of %s; it has %" PRIu64 " of %s", name, count, elem_name(type),
               b->count, elem_name(has));
    return b;
}

void *workload_ref_buf(workload_ref_ctx_t *ctx, const char *name, elem_t type, int64_t count)
{
    return ctx->host[buffer(ctx, name, type, count) - ctx->w->buffers];
}

void *workload_ref_own(workload_ref_ctx_t *ctx, const char *name, elem_t type, int64_t count)
{
    const wl_buffer_t *b = buffer(ctx, name, type, count);
    if (!b->by_reference) refuse(ctx, "buffer '%s' with init: c", name);
    return ctx->host[b - ctx->w->buffers];
}

void *workload_ref_room(workload_ref_ctx_t *ctx, int64_t count, size_t bytes)
{
    room_t *r = NULL;
    if (count >= 0 && (uint64_t)count <= (SIZE_MAX - sizeof *r) / bytes)
        r = calloc(1, sizeof *r + (size_t)count * bytes);
    if (!r)
        refuse(ctx, "memory of %" PRId64 " elements of %zu bytes; there is less: choose a smaller size", count, bytes);
    r->next = ctx->rooms;
    ctx->rooms = r;
    return r->bytes;
}

_Noreturn void workload_ref_refuse(const workload_ref_ctx_t *ctx, const char *name, int64_t value, const char *allowed)
{
    refuse((workload_ref_ctx_t *)ctx, "size parameter '%s' as %s; it is %" PRId64, name, allowed, value);
}

_Noreturn void workload_ref_empty(workload_ref_ctx_t *ctx, const char *buffer, const char *what)
{
    const wl_buffer_t *b = wl_buffer(ctx->w, buffer);
    err_set(ctx->err, ctx->w->path, b ? b->line : 0,
            "buffer '%s': seed %" PRIu64 " gives no %s; at least one is needed: take another --seed or a larger size",
            buffer, ctx->w->seed, what);
    longjmp(ctx->refused, 1);
}

uint64_t workload_ref_random(workload_ref_ctx_t *ctx) { return rng_next(&ctx->rng); }
